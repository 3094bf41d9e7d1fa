"""Many boards at once: arrays of shape ``(n, rows × cols)`` and type ``uint8``, on all cores.

Boards are rows of an array, their cells row by row, the blank 0. What is no board, or cannot be solved, raises an error that
names the first such row.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _native
from .board import Board, Moves
from .errors import BoardError, LimitError, ShapeError, TaquinError, UnsolvableError
from .solving import Solution, _at_distance, _seed, solve

Boards = npt.NDArray[np.uint8]
Metric = Literal["stm", "mtm"]
#: Called with how many boards are done, and how many there are.
Progress = Callable[[int, int], None]

#: What a move of :func:`apply` means: the direction in which the tile moves.
DIRECTIONS = "UDLR"
#: Boards of up to so many cells are solved in well under a second.
_FAST_CELLS = 16
#: A call of native code takes about so long, in seconds; signals are seen in between.
_SLICE = 0.2


def _shape(boards: npt.ArrayLike, goal: Board | str | None, shape: tuple[int, int] | None) -> tuple[Boards, Board]:
    """The boards as one block of memory, and their goal."""
    array = np.asarray(boards)
    if array.dtype == np.bool_ or not np.issubdtype(array.dtype, np.integer):
        raise BoardError(f"boards are whole numbers of type uint8, not {array.dtype}")
    if array.ndim != 2:
        raise ShapeError(f"boards have the shape (n, rows × cols), not {array.shape}")
    if array.dtype != np.uint8:
        if array.size and (array.min() < 0 or array.max() > 255):
            raise BoardError("boards are of type uint8: there are numbers below 0 or above 255")
        array = array.astype(np.uint8)
    cells = array.shape[1]
    if goal is not None:
        target = Board(goal)
        if shape not in (None, target.shape):
            raise ShapeError(f"the goal is {target.rows}x{target.cols}, not {shape}")
    else:
        rows, cols = _square(cells) if shape is None else shape
        target = Board.solved(rows, cols)
    if len(target.cells) != cells:
        raise ShapeError(f"rows of {cells} numbers are no boards of {target.rows}x{target.cols}")
    return np.ascontiguousarray(array), target


def _square(cells: int) -> tuple[int, int]:
    side = math.isqrt(cells)
    if side * side != cells or side == 0:
        raise ShapeError(f"{cells} cells are no square: give shape=(rows, cols) or a goal")
    return side, side


def _tell(progress: Progress | bool | None, total: int) -> tuple[Progress, Callable[[], None]]:
    if progress is True:
        from tqdm.auto import tqdm

        bar: Any = tqdm(total=total, unit=" boards", unit_scale=True)
        return lambda done, _: bar.update(done - bar.n), bar.close
    told: Progress = progress if callable(progress) else lambda _done, _total: None
    return told, lambda: None


def _parts(
    boards: Boards, progress: Progress | bool | None, most: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """The boards in parts that take about :data:`_SLICE`, each with the number of its first board."""
    told, close = _tell(progress, len(boards))
    begin, size = 0, 16
    try:
        while begin < len(boards):
            began = time.monotonic()
            yield begin, boards[begin : begin + size].tobytes()
            begin = min(begin + size, len(boards))
            told(begin, len(boards))
            taken = time.monotonic() - began
            if taken < _SLICE / 2:
                size *= 2
            elif taken > 2 * _SLICE:
                size = max(1, size // 2)
            size = min(size, most or size)
    finally:
        close()


def _renumbered(error: TaquinError, begin: int) -> TaquinError:
    """The error with the number of the board among all, not among those of its part."""
    index = getattr(error, "index", None)
    if index is None or begin == 0:
        return error
    message = str(error).replace(f"board {index}:", f"board {index + begin}:", 1)
    moved = type(error)(message)
    moved.__dict__.update(error.__dict__)
    moved.__dict__["index"] = index + begin
    return moved


def _prepare(goal: Board, boards: int, threads: int | None, metric: Metric) -> None:
    """Tables that so many boards are worth, so that no search has to build them."""
    if boards == 0 or metric == "mtm":
        return
    preparation = _native.Preparation(goal._plain(), boards, threads)
    while not preparation.run(1_000_000):
        pass


def _one_by_one(
    array: Boards,
    goal: Board,
    metric: Metric,
    memory_limit: int | None,
    threads: int | None,
    progress: Progress | bool | None,
) -> Iterator[Solution]:
    """Boards that may take long, one after the other, each with all threads."""
    told, close = _tell(progress, len(array))
    try:
        for index, cells in enumerate(array):
            try:
                board = Board.from_cells(goal.rows, goal.cols, cells)
                solution = solve(
                    board, goal, algorithm="optimal", metric=metric, memory_limit=memory_limit, threads=threads,
                    expected_boards=len(array),
                )
            except (BoardError, UnsolvableError, LimitError) as error:
                named = type(error)(f"board {index}: {error}")
                named.index = index
                raise named from None
            if not solution.optimal:
                limit = LimitError(f"board {index}: the memory limit was reached")
                limit.index = index
                raise limit
            yield solution
            told(index + 1, len(array))
    finally:
        close()


def optimal_lengths(
    boards: npt.ArrayLike,
    goal: Board | str | None = None,
    *,
    shape: tuple[int, int] | None = None,
    metric: Metric = "stm",
    memory_limit: int | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> npt.NDArray[np.uint16]:
    """The fewest moves of each board, proven. Boards of up to nine cells are looked up in a table of all.

    >>> optimal_lengths(np.array([[1, 2, 3, 4, 5, 6, 7, 0, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=np.uint8))
    array([ 1, 31], dtype=uint16)
    """
    array, target = _shape(boards, goal, shape)
    lengths = np.zeros(len(array), dtype=np.uint16)
    if len(target.cells) > _FAST_CELLS:
        for index, solution in enumerate(_one_by_one(array, target, metric, memory_limit, threads, progress)):
            lengths[index] = len(solution)
        return lengths
    _prepare(target, len(array), threads, metric)
    for begin, part in _parts(array, progress):
        try:
            found = _native.lengths(target._plain(), part, metric, len(array), memory_limit, threads)
        except TaquinError as error:
            raise _renumbered(error, begin) from None
        lengths[begin : begin + len(found) // 2] = np.frombuffer(found, dtype=np.uint16)
    return lengths


@dataclass(frozen=True)
class Solutions:
    """A shortest solution of each board."""

    #: Its letters.
    letters: list[str]
    metric: Metric

    @property
    def lengths(self) -> npt.NDArray[np.uint16]:
        """In the metric that was asked for."""
        if self.metric == "stm":
            return np.array([len(one) for one in self.letters], dtype=np.uint16)
        return np.array([Moves(one).mtm for one in self.letters], dtype=np.uint16)

    def as_array(self) -> npt.NDArray[np.int8]:
        """One row a board, one column a move: 0 to 3 as in :data:`DIRECTIONS`, -1 after the end."""
        longest = max((len(one) for one in self.letters), default=0)
        moves = np.full((len(self.letters), longest), -1, dtype=np.int8)
        for row, one in zip(moves, self.letters):
            row[: len(one)] = [DIRECTIONS.index(letter) for letter in one]
        return moves

    def __len__(self) -> int:
        return len(self.letters)

    def __getitem__(self, index: int) -> Moves:
        return Moves(self.letters[index])


def solve_many(
    boards: npt.ArrayLike,
    goal: Board | str | None = None,
    *,
    shape: tuple[int, int] | None = None,
    metric: Metric = "stm",
    memory_limit: int | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Solutions:
    """A proven shortest solution of each board."""
    array, target = _shape(boards, goal, shape)
    letters: list[str] = []
    if len(target.cells) > _FAST_CELLS:
        found = _one_by_one(array, target, metric, memory_limit, threads, progress)
        return Solutions([solution.moves.letters for solution in found], metric)
    _prepare(target, len(array), threads, metric)
    for begin, part in _parts(array, progress):
        try:
            letters += _native.solutions(target._plain(), part, metric, len(array), memory_limit, threads)
        except TaquinError as error:
            raise _renumbered(error, begin) from None
    return Solutions(letters, metric)


def heuristic(
    name: Literal["manhattan", "linear-conflict", "walking-distance", "pattern-db", "maximum"] | str,
    boards: npt.ArrayLike,
    goal: Board | str | None = None,
    *,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> npt.NDArray[np.uint16]:
    """The lower bound of a heuristic for each board."""
    array, target = _shape(boards, goal, shape)
    if name not in _native.heuristics():
        raise TaquinError(f"there is no heuristic {name!r}; there are {', '.join(_native.heuristics())}")
    estimates = np.zeros(len(array), dtype=np.uint16)
    for begin, part in _parts(array, progress):
        try:
            found = _native.estimates(target._plain(), part, name, threads)
        except TaquinError as error:
            raise _renumbered(error, begin) from None
        estimates[begin : begin + len(found) // 2] = np.frombuffer(found, dtype=np.uint16)
    return estimates


def neighbours(
    boards: npt.ArrayLike, *, shape: tuple[int, int] | None = None
) -> tuple[Boards, npt.NDArray[np.bool_]]:
    """The boards after each of the four moves, shape ``(n, 4, cells)``, and which of them can be made, ``(n, 4)``.

    The moves are in the order of :data:`DIRECTIONS`; where one cannot be made, the board stands for itself.
    """
    array, target = _shape(boards, None, shape)
    found, there = _native.neighbours(target.rows, target.cols, array.tobytes())
    after = np.frombuffer(found, dtype=np.uint8).reshape(len(array), 4, array.shape[1])
    return after.copy(), np.frombuffer(there, dtype=np.uint8).reshape(len(array), 4).astype(np.bool_)


def apply(
    boards: npt.ArrayLike, moves: npt.ArrayLike, *, shape: tuple[int, int] | None = None
) -> tuple[Boards, npt.NDArray[np.bool_]]:
    """Each board after one move, 0 to 3 as in :data:`DIRECTIONS`, and which of the moves could be made."""
    array, target = _shape(boards, None, shape)
    chosen = np.asarray(moves)
    if chosen.ndim != 1 or not np.issubdtype(chosen.dtype, np.integer):
        raise ShapeError(f"moves are one whole number for each board, not {chosen.dtype} of shape {chosen.shape}")
    if chosen.size and (chosen.min() < 0 or chosen.max() > 3):
        raise TaquinError("moves are 0 (up), 1 (down), 2 (left) and 3 (right)")
    found, made = _native.apply_many(
        target.rows, target.cols, array.tobytes(), chosen.astype(np.uint8).tobytes()
    )
    after = np.frombuffer(found, dtype=np.uint8).reshape(array.shape)
    return after.copy(), np.frombuffer(made, dtype=np.uint8).astype(np.bool_)


def random_boards(
    count: int,
    goal: Board | str | None = None,
    *,
    shape: tuple[int, int] | None = None,
    seed: int | None = None,
) -> Boards:
    """Uniformly random boards from which the goal can be reached: those of ``taquin scramble`` with the same seed."""
    target = _target(goal, shape)
    seed = secrets.randbits(32) if seed is None else _seed(seed)
    if count < 0:
        raise TaquinError(f"{count} boards cannot be made")
    found = _native.random_many(target._plain(), count, seed)
    return np.frombuffer(found, dtype=np.uint8).reshape(count, len(target.cells)).copy()


def random_at_distance(
    distance: int,
    count: int = 1,
    goal: Board | str | None = None,
    *,
    shape: tuple[int, int] | None = None,
    seed: int | None = None,
) -> Boards:
    """Random boards whose shortest solution has exactly ``distance`` moves.

    Uniform among all such boards of up to ten cells; those of larger boards are found by random walks.
    """
    target = _target(goal, shape)
    seed = secrets.randbits(32) if seed is None else _seed(seed)
    if count < 0 or distance < 0:
        raise TaquinError("numbers of boards and distances are not negative")
    boards = np.zeros((count, len(target.cells)), dtype=np.uint8)
    for row, board in zip(boards, _at_distance(target, distance, count, seed)):
        row[:] = board.cells
    return boards


def _target(goal: Board | str | None, shape: tuple[int, int] | None) -> Board:
    if goal is not None:
        target = Board(goal)
        if shape not in (None, target.shape):
            raise ShapeError(f"the goal is {target.rows}x{target.cols}, not {shape}")
    elif shape is not None:
        target = Board.solved(*shape)
    else:
        raise ShapeError("give shape=(rows, cols) or a goal")
    if len(target.cells) > 256:
        raise ShapeError("arrays of uint8 hold boards of up to 256 cells")
    return target
