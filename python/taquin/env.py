"""Environments for agents that learn: gymnasium's interface, scrambles of an exact distance, the gap to the optimum.

Needs ``pip install "taquin[gymnasium]"``.

>>> from taquin.env import SlidingPuzzleEnv
>>> env = SlidingPuzzleEnv(rows=3, cols=3, distance=5)
>>> observation, info = env.reset(seed=1)
>>> info["optimal"]
5
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import arrays
from .board import Board
from .errors import TaquinError

Cells = npt.NDArray[np.uint8]
#: ``cells``: the tiles row by row. ``text``: the board as Taquin prints it, for language models.
Observation = Literal["cells", "text"]
#: ``sparse``: 1 for the goal, else 0. ``step``: -1 for each step. ``distance``: by how much the step brought the goal nearer.
Reward = Literal["sparse", "step", "distance"]

#: Boards of so many cells have their distance told after each step: it is looked up.
_TABLE_CELLS = 9
#: Boards that are scrambled at once for each distance.
_POOL = 256

_WORDS = ("up", "down", "left", "right")


class _Scrambles:
    """Boards at exact distances, made in advance, and all from one generator of random numbers."""

    def __init__(self, goal: Board, distance: int | tuple[int, int] | None) -> None:
        self.goal = goal
        if isinstance(distance, int):
            distance = (distance, distance)
        if distance is not None and not 0 <= distance[0] <= distance[1]:
            raise TaquinError(f"{distance} is no range of distances")
        self.range = distance
        self._pools: dict[int, list[Cells]] = {}

    def forget(self) -> None:
        """Begins anew, so that a seed gives the same boards whatever came before."""
        self._pools.clear()

    def next(self, random: np.random.Generator) -> tuple[Cells, int]:
        """A board and its distance."""
        seed = int(random.integers(1 << 32))
        if self.range is None:
            board = arrays.random_boards(1, self.goal, seed=seed)
            return board[0], int(arrays.optimal_lengths(board, self.goal)[0])
        distance = int(random.integers(self.range[0], self.range[1] + 1))
        pool = self._pools.setdefault(distance, [])
        if not pool:
            count = _POOL if len(self.goal.cells) <= _TABLE_CELLS else 8
            pool.extend(arrays.random_at_distance(distance, count, self.goal, seed=seed))
        return pool.pop(), distance


class SlidingPuzzleEnv(gymnasium.Env[Any, np.int64]):
    """One board. Actions 0 to 3 move a tile up, down, left or right; one that cannot be made changes nothing.

    - ``distance``: the optimal distance of every scramble, or a range of distances. Default: uniformly random boards, for
      sizes whose optimum is found at once.
    - ``max_steps``: when an episode is truncated. Default: ten times the optimum, at least 50.

    ``info`` has ``optimal`` (the fewest moves of the scramble), ``steps``, ``legal`` (which actions change something), and
    ``optimal_gap``: by how much the episode so far exceeds an optimal one. While the board is not solved the gap is known for
    boards of up to nine cells, else it is -1.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        rows: int = 3,
        cols: int = 3,
        *,
        goal: Board | str | None = None,
        distance: int | tuple[int, int] | None = None,
        observation: Observation = "cells",
        reward: Reward = "sparse",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.goal = Board.solved(rows, cols) if goal is None else Board(goal)
        cells = len(self.goal.cells)
        if reward == "distance" and cells > _TABLE_CELLS:
            raise TaquinError(f"the reward by distance is for boards of up to {_TABLE_CELLS} cells")
        if render_mode not in (None, "ansi", "svg"):
            raise TaquinError(f"there is no way to render as {render_mode!r}; there are ansi and svg")
        self._scrambles = _Scrambles(self.goal, distance)
        self._observation, self._reward = observation, reward
        self._max_steps, self.render_mode = max_steps, render_mode
        self.action_space = spaces.Discrete(4)
        self.observation_space = _space(self.goal, observation)
        self._cells = np.array(self.goal.cells, dtype=np.uint8)
        self._optimal = self._distance = self._steps = 0

    @property
    def board(self) -> Board:
        """The board as it is."""
        return Board.from_cells(self.goal.rows, self.goal.cols, self._cells.tolist())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Another scramble; ``options={"board": …}`` begins with a board of your own."""
        super().reset(seed=seed)
        if seed is not None:
            self._scrambles.forget()
        board = (options or {}).get("board")
        if board is None:
            self._cells, self._optimal = self._scrambles.next(self.np_random)
        else:
            self._cells = np.array(Board(board).cells, dtype=np.uint8)
            self._optimal = int(arrays.optimal_lengths(self._cells[None], self.goal)[0])
        self._distance, self._steps = self._optimal, 0
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise TaquinError(f"{action!r} is no action: there are 0 (up), 1 (down), 2 (left) and 3 (right)")
        after, _ = arrays.apply(self._cells[None], [int(action)], shape=self.goal.shape)
        self._cells = after[0]
        self._steps += 1
        before, self._distance = self._distance, self._measured()
        is_solved = self._cells.tolist() == list(self.goal.cells)
        limit = max(50, 10 * self._optimal) if self._max_steps is None else self._max_steps
        reward = {"sparse": float(is_solved), "step": -1.0, "distance": float(before - self._distance)}[self._reward]
        return self._observed(), reward, is_solved, not is_solved and self._steps >= limit, self._info()

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return "\n".join(str(self.board).split("/"))
        return self.board.svg(self.goal, size=320) if self.render_mode == "svg" else None

    def _measured(self) -> int:
        """The distance to the goal, where it is looked up."""
        if len(self._cells) <= _TABLE_CELLS:
            return int(arrays.optimal_lengths(self._cells[None], self.goal)[0])
        return 0 if self._cells.tolist() == list(self.goal.cells) else -1

    def _observed(self) -> Any:
        return _text(self._cells, self.goal) if self._observation == "text" else self._cells.copy()

    def _info(self) -> dict[str, Any]:
        _, legal = arrays.neighbours(self._cells[None], shape=self.goal.shape)
        gap = -1 if self._distance < 0 else self._steps + self._distance - self._optimal
        info: dict[str, Any] = {"optimal": self._optimal, "steps": self._steps, "legal": legal[0], "optimal_gap": gap}
        if self._observation == "text":
            info["actions"] = [word for word, is_legal in zip(_WORDS, legal[0]) if is_legal]
        return info


def _space(goal: Board, observation: Observation) -> spaces.Space[Any]:
    cells = len(goal.cells)
    if cells > 256:
        raise TaquinError("environments are for boards of up to 256 cells")
    if observation == "text":
        longest = len(str(goal))
        return spaces.Text(max_length=longest, min_length=longest, charset="0123456789 /")
    if observation != "cells":
        raise TaquinError(f"there is no observation {observation!r}; there are cells and text")
    return spaces.Box(0, cells - 1, shape=(cells,), dtype=np.uint8)


def _text(cells: Cells, goal: Board) -> str:
    rows = cells.reshape(goal.shape).tolist()
    return "/".join(" ".join(map(str, row)) for row in rows)


class SlidingPuzzleVectorEnv(VectorEnv[Any, Any, Any]):
    """Many boards at once, in one array: one call of native code moves them all.

    The arguments are those of :class:`SlidingPuzzleEnv`, but boards are always observed as cells. An episode that has ended is
    followed by another one in the next step, as gymnasium's vector environments do by default.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        rows: int = 3,
        cols: int = 3,
        *,
        goal: Board | str | None = None,
        distance: int | tuple[int, int] | None = None,
        reward: Reward = "sparse",
        max_steps: int | None = None,
    ) -> None:
        if num_envs < 1:
            raise TaquinError(f"{num_envs} boards cannot be played: give 1 or more")
        self.goal = Board.solved(rows, cols) if goal is None else Board(goal)
        if reward == "distance" and len(self.goal.cells) > _TABLE_CELLS:
            raise TaquinError(f"the reward by distance is for boards of up to {_TABLE_CELLS} cells")
        self.num_envs = num_envs
        self._scrambles = _Scrambles(self.goal, distance)
        self._reward, self._max_steps = reward, max_steps
        self.single_action_space = spaces.Discrete(4)
        self.single_observation_space = _space(self.goal, "cells")
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._target = np.array(self.goal.cells, dtype=np.uint8)
        self._cells = np.tile(self._target, (num_envs, 1))
        self._optimal, self._distance, self._steps = (np.zeros(num_envs, dtype=np.int64) for _ in range(3))
        self._has_ended = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if seed is not None:
            first = seed if isinstance(seed, int) else next((one for one in seed if one is not None), None)
            super().reset(seed=first)
            self._scrambles.forget()
        self._begin(np.ones(self.num_envs, dtype=np.bool_))
        self._has_ended[:] = False
        return self._cells.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise TaquinError(f"one action for each of the {self.num_envs} boards is needed, not {chosen.shape}")
        after, _ = arrays.apply(self._cells, chosen, shape=self.goal.shape)
        begins = self._has_ended
        after[begins] = self._cells[begins]
        self._cells = after
        self._steps[~begins] += 1
        before = self._distance.copy()
        if begins.any():
            self._begin(begins)
            before[begins] = self._distance[begins]
        if len(self._target) <= _TABLE_CELLS:
            self._distance = arrays.optimal_lengths(self._cells, self.goal).astype(np.int64)
        is_solved = (self._cells == self._target).all(axis=1) & ~begins
        if len(self._target) > _TABLE_CELLS:
            self._distance = np.where(is_solved, 0, -1)
            self._distance[begins] = self._optimal[begins]
        limit = np.maximum(50, 10 * self._optimal) if self._max_steps is None else self._max_steps
        truncated = ~is_solved & (self._steps >= limit) & ~begins
        if self._reward == "sparse":
            reward = is_solved.astype(np.float64)
        elif self._reward == "step":
            reward = np.where(begins, 0.0, -1.0)
        else:
            reward = np.where(begins, 0.0, (before - self._distance).astype(np.float64))
        self._has_ended = is_solved | truncated
        return self._cells.copy(), reward, is_solved, truncated, self._info()

    def _begin(self, which: npt.NDArray[np.bool_]) -> None:
        for number in np.flatnonzero(which):
            self._cells[number], self._optimal[number] = self._scrambles.next(self.np_random)
        self._distance[which] = self._optimal[which]
        self._steps[which] = 0

    def _info(self) -> dict[str, Any]:
        gap = np.where(self._distance < 0, -1, self._steps + self._distance - self._optimal)
        return {"optimal": self._optimal.copy(), "steps": self._steps.copy(), "optimal_gap": gap}


def register() -> None:
    """Makes ``gymnasium.make("taquin/SlidingPuzzle-v0")`` known."""
    if "taquin/SlidingPuzzle-v0" not in gymnasium.registry:
        gymnasium.register(
            "taquin/SlidingPuzzle-v0",
            entry_point="taquin.env:SlidingPuzzleEnv",
            vector_entry_point="taquin.env:SlidingPuzzleVectorEnv",
        )


register()
