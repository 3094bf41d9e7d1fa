"""Tables are kept in memory, or in a folder of the tests: never in the user's cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import taquin


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("tables")
    taquin.set_cache(folder)
    yield folder
    taquin.set_cache(None)
