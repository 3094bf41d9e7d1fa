//! One file for each command: its arguments (`Args`) and what it does (`run`).

pub(crate) mod apply;
pub(crate) mod bench;
pub(crate) mod blocks;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod db;
pub(crate) mod licenses;
pub(crate) mod play;
pub(crate) mod read;
pub(crate) mod render;
pub(crate) mod scramble;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod welcome;
