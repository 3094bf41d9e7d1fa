// Which parameters an algorithm takes, and in what range they are offered. The engine checks them again.

export type Parameter = 'epsilon' | 'anticipated' | 'lambda' | 'bigLambda';

interface Needs {
  parameters: readonly Parameter[];
  /** Takes a heuristic. */
  guided: boolean;
}

const needs: Record<string, Needs> = {
  astar: { parameters: [], guided: true },
  'weighted-astar': { parameters: ['epsilon'], guided: true },
  'dynamic-astar': { parameters: ['epsilon', 'anticipated'], guided: true },
  'alpha-star': { parameters: ['lambda', 'bigLambda'], guided: true },
  'ida-star': { parameters: [], guided: true },
};

export const parametersOf = (algorithm: string): Needs => needs[algorithm] ?? { parameters: [], guided: false };

export const defaults: Record<Parameter, number> = { epsilon: 5, anticipated: 100, lambda: 0, bigLambda: 5 };

export const ranges: Record<Parameter, { min: number; max: number; step: number }> = {
  epsilon: { min: 1, max: 20, step: 0.5 },
  anticipated: { min: 10, max: 500, step: 10 },
  lambda: { min: -1, max: 5, step: 0.5 },
  bigLambda: { min: 0, max: 20, step: 0.5 },
};
