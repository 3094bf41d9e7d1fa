"""A proof by two processes, and the same by one: equal to the node. On a cluster only the executor differs."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import taquin
from chart import bars
from taquin import cluster


def main(folder: Path) -> Path:
    board = taquin.scramble(3, 4, seed=13)[0]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        proof = cluster.solve(board, pool, upper_nodes=200_000, local_nodes=0, budget=2_000)
    alone = cluster.solve(board, upper_nodes=200_000)
    assert proof.bounds == alone.bounds
    print(f"{len(proof)} moves, {proof.generated} nodes in {proof.tasks} tasks of {proof.units} units")
    picture = folder / "proof.svg"
    bounds = [bound for bound, _, _ in proof.bounds]
    bars(picture, "Nodes of each bound", [generated for _, _, generated in proof.bounds], bounds, "#884488")
    return picture


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
