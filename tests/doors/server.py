"""A real `pbem serve` in a process of its own, to be killed and started again."""

import os
import subprocess
import sys
from pathlib import Path

from tests.ports import free_port


class Server:
    """One server process on its ports; `start` returns when it is open."""

    def __init__(self, var: Path, relay: str, **settings: str) -> None:
        self.smtp, self.http = free_port(), free_port()
        self.settings = {
            "PBEM_VAR": str(var),
            "PBEM_DOMAIN": "hearts.test",
            "PBEM_SMTP": f"127.0.0.1:{self.smtp}",
            "PBEM_HTTP": f"127.0.0.1:{self.http}",
            "PBEM_RELAY": relay,
            **settings,
        }
        self.process: subprocess.Popen[str] | None = None

    def run(self) -> subprocess.Popen[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        return subprocess.Popen(
            [sys.executable, "-m", "pbem", "serve"],
            env={**environment, **self.settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self) -> None:
        self.process = self.run()
        assert self.process.stdout is not None
        assert "is open" in self.process.stdout.readline(), self.process.communicate()[1]

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def end(self) -> int:
        """SIGTERM, and the exit status."""
        assert self.process is not None
        self.process.terminate()
        self.process.communicate(timeout=30)
        return self.process.returncode
