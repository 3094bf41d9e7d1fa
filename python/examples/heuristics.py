"""How much of the optimum does each heuristic see on random 15-puzzles?"""

from __future__ import annotations

import sys
from pathlib import Path

import taquin
from chart import bars


def main(folder: Path) -> Path:
    boards = taquin.random_boards(60, shape=(4, 4), seed=2)
    optimal = taquin.optimal_lengths(boards)
    names = taquin.heuristics()
    shares = [100 * (taquin.heuristic(name, boards) / optimal).mean() for name in names]
    for name, share in zip(names, shares):
        print(f"{name:17} {share:5.1f} % of the optimum")
    picture = folder / "heuristics.svg"
    bars(picture, "Share of the optimum that a heuristic sees, in percent", shares, names, "#aa6644")
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
