"""Measures what the documents say of the Python package. Times depend on the machine; node counts do not.

    python bench/measure.py labels --boards 50000     # optimal lengths of random 4×4 boards, and of 3×3 ones
    python bench/measure.py env                       # steps a second of the vector environment
    python bench/measure.py cluster --boards 38 40 25 --workers 1 2 4
    python bench/measure.py kill --board 22           # a worker is killed every few seconds, the scheduler once
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import taquin
from taquin import arrays, cluster


def labels(args: argparse.Namespace) -> None:
    """Boards a second, and a sample against a search that shares neither the tables nor the kernel."""
    for shape, count in (((3, 3), 2_000_000), ((4, 4), args.boards)):
        boards = arrays.random_boards(count, shape=shape, seed=1)
        arrays.optimal_lengths(boards[:1_000])
        began, used = time.monotonic(), time.process_time()
        lengths = arrays.optimal_lengths(boards)
        wall, cpu = time.monotonic() - began, time.process_time() - used
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{shape}: {count} boards, mean {lengths.mean():.3f}, {count / wall:.0f} a second, "
            f"{count / cpu:.0f} a second of processor time, at most {memory:.0f} MiB"
        )
    sample = np.random.default_rng(1).choice(len(boards), min(args.sample, len(boards)), replace=False)
    began = time.monotonic()
    for index in sample:
        board = taquin.Board.from_cells(4, 4, boards[index])
        again = taquin.solve(board, algorithm="ida-star", heuristic="walking-distance", threads=1)
        assert again.optimal and len(again) == lengths[index], str(board)
    print(f"{len(sample)} of them solved again by ida-star with walking-distance: equal ({time.monotonic() - began:.0f} s)")


def env(args: argparse.Namespace) -> None:
    from taquin.env import SlidingPuzzleVectorEnv

    for shape in ((3, 3), (4, 4)):
        many = SlidingPuzzleVectorEnv(args.envs, *shape, distance=(5, 12))
        boards, info = many.reset(seed=1)
        assert (arrays.optimal_lengths(boards) == info["optimal"]).all()
        actions = np.random.default_rng(1).integers(0, 4, (args.steps, args.envs))
        began = time.process_time()
        for row in actions:
            many.step(row)
        taken = time.process_time() - began
        print(f"{shape}: {args.steps * args.envs / taken:.0f} steps a second of processor time")


# why elsewhere: in the folder of the sources Python would import those, without the engine.
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tempfile.gettempdir()}


def started(workers: int, port: int) -> list[subprocess.Popen[bytes]]:
    """A scheduler and workers as processes of their own."""
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"]
    worker = [*dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--memory-limit", "0"]
    processes = [subprocess.Popen(scheduler, **QUIET)]
    time.sleep(1)
    return processes + [subprocess.Popen(worker, **QUIET) for _ in range(workers)]


def children_seconds(processes: list[subprocess.Popen[bytes]]) -> float:
    """Processor time of processes that run."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(processes: list[subprocess.Popen[bytes]]) -> tuple[float, float]:
    """MiB of all processes if each counted alone, and what they take together."""
    alone = together = 0
    for process in processes:
        for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            alone += int(rest.split()[0]) if name == "Rss" else 0
            together += int(rest.split()[0]) if name == "Pss" else 0
    return alone / 1024, together / 1024


