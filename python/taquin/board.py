"""Boards, moves and problems: values that cannot be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from . import _native
from .errors import BoardError, ParseError, ShapeError


class Moves(Sequence[str]):
    """A sequence of single-tile moves. ``U D L R`` name the direction in which the *tile* moves.

    >>> moves = Moves("R2U2LD")
    >>> len(moves), moves.stm, moves.mtm, str(moves)
    (6, 6, 4, 'R2U2LD')
    """

    __slots__ = ("_letters", "_mtm", "_text")

    def __init__(self, moves: str | Moves | Iterable[str] = "") -> None:
        text = moves if isinstance(moves, str) else "".join(moves)
        self._letters, self._text, self._mtm = _native.parse_moves(text)

    @property
    def letters(self) -> str:
        """One letter for each single-tile move."""
        return self._letters

    @property
    def stm(self) -> int:
        """Single-tile moves."""
        return len(self._letters)

    @property
    def mtm(self) -> int:
        """Multi-tile moves: a straight slide of several tiles counts once."""
        return self._mtm

    def inverse(self) -> Moves:
        """The moves that take these back."""
        return Moves(self._letters[::-1].translate(str.maketrans("UDLR", "DURL")))

    def __len__(self) -> int:
        return len(self._letters)

    def __iter__(self) -> Iterator[str]:
        return iter(self._letters)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Moves: ...
    def __getitem__(self, index: int | slice) -> str | Moves:
        found = self._letters[index]
        return Moves(found) if isinstance(index, slice) else found

    def __add__(self, other: Moves | str) -> Moves:
        return Moves(self._letters + Moves(other)._letters)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Moves({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._letters == other._letters

    def __hash__(self) -> int:
        return hash(("taquin.Moves", self._letters))

    def __reduce__(self) -> tuple[type[Moves], tuple[str]]:
        return Moves, (self._letters,)


class Board:
    """A board: every tile once, one blank (0). It cannot be changed.

    It is made from any text that ``taquin`` reads, or from rows of numbers:

    >>> Board("8 2 0/4 6 1/3 7 5") == Board([[8, 2, 0], [4, 6, 1], [3, 7, 5]])
    True
    """

    __slots__ = ("_cells", "_cols", "_rows", "_text")

    def __init__(self, board: str | Board | Sequence[Sequence[int]]) -> None:
        if isinstance(board, Board):
            rows, cols, cells = board._plain()
        elif isinstance(board, str):
            rows, cols, cells = _native.parse_board(board)
        else:
            rows, cols, cells = _rows(board)
        self._text = _native.check_board((rows, cols, cells))
        self._rows, self._cols, self._cells = rows, cols, tuple(cells)

    @classmethod
    def from_cells(cls, rows: int, cols: int, cells: Iterable[int]) -> Board:
        """A board from its cells, row by row."""
        return cls._made((_number(rows), _number(cols), [_number(cell) for cell in cells]))

    @classmethod
    def solved(cls, rows: int, cols: int) -> Board:
        """The default goal: 1, 2, 3, … and the blank last."""
        return cls._made(_native.solved(_number(rows), _number(cols)))

    @classmethod
    def read_all(cls, text: str) -> list[Board]:
        """Several boards: one on each line, or grids with empty lines between them."""
        return [cls._made(plain) for plain in _native.parse_boards(text)]

    @classmethod
    def _made(cls, plain: _native.Plain) -> Board:
        board = object.__new__(cls)
        board._text = _native.check_board(plain)
        board._rows, board._cols, board._cells = plain[0], plain[1], tuple(plain[2])
        return board

    def _plain(self) -> _native.Plain:
        return self._rows, self._cols, list(self._cells)

    @property
    def rows(self) -> int:
        return self._rows

    @property
    def cols(self) -> int:
        return self._cols

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._rows, self._cols

    @property
    def cells(self) -> tuple[int, ...]:
        """The tiles row by row, 0 for the blank."""
        return self._cells

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self._cells.index(0)

    def apply(self, moves: Moves | str) -> Board:
        """The board after moves; a move that cannot be made raises :class:`~taquin.errors.IllegalMoveError`."""
        return self._made(_native.apply(self._plain(), Moves(moves).letters))

    def moves(self) -> Moves:
        """The moves that can be made."""
        row, col = divmod(self.blank, self._cols)
        legal = {"U": row + 1 < self._rows, "D": row > 0, "L": col + 1 < self._cols, "R": col > 0}
        return Moves("".join(letter for letter, is_legal in legal.items() if is_legal))

    def twin(self) -> Board:
        """The board with two tiles exchanged: exactly one of the two is solvable."""
        twin = _native.twin(self._plain())
        if twin is None:
            raise BoardError("a board with fewer than two tiles has no twin")
        return self._made(twin)

    def misplaced(self, goal: Board | str | None = None) -> int:
        """Tiles that are not where the goal has them."""
        return _native.misplaced(self._plain(), _goal(self, goal)._plain())

    def is_solvable(self, goal: Board | str | None = None) -> bool:
        """Can the goal be reached? Without a search."""
        from .errors import UnsolvableError

        try:
            Problem(self, goal)
        except UnsolvableError:
            return False
        return True

    def svg(self, goal: Board | str | None = None, *, size: int | None = None, theme: str = "light") -> str:
        """The board as an SVG picture; the goal gives tiles their colours."""
        return _native.board_svg(self._plain(), _goal(self, goal)._plain(), "", size, theme, 4.0)

    def _repr_svg_(self) -> str:
        return self.svg(size=48 * max(self.shape) + 16)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Board({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.shape, self._cells) == (other.shape, other._cells)

    def __hash__(self) -> int:
        return hash((self._rows, self._cols, self._cells))

    def __reduce__(self) -> tuple[Any, tuple[int, int, tuple[int, ...]]]:
        return _unpickled, (self._rows, self._cols, self._cells)


def _unpickled(rows: int, cols: int, cells: tuple[int, ...]) -> Board:
    return Board.from_cells(rows, cols, cells)


class Problem:
    """A start, and a goal that can be reached from it.

    An unsolvable board raises :class:`~taquin.errors.UnsolvableError`, so that no search looks for what is not there.
    """

    __slots__ = ("_goal", "_start")

    def __init__(self, start: Board | str, goal: Board | str | None = None) -> None:
        self._start = Board(start)
        self._goal = _goal(self._start, goal)
        _native.check_problem(self._start._plain(), self._goal._plain())

    @property
    def start(self) -> Board:
        return self._start

    @property
    def goal(self) -> Board:
        return self._goal

    def is_solved_by(self, moves: Moves | str) -> bool:
        """Do these moves lead from the start to the goal? Replayed by code that shares nothing with the searches."""
        return _native.replays(self._start._plain(), self._goal._plain(), Moves(moves).letters)

    def __repr__(self) -> str:
        return f"Problem({str(self._start)!r}, {str(self._goal)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and (self._start, self._goal) == (other._start, other._goal)

    def __hash__(self) -> int:
        return hash((self._start, self._goal))

    def __reduce__(self) -> tuple[type[Problem], tuple[Board, Board]]:
        return Problem, (self._start, self._goal)


def _goal(start: Board, goal: Board | str | None) -> Board:
    return Board.solved(start.rows, start.cols) if goal is None else Board(goal)


def _problem(problem: Problem | Board | str, goal: Board | str | None) -> Problem:
    if isinstance(problem, Problem):
        if goal is not None:
            raise TypeError("a Problem has its goal already")
        return problem
    return Problem(problem, goal)


def _number(value: object) -> int:
    """A whole number from 0 to 65 535, whatever its type; anything else is no cell."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise BoardError(f"{value!r} is no whole number")
    number: int = value.__index__()
    if not 0 <= number <= 0xFFFF:
        raise BoardError(f"{number} is no cell: tiles are counted from 1, and the blank is 0")
    return number


def _rows(board: Sequence[Sequence[int]]) -> _native.Plain:
    try:
        rows = [[_number(cell) for cell in row] for row in board]
    except TypeError as error:
        raise BoardError("a board is text, or rows of whole numbers") from error
    if not rows:
        raise ParseError("there is no row")
    if any(len(row) != len(rows[0]) for row in rows):
        raise ShapeError("all rows of a board have the same length")
    return len(rows), len(rows[0]), [cell for row in rows for cell in row]
