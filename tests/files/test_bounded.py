"""Reading files that people name, after a check of their kind and size."""

import os
import socket
from pathlib import Path

import pytest

from pi_bunco.files import bounded
from tests.pipes import make_pipe


def test_file_is_read_whole(tmp_path: Path) -> None:
    """A file of the largest allowed size is read whole, also through a link, and so is a file of /proc."""
    (tmp_path / "file").write_bytes(bytes(range(100)))
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert bounded.read(tmp_path / "file", 100) == bounded.read(tmp_path / "link", 100) == bytes(range(100))
    assert bounded.read(Path("/proc/self/comm"), 100).endswith(b"\n")


def test_other_kinds_of_files_are_refused(tmp_path: Path) -> None:
    """A pipe, an endless device, a socket and a folder are not read; the error names their kind."""
    with make_pipe(tmp_path / "pipe") as pipe, pytest.raises(OSError, match="It is a pipe, not a file"):
        bounded.read(pipe, 100)
    with pytest.raises(OSError, match="It is a device, not a file"):
        bounded.read(Path("/dev/zero"), 100)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(OSError, match="It is a socket, not a file"):
            bounded.read(tmp_path / "socket", 100)
    with pytest.raises(IsADirectoryError):
        bounded.read(tmp_path, 100)


def test_large_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 5 GB is refused by its size; a file of /proc, whose size is 0, when too many bytes come."""
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, 5_000_000_000)
    with pytest.raises(OSError, match=r"It has 5,000\.0 MB; at most 1 MB are allowed"):
        bounded.read(large, 1_000_000)
    monkeypatch.setattr(bounded, "_PIECE_BYTES", 16)
    with pytest.raises(OSError, match="are allowed"):
        bounded.read(Path("/proc/cpuinfo"), 64)


def test_file_that_becomes_a_pipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file is replaced by a pipe between check and opening, it is refused without waiting."""
    (tmp_path / "file").write_bytes(b"12")
    before = os.stat(tmp_path / "file")  # noqa: PTH116 - as the code does
    with make_pipe(tmp_path / "pipe") as pipe:
        monkeypatch.setattr(os, "stat", lambda _: before)
        with pytest.raises(OSError, match="It is a pipe"):
            bounded.read(pipe, 100)
        monkeypatch.undo()
