from __future__ import annotations

import pickle
import signal
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections import deque

import pytest

import taquin
from taquin import Board, Moves, Problem, Stats
from taquin.errors import IllegalMoveError, ParseError, UnsolvableError


def test_boards_are_values() -> None:
    board = Board("8 2 0/4 6 1/3 7 5")
    assert board == Board([[8, 2, 0], [4, 6, 1], [3, 7, 5]]) == Board("8 2 _\n4 6 1\n3 7 5") == Board(board)
    assert (board.rows, board.cols, board.shape, board.blank) == (3, 3, (3, 3), 2)
    assert board.cells == (8, 2, 0, 4, 6, 1, 3, 7, 5)
    assert repr(board) == "Board('8 2 0/4 6 1/3 7 5')" and eval(repr(board)) == board
    assert pickle.loads(pickle.dumps(board)) == board and hash(Board(str(board))) == hash(board)
    assert board != board.twin() and board.is_solvable() and not board.twin().is_solvable()
    assert str(board.moves()) == "UR" and str(board.apply("RU")) == "8 6 2/4 0 1/3 7 5"
    assert board.apply("R2").cells[:3] == (0, 8, 2)
    assert Board.read_all("1 2/3 0\n0 1/2 3\n") == [Board("1 2/3 0"), Board("0 1/2 3")]


def test_moves_are_values() -> None:
    moves = Moves("R2U2LD")
    assert list(moves) == ["R", "R", "U", "U", "L", "D"] and (moves.stm, moves.mtm, len(moves)) == (6, 4, 6)
    assert str(moves) == "R2U2LD" and eval(repr(moves)) == moves and pickle.loads(pickle.dumps(moves)) == moves
    assert moves == Moves("right right up up left down") == Moves(["R", "R", "U2", "L", "D"])
    assert moves[:2] == Moves("R2") and moves[-1] == "D" and moves + "U" == Moves("R2U2LDU")
    board = Board("8 2 0/4 6 1/3 7 5")
    assert board.apply(moves).apply(moves.inverse()) == board
    assert {moves: 1}[Moves(str(moves))] == 1


def test_problems_cannot_be_unsolvable() -> None:
    problem = Problem("8 2 0/4 6 1/3 7 5")
    assert problem.goal == Board.solved(3, 3) and pickle.loads(pickle.dumps(problem)) == problem
    assert problem.is_solved_by("R2U2LDLDRURDLULDRULURDLU") and not problem.is_solved_by("R2")
    with pytest.raises(UnsolvableError) as caught:
        Problem("1 2 3/4 5 6/8 7 0")
    assert {caught.value.first, caught.value.second} == {7, 8}


def test_errors_say_where() -> None:
    with pytest.raises(ParseError) as board:
        Board("1 2 3\n4 x5 6\n7 8 0")
    assert board.value.line == 2 and board.value.column == 3
    with pytest.raises(ParseError) as moves:
        Moves("R2X")
    assert moves.value.column == 3
    with pytest.raises(IllegalMoveError) as illegal:
        Board("8 2 0/4 6 1/3 7 5").apply("R3")
    assert illegal.value.index == 2


def breadth_first(start: Board) -> int:
    """An independent solver."""
    goal = Board.solved(*start.shape).cells
    rows, cols = start.shape
    seen, queue = {start.cells: 0}, deque([start.cells])
    while queue:
        cells = queue.popleft()
        if cells == goal:
            return seen[cells]
        blank = cells.index(0)
        row, col = divmod(blank, cols)
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= row + down < rows and 0 <= col + right < cols:
                other = (row + down) * cols + col + right
                after = list(cells)
                after[blank], after[other] = after[other], 0
                if tuple(after) not in seen:
                    seen[tuple(after)] = seen[cells] + 1
                    queue.append(tuple(after))
    raise AssertionError("unsolvable")


