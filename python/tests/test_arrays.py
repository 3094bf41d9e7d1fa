from __future__ import annotations

import numpy as np
import pytest

import taquin
from taquin import Board, arrays

from test_tiles import breadth_first


def test_lengths_of_small_boards_are_looked_up() -> None:
    boards = arrays.random_boards(20_000, shape=(3, 3), seed=5)
    lengths = arrays.optimal_lengths(boards)
    assert lengths.dtype == np.uint16 and lengths.shape == (20_000,) and lengths.max() <= 31
    for board, length in zip(boards[:8], lengths):
        assert breadth_first(Board.from_cells(3, 3, board)) == length
    others, goal = arrays.random_boards(50, goal="3 1/0 2/5 4", seed=1), Board("3 1/0 2/5 4")
    expected = [len(taquin.solve(Board.from_cells(3, 2, board), goal)) for board in others]
    assert arrays.optimal_lengths(others, goal).tolist() == expected


def test_lengths_of_larger_boards_are_proven() -> None:
    boards = arrays.random_boards(24, shape=(4, 4), seed=1)
    lengths = arrays.optimal_lengths(boards)
    assert lengths.tolist() == arrays.optimal_lengths(boards, threads=1).tolist()
    # Another search with another heuristic.
    for board, length in list(zip(boards, lengths))[:2]:
        again = taquin.solve(Board.from_cells(4, 4, board), algorithm="ida-star", heuristic="walking-distance")
        assert again.optimal and len(again) == length
    korf = taquin.instances("korf100")
    array = np.array([one.problem.start.cells for one in korf[:20]], dtype=np.uint8)
    assert arrays.optimal_lengths(array, korf[0].problem.goal).tolist() == [one.optimum for one in korf[:20]]


def test_solutions_solve() -> None:
    boards = arrays.random_boards(12, shape=(3, 4), seed=2)
    told: list[int] = []
    solutions = arrays.solve_many(boards, shape=(3, 4), progress=lambda done, _: told.append(done))
    assert solutions.lengths.tolist() == arrays.optimal_lengths(boards, shape=(3, 4)).tolist() and told[-1] == 12
    moves = solutions.as_array()
    at = boards
    for column in moves.T:
        after, made = arrays.apply(at, np.maximum(column, 0), shape=(3, 4))
        assert made[column >= 0].all()
        at = np.where((column >= 0)[:, None], after, at)
    assert (at == np.array(Board.solved(3, 4).cells)).all()
    assert len(solutions) == 12 and taquin.Problem(Board.from_cells(3, 4, boards[0])).is_solved_by(solutions[0])
    slides = arrays.solve_many(boards[:3], shape=(3, 4), metric="mtm")
    assert (slides.lengths <= [moves.mtm for moves in (solutions[0], solutions[1], solutions[2])]).all()


def test_heuristics_never_exceed_the_optimum() -> None:
    boards = arrays.random_boards(16, shape=(4, 4), seed=3)
    optimal = arrays.optimal_lengths(boards)
    bounds = {name: arrays.heuristic(name, boards) for name in taquin.heuristics()}
    for name, bound in bounds.items():
        assert (bound <= optimal).all() and (bound % 2 == optimal % 2).all(), name
    assert (bounds["linear-conflict"] >= bounds["manhattan"]).all()
    check = taquin.check(Board.from_cells(4, 4, boards[0]))
    assert {name: int(bounds[name][0]) for name in check.lower_bounds} == check.lower_bounds


def test_neighbours_and_moves() -> None:
    boards = arrays.random_boards(500, shape=(2, 3), seed=4)
    after, there = arrays.neighbours(boards, shape=(2, 3))
    assert after.shape == (500, 4, 6) and there.shape == (500, 4)
    for direction in range(4):
        moved, made = arrays.apply(boards, np.full(500, direction), shape=(2, 3))
        assert (moved == after[:, direction]).all() and (made == there[:, direction]).all()
    for board, row, legal in list(zip(boards, after, there))[:20]:
        value = Board.from_cells(2, 3, board)
        assert str(value.moves()) == "".join(letter for letter, is_legal in zip("UDLR", legal) if is_legal)
        for letter, cells, is_legal in zip("UDLR", row, legal):
            assert not is_legal or value.apply(letter).cells == tuple(cells)


def test_boards_at_a_distance() -> None:
    for shape, distance in (((3, 3), 31), ((3, 3), 0), ((4, 4), 12), ((2, 3), 21)):
        boards = arrays.random_at_distance(distance, 6, shape=shape, seed=1)
        assert (arrays.optimal_lengths(boards, shape=shape) == distance).all()
    again = arrays.random_at_distance(20, 5, shape=(3, 3), seed=9)
    assert (again == arrays.random_at_distance(20, 5, shape=(3, 3), seed=9)).all()


def test_any_memory_layout_and_type() -> None:
    boards = arrays.random_boards(30, shape=(3, 3), seed=6)
    expected = arrays.optimal_lengths(boards)
    wide = np.zeros((30, 18), dtype=np.uint8)
    wide[:, ::2] = boards
    for other in (np.asfortranarray(boards), wide[:, ::2], boards.astype(np.int64), boards.tolist(), boards.astype(">u2")):
        assert (arrays.optimal_lengths(other) == expected).all()
    assert (arrays.optimal_lengths(boards[::-1]) == expected[::-1]).all()
    assert arrays.optimal_lengths(np.zeros((0, 9), dtype=np.uint8)).shape == (0,)


def test_the_first_wrong_board_is_named() -> None:
    boards = arrays.random_boards(5_000, shape=(3, 3), seed=7)
    boards[4_321, :2] = boards[4_321, 0]
    with pytest.raises(taquin.errors.BoardError, match="board 4321") as caught:
        arrays.optimal_lengths(boards)
    assert caught.value.index == 4_321
