from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from taquin import arrays
from taquin.env import SlidingPuzzleEnv, SlidingPuzzleVectorEnv


@pytest.mark.parametrize("observation", ["cells", "text"])
@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized space.*")
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes.*")
def test_gymnasiums_checker_passes(observation: str) -> None:
    env = gymnasium.make("taquin/SlidingPuzzle-v0", observation=observation, distance=(1, 20))
    check_env(env.unwrapped, skip_render_check=True)


def test_an_optimal_agent_has_no_gap() -> None:
    env = SlidingPuzzleEnv(3, 3, distance=15, reward="distance")
    _, info = env.reset(seed=3)
    assert info["optimal"] == 15
    for action in arrays.solve_many(env._cells[None]).as_array()[0]:
        _, reward, terminated, truncated, info = env.step(int(action))
        assert reward == 1.0 and info["optimal_gap"] == 0 and not truncated
    assert terminated and info["steps"] == 15
    env.reset(seed=3)
    legal = np.flatnonzero(env._info()["legal"])
    assert len(legal) == len(env.board.moves())


def test_a_seed_gives_the_same_episode() -> None:
    env = SlidingPuzzleEnv(4, 4, distance=(5, 9), observation="text", render_mode="ansi")
    first, _ = env.reset(seed=11)
    env.step(0)
    assert env.reset(seed=11)[0] == first and first == str(env.board) and "\n" in str(env.render())
    assert env.reset(options={"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"})[1]["optimal"] == 1
    _, reward, terminated, _, info = env.step(2)
    assert (reward, terminated, info["optimal_gap"]) == (1.0, True, 0)


def test_scrambles_have_exactly_the_distance() -> None:
    env = SlidingPuzzleVectorEnv(200, 3, 3, distance=(10, 14))
    boards, info = env.reset(seed=1)
    assert (arrays.optimal_lengths(boards) == info["optimal"]).all()
    assert set(info["optimal"].tolist()) == {10, 11, 12, 13, 14}


@pytest.mark.parametrize("reward", ["sparse", "step", "distance"])
def test_the_vector_environment_plays_as_single_ones(reward: str) -> None:
    many = SlidingPuzzleVectorEnv(8, 3, 3, distance=3, reward=reward, max_steps=6)  # type: ignore[arg-type]
    boards, _ = many.reset(seed=5)
    assert many.observation_space.contains(boards)
    single = [SlidingPuzzleEnv(3, 3, reward=reward, max_steps=6) for _ in range(8)]  # type: ignore[arg-type]
    for env, board in zip(single, boards):
        env.reset(options={"board": board.reshape(3, 3).tolist()})
    random = np.random.default_rng(1)
    ended = np.zeros(8, dtype=bool)
    for _ in range(40):
        actions = random.integers(0, 4, 8)
        boards, rewards, terminated, truncated, infos = many.step(actions)
        for number, env in enumerate(single):
            if ended[number]:
                env.reset(options={"board": boards[number].reshape(3, 3).tolist()})
                assert (rewards[number], terminated[number], truncated[number]) == (0.0, False, False)
                assert infos["optimal"][number] == 3
                continue
            cells, one, is_solved, is_cut, info = env.step(int(actions[number]))
            assert (cells == boards[number]).all()
            assert (one, is_solved, is_cut) == (rewards[number], terminated[number], truncated[number])
            assert info["optimal_gap"] == infos["optimal_gap"][number]
        ended = terminated | truncated
