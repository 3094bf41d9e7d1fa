"""Bad input raises the right exception, with a message; the interpreter goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import taquin
from taquin import Board, Moves, Problem, arrays, blocks, cluster, errors
from taquin.env import SlidingPuzzleEnv, SlidingPuzzleVectorEnv

GOOD = arrays.random_boards(4, shape=(3, 3), seed=1)
FOUR = arrays.random_boards(2, shape=(4, 4), seed=1)


def changed(index: tuple[int, int], value: int) -> Any:
    boards = GOOD.copy()
    boards[index] = value
    return boards


def swapped() -> Any:
    boards = np.tile(np.array(Board.solved(3, 3).cells, dtype=np.uint8), (3, 1))
    boards[2, :2] = boards[2, 1::-1]
    return boards


def closed() -> Any:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


CASES: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "text that is no board": (errors.ParseError, lambda: Board("hello")),
    "empty text": (errors.ParseError, lambda: Board("")),
    "ragged rows of text": (errors.ParseError, lambda: Board("1 2 3/4 5/6 7 0")),
    "a repeated tile": (errors.TaquinError, lambda: Board("1 2 3/4 5 6/7 7 0")),
    "two blanks": (errors.TaquinError, lambda: Board([[1, 0], [2, 0]])),
    "ragged rows": (errors.ShapeError, lambda: Board([[1, 2], [0]])),
    "no rows": (errors.TaquinError, lambda: Board([])),
    "cells that are no numbers": (errors.BoardError, lambda: Board([["a", "b"], ["c", "d"]])),  # type: ignore[list-item]
    "a number as a board": (errors.BoardError, lambda: Board(5)),  # type: ignore[arg-type]
    "a negative tile": (errors.BoardError, lambda: Board.from_cells(2, 2, [1, 2, 3, -1])),
    "too few cells": (errors.BoardError, lambda: Board.from_cells(3, 3, [1, 2, 0])),
    "a board that is too large": (errors.ShapeError, lambda: Board.solved(1, 1_000)),
    "no rows at all": (errors.ShapeError, lambda: Board.solved(0, 3)),
    "unsolvable": (errors.UnsolvableError, lambda: taquin.solve("1 2 3/4 5 6/8 7 0")),
    "a goal of another size": (errors.ShapeError, lambda: Problem("1 2 3/4 5 6/7 8 0", "1 2/3 0")),
    "letters that are no moves": (errors.ParseError, lambda: Moves("R2X")),
    "a move off the board": (errors.IllegalMoveError, lambda: Board("1 2/3 0").apply("U")),
    "no such algorithm": (errors.TaquinError, lambda: taquin.solve("1 2/0 3", algorithm="magic")),
    "no such heuristic": (errors.TaquinError, lambda: arrays.heuristic("magic", GOOD)),
    "no such metric": (errors.TaquinError, lambda: taquin.solve("1 2/0 3", metric="inches")),  # type: ignore[arg-type]
    "an algorithm that is hopeless": (
        errors.UnsupportedError, lambda: taquin.solve(taquin.scramble(4, 4, seed=1)[0], algorithm="bfs"),
    ),
    "a parameter out of range": (
        errors.TaquinError, lambda: taquin.solve("1 2/0 3", algorithm="weighted-astar", epsilon=0.1),
    ),
    "no time": (errors.TaquinError, lambda: taquin.solve("1 2/0 3", time_limit=0)),
    "no memory": (
        errors.LimitError,
        lambda: taquin.solve(taquin.scramble(3, 4, seed=1)[0], algorithm="astar", memory_limit=10_000),
    ),
    "no threads": (errors.TaquinError, lambda: taquin.solve("1 2/0 3", threads=0)),
    "too far": (errors.TaquinError, lambda: taquin.scramble(3, 3, distance=32)),
    "two kinds of scrambles": (errors.TaquinError, lambda: taquin.scramble(3, 3, moves=1, distance=1)),
    "a negative seed": (errors.TaquinError, lambda: taquin.scramble(3, 3, seed=-1)),
    "no such collection": (errors.TaquinError, lambda: taquin.instances("korf1000")),
    "an array of one dimension": (errors.ShapeError, lambda: arrays.optimal_lengths(GOOD[0])),
    "an array of three dimensions": (errors.ShapeError, lambda: arrays.optimal_lengths(GOOD.reshape(4, 3, 3))),
    "rows that are no square": (errors.ShapeError, lambda: arrays.optimal_lengths(GOOD[:, :8])),
    "rows of another size than the goal": (errors.ShapeError, lambda: arrays.optimal_lengths(GOOD, Board.solved(4, 4))),
    "fractions": (errors.BoardError, lambda: arrays.optimal_lengths(GOOD.astype(float))),
    "words": (errors.BoardError, lambda: arrays.optimal_lengths(np.array([["a"] * 9]))),
    "numbers above 255": (errors.BoardError, lambda: arrays.optimal_lengths(GOOD.astype(np.int64) + 300)),
    "a repeated tile in an array": (errors.BoardError, lambda: arrays.optimal_lengths(changed((1, 0), int(GOOD[1, 1])))),
    "a tile that is too large in an array": (errors.BoardError, lambda: arrays.solve_many(changed((1, 0), 77))),
    "an unsolvable board in an array": (errors.UnsolvableError, lambda: arrays.optimal_lengths(swapped())),
    "no blank in an array": (errors.BoardError, lambda: arrays.neighbours(np.ones((2, 9), dtype=np.uint8))),
    "fewer moves than boards": (errors.ShapeError, lambda: arrays.apply(GOOD, [1, 2])),
    "no such move": (errors.TaquinError, lambda: arrays.apply(GOOD, [0, 1, 2, 4])),
    "a heuristic that does not serve the size": (
        errors.UnsupportedError,
        lambda: arrays.heuristic("pattern-db", arrays.random_boards(1, shape=(6, 6)), shape=(6, 6)),
    ),
    "a puzzle without a goal": (errors.ParseError, lambda: blocks.Puzzle("A.\n")),
    "no such puzzle": (errors.TaquinError, lambda: blocks.Puzzle.named("no such puzzle")),
    "a shape that is none": (errors.TaquinError, lambda: blocks.generate(shapes=["x"])),  # type: ignore[list-item]
    "blocks that do not fit": (errors.TaquinError, lambda: blocks.generate(rows=2, cols=2, shapes=[(3, 3)])),
    "no such theme": (errors.TaquinError, lambda: Board("1 2/3 0").svg(theme="pink")),
    "no such action": (errors.TaquinError, lambda: SlidingPuzzleEnv().step(7)),
    "too few actions": (errors.TaquinError, lambda: SlidingPuzzleVectorEnv(3).step([1, 2])),
    "no boards to play": (errors.TaquinError, lambda: SlidingPuzzleVectorEnv(0)),
    "a closed executor": (
        cluster.ClusterError,
        lambda: cluster.solve(taquin.scramble(3, 4, seed=13)[0], closed(), local_nodes=0, upper_nodes=100_000),
    ),
    "a budget of nothing": (errors.TaquinError, lambda: cluster.solve("1 2/0 3", budget=0)),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input_raises(name: str) -> None:
    expected, call = CASES[name]
    with pytest.raises(expected) as caught:
        call()
    assert isinstance(caught.value, ValueError) and len(str(caught.value)) > 10


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 30
