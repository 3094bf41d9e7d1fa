from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree

import pytest

from taquin import blocks
from taquin.blocks import Puzzle
from taquin.errors import IllegalMoveError, LimitError, ParseError

SMALL = Puzzle.from_pictures("A.b\n .", "..A\n .")


def test_puzzles_are_values() -> None:
    assert Puzzle(str(SMALL)) == SMALL == pickle.loads(pickle.dumps(SMALL)) and {SMALL: 1}[Puzzle(SMALL)] == 1
    assert (SMALL.rows, SMALL.cols, SMALL.block_count) == (2, 3, 2)
    assert Puzzle.read_pack(f"{SMALL}===\n{SMALL}") == [SMALL, SMALL]


def test_solutions_are_shortest_in_each_metric() -> None:
    solution = blocks.solve(SMALL)
    assert solution is not None and solution.moves == len(solution) == 2
    assert SMALL.is_solved_by(solution.solution) and not SMALL.is_solved_by(solution.solution[:1])
    after = blocks.solve(SMALL.apply(solution.solution[:1]))
    assert after is not None and after.moves == 1
    metrics: tuple[blocks.Metric, ...] = ("moves", "slides", "steps")
    for puzzle in blocks.catalogue()["huarongdao"][:1]:
        for metric in metrics:
            found = blocks.solve(puzzle, metric=metric)
            assert found is not None and len(found) == puzzle.optimum(metric)


def test_what_has_no_solution() -> None:
    assert blocks.solve(Puzzle.from_pictures("Ab", "bA")) is None


def test_the_catalogue() -> None:
    packs = blocks.catalogue()
    assert sum(len(pack) for pack in packs.values()) >= 84
    puzzle = next(iter(packs.values()))[0]
    assert puzzle.name is not None and Puzzle.named(puzzle.name.upper()) == puzzle


def test_generated_puzzles_are_as_hard_as_wanted() -> None:
    puzzles = blocks.generate(rows=3, cols=3, shapes=[(1, 2), (2, 1), (1, 1), (1, 1)], difficulty=8, seed=3, count=2)
    assert [puzzle.optimum() for puzzle in puzzles] == [8, 8]
    again = blocks.generate(rows=3, cols=3, shapes=[(1, 2), (2, 1), (1, 1), (1, 1)], difficulty=8, seed=3, count=2)
    assert again == puzzles
    with pytest.raises(LimitError):
        blocks.generate(rows=2, cols=2, shapes=[(1, 1)] * 3, difficulty=99, seed=1, attempts=2)


def test_errors_say_where() -> None:
    with pytest.raises(ParseError) as caught:
        Puzzle("name: x\ncolour: red\n\nA.\n--\n.A\n")
    assert (caught.value.line, caught.value.column) == (2, 1)
    for text, place in (
        ("name: x\n\n  A.\n  ..\n--\n\n ...\n .A\n", (7, 4)),  # the goal is wider than the start
        ("A.\n--\n.B\n", (3, 2)),  # a goal block that is missing in the start
        ("BBoooCDooEoCDAAEoCDooEooFoooGGFoH!Ho", (1, 34)),
        ("A.\n--\n.A\n===\n1A9BF0X\n", (5, 7)),
    ):
        with pytest.raises(ParseError) as caught:
            Puzzle.read_pack(text) if "===" in text else Puzzle(text)
        assert (caught.value.line, caught.value.column) == place
    solution = blocks.solve(SMALL)
    assert solution is not None
    with pytest.raises(IllegalMoveError) as illegal:
        SMALL.apply([*solution.solution[:1], solution.solution[0]])
    assert illegal.value.index == 1


def test_pictures() -> None:
    solution = blocks.solve(SMALL)
    assert solution is not None
    for picture in (SMALL._repr_svg_(), solution._repr_svg_()):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "@keyframes" in solution.svg(theme="dark")
