"""The real program: its own process, folder and port, as people start it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("pi-bunco")
PATIENCE = 60.0
"""Seconds that the program may take to end."""


@dataclass(frozen=True)
class Program:
    """A running program: its port, and the folder with its log."""

    port: int
    folder: Path


@contextmanager
def run_program(folder: Path, *options: str) -> Iterator[Program]:
    """Run ``pi-bunco run`` with the log in a folder, and end it at the end of the ``with``."""
    command = [sys.executable, "-m", "pi_bunco"] if not PROGRAM.exists() else [str(PROGRAM)]
    command += ["run", "--host", "127.0.0.1", "--port", "0", "--state-dir", str(folder), *options]
    with (folder.parent / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        with process.stdout as printed:
            try:
                yield Program(_find_port(printed), folder)
            finally:
                process.send_signal(signal.SIGTERM)
                printed.read()
                process.wait(PATIENCE)


def _find_port(printed: Iterator[str]) -> int:
    lines = []
    for line in printed:
        lines.append(line)
        if found := re.search(r"is at http://\S+?:(\d+)/", line):
            return int(found[1])
    raise AssertionError(f"the program did not start: {lines}")
