"""How `pbem serve` ends: well when it is asked to, and with one clear line when it cannot begin."""

import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doors.served import Served


def refused(server: Served) -> str:
    """The one line on standard error of a server that does not start."""
    server.spawn()
    assert server.end() == 2, server.log.read_text()
    lines = [line for line in server.log.read_text().splitlines() if " pbem" not in line.partition("pbem: ")[0]]
    assert len(lines) == 1, lines
    assert lines[0].startswith("pbem: ")
    return lines[0]


@pytest.fixture
def taken() -> Iterator[str]:
    """An address that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield f"127.0.0.1:{other.getsockname()[1]}"


def test_sigterm_ends_well(tmp_path: Path) -> None:
    server = Served(tmp_path)
    server.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.http}/") as page:
        assert page.status == 200
    assert server.terminate() == 0
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("door", ["smtp", "http"])
def test_a_taken_port(tmp_path: Path, taken: str, door: str) -> None:
    line = refused(Served(tmp_path, **{door: taken}))
    assert taken in line
    assert f"PBEM_{door.upper()}" in line


def test_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    assert "PBEM_VAR" in refused(Served(tmp_path, var=str(tmp_path / "var")))


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"relay": "nonsense"}, "PBEM_RELAY"),
        ({"relay": "postroom", "domain": "hearts.example.com"}, "PBEM_DOMAIN"),
        ({"smtp": "8025"}, "PBEM_SMTP"),
        ({"database_url": "nonsense"}, "PBEM_DATABASE_URL"),
        ({"database_url": "postgresql+psycopg://nobody@127.0.0.1:1/club"}, "PBEM_DATABASE_URL"),
    ],
)
def test_a_bad_setting(tmp_path: Path, settings: dict[str, str], named: str) -> None:
    assert named in refused(Served(tmp_path, **settings))
