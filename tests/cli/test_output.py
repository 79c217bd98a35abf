"""Commands whose output cannot be written: onto a full disk, or into a pipe whose reader has ended."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.cli.output import write_file
from pi_bunco.errors import Trouble

PROGRAM = Path(sys.executable).with_name("pi-bunco")
TIMEOUT = 60.0
"""Seconds that a command may take on a slow machine."""


def call(*words: str, out: int = subprocess.PIPE, err: int = subprocess.PIPE) -> tuple[int, str, str]:
    done = subprocess.run(
        [str(PROGRAM), *words], stdout=out, stderr=err, text=True, check=False, timeout=TIMEOUT
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def full() -> Iterator[int]:
    """Open a device that is always full."""
    with Path("/dev/full").open("wb") as device:
        yield device.fileno()


@pytest.fixture
def unread() -> Iterator[int]:
    """Open a pipe whose reader has ended."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.mark.parametrize("words", [("rules", "list"), ("rules", "show", "classic"), ("--help",)])
def test_reader_that_ends_early_causes_no_message(words: tuple[str, ...], unread: int) -> None:
    """If the reader of the output ends early, as ``head`` does, the command ends without a message."""
    status, _, err = call(*words, out=unread)
    assert (status, err) == (1, "")


def test_output_onto_a_full_disk_is_reported(full: int) -> None:
    """Output that is lost is reported in one sentence, with exit status 2."""
    status, _, err = call("rules", "list", out=full)
    assert status == 2
    assert "No space left on device" in err
    assert err.count("\n") == 1


def test_an_error_that_cannot_be_printed_keeps_its_status(full: int) -> None:
    """If the error message cannot be printed, the exit status is still 2."""
    assert call("replay", "no-such-file", err=full)[0] == 2


def test_warning_that_cannot_be_printed_does_not_stop_the_output(full: int) -> None:
    """If a warning cannot be printed, the output still is."""
    code = "from pi_bunco.cli.output import warn; warn('beside'); print('the answer')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=full,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout) == (0, "the answer\n")


def test_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    """The message about a file that cannot be written has its path and what to do."""
    with pytest.raises(Trouble, match=r"x\.zip cannot be written: .* Name another place with --to\."):
        write_file(tmp_path / "not there" / "x.zip", b"")
