"""Versions, the files of what the reader has learnt, and the service, by what systemd says of it."""

import shutil
from pathlib import Path

import pytest

from pi_bunco.app.doctor.program import (
    check_reader,
    check_service,
    check_versions,
    find_versions,
    judge_service,
    judge_versions,
)
from pi_bunco.assets import find
from pi_bunco.findings import Mark
from tests.app.doctor.made import machine, make_context

TRIED = {"pi-bunco": "0.1.0", "OpenCV": "4.12.0", "system": "Debian 13"}


@pytest.mark.parametrize(
    ("opencv", "wide", "mark"),
    [
        ("4.10.0", True, Mark.GOOD),
        ("4.14.0.88", True, Mark.GOOD),
        ("4.9.0", True, Mark.BAD),
        ("5.0.0", True, Mark.BAD),
        ("4.12.0", False, Mark.BAD),
    ],
)
def test_versions_are_judged(opencv: str, *, wide: bool, mark: Mark) -> None:
    """An OpenCV that was not tried, and a 32-bit system, are bad; all versions stand in the line."""
    found = judge_versions(TRIED | {"OpenCV": opencv}, has_64_bits=wide)
    assert found.mark is mark
    assert found.found.startswith(f"pi-bunco 0.1.0, OpenCV {opencv}, Debian 13.")


def test_these(tmp_path: Path) -> None:
    """What runs here is named, with the system's name as it calls itself."""
    made = machine(
        tmp_path, {"etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n'}
    )
    found = find_versions(make_context(tmp_path, made))
    assert found["system"] == "Debian GNU/Linux 13 (trixie)"
    assert {"pi-bunco", "Python", "OpenCV", "numpy", "gpiozero", "Linux"} <= found.keys()
    machine(tmp_path, {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0"})
    whole = check_versions(make_context(tmp_path, made))
    assert whole.mark is Mark.GOOD
    assert whole.found.endswith(", Raspberry Pi 4 Model B Rev 1.5.")


def test_damaged_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose sum is wrong is bad, and named."""
    folder = tmp_path / "models"
    shutil.copytree(find("models"), folder, ignore=shutil.ignore_patterns("*.py", "learn"))
    monkeypatch.setattr("pi_bunco.app.doctor.program.find", lambda _: folder)
    assert check_reader(make_context(tmp_path)).mark is Mark.GOOD
    with (folder / "reading.onnx").open("ab") as file:
        file.write(b"!")
    found = check_reader(make_context(tmp_path))
    assert found.mark is Mark.BAD
    assert "reading.onnx is damaged" in found.found


RUNS = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
    "NRestarts": "0",
    "Result": "success",
    "ActiveEnterTimestamp": "Sat 2026-11-21 19:58:03 CET",
}


@pytest.mark.parametrize(
    ("told", "mark", "words"),
    [
        (RUNS, Mark.GOOD, "It runs since 2026-11-21 19:58:03, and starts with the machine."),
        (RUNS | {"NRestarts": "1"}, Mark.LOOK, "began again once"),
        (RUNS | {"NRestarts": "3"}, Mark.LOOK, "began again 3 times"),
        (RUNS | {"UnitFileState": "disabled"}, Mark.LOOK, "does not start with the machine"),
        (RUNS | {"ActiveState": "inactive"}, Mark.LOOK, "stopped"),
        (RUNS | {"ActiveState": "activating"}, Mark.LOOK, "activating"),
        (
            RUNS | {"ActiveState": "activating", "StatusText": "Port 80 is taken."},
            Mark.BAD,
            "Port 80 is taken.",
        ),
        (RUNS | {"ActiveState": "failed", "Result": "watchdog"}, Mark.BAD, "failed (watchdog)"),
        ({"LoadState": "not-found"}, Mark.LOOK, "Nothing starts the table"),
        (None, Mark.LOOK, "no systemd"),
    ],
)
def test_the_service_is_judged(told: dict[str, str] | None, mark: Mark, words: str) -> None:
    """Each state of the unit has its mark, its words and its remedy."""
    found = judge_service(told)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_systemctl_is_asked(tmp_path: Path) -> None:
    """What systemctl prints is taken apart; a machine without it is said to have none."""
    told = "".join(f"{key}={value}\n" for key, value in RUNS.items())
    assert check_service(make_context(tmp_path, machine(tmp_path, systemctl=told))).mark is Mark.GOOD
    assert check_service(make_context(tmp_path, machine(tmp_path))).mark is Mark.LOOK
