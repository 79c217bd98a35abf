"""Files that people name are looked at before they are read."""

import os
import socket
from pathlib import Path

import pytest

from pi_bunco import bounded
from tests.pipes import fed


def test_a_file_is_read_to_its_last_byte(tmp_path: Path) -> None:
    """A file just as large as may be is read whole, by its name and by a link; the kernel's own files too."""
    (tmp_path / "file").write_bytes(bytes(range(100)))
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert bounded.read(tmp_path / "file", 100) == bounded.read(tmp_path / "link", 100) == bytes(range(100))
    assert bounded.read(Path("/proc/self/comm"), 100).endswith(b"\n")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A pipe, a device without an end, a socket and a folder are not read, and called what they are."""
    with fed(tmp_path / "pipe") as pipe, pytest.raises(OSError, match="It is a pipe, not a file"):
        bounded.read(pipe, 100)
    with pytest.raises(OSError, match="It is a device, not a file"):
        bounded.read(Path("/dev/zero"), 100)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(OSError, match="It is a socket, not a file"):
            bounded.read(tmp_path / "socket", 100)
    with pytest.raises(IsADirectoryError):
        bounded.read(tmp_path, 100)


def test_what_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of five gigabytes is refused by its size alone; one that says it has none, when it has more."""
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, 5_000_000_000)
    with pytest.raises(OSError, match=r"It has 5,000\.0 MB, and 1 MB are the most"):
        bounded.read(large, 1_000_000)
    monkeypatch.setattr(bounded, "_PIECE_BYTES", 16)
    with pytest.raises(OSError, match="are the most"):
        bounded.read(Path("/proc/cpuinfo"), 64)


def test_a_file_that_becomes_a_pipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was a file when it was looked at, and is a pipe when it is opened, is refused without waiting."""
    (tmp_path / "file").write_bytes(b"12")
    before = os.stat(tmp_path / "file")  # noqa: PTH116 - as the code does
    with fed(tmp_path / "pipe") as pipe:
        monkeypatch.setattr(os, "stat", lambda _: before)
        with pytest.raises(OSError, match="It is a pipe"):
            bounded.read(pipe, 100)
        monkeypatch.undo()
