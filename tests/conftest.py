"""Fixtures: a club on each database that the machine has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club import TestClub


@pytest.fixture
def club(tmp_path: Path) -> Iterator[TestClub]:
    """A fresh club on SQLite."""
    made = TestClub(f"sqlite:///{tmp_path}/club.db")
    yield made
    made.close()
