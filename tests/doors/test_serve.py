"""Starting and stopping: one clear line and exit 2 when it cannot start, a clean end on SIGTERM, and it goes on."""

import socket
from pathlib import Path

import pytest

from tests.doors.server import Server
from tests.ports import free_port


def refused(server: Server) -> str:
    """The one line on stderr of a server that does not start."""
    process = server.run()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    lines = [line for line in errors.splitlines() if line.startswith("pbem: ")]
    assert len(lines) == 1
    assert "Traceback" not in errors
    return lines[0]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"PBEM_RELAY": "nonsense"}, "PBEM_RELAY must be one of"),
        ({"PBEM_RELAY": "postroom", "PBEM_DOMAIN": "hearts.example.com"}, "never opens on a public PBEM_DOMAIN"),
        ({"PBEM_SMTP": "8025"}, "PBEM_SMTP: write it as HOST:PORT"),
        ({"PBEM_TURN_HOURS": "soon"}, "PBEM_TURN_HOURS"),
        ({"PBEM_DATABASE_URL": "postgresql+psycopg://nobody@127.0.0.1:1/none"}, "check PBEM_DATABASE_URL"),
    ],
)
def test_a_bad_setting_is_told_in_one_line(tmp_path: Path, settings: dict[str, str], told: str) -> None:
    assert told in refused(Server(tmp_path, "postroom", **{"PBEM_DOMAIN": "hearts.test", **settings}))


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "set PBEM_VAR" in refused(Server(tmp_path / "file" / "var", "postroom"))


@pytest.mark.parametrize("door", ["PBEM_SMTP", "PBEM_HTTP"])
def test_a_taken_port_is_told(tmp_path: Path, door: str) -> None:
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert f"set {door}" in refused(Server(tmp_path, "postroom", **{door: f"127.0.0.1:{port}"}))


def test_it_ends_cleanly_and_goes_on_where_it_was(tmp_path: Path) -> None:
    server = Server(tmp_path, "postroom")
    for _ in range(2):
        server.start()
        assert server.end() == 0
