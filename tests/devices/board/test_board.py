"""Boards as the kernel's files describe them: model, memory, temperature, and what slows them down."""

from pathlib import Path

import pytest

from pi_bunco.devices.board import Family, Flags, Health, find_board, read_health

MEMINFO = "MemTotal: 427036 kB\nMemFree: 31036 kB\nCmaTotal: 262144 kB\nCmaFree: 205000 kB\n"
NO_VCGENCMD = "/no/such/vcgencmd"


def write_file(root: Path, where: str, text: str) -> Path:
    path = root / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def add_sensor(root: Path, number: int, kind: str, temp: str) -> None:
    write_file(root, f"sys/class/thermal/thermal_zone{number}/type", f"{kind}\n")
    write_file(root, f"sys/class/thermal/thermal_zone{number}/temp", f"{temp}\n")


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
def test_board_family_follows_from_its_model(tmp_path: Path, model: str, family: Family) -> None:
    """Each model name gives its family, without the null byte at the end of the device tree's text."""
    write_file(tmp_path, "proc/device-tree/model", f"{model}\0")
    found = find_board(tmp_path)
    assert (found.model, found.family) == (model, family)


def test_board_memory_is_read_in_megabytes(tmp_path: Path) -> None:
    """All memory, and the part that cameras may use, is read in whole megabytes."""
    write_file(tmp_path, "proc/meminfo", MEMINFO)
    found = find_board(tmp_path)
    assert (found.memory, found.contiguous, found.contiguous_free) == (417, 256, 200)


def test_board_counts_its_cores(tmp_path: Path) -> None:
    """The cores of ``/proc/cpuinfo`` are counted; the lines about the board at its end are not."""
    write_file(
        tmp_path, "proc/cpuinfo", "processor\t: 0\nmodel name\t: x\n\nprocessor\t: 1\n\nRevision\t: c03115\n"
    )
    assert find_board(tmp_path).cores == 2
    assert find_board(tmp_path / "nothing").cores == 0


def test_board_without_these_files_is_no_pi(tmp_path: Path) -> None:
    """Without these files, the model is empty and what cannot be read is ``None`` or 0."""
    write_file(tmp_path, "proc/meminfo", "MemTotal: 2048 kB\nCmaTotal: 0 kB\nCmaFree: 0 kB\n")
    found = find_board(tmp_path)
    assert (found.model, found.family, found.contiguous, found.contiguous_free) == (
        "",
        "other",
        None,
        None,
    )
    assert find_board(tmp_path / "nothing").memory == 0
    assert read_health(tmp_path, NO_VCGENCMD) == Health(None, None)


def test_board_reads_this_machine() -> None:
    """The machine that runs the tests has more than 100 MB of memory, and its health can be read."""
    assert find_board().memory > 100
    assert isinstance(read_health(), Health)


def test_health_reads_the_processors_sensor(tmp_path: Path) -> None:
    """Of several sensors the processor's is read, which counts thousandths of a degree."""
    add_sensor(tmp_path, 0, "acpitz", "27800")
    add_sensor(tmp_path, 1, "cpu-thermal", "61322")
    assert read_health(tmp_path, NO_VCGENCMD).temperature == 61.322


@pytest.mark.parametrize("reading", ["", "-", "N/A", "-273150", "999000", "99999999999999"])
def test_health_ignores_an_absurd_sensor(tmp_path: Path, reading: str) -> None:
    """A sensor without a number, or with an absurd one, gives no temperature."""
    add_sensor(tmp_path, 0, "cpu-thermal", reading)
    assert read_health(tmp_path, NO_VCGENCMD).temperature is None


def test_health_flags_do_not_come_from_the_kernel(tmp_path: Path) -> None:
    """Without vcgencmd there are no flags: the kernel's file does not keep what happened earlier."""
    write_file(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert read_health(tmp_path, NO_VCGENCMD).flags is None


@pytest.mark.parametrize(
    ("answer", "flags"),
    [("throttled=0x20002", Flags.CAPPED | Flags.WAS_CAPPED), ("VCHI initialization failed", None)],
)
def test_health_flags_come_from_vcgencmd(tmp_path: Path, answer: str, flags: Flags | None) -> None:
    """The flags are what vcgencmd answers; another answer gives none."""
    command = write_file(tmp_path, "vcgencmd", f'#!/bin/sh\n[ "$1" = get_throttled ] && echo "{answer}"\n')
    command.chmod(0o755)
    assert read_health(tmp_path, str(command)).flags == flags


def test_health_remembers_undervoltage_only() -> None:
    """``undervoltage`` stays true after the supply has recovered; ``throttled`` does not stay true."""
    weak = Health(50.0, Flags.WAS_UNDERVOLTAGE | Flags.WAS_THROTTLED)
    assert (weak.undervoltage, weak.throttled) == (True, False)
    slow = Health(81.0, Flags.CAPPED)
    assert (slow.undervoltage, slow.throttled) == (False, True)
    assert not Health(50.0, None).undervoltage
