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
    """One server process with its settings."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.smtp, self.http = free_port(), free_port()
        self.log = folder / f"serve-{self.smtp}.log"
        own = {"var": str(folder), "domain": DOMAIN, "smtp": f"127.0.0.1:{self.smtp}", "http": f"127.0.0.1:{self.http}"}
        plain = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        self.environment = plain | {f"PBEM_{name.upper()}": value for name, value in (own | settings).items()}

    def spawn(self) -> None:
        """Starts the process and does not wait until it is open."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pbem", "serve"], env=self.environment, stdout=subprocess.PIPE, stderr=log
            )

    def start(self) -> None:
        """Starts the process and waits for the line that says it is open."""
        self.spawn()
        assert self.process.stdout is not None
        assert b"is open" in self.process.stdout.readline(), self.log.read_text()

    def kill(self) -> None:
        """SIGKILL: nothing is finished, nothing is flushed."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Waits for the process; its exit code."""
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def terminate(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return self.end()
