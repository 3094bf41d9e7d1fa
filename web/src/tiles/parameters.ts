// Which parameters an algorithm takes, and in what range they are offered. The engine checks them again.

export type Parameter = 'epsilon' | 'anticipated' | 'lambda' | 'bigLambda' | 'seconds';

const parameters: Record<string, readonly Parameter[]> = {
  'weighted-astar': ['epsilon'],
  'dynamic-astar': ['epsilon', 'anticipated'],
  'alpha-star': ['lambda', 'bigLambda'],
  anytime: ['seconds'],
};

export const parametersOf = (algorithm: string): readonly Parameter[] => parameters[algorithm] ?? [];

export const defaults: Record<Parameter, number> = { epsilon: 5, anticipated: 100, lambda: 0, bigLambda: 5, seconds: 30 };

export const ranges: Record<Parameter, { min: number; max: number; step: number }> = {
  epsilon: { min: 1, max: 20, step: 0.5 },
  anticipated: { min: 10, max: 500, step: 10 },
  lambda: { min: -1, max: 5, step: 0.5 },
  bigLambda: { min: 0, max: 20, step: 0.5 },
  seconds: { min: 5, max: 300, step: 5 },
};
