from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin import Board, Problem, cluster
from taquin.errors import JournalError

#: A small board: its tables are built in a moment, and each of its bounds has some thousand units all the same.
BOARD = taquin.scramble(3, 4, seed=13)[0]
OPTIONS: dict[str, Any] = {"local_nodes": 0, "upper_nodes": 200_000, "budget": 500}


@pytest.fixture(scope="module")
def alone() -> cluster.Proof:
    proof = cluster.solve(BOARD, upper_nodes=OPTIONS["upper_nodes"], threads=1)
    assert proof.tasks == 0 and len(proof) == len(taquin.solve(BOARD))
    return proof


class AtOnce(Executor):
    """Runs everything at once, in this process, and loses every tenth task or breaks at the end of its patience."""

    def __init__(self, patience: int | None = None, loses: int = 0) -> None:
        self._left, self._loses, self._random = patience, loses, random.Random(1)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise RuntimeError("cannot schedule new futures after shutdown")
        if self._loses and self._random.randrange(self._loses) == 0:
            future.set_exception(RuntimeError("the worker was killed"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def counts(proof: cluster.Proof) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
    return proof.expanded, proof.generated, proof.bounds


@pytest.mark.parametrize("budget", [20, 500, 10_000_000])
def test_node_sums_are_those_of_one_process(alone: cluster.Proof, budget: int) -> None:
    proof = cluster.solve(BOARD, AtOnce(), **{**OPTIONS, "budget": budget})
    assert counts(proof) == counts(alone) and proof.moves.stm == alone.moves.stm
    assert Problem(BOARD).is_solved_by(proof.moves) and proof.tasks > 0


def test_processes_share_the_work(alone: cluster.Proof) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert counts(cluster.solve(BOARD, pool, **OPTIONS)) == counts(alone)


def test_lost_tasks_are_sent_again(alone: cluster.Proof) -> None:
    proof = cluster.solve(BOARD, AtOnce(loses=5), **OPTIONS)
    assert counts(proof) == counts(alone) and proof.lost_tasks > 0


def test_a_killed_coordinator_goes_on(alone: cluster.Proof, tmp_path: Path) -> None:
    journal, calls, done = tmp_path / "proof.journal", 0, 0
    while True:
        calls += 1
        before = journal.stat().st_size if journal.exists() else 0
        try:
            proof = cluster.solve(BOARD, AtOnce(patience=15), journal=journal, **OPTIONS)
            break
        except cluster.ClusterError:
            assert journal.stat().st_size > before, "every call brings it on"
        # A line that was cut off by the kill.
        with open(journal, "ab") as file:
            file.write(b"12345678 {\"bound\": 4")
        done = sum(line.count(b'"bound"') for line in journal.read_bytes().splitlines())
    assert calls > 3 and done > 30
    assert counts(proof) == counts(alone) and proof.tasks < 15
    again = cluster.solve(BOARD, AtOnce(patience=0), journal=journal, **OPTIONS)
    assert counts(again) == counts(alone) and again.tasks == 0, "nothing is left to do"


def test_damaged_and_foreign_journals_are_refused(tmp_path: Path) -> None:
    journal = tmp_path / "proof.journal"
    with pytest.raises(cluster.ClusterError):
        cluster.solve(BOARD, AtOnce(patience=5), journal=journal, **OPTIONS)
    whole = journal.read_bytes()
    with pytest.raises(JournalError, match="another board"):
        cluster.solve(taquin.scramble(3, 4, seed=12)[0], AtOnce(), journal=journal, **OPTIONS)
    journal.write_bytes(whole[:40] + b"x" + whole[41:])
    with pytest.raises(JournalError, match="damaged at byte 0|no journal"):
        cluster.solve(BOARD, AtOnce(), journal=journal, **OPTIONS)
    journal.write_bytes(b"my notes\n")
    with pytest.raises(JournalError, match="no journal"):
        cluster.solve(BOARD, AtOnce(), journal=journal, **OPTIONS)
    assert journal.read_bytes() == b"my notes\n"


def test_many_boards(tmp_path: Path) -> None:
    boards = taquin.scramble(3, 4, count=3, seed=20)
    with ThreadPoolExecutor(2) as pool:
        proofs = list(cluster.solve_many(boards, pool, journals=tmp_path, **{**OPTIONS, "budget": 100_000}))
    assert [len(proof) for proof in proofs] == [len(taquin.solve(board)) for board in boards]
    assert len(list(tmp_path.iterdir())) == 3


def test_dask_does_the_work(alone: cluster.Proof) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50
        ) as local,
        distributed.Client(local) as client,
    ):
        proof = cluster.solve(BOARD, client, **{**OPTIONS, "budget": 50_000})
        assert counts(proof) == counts(alone) and proof.tasks > 0
    with pytest.raises(cluster.ClusterError):
        cluster.solve(BOARD, client, **OPTIONS)


def test_boards_that_units_do_not_serve() -> None:
    with pytest.raises(taquin.errors.UnsupportedError):
        cluster.solve(Board.solved(6, 6))
    with pytest.raises(cluster.ClusterError):
        cluster.solve(BOARD, object(), **OPTIONS)
