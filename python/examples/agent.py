"""An agent that learns the value of 8-puzzles by temporal differences, measured by its gap to the optimum."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import taquin
from chart import bars
from taquin.env import SlidingPuzzleVectorEnv

DISTANCE, BOARDS, STEPS, ROUNDS = 8, 256, 24, 12


def main(folder: Path) -> Path:
    random = np.random.default_rng(1)
    values: dict[bytes, float] = {}
    gaps = []
    for episode in range(ROUNDS):
        env = SlidingPuzzleVectorEnv(BOARDS, 3, 3, distance=DISTANCE, max_steps=STEPS)
        boards, _ = env.reset(seed=episode)
        solved, gap = np.zeros(BOARDS, dtype=bool), np.full(BOARDS, STEPS - DISTANCE)
        for _ in range(STEPS):
            after, legal = taquin.neighbours(boards)
            worth = np.array([[values.get(cells.tobytes(), 0.0) for cells in row] for row in after])
            worth = np.where(legal, worth + 1e-6 * random.random(worth.shape), -np.inf)
            best = np.where(random.random(BOARDS) < 0.2, random.integers(0, 4, BOARDS), worth.argmax(axis=1))
            before = boards
            boards, reward, terminated, _, info = env.step(best)
            for cells, got, row, done in zip(before, reward, worth, terminated):
                key = cells.tobytes()
                goal = got if done else 0.95 * max(0.0, row.max())
                values[key] = values.get(key, 0.0) + 0.5 * (goal - values.get(key, 0.0))
            first = terminated & ~solved
            gap[first] = info["optimal_gap"][first]
            solved |= terminated
        gaps.append(float(gap.mean()))
        print(f"round {episode + 1:2}: {solved.mean():4.0%} solved, {gaps[-1]:.1f} moves above the optimum")
    picture = folder / "agent.svg"
    bars(picture, "Moves above the optimum, round by round", gaps, range(1, ROUNDS + 1), "#669944")
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
