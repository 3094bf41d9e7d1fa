"""Sliding-block puzzles: Klotski, Rush Hour, and whatever you draw."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from . import _native
from .errors import LimitError, TaquinError
from .solving import SLICE, Progress, Stats, _Ticker

Metric = Literal["moves", "slides", "steps"]


@dataclass(frozen=True)
class Move:
    """One block along a free path."""

    #: The character of the block in the picture of the start.
    block: str
    #: The top left cell of the block's bounding box, before and after, counted from 0.
    start: tuple[int, int]
    end: tuple[int, int]
    #: The unit steps, such as ``DDR``.
    path: str

    def _plain(self) -> _native.PlainMove:
        return self.block, self.start, self.end, self.path


class Puzzle:
    """A well-formed puzzle, from any text that ``taquin blocks`` reads: Taquin's own form, a Rush-Hour string, a code.

    >>> puzzle = Puzzle.from_pictures("A.b\\n .", "..A\\n .")
    >>> puzzle.rows, puzzle.cols, puzzle.block_count
    (2, 3, 2)
    """

    __slots__ = ("_info", "_text")

    def __init__(self, text: str | Puzzle) -> None:
        self._text: str = text._text if isinstance(text, Puzzle) else _native.parse_puzzle(text)
        self._info = _native.puzzle_info(self._text)

    @classmethod
    def from_pictures(cls, start: str, goal: str) -> Puzzle:
        """A puzzle from pictures of its start and its goal."""
        return cls(_native.puzzle_from_pictures(start, goal))

    @classmethod
    def named(cls, name: str) -> Puzzle:
        """A puzzle that comes with Taquin, by its name."""
        for puzzle in catalogue().values():
            for one in puzzle:
                if one.name is not None and one.name.casefold() == name.casefold():
                    return one
        raise TaquinError(f"there is no puzzle {name!r}; taquin.blocks.catalogue() has all")

    @classmethod
    def read_pack(cls, text: str) -> list[Puzzle]:
        """Several puzzles with lines of ``===`` between them."""
        return [cls(one) for one in _native.parse_pack(text)]

    @property
    def name(self) -> str | None:
        return self._info["name"]

    @property
    def author(self) -> str | None:
        return self._info["author"]

    @property
    def source(self) -> str | None:
        return self._info["source"]

    @property
    def rows(self) -> int:
        return self._info["rows"]

    @property
    def cols(self) -> int:
        return self._info["cols"]

    @property
    def block_count(self) -> int:
        return self._info["blocks"]

    @property
    def start(self) -> str:
        """The picture of the start."""
        return self._info["start"]

    @property
    def goals(self) -> list[str]:
        """The pictures of the goals."""
        return list(self._info["goals"])

    def optimum(self, metric: Metric = "moves") -> int | None:
        """The proven optimum that comes with the puzzle, if it does; -1 if it is proven that there is no solution."""
        return {"moves": self._info["moves"], "slides": self._info["slides"], "steps": self._info["steps"]}[metric]

    def apply(self, moves: Sequence[Move]) -> Puzzle:
        """The puzzle with its start after some moves."""
        return Puzzle(_native.puzzle_after(self._text, [move._plain() for move in moves])[0])

    def is_solved_by(self, moves: Sequence[Move]) -> bool:
        """Do these moves lead to the goal?"""
        return _native.puzzle_after(self._text, [move._plain() for move in moves])[1]

    def svg(self, *, size: int | None = None, theme: str = "light") -> str:
        """The puzzle as an SVG picture."""
        return _native.puzzle_svg(self._text, [], size, theme, 4.0)

    def _repr_svg_(self) -> str:
        return self.svg(size=240)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Puzzle {self.name!r} {self.rows}x{self.cols}>" if self.name else f"Puzzle({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._text == other._text

    def __hash__(self) -> int:
        return hash(("taquin.blocks.Puzzle", self._text))

    def __reduce__(self) -> tuple[type[Puzzle], tuple[str]]:
        return Puzzle, (self._text,)


@dataclass(frozen=True)
class Solution:
    """A shortest solution, replayed against the rules by independent code."""

    puzzle: Puzzle
    metric: Metric
    solution: tuple[Move, ...] = field(repr=False)
    moves: int
    slides: int
    steps: int
    stats: Stats = field(repr=False, compare=False)

    def __len__(self) -> int:
        """Its cost in the metric that was asked for."""
        return {"moves": self.moves, "slides": self.slides, "steps": self.steps}[self.metric]

    def svg(self, *, size: int | None = None, theme: str = "light", speed: float = 4.0) -> str:
        """The solution as an animated SVG picture."""
        path = [move._plain() for move in self.solution]
        return _native.puzzle_svg(self.puzzle._text, path, size, theme, speed)

    def _repr_svg_(self) -> str:
        return self.svg(size=240)


def solve(
    puzzle: Puzzle | str,
    *,
    metric: Metric = "moves",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Solution | None:
    """The proven shortest solution in any of three metrics; ``None`` if it is proven that there is none.

    A limit that comes first raises :class:`~taquin.errors.LimitError`.

    >>> solve(Puzzle.from_pictures("A.b\\n .", "..A\\n .")).moves
    2
    """
    puzzle = Puzzle(puzzle)
    search = _native.BlockSearch(puzzle._text, metric, memory_limit, threads)
    began = time.monotonic()
    ticker = _Ticker(progress)
    status = "paused"
    try:
        while status == "paused":
            left = SLICE if time_limit is None else time_limit - (time.monotonic() - began)
            if left <= 0:
                raise LimitError("no solution was found within the time limit")
            status = search.run_for(min(SLICE, left))
            ticker(Stats._of(search.stats(), time.monotonic() - began))
    finally:
        ticker.close()
    if status == "full":
        raise LimitError("no solution was found within the memory limit")
    moves, costs = search.solution(), search.costs()
    if moves is None or costs is None:
        return None
    stats = Stats._of(search.stats(), time.monotonic() - began)
    return Solution(puzzle, metric, tuple(Move(*move) for move in moves), *costs, stats)


@cache
def catalogue() -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles that come with Taquin, by the name of their pack."""
    return {pack: tuple(Puzzle(text) for text in texts) for pack, texts in _native.block_catalogue()}


