import { expect, test } from 'vitest';
import { algorithms, Board, refusal, type SearchOptions } from 'taquin/engine';
import { defaultValues, parametersOf, rangeOf, weightsOf } from '../src/lib/parameters';

test('every parameter of the engine has a default inside its slider', () => {
  const values = defaultValues();
  for (const { name } of algorithms()) {
    for (const parameter of parametersOf(name)) {
      const { min, max } = rangeOf(parameter);
      expect(min, parameter).toBeLessThan(max);
      expect(values[parameter], parameter).toBeGreaterThanOrEqual(min);
      expect(values[parameter], parameter).toBeLessThanOrEqual(max);
    }
  }
});

test('the engine takes both ends of each slider', () => {
  for (const { name } of algorithms()) {
    for (const parameter of weightsOf(name)) {
      const { min, max } = rangeOf(parameter);
      // λ must not be above Λ, so both are moved together.
      for (const value of [min, max]) {
        const options: SearchOptions = { algorithm: name };
        if (parameter === 'anticipated') options.anticipated = value;
        else options[parameter] = String(value);
        if (parameter === 'lambda') options.bigLambda = String(Math.max(value, 5));
        if (parameter === 'bigLambda') options.lambda = String(Math.min(value, 0));
        expect(refusal(Board.solved(3, 3), options), `${name} ${parameter} ${value}`).toBeUndefined();
      }
    }
  }
});
