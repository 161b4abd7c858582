"""Fixtures: a club on each database that the machine has."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from tests import postgres
from tests.club import TestClub

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A private PostgreSQL, started when the first test asks for it."""
    if postgres.binaries() is None:
        pytest.skip("no PostgreSQL binaries on this machine")
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.db"
    server, name = request.getfixturevalue("postgres_server"), f"club{next(_numbers)}"
    engine = create_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return f"{server}/{name}"


@pytest.fixture
def club(database_url: str) -> Iterator[TestClub]:
    """A fresh club."""
    made = TestClub(database_url)
    yield made
    made.close()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if postgres.binaries() is None:
        terminalreporter.write_line("PostgreSQL: no binaries found, its tests were skipped by name.")
