// What can go wrong, one class for each kind. The messages are the engine's.
import type { Progress } from './protocol.js';

export class TaquinError extends Error {
  override name = 'TaquinError';
}

/** A board, puzzle, move or option that cannot be understood; the message says what and where. */
export class InputError extends TaquinError {
  override name = 'InputError';
}

/** There is no solution, which is proven. */
export class UnsolvableError extends TaquinError {
  override name = 'UnsolvableError';
}

/** The algorithm does not serve this board. */
export class RefusedError extends TaquinError {
  override name = 'RefusedError';
  constructor(
    message: string,
    /** Would it be tried with the option `force`? */
    readonly forcible: boolean,
  ) {
    super(message);
  }
}

/** Out of time or memory before there was any solution. */
export class LimitError extends TaquinError {
  override name = 'LimitError';
  constructor(
    message: string,
    readonly limit: 'time' | 'memory',
    /** How far the search came. */
    readonly progress: Progress,
  ) {
    super(message);
  }
}

/** The engine itself failed: it crashed, perhaps for lack of memory, or its files did not arrive. */
export class EngineError extends TaquinError {
  override name = 'EngineError';
  constructor(
    readonly reason: 'crashed' | 'notLoaded',
    cause?: unknown,
  ) {
    const message = {
      crashed: 'the engine crashed, perhaps for lack of memory',
      notLoaded: 'the engine could not be loaded',
    };
    super(message[reason], { cause });
  }
}

/** A search that was stopped, or made way for another. */
export class StoppedError extends TaquinError {
  override name = 'StoppedError';
  constructor() {
    super('the search was stopped');
  }
}

/** An error on its way from a worker: classes do not survive it. */
export type Failure =
  | { kind: 'input' | 'unsolvable' | 'notLoaded'; message: string }
  | { kind: 'refused'; message: string; forcible: boolean };

export const errorOf = (failure: Failure): TaquinError => {
  switch (failure.kind) {
    case 'input':
      return new InputError(failure.message);
    case 'notLoaded':
      return new EngineError('notLoaded', failure.message);
    case 'unsolvable':
      return new UnsolvableError(failure.message);
    case 'refused':
      return new RefusedError(failure.message, failure.forcible);
  }
};
