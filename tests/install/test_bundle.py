"""The bundle: the part of a universal lock that applies to the machine that it is made for."""

import re

import pytest
from packaging.requirements import Requirement

from tests.install.parts import TOP
from tools.bundle import LOCK, NUMPY1, SYSTEMS, select_for_python


@pytest.mark.parametrize("python", sorted(SYSTEMS))
def test_lock_for_each_python(python: str) -> None:
    """The part for a Python has each package once, with its hashes and without a condition."""
    whole = (TOP / LOCK).read_text("utf-8")
    part = select_for_python(whole, python, "aarch64")
    names = [Requirement(line.split(" --hash")[0]).name for line in part.splitlines()]
    assert len(names) == len(set(names))
    assert set(names) == set(re.findall(r"^([a-z0-9-]+)==", whole, re.MULTILINE))
    assert ";" not in part
    assert all(" --hash=sha256:" in line for line in part.splitlines())


def test_lock_for_another_machine() -> None:
    """Packages for other machines are left out, on any machine that makes the bundle."""
    lock = "a==1 ; platform_machine == 'x86_64' \\\n    --hash=sha256:1\nb==2 \\\n    --hash=sha256:2\n"
    assert select_for_python(lock, "3.13", "aarch64").split() == ["b==2", "--hash=sha256:2"]
    assert select_for_python(lock, "3.13", "x86_64").split() == [
        "a==1",
        "--hash=sha256:1",
        "b==2",
        "--hash=sha256:2",
    ]


def test_locks_differ_only_in_numpy_and_opencv() -> None:
    """The lock for a system with numpy 1 differs from the other one only in numpy and OpenCV."""
    pins = {}
    for name in (LOCK, NUMPY1):
        part = select_for_python((TOP / name).read_text("utf-8"), "3.11", "aarch64")
        pins[name] = {line.split()[0] for line in part.splitlines()}
    differing = {pin.split("==")[0] for pin in pins[LOCK] ^ pins[NUMPY1]}
    assert differing == {"numpy", "opencv-python-headless"}
    assert any(pin.startswith("numpy==1.") for pin in pins[NUMPY1])
