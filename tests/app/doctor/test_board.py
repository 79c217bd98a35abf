"""The checks of the board: memory, power supply, speed, heat and number of cameras."""

from pathlib import Path

import pytest

from pi_bunco.app.doctor.board import (
    check_cameras,
    judge_cameras,
    judge_memory,
    judge_temperature,
    judge_throttling,
    judge_undervoltage,
)
from pi_bunco.app.doctor.examine import examine
from pi_bunco.devices.board import Board, Family, Flags, Health
from pi_bunco.findings import Mark
from tests.app.doctor.stand_ins import machine, make_context

PI = Board("Raspberry Pi 3 Model B Plus Rev 1.3", Family.PI3, 906)


@pytest.mark.parametrize(
    ("free", "mark"), [(100, Mark.GOOD), (99, Mark.LOOK), (40, Mark.LOOK), (39, Mark.BAD)]
)
def test_memory(free: int, mark: Mark) -> None:
    """Little free memory is reported, with what to close."""
    found = judge_memory(free, PI)
    assert found.mark is mark
    assert f"{free} of 906 MB" in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


@pytest.mark.parametrize(
    ("flags", "power", "speed"),
    [
        (Flags(0), Mark.GOOD, Mark.GOOD),
        (None, Mark.GOOD, Mark.GOOD),
        (Flags.UNDERVOLTAGE, Mark.BAD, Mark.GOOD),
        (Flags.WAS_UNDERVOLTAGE, Mark.LOOK, Mark.GOOD),
        (Flags(0x50005), Mark.BAD, Mark.BAD),
        (Flags(0x50000), Mark.LOOK, Mark.LOOK),
        (Flags.WARM, Mark.GOOD, Mark.BAD),
        (Flags.WAS_WARM, Mark.GOOD, Mark.LOOK),
    ],
)
def test_firmware_flags(flags: Flags | None, power: Mark, speed: Mark) -> None:
    """A problem that lasts is bad, and one since the start needs a look, in the check that it belongs to."""
    assert (judge_undervoltage(flags).mark, judge_throttling(flags).mark) == (power, speed)


def test_unknown_values_are_reported_as_unknown() -> None:
    """A value that the machine does not provide is reported as not known."""
    unknown = [judge_undervoltage(None), judge_throttling(None), judge_temperature(Health(None, None))]
    assert all(found.found.startswith("Not known") for found in unknown)


@pytest.mark.parametrize(("degrees", "mark"), [(69.9, Mark.GOOD), (70.0, Mark.LOOK), (80.0, Mark.BAD)])
def test_temperature(degrees: float, mark: Mark) -> None:
    """A temperature from 70 °C on needs a look, and one from 80 °C on is bad."""
    assert judge_temperature(Health(degrees, None)).mark is mark


def test_checks_read_the_files_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The four checks read the kernel's files and the firmware's command of the machine."""
    command = tmp_path / "bin" / "vcgencmd"
    command.parent.mkdir()
    command.write_text("#!/bin/sh\necho throttled=0x50005\n", "utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent), prepend=":")
    pi = machine(
        tmp_path,
        {
            "proc/meminfo": "MemTotal:         425984 kB\nMemAvailable:      30720 kB\n",
            "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
            "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
            "sys/class/thermal/thermal_zone0/temp": "81234\n",
        },
    )
    checks = ["memory", "undervoltage", "throttling", "temperature"]
    found = list(examine(make_context(tmp_path, pi), checks))
    assert [finding.mark for finding in found] == [Mark.BAD] * 4
    assert found[0].found == "Only 30 of 416 MB are free."
    assert found[3].found == "Processor temperature: 81 °C. The board is slowed down."


@pytest.mark.parametrize(
    ("wanted", "board", "mark", "words"),
    [
        (1, Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417), Mark.GOOD, "about 1 camera;"),
        (2, Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417), Mark.LOOK, "memory is not enough"),
        (3, PI, Mark.LOOK, "about 2 cameras; the settings name 3. Throws will be noticed late."),
        (5, Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 906), Mark.LOOK, "memory is not enough"),
        (6, Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792), Mark.GOOD, "about 6 cameras;"),
        (0, Board("Raspberry Pi 5 Model B Rev 1.0", Family.PI5, 8063), Mark.GOOD, "the settings name 0."),
    ],
)
def test_cameras_that_the_board_supports(wanted: int, board: Board, mark: Mark, words: str) -> None:
    """More cameras than the board's cores or memory support need a look, and there is a remedy."""
    found = judge_cameras(wanted, board)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_cameras_of_the_settings(tmp_path: Path) -> None:
    """Tables without a camera do not count; the same camera at two tables is bad."""
    pi = machine(tmp_path, {"proc/meminfo": "MemTotal: 8000000 kB\n"})
    room = make_context(
        tmp_path, pi, camera="usb", stations={2: "none", 3: "guests", 4: "picamera2", 5: "mock"}
    )
    assert check_cameras(room).found.endswith("the settings name 2.")
    shared = check_cameras(make_context(tmp_path, pi, camera="0", stations={3: "/dev/video0"}))
    assert (shared.mark, shared.found) == (Mark.BAD, "Tables 1 and 3 have the same camera, “/dev/video0”.")
