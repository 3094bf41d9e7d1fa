"""How far are random 8-puzzles from being solved? A hundred thousand of them, looked up in a table of all."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import taquin
from chart import bars


def main(folder: Path) -> Path:
    boards = taquin.random_boards(100_000, shape=(3, 3), seed=1)
    lengths = taquin.optimal_lengths(boards)
    counts = np.bincount(lengths, minlength=32)
    print(f"mean {lengths.mean():.2f}, most {lengths.max()}")
    picture = folder / "distances.svg"
    bars(picture, "Fewest moves of 100 000 random 8-puzzles", counts.tolist(), range(32))
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
