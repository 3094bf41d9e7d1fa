"""What can go wrong. Every exception of Taquin is a :class:`TaquinError`, and that is a :class:`ValueError`."""

from __future__ import annotations


class TaquinError(ValueError):
    """Something that was asked for makes no sense; the message says what, where, and what would be right."""


class ParseError(TaquinError):
    """A text is no board, no moves or no puzzle."""

    #: Where, counted from 1.
    line: int = 1
    column: int = 1


class ShapeError(TaquinError):
    """Sizes that do not fit: a board that is too large, a goal of another size, an array of another shape."""


class BoardError(TaquinError):
    """Cells that are no board."""

    #: The first wrong cell, counted from 0 row by row, where there is one.
    cell: int | None = None
    #: The first wrong board of an array, where it is one of many.
    index: int | None = None


class UnsolvableError(TaquinError):
    """The goal cannot be reached."""

    #: Two tiles whose exchange makes the board solvable, where that is the reason.
    first: int | None = None
    second: int | None = None
    #: The first unsolvable board of an array, where it is one of many.
    index: int | None = None


class IllegalMoveError(TaquinError):
    """A move that cannot be made."""

    #: Which one, counted from 0.
    index: int = 0


class UnsupportedError(TaquinError):
    """An algorithm, a heuristic or a metric that does not serve a puzzle of this size."""


class LimitError(TaquinError):
    """A limit of time or memory came before the answer."""

    #: The first board of an array that met the limit, where it is one of many.
    index: int | None = None


class JournalError(TaquinError):
    """A journal or a checkpoint that is damaged or of another problem."""


__all__ = [
    "BoardError",
    "IllegalMoveError",
    "JournalError",
    "LimitError",
    "ParseError",
    "ShapeError",
    "TaquinError",
    "UnsolvableError",
    "UnsupportedError",
]
