"""The checks of the program: versions, the reader's weights, and the service."""

import shutil
import sys
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
from pi_bunco.files.assets import find
from pi_bunco.findings import Mark
from tests.app.doctor.stand_ins import machine, make_context

VERSIONS = {"pi-bunco": "0.1.0", "OpenCV": "4.12.0", "system": "Debian 13"}


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
    """An untested version of OpenCV and a 32-bit system are bad; the finding lists all versions."""
    found = judge_versions(VERSIONS | {"OpenCV": opencv}, has_64_bits=wide)
    assert found.mark is mark
    assert found.found.startswith(f"pi-bunco 0.1.0, OpenCV {opencv}, Debian 13.")


def test_versions_are_found(tmp_path: Path) -> None:
    """The versions of this program, its libraries, the system and the board are found."""
    pi = machine(tmp_path, {"etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n'},
                 **{sys.executable: "4.12.0\n"})  # fmt: skip
    found = find_versions(make_context(tmp_path, pi))
    assert found["system"] == "Debian GNU/Linux 13 (trixie)"
    assert {"pi-bunco", "Python", "OpenCV", "numpy", "gpiozero", "Linux"} <= found.keys()
    machine(tmp_path, {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0"})

    finding = check_versions(make_context(tmp_path, pi))
    assert finding.mark is Mark.GOOD
    assert finding.found.endswith(", Raspberry Pi 4 Model B Rev 1.5.")


def test_opencv_that_cannot_be_loaded_is_bad(tmp_path: Path) -> None:
    """Without OpenCV no dice are read, so the finding says so."""
    finding = check_versions(make_context(tmp_path, machine(tmp_path)))
    assert (finding.mark, "no dice are read" in finding.found) == (Mark.BAD, True)


def test_damaged_weights_are_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding about a file with a wrong checksum names the file."""
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
    ("properties", "mark", "words"),
    [
        (RUNS, Mark.GOOD, "It has been running since 2026-11-21 19:58, and starts with the machine."),
        (RUNS | {"NRestarts": "1"}, Mark.LOOK, "restarted once"),
        (RUNS | {"NRestarts": "3"}, Mark.LOOK, "restarted 3 times"),
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
def test_service_is_judged(properties: dict[str, str] | None, mark: Mark, words: str) -> None:
    """Each state of the unit has its mark and its words, and a remedy unless it is good."""
    found = judge_service(properties)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_service_state_is_read_from_systemctl(tmp_path: Path) -> None:
    """The check parses the output of systemctl; on a machine without it the service needs a look."""
    output = "".join(f"{key}={value}\n" for key, value in RUNS.items())
    assert check_service(make_context(tmp_path, machine(tmp_path, systemctl=output))).mark is Mark.GOOD
    assert check_service(make_context(tmp_path, machine(tmp_path))).mark is Mark.LOOK
