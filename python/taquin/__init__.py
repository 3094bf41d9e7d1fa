"""Sliding puzzles: provably shortest solutions, many boards at once, environments, many machines.

>>> import taquin
>>> solution = taquin.solve("8 2 0/4 6 1/3 7 5")
>>> solution.moves.stm, solution.optimal
(24, True)
"""

from __future__ import annotations

from os import PathLike, fspath

from . import _native, arrays, blocks, errors
from ._native import __version__
from .arrays import (
    apply,
    heuristic,
    neighbours,
    optimal_lengths,
    random_at_distance,
    random_boards,
    solve_many,
)
from .board import Board, Moves, Problem
from .errors import TaquinError
from .solving import (
    Algorithm,
    Check,
    Instance,
    Solution,
    Stats,
    algorithms,
    check,
    heuristics,
    improve,
    instances,
    scramble,
    solve,
)


def set_cache(directory: str | PathLike[str] | None, *, mapped: bool = False) -> None:
    """Keeps tables in another directory; ``None`` is the user's, ``""`` keeps them in memory alone.

    With ``mapped`` the large tables for boards of 17 to 25 cells are mapped from their files, so that all processes of the
    machine share one copy.
    """
    _native.set_cache(None if directory is None else fspath(directory), mapped)


__all__ = [
    "Algorithm",
    "Board",
    "Check",
    "Instance",
    "Moves",
    "Problem",
    "Solution",
    "Stats",
    "TaquinError",
    "__version__",
    "algorithms",
    "apply",
    "arrays",
    "blocks",
    "check",
    "errors",
    "heuristic",
    "heuristics",
    "improve",
    "instances",
    "neighbours",
    "optimal_lengths",
    "random_at_distance",
    "random_boards",
    "scramble",
    "set_cache",
    "solve",
    "solve_many",
]