def stop(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in reversed(processes):
        process.kill()
        process.wait()


def below(proof: cluster.Proof) -> list[tuple[int, int, int]]:
    """The bounds that the proof consists of. In one of the solution's own length, if it is begun at all, chance finds it."""
    return [bound for bound in proof.bounds if bound[0] < len(proof)]


def run_cluster(args: argparse.Namespace) -> None:
    import distributed

    Client: Any = distributed.Client

    boards = [(number, taquin.instances("korf24")[number - 1]) for number in args.boards]
    single: dict[int, cluster.Proof] = {}
    for number, one in boards:
        used = time.process_time()
        single[number] = cluster.solve(one.problem, threads=1)
        proof = single[number]
        assert len(proof) == one.optimum
        print(
            f"board {number}: {len(proof)} moves, expanded {proof.expanded}, generated {proof.generated}, one process "
            f"{time.process_time() - used:.2f} s of processor time, {proof.seconds:.2f} s"
        )
    for workers in args.workers:
        processes = started(workers, 8790 + workers)
        try:
            with Client(f"tcp://127.0.0.1:{8790 + workers}") as client:
                client.wait_for_workers(workers)
                for number, one in boards:
                    before, used = children_seconds(processes), time.process_time()
                    proof = cluster.solve(one.problem, client, threads=1)
                    total = children_seconds(processes) - before + time.process_time() - used
                    same = (below(proof), len(proof)) == (below(single[number]), len(single[number]))
                    print(
                        f"board {number}, {workers} workers: counts equal: {same}, {proof.tasks} tasks, {proof.units} units, "
                        f"{total:.2f} s of processor time in all, {proof.seconds:.2f} s"
                    )
                    assert same
                alone, together = memory(processes[1:])
                print(f"{workers} workers: {alone:.0f} MiB resident one by one, {together:.0f} MiB together")
        finally:
            stop(processes)


def kill(args: argparse.Namespace) -> None:
    """Kills a worker every few seconds and the scheduler once; the answer and the counts stay."""
    import distributed

    one = taquin.instances("korf24")[args.board - 1]
    single = cluster.solve(one.problem, threads=1)
    journal = Path(tempfile.mkdtemp()) / "proof.journal"
    chance, port, killed, lost, calls, last = random.Random(1), 8801, 0, 0, 0, time.monotonic()
    processes = started(2, port)
    has_killed_scheduler = False
    Client: Any = distributed.Client

    def tick(_bound: int, generated: int, _waiting: int) -> None:
        nonlocal last, killed, has_killed_scheduler
        if time.monotonic() - last < args.seconds:
            return
        last = time.monotonic()
        if not has_killed_scheduler and generated > single.generated // 2:
            has_killed_scheduler = True
            processes[0].send_signal(signal.SIGKILL)
            return
        worker = chance.randrange(1, len(processes))
        processes[worker].send_signal(signal.SIGKILL)
        processes[worker].wait()
        killed += 1
        address = [sys.executable, "-m", "dask", "worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--no-dashboard"]
        processes[worker] = subprocess.Popen([*address, "--no-nanny", "--memory-limit", "0"], **QUIET)

    while True:
        calls, last = calls + 1, time.monotonic()
        client = Client(f"tcp://127.0.0.1:{port}", timeout=30)
        try:
            client.wait_for_workers(1)
            proof = cluster.solve(one.problem, client, journal=journal, threads=1, progress=tick)
            lost += proof.lost_tasks
            break
        except (cluster.ClusterError, OSError) as error:
            print(f"call {calls} ended: {str(error)[:80]}")
            client.close(timeout=1)
            stop(processes)
            port += 1
            processes = started(2, port)
    stop(processes)
    assert (below(proof), len(proof)) == (below(single), len(single))
    print(
        f"board {args.board}: {len(proof)} moves, counts equal; {killed} workers and the scheduler killed, {calls} calls, "
        f"{lost} tasks lost and sent again in the last one"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("labels")
    one.add_argument("--boards", type=int, default=50_000)
    one.add_argument("--sample", type=int, default=100)
    one.set_defaults(run=labels)
    one = commands.add_parser("env")
    one.add_argument("--envs", type=int, default=1_024)
    one.add_argument("--steps", type=int, default=200)
    one.set_defaults(run=env)
    one = commands.add_parser("cluster")
    one.add_argument("--boards", type=int, nargs="+", default=[38, 40])
    one.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    one.set_defaults(run=run_cluster)
    one = commands.add_parser("kill")
    one.add_argument("--board", type=int, default=40)
    one.add_argument("--seconds", type=float, default=10)
    one.set_defaults(run=kill)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
