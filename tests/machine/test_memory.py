"""Returning freed memory to the system, and machines whose C library cannot."""

import ctypes
import os
import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from pi_bunco.machine.memory import limit_memory, trim_memory


def test_trim_memory_calls_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of ``trim_memory`` calls ``malloc_trim`` of the C library."""
    trimmed: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=trimmed.append))
    trim_memory()
    trim_memory()
    assert trimmed == [0, 0]


def test_c_library_without_these_functions_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the C library lacks these functions, the calls do nothing and raise no error."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    limit_memory()
    trim_memory()


# After each picture comes a small array that stays, so that no picture is the last block of the heap.
# The array is larger than the gaps that imports leave in the heap, so that it does not fit into one.
MEASURE_KEPT_MEMORY = """
import re, sys
from pathlib import Path
import numpy as np
from pi_bunco.machine.memory import limit_memory

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


def measure_kept_memory(way: str) -> float:
    """Return the megabytes that a process keeps after it has freed 60 pictures of 1 MB."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE_KEPT_MEMORY, way],
        env=os.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_limit_memory_makes_freed_pictures_return_to_the_system() -> None:
    """After ``limit_memory`` a process keeps less than 10 of 60 freed megabytes, else more than 15."""
    assert measure_kept_memory("limited") < 10
    assert measure_kept_memory("as it is") > 15
