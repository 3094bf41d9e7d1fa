"""Solves a board, proves that no solution is shorter, and writes the solution as a moving picture."""

from __future__ import annotations

import sys
from pathlib import Path

import taquin


def main(folder: Path) -> Path:
    solution = taquin.solve("11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12", progress=None)
    print(f"{solution.moves} ({len(solution)} moves, proven: {solution.optimal})")
    picture = folder / "solution.svg"
    picture.write_text(solution.svg(size=320, speed=6))
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