@pytest.mark.parametrize("algorithm", ["auto", "optimal", "astar", "ida-star", "bfs"])
def test_solutions_are_shortest(algorithm: str) -> None:
    for board in taquin.scramble(3, 3, count=2, seed=7):
        solution = taquin.solve(board, algorithm=algorithm)
        assert solution.optimal and len(solution) == breadth_first(board) == solution.lower_bound
        assert Problem(board).is_solved_by(solution.moves)


def test_every_algorithm_solves() -> None:
    for algorithm in taquin.algorithms():
        solution = taquin.solve("8 2 0/4 6 1/3 7 5", algorithm=algorithm.name)
        assert solution.problem.is_solved_by(solution.moves), algorithm
        assert solution.optimal or not algorithm.is_optimal
    assert taquin.solve("8 2 0/4 6 1/3 7 5", algorithm="strategic").stages
    assert "linear-conflict" in taquin.heuristics()


def test_goals_metrics_and_parameters() -> None:
    goal = "1 2 3/8 0 4/7 6 5"
    assert len(taquin.solve("2 8 3/1 6 4/7 0 5", goal)) == 5
    slides = taquin.solve("8 2 0/4 6 1/3 7 5", metric="mtm")
    assert slides.optimal and len(slides) == slides.moves.mtm <= taquin.solve("8 2 0/4 6 1/3 7 5").moves.mtm
    weighted = taquin.solve("8 2 0/4 6 1/3 7 5", algorithm="weighted-astar", epsilon=1.5, heuristic="manhattan")
    assert weighted.moves.stm >= 24


def test_progress_and_limits() -> None:
    told: list[Stats] = []
    hard = taquin.instances("korf100")[87].problem
    solution = taquin.solve(hard, algorithm="anytime", time_limit=0.3, progress=told.append)
    assert told and solution.lower_bound <= len(solution)
    assert all(later.seconds >= earlier.seconds for earlier, later in zip(told, told[1:]))


def test_improvements_get_shorter() -> None:
    board = taquin.scramble(5, 5, seed=3)[0]
    lengths = [len(solution) for solution in taquin.improve(board, time_limit=0.6)]
    assert lengths and lengths == sorted(set(lengths), reverse=True)
    assert [one.optimal for one in taquin.improve("8 2 0/4 6 1/3 7 5")][-1]


def test_an_interrupt_ends_a_search() -> None:
    board = taquin.instances("korf24")[49].problem
    # why: a shell starts what it runs in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        taquin.solve(board, algorithm="optimal")
    # why so long: the tests may share their machine.
    assert time.monotonic() - began < 60
    timer.join()
    signal.signal(signal.SIGINT, before)


def test_checks() -> None:
    check = taquin.check("8 2 0/4 6 1/3 7 5")
    assert check.solvable and check.misplaced == 6 and check.lower_bound == max(check.lower_bounds.values()) <= 24
    wrong = taquin.check("1 2 3/4 5 6/8 7 0")
    assert not wrong.solvable and wrong.exchange == (8, 7) and wrong.message and wrong.lower_bound is None


def test_scrambles() -> None:
    assert taquin.scramble(4, 4, count=3, seed=1) == taquin.scramble(4, 4, count=3, seed=1)
    assert taquin.scramble(4, 4, seed=1) != taquin.scramble(4, 4, seed=2)
    assert all(board.misplaced() >= 12 for board in taquin.scramble(4, 4, count=3, displaced=80))
    assert len(taquin.solve(taquin.scramble(4, 4, moves=10, seed=1)[0])) <= 10
    assert {len(taquin.solve(board)) for board in taquin.scramble(3, 3, count=5, seed=1, distance=20)} == {20}


def test_collections() -> None:
    assert len(taquin.instances("korf100")) == 100 and taquin.instances("korf24")[0].optimum == 95


def test_pictures() -> None:
    board = Board("8 2 0/4 6 1/3 7 5")
    still, moving = board._repr_svg_(), taquin.solve(board)._repr_svg_()
    for picture in (still, moving, board.svg(theme="dark", size=100)):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "@keyframes" in moving and "@keyframes" not in still
