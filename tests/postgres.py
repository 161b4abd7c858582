"""A private PostgreSQL for the tests, from the machine's own binaries; gone when the tests end."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

PLACES = [*(Path(place) for place in os.environ.get("PATH", "").split(":")), *Path("/usr/lib/postgresql").glob("*/bin")]


def binaries() -> Path | None:
    """The folder of initdb and postgres, or None where the machine has none."""
    return next((p for p in reversed(PLACES) if (p / "initdb").exists() and (p / "postgres").exists()), None)


def _user() -> str | None:
    """PostgreSQL refuses to run as root; then it runs as the user that Debian made for it."""
    if os.geteuid():
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


@contextmanager
def running() -> Iterator[str]:
    """The URL of a server without its database: `postgresql+psycopg://postgres@127.0.0.1:PORT`."""
    folder, place, user, port = Path(tempfile.mkdtemp(prefix="pbem-pg-")), binaries(), _user(), free_port()
    assert place is not None
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    init = [place / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(init, check=True, user=user, cwd=folder, capture_output=True)
    options = ("fsync=off", f"port={port}", f"unix_socket_directories={folder}", "listen_addresses=127.0.0.1")
    server = subprocess.Popen(
        [place / "postgres", "-D", data, *(part for option in options for part in ("-c", option))],
        user=user,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ready = [place / "pg_isready", "-q", "-t", "30", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ready, check=False).returncode and server.poll() is None:
        pass
    try:
        yield f"postgresql+psycopg://postgres@127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGINT)  # at once, whoever is still connected
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)
