"""Install pip into the running interpreter's environment where Debian left ensurepip out.

Downloads the current pip wheel from PyPI, checks it against the hash that PyPI publishes and runs it to install itself.
"""

import hashlib
import json
import runpy
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path


PYPI = "https://pypi.org/pypi/pip/json"


def main() -> None:
    with urllib.request.urlopen(PYPI, timeout=60) as answer:
        files = json.load(answer)["urls"]
    wheel = next(file for file in files if file["packagetype"] == "bdist_wheel")
    with urllib.request.urlopen(urllib.parse.urljoin(PYPI, wheel["url"]), timeout=60) as answer:
        body = answer.read()
    if hashlib.sha256(body).hexdigest() != wheel["digests"]["sha256"]:
        sys.exit("The pip wheel from PyPI does not match its published hash; try again, or apt install python3-venv.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / wheel["filename"]
        path.write_bytes(body)
        sys.path.insert(0, str(path))
        sys.argv = ["pip", "install", "-q", str(path)]
        runpy.run_module("pip", run_name="__main__")


if __name__ == "__main__":
    main()
