// Everything that both entries of the package export.
export * from './errors.js';
export { Pool, type Watched } from './pool.js';
export type { BlockMetric, BlockRequest, Outcome, Progress, SolveRequest, TileRequest } from './protocol.js';
export { Solver, type Job } from './solver.js';
export type { TableCounts } from './tables.js';
