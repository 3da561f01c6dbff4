"""What the tests of several commands stand on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.laptops import KEY, data


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """This laptop's data folder."""
    with data(tmp_path / "here", KEY):
        yield tmp_path / "here"
