// The parameters of algorithms, as the engine tells them, and how far a slider goes for each.
import { algorithms, type AlgorithmParameter } from 'taquin/engine';

export type Weight = AlgorithmParameter['name'];
/** `seconds`: how long the best so far is waited for; the clock is the page's, not the engine's. */
export type Parameter = Weight | 'seconds';

export interface Range {
  min: number;
  max: number;
  step: number;
}

/** What a slider offers of a range that may have no end; the engine takes more. */
const SLIDERS: Record<Parameter, Range> = {
  epsilon: { min: 1, max: 20, step: 0.5 },
  anticipated: { min: 10, max: 500, step: 10 },
  lambda: { min: -1, max: 5, step: 0.5 },
  bigLambda: { min: 0, max: 20, step: 0.5 },
  seconds: { min: 5, max: 300, step: 5 },
};
const DEFAULT_SECONDS = 30;

const known = (): AlgorithmParameter[] => algorithms().flatMap(({ parameters }) => parameters);

export const weightsOf = (algorithm: string): Weight[] =>
  algorithms()
    .find(({ name }) => name === algorithm)
    ?.parameters.map(({ name }) => name) ?? [];

export const parametersOf = (algorithm: string): Parameter[] =>
  algorithm === 'anytime' ? [...weightsOf(algorithm), 'seconds'] : weightsOf(algorithm);

/** The engine's defaults. */
export function defaultValues(): Record<Parameter, number> {
  const values = Object.fromEntries(known().map(({ name, default: value }) => [name, value]));
  return { epsilon: 0, anticipated: 0, lambda: 0, bigLambda: 0, ...values, seconds: DEFAULT_SECONDS };
}

/** The range of a slider: inside what the engine takes. */
export function rangeOf(parameter: Parameter): Range {
  const { min, max, step } = SLIDERS[parameter];
  const limits = known().find(({ name }) => name === parameter);
  return { min: Math.max(min, limits?.min ?? min), max: Math.min(max, limits?.max ?? max), step };
}
