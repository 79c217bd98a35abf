"""What ``make nightly`` does with the virtual Pi: it runs the tests, or says that it did not."""

import os
import platform
import shutil

import pytest

from tools import virtual_pi


@pytest.mark.parametrize(
    ("machine", "apt", "user", "obstacle"),
    [
        ("x86_64", "/usr/bin/apt-get", 0, ""),
        ("x86_64", "/usr/bin/apt-get", 1000, "the virtual Pi needs root, and this user is not"),
        ("x86_64", None, 0, "the virtual Pi needs Debian or Ubuntu, and this system has no apt-get"),
        ("aarch64", "/usr/bin/apt-get", 0, "the virtual Pi needs an x86-64 machine, and this is aarch64"),
    ],
)
def test_obstacle_is_named(
    machine: str, apt: str | None, user: int, obstacle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs x86-64, Debian and root; what is missing is named."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(shutil, "which", lambda _: apt)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert virtual_pi.find_obstacle() == obstacle


def test_missing_run_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the tests cannot run, nothing fails, and a sentence says that they were not run, and why."""
    monkeypatch.setattr(virtual_pi, "find_obstacle", lambda: "the virtual Pi needs root")
    monkeypatch.setattr(virtual_pi, "run_tests", lambda: pytest.fail("they cannot run"))
    assert virtual_pi.main() == 0
    assert capsys.readouterr().err == (
        "The tests in a virtual Raspberry Pi were NOT run: the virtual Pi needs root.\n"
    )


@pytest.mark.parametrize("status", [0, 1])
def test_run_decides_the_status(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tests can run, they decide the exit status."""
    monkeypatch.setattr(virtual_pi, "find_obstacle", lambda: "")
    monkeypatch.setattr(virtual_pi, "run_tests", lambda: status == 0)
    assert virtual_pi.main() == status
