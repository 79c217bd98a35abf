"""A whole table as people start it: its own process, its own folder, its own port."""

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
"""Seconds that a slow machine may take for one step; nothing is decided by how long it takes."""


@dataclass
class Running:
    """One running table."""

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

    def until(self, what: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if what(now := self.table):
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
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start a table in this test's folder: ``start("--rules", "boxed")``."""
    running: list[Running] = []

    def start_(*options: str) -> Running:
        command = [str(PROGRAM), "run", "--port", "0", "--state-dir", str(tmp_path / "state"), *options]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"http://\S+", line):
                running.append(Running(process, found[0]))
                return running[-1]
        process.wait(PATIENCE)
        raise AssertionError(f"the table did not start: {said}")

    yield start_
    for each in running:
        if each.process.poll() is None:
            each.kill()
