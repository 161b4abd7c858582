"""`pbem serve` as a process of its own: started, killed, started again on the same ports."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.club import DOMAIN
from tests.ports import free_port


def until(met: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Polls a condition until it is met; fails when it is not within the deadline."""
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.005)


class Served:
    """One server with its settings, as a context: started at the start, and surely gone at the end."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.smtp, self.http = free_port(), free_port()
        self.log = folder / f"serve-{self.smtp}.log"
        own = {"var": str(folder), "domain": DOMAIN, "smtp": f"127.0.0.1:{self.smtp}", "http": f"127.0.0.1:{self.http}"}
        plain = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        self.environment = plain | {f"PBEM_{name.upper()}": value for name, value in (own | settings).items()}

    def __enter__(self) -> "Served":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pbem", "serve"], env=self.environment, stdout=subprocess.PIPE, stderr=log
            )
        return self

    def __exit__(self, *_: object) -> None:
        """SIGKILL: nothing is finished, nothing is flushed. Harmless where the process has ended."""
        self.process.kill()
        self.process.communicate()

    def restart(self) -> None:
        """SIGKILL, and at once a new process."""
        self.__exit__()
        self.__enter__()

    def wait_open(self) -> None:
        """Waits for the line that says it is open."""
        assert self.process.stdout is not None
        assert b"is open" in self.process.stdout.readline(), self.log.read_text()

    def ended(self) -> bool:
        return self.process.poll() is not None

    def terminate(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return self.process.wait(30)
