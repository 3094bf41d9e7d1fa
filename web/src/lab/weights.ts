// The parameters that the laboratory turns: those that steer a search, not how long it may take.
import { parametersOf, type Parameter } from '../tiles/parameters';

export type Weight = Exclude<Parameter, 'seconds'>;

export const weightsOf = (algorithm: string): Weight[] => parametersOf(algorithm).filter((parameter) => parameter !== 'seconds');