def generate(
    *,
    rows: int = 5,
    cols: int = 4,
    board: Sequence[tuple[int, int]] | None = None,
    shapes: Sequence[tuple[int, int] | Sequence[tuple[int, int]]] = (
        (2, 2), (2, 1), (2, 1), (2, 1), (2, 1), (1, 2), (1, 1), (1, 1), (1, 1), (1, 1),
    ),
    difficulty: int = 20,
    metric: Metric = "moves",
    keep_axis: bool = False,
    count: int = 1,
    seed: int | None = None,
    attempts: int = 1_000,
    position_limit: int | None = None,
) -> list[Puzzle]:
    """Random puzzles whose shortest solution has a given length; a seed gives those of ``taquin blocks generate``.

    - ``board``: its cells as (row, column), where it is no rectangle.
    - ``shapes``: (rows, columns) for a rectangle, or a list of cells; the first one is the goal block.
    """
    seed = secrets.randbits(32) if seed is None else seed
    cells = _native.rectangle(rows, cols) if board is None else list(board)
    wanted = [_cells(shape) for shape in shapes]
    limit = _native.USUAL_POSITIONS if position_limit is None else position_limit
    puzzles = []
    for one in _native.seeds(seed, count):
        generator = _native.PuzzleGenerator(cells, wanted, keep_axis, metric, difficulty, limit, one)
        puzzles.append(_generated(generator, attempts, f"{difficulty} {metric}"))
    return puzzles


def _cells(shape: tuple[int, int] | Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    first = shape[0] if len(shape) else None
    if isinstance(first, int) and len(shape) == 2 and isinstance(shape[1], int):
        return _native.rectangle(first, shape[1])
    try:
        return [(row, col) for row, col in shape]  # type: ignore[misc]
    except (TypeError, ValueError) as error:
        raise TaquinError(f"{shape!r} is no shape: give (rows, columns) or cells") from error


def _generated(generator: _native.PuzzleGenerator, attempts: int, wanted: str) -> Puzzle:
    failures: dict[str, int] = {}
    while sum(failures.values()) < attempts:
        puzzle, failure = generator.run(20_000)
        if puzzle is not None:
            return Puzzle(puzzle)
        if failure is not None:
            failures[failure] = failures.get(failure, 0) + 1
    reasons = ", ".join(f"{reason} in {count}" for reason, count in failures.items())
    raise LimitError(f"no puzzle of {wanted} in {attempts} attempts: {reasons}")
