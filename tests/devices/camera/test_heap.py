"""Memory of pictures that are let go is given back, though small things among them stay."""

import os
import platform
import subprocess
import sys

import pytest

# Each picture is followed by something small that stays, so that none is the last in the heap.
HOLDS = """
import re, sys
from pathlib import Path
import numpy as np
from pi_bunco.devices.camera.heap import give_back

def resident():
    return int(re.findall(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[0]) / 1024

if sys.argv[1] == "give back":
    give_back()
for _ in range(3):
    np.ones(24 << 20, np.uint8)  # one large picture, and glibc keeps all that are smaller
before = resident()
pictures, small = [], []
for _ in range(60):
    pictures.append(np.ones(1 << 20, np.uint8))
    small.append(np.ones(3000, np.uint8))
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
    assert kept("give back") < 10
    assert kept("as it is") > 15
