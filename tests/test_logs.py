"""What is told on standard error, and where nobody can hear it."""

import os
import subprocess
import sys
from pathlib import Path

TELL = """
import structlog

from pi_bunco import logs

logs.configure()
log = structlog.get_logger()
for number in range(3):
    log.warning("a part of the bell fails", number=number)
print("played on")
"""


def told(to: int | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", TELL], stdout=subprocess.PIPE, stderr=to, text=True, check=False, timeout=60
    )


def test_logs_are_told_one_line_each() -> None:
    """Each thing that happens is a line on standard error."""
    done = told(subprocess.PIPE)
    assert [line.split()[-1] for line in done.stderr.splitlines()] == [f"number={n}" for n in range(3)]
    assert done.stdout == "played on\n"


def test_logs_that_cannot_be_written_stop_nothing() -> None:
    """A disk that is full, or a pipe whose reader has gone, is nothing to whoever tells something."""
    with Path("/dev/full").open("wb") as full:
        assert told(full.fileno()).stdout == "played on\n"
    read, write = os.pipe()
    os.close(read)
    assert told(write).stdout == "played on\n"
    os.close(write)
