"""Disks that have nothing left, made at the edge of the program: what the system says and what it refuses."""

import errno
import os

import pytest

NO_ROOM = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def show_space(patch: pytest.MonkeyPatch, *, free: int, free_files: int, total_files: int = 1000) -> None:
    """Let the system say that so many bytes and files are left on each disk."""
    numbers = (1, 1, 10**9, free, free, total_files, free_files, free_files, 0, 255)
    patch.setattr("os.statvfs", lambda _: os.statvfs_result(numbers))
