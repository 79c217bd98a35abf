"""The log on standard error, also if standard error cannot be written to."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import structlog

from pi_bunco.machine import logs

logs.configure()
log = structlog.get_logger()
for number in range(3):
    log.warning("a part of the bell fails", number=number)
print("played on")
"""


def run_program(stderr: int | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        check=False,
        timeout=60,
    )


def test_log_has_a_line_for_each_event() -> None:
    """Each logged event is a line on standard error."""
    done = run_program(subprocess.PIPE)
    assert [line.split()[-1] for line in done.stderr.splitlines()] == [f"number={n}" for n in range(3)]
    assert done.stdout == "played on\n"


def test_log_that_cannot_be_written_does_not_stop_the_program() -> None:
    """If standard error is a full disk, or a pipe whose reader has ended, the program goes on."""
    with Path("/dev/full").open("wb") as full:
        assert run_program(full.fileno()).stdout == "played on\n"
    read, write = os.pipe()
    os.close(read)
    assert run_program(write).stdout == "played on\n"
    os.close(write)
