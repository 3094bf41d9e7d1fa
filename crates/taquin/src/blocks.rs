//! Sliding-block puzzles: blocks of any shape on a board of any outline.
