// Everything that both entries of the package export.
export * from './adapters.js';
export * from './api.js';
export { BlockGame, Board } from './engine.js';
export type {
  BlockCell,
  BlockDestination,
  BlockDrawing,
  BlockMove,
  BlockPack,
  BlockShape,
  Check,
  Direction,
  SearchStats,
  Stage,
} from './engine.js';
export {
  EngineError,
  InputError,
  LimitError,
  RefusedError,
  StoppedError,
  TaquinError,
  UnsolvableError,
} from './errors.js';
export { Pool, type Watched } from './pool.js';
export type {
  BlockMetric,
  BlockRequest,
  GenerateRequest,
  Outcome,
  Progress,
  SolveRequest,
  TileRequest,
} from './protocol.js';
export { Solver, type Job } from './solver.js';
export type { TableCounts } from './tables.js';
