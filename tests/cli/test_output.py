"""What becomes of a command whose output nobody can take: a full disk, a pipe whose reader has gone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.cli.output import write_file
from pi_bunco.errors import Trouble

PROGRAM = Path(sys.executable).with_name("pi-bunco")
PATIENCE = 60.0
"""Seconds that a slow machine may take."""


def call(*words: str, out: int = subprocess.PIPE, err: int = subprocess.PIPE) -> tuple[int, str, str]:
    done = subprocess.run(
        [str(PROGRAM), *words], stdout=out, stderr=err, text=True, check=False, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def full() -> Iterator[int]:
    """Open a device that takes nothing."""
    with Path("/dev/full").open("wb") as device:
        yield device.fileno()


@pytest.fixture
def unread() -> Iterator[int]:
    """Open a pipe whose reader has gone."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.mark.parametrize("words", [("rules", "list"), ("rules", "show", "classic"), ("--help",)])
def test_a_reader_that_has_enough_is_no_trouble(words: tuple[str, ...], unread: int) -> None:
    """What goes to ``head`` ends without a word when that has gone, as other tools do."""
    status, _, err = call(*words, out=unread)
    assert (status, err) == (1, "")


def test_output_that_a_full_disk_does_not_take_is_reported(full: int) -> None:
    """Output that is lost is reported in one sentence, with exit status 2."""
    status, _, err = call("rules", "list", out=full)
    assert status == 2
    assert "No space left on device" in err
    assert err.count("\n") == 1


def test_an_error_that_cannot_be_printed_keeps_its_status(full: int) -> None:
    """Nobody can read the error; the exit status still shows its kind."""
    assert call("replay", "no-such-file", err=full)[0] == 2


def test_a_warning_that_cannot_be_told_costs_no_answer(full: int) -> None:
    """A note that cannot be printed does not stop the output."""
    tell = "from pi_bunco.cli.output import warn; warn('beside'); print('the answer')"
    done = subprocess.run(
        [sys.executable, "-c", tell],
        stdout=subprocess.PIPE,
        stderr=full,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, "the answer\n")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A place that takes no file is named with what to do."""
    with pytest.raises(Trouble, match=r"x\.zip cannot be written: .* Name another place with --to\."):
        write_file(tmp_path / "not there" / "x.zip", b"")
