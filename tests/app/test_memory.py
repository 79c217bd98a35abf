"""Freed memory goes back to the system, and a machine that cannot do that plays on."""

import ctypes
import os
import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from pi_bunco.app.memory import limit_memory, trim_memory


def test_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the C library."""
    trimmed: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=trimmed.append))
    trim_memory()
    trim_memory()
    assert trimmed == [0, 0]


def test_another_c_library_has_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the pools nor giving back, and nothing fails."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    limit_memory()
    trim_memory()


# Each picture is followed by something small that stays, so that none is the last in the heap.
# It is larger than the holes that importing leaves, or it would lie in one of them.
HOLDS = """
import re, sys
from pathlib import Path
import numpy as np
from pi_bunco.app.memory import limit_memory

def resident():
    return int(re.findall(r"RssAnon:\\s+(\\d+)", Path("/proc/self/status").read_text())[0]) / 1024

if sys.argv[1] == "limited":
    limit_memory()
for _ in range(3):
    np.ones(24 << 20, np.uint8)  # one large picture, and glibc keeps all that are smaller
before = resident()
pictures, small = [], []
for _ in range(60):
    pictures.append(np.ones(1 << 20, np.uint8))
    small.append(np.ones(64 << 10, np.uint8))
del pictures
print(resident() - before)
"""


def kept(way: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", HOLDS, way], env=os.environ, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_pictures_that_are_let_go_are_given_back() -> None:
    """Of 60 MB nearly none is kept; without it much of them."""
    assert kept("limited") < 10
    assert kept("as it is") > 15
