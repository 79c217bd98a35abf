"""Starts a whole table as people do: in its own process, with its own folder and port."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(sys.executable).with_name("pi-bunco")
PATIENCE = 60.0
"""Seconds that a slow machine may take for one step. No test depends on the time that a step takes."""


@dataclass
class RunningTable:
    """A table in its own process."""

    process: subprocess.Popen[str]
    address: str

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        request = urllib.request.Request(
            self.address + path, json.dumps(body or {}).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    @property
    def table(self) -> dict[str, Any]:
        snapshot: dict[str, Any] = self.get("api/table/1")
        return snapshot

    def wait_until(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for a view of table 1 that fulfils a condition, and return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if condition(now := self.table):
                return now
            time.sleep(0.05)
        raise AssertionError(f"it did not happen within {PATIENCE} s; the table shows {now}")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self._close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self._close()
        return code

    def _close(self) -> None:
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RunningTable]]:
    """Yield a function that starts a table in this test's folder: ``start("--rules", "boxed")``."""
    tables: list[RunningTable] = []

    def start_(*options: str) -> RunningTable:
        command = [str(PROGRAM), "run", "--port", "0", "--state-dir", str(tmp_path / "state"), *options]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        assert process.stdout is not None
        output = []
        for line in process.stdout:
            output.append(line)
            if found := re.search(r"http://\S+", line):
                tables.append(RunningTable(process, found[0]))
                return tables[-1]
        process.wait(PATIENCE)
        raise AssertionError(f"the table did not start: {output}")

    yield start_
    for table in tables:
        if table.process.poll() is None:
            table.kill()
