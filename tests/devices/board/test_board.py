"""Boards that are made of files: what each is, how warm, and what holds it back."""

from pathlib import Path

import pytest

from pi_bunco.devices.board import Family, Flags, Health, find_board, read_health

MEMINFO = "MemTotal: 427036 kB\nMemFree: 31036 kB\nCmaTotal: 262144 kB\nCmaFree: 205000 kB\n"
NOBODY = "/no/such/vcgencmd"


def put(root: Path, where: str, text: str) -> Path:
    path = root / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def zone(root: Path, number: int, kind: str, temp: str) -> None:
    put(root, f"sys/class/thermal/thermal_zone{number}/type", f"{kind}\n")
    put(root, f"sys/class/thermal/thermal_zone{number}/temp", f"{temp}\n")


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", Family.PI3),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", Family.PI3),
        ("Raspberry Pi 4 Model B Rev 1.5", Family.PI4),
        ("Raspberry Pi 400 Rev 1.0", Family.PI4),
        ("Raspberry Pi Compute Module 4 Rev 1.1", Family.PI4),
        ("Raspberry Pi 5 Model B Rev 1.0", Family.PI5),
        ("Raspberry Pi 500 Rev 1.0", Family.PI5),
        ("Raspberry Pi Compute Module 5 Rev 1.0", Family.PI5),
        ("Raspberry Pi Zero W Rev 1.1", Family.OTHER),
        ("Raspberry Pi Model B Plus Rev 1.2", Family.OTHER),
    ],
)
def test_board_is_known_by_its_name(tmp_path: Path, model: str, family: Family) -> None:
    """Each model belongs to its family; the device tree's closing zero is left out."""
    put(tmp_path, "proc/device-tree/model", f"{model}\0")
    found = find_board(tmp_path)
    assert (found.model, found.family) == (model, family)


def test_board_memory_and_what_cameras_may_take(tmp_path: Path) -> None:
    """Memory is told in whole megabytes, with the part for cameras."""
    put(tmp_path, "proc/meminfo", MEMINFO)
    found = find_board(tmp_path)
    assert (found.memory, found.contiguous, found.contiguous_free) == (417, 256, 200)


def test_board_has_cores(tmp_path: Path) -> None:
    """As many as the kernel uses; on a Raspberry Pi its list ends with the board's own lines."""
    put(tmp_path, "proc/cpuinfo", "processor\t: 0\nmodel name\t: x\n\nprocessor\t: 1\n\nRevision\t: c03115\n")
    assert find_board(tmp_path).cores == 2
    assert find_board(tmp_path / "nothing").cores == 0


def test_board_without_any_of_it(tmp_path: Path) -> None:
    """A machine that says nothing is no Pi, and nothing is made up."""
    put(tmp_path, "proc/meminfo", "MemTotal: 2048 kB\nCmaTotal: 0 kB\nCmaFree: 0 kB\n")
    found = find_board(tmp_path)
    assert (found.model, found.family, found.contiguous, found.contiguous_free) == (
        "",
        "other",
        None,
        None,
    )
    assert find_board(tmp_path / "nothing").memory == 0
    assert read_health(tmp_path, NOBODY) == Health(None, None)


def test_board_this_machine_answers() -> None:
    """The machine that runs the tests has memory, whatever else it has."""
    assert find_board().memory > 100
    assert isinstance(read_health(), Health)


def test_health_the_processors_sensor_is_read(tmp_path: Path) -> None:
    """Of several sensors the processor's is the one, in thousandths of a degree."""
    zone(tmp_path, 0, "acpitz", "27800")
    zone(tmp_path, 1, "cpu-thermal", "61322")
    assert read_health(tmp_path, NOBODY).temperature == 61.322


@pytest.mark.parametrize("said", ["", "-", "N/A", "-273150", "999000", "99999999999999"])
def test_health_a_sensor_without_a_number(tmp_path: Path, said: str) -> None:
    """A sensor that gives no number, or an absurd one, gives no temperature: nothing is slowed down by it."""
    zone(tmp_path, 0, "cpu-thermal", said)
    assert read_health(tmp_path, NOBODY).temperature is None


def test_health_flags_are_not_the_kernels(tmp_path: Path) -> None:
    """The kernel's own file forgets what has been, so that without the firmware's command nobody says."""
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert read_health(tmp_path, NOBODY).flags is None


@pytest.mark.parametrize(
    ("says", "flags"),
    [("throttled=0x20002", Flags.CAPPED | Flags.WAS_CAPPED), ("VCHI initialization failed", None)],
)
def test_health_flags_from_vcgencmd(tmp_path: Path, says: str, flags: Flags | None) -> None:
    """The firmware's command is asked; an answer that is none is no flag."""
    command = put(tmp_path, "vcgencmd", f'#!/bin/sh\n[ "$1" = get_throttled ] && echo "{says}"\n')
    command.chmod(0o755)
    assert read_health(tmp_path, str(command)).flags == flags


def test_health_in_words() -> None:
    """A weak supply is told long after it has recovered; slowness only while it lasts."""
    weak = Health(50.0, Flags.WAS_UNDERVOLTAGE | Flags.WAS_THROTTLED)
    assert (weak.undervoltage, weak.throttled) == (True, False)
    slow = Health(81.0, Flags.CAPPED)
    assert (slow.undervoltage, slow.throttled) == (False, True)
    assert not Health(50.0, None).undervoltage
