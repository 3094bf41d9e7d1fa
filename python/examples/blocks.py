"""Makes a sliding-block puzzle of a known difficulty, solves it, and writes the solution as a moving picture."""

from __future__ import annotations

import sys
from pathlib import Path

import taquin.blocks


def main(folder: Path) -> Path:
    puzzle = taquin.blocks.generate(difficulty=20, seed=1)[0]
    solution = taquin.blocks.solve(puzzle)
    assert solution is not None
    print(puzzle)
    print(f"{solution.moves} moves, {solution.slides} slides, {solution.steps} steps")
    picture = folder / "blocks.svg"
    picture.write_text(solution.svg(size=320))
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
