"""A server as a user starts it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class Running:
    """``tamis serve`` in a process of its own, on a port that was free."""

    def __init__(
        self, log: Path, *options: str, env: Mapping[str, str] | None = None, command: Sequence[str] = ()
    ) -> None:
        self.log = log
        with log.open("wb") as out:
            command = command or [sys.executable, "-m", "tamis", "serve", "--port", "0", *options]
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=env)
        self.url = self._address()

    def _address(self) -> str:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = re.search(r"running on (http://\S+)", self.log.read_text())
            if found:
                return found[1]
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
