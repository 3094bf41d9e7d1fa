//! The engine as its users see it. One program, because linking it is a good part of building the tests.

mod all_solutions;
mod anytime;
mod best_first;
mod blocks;
mod constructive;
mod explored;
mod golden;
mod heuristics;
mod labels;
mod mtm;
mod optimal;
mod pattern_db;
mod properties;
mod scrambles;
mod small_boards;
mod suite;
mod support;
mod table_files;
