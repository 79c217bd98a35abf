"""Facts about the board that the table runs on, read from the kernel and the firmware.

No other module reads them. Each function takes the root of the file system, so that a test can invent
a board.
"""

import math
import re
import subprocess
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from pathlib import Path

ROOT = Path("/")
"""Where the kernel's files are."""

_SMALL_MEMORY_MB = 600
"""A board with less memory is small. The kernel sees about 420 MB on a board with 512 MB, and about 910 MB on
one with 1024 MB."""


class Family(StrEnum):
    """Groups of boards that are treated alike, from the weakest to the strongest.

    >>> Family("pi4") is Family.PI4
    True
    """

    ZERO2 = "zero2"
    """Zero 2 W: four slow cores, 512 MB."""
    PI3 = "pi3"
    """3A+, 3B, 3B+, Compute Module 3: the same cores, better cooled."""
    PI4 = "pi4"
    """4B, 400, Compute Module 4."""
    PI5 = "pi5"
    """5, 500, Compute Module 5."""
    OTHER = "other"
    """An older Pi, an unknown one, or no Pi at all."""


_FAMILIES = (
    (r"Pi Zero 2", Family.ZERO2),
    (r"Pi (Compute Module )?3", Family.PI3),
    (r"Pi (Compute Module )?(4|400)\b", Family.PI4),
    (r"Pi (Compute Module )?(5|500)\b", Family.PI5),
)


@dataclass(frozen=True, slots=True)
class Board:
    """The board, or the other computer, that the table runs on.

    Attributes
    ----------
    model
        Its name in the device tree, such as ``Raspberry Pi 4 Model B Rev 1.5``; ``""`` if there is none.
    family
        The group of boards that it belongs to.
    memory
        Megabytes (2**20 bytes) that the kernel can use: a few dozen less than the board has.
        0 if the kernel does not report it.
    contiguous, contiguous_free
        Size and free part of the contiguous memory (CMA) that cameras and screens need, in megabytes;
        ``None`` if there is none.
    cores
        Number of processor cores; 0 if the kernel does not report it.

    >>> Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 416, 256, 201).is_small
    True
    """

    model: str
    family: Family
    memory: int
    contiguous: int | None = None
    contiguous_free: int | None = None
    cores: int = 0

    @property
    def is_small(self) -> bool:
        """Whether it has at most 512 MB: Zero 2, 3A+. Cameras may take half of that."""
        return 0 < self.memory < _SMALL_MEMORY_MB


def find_board(root: Path = ROOT) -> Board:
    """Find out which board this is.

    Parameters
    ----------
    root
        The folder that contains ``proc``.

    Source: the device tree's ``model`` (Devicetree Specification 0.4, 2.3.2), ``proc_meminfo(5)``, and
    ``proc_cpuinfo(5)``.
    """
    model = _read(root / "proc/device-tree/model").rstrip("\0\n")
    lines = re.findall(r"^(\w+): +(\d+) kB$", _read(root / "proc/meminfo"), re.MULTILINE)
    memory = {name: int(kilobytes) // 1024 for name, kilobytes in lines}
    return Board(
        model,
        next((family for pattern, family in _FAMILIES if re.search(pattern, model)), Family.OTHER),
        memory.get("MemTotal", 0),
        memory.get("CmaTotal") or None,
        memory.get("CmaFree") if memory.get("CmaTotal") else None,
        len(re.findall(r"^processor\s*:", _read(root / "proc/cpuinfo"), re.MULTILINE)),
    )


_FIRMWARE_TIMEOUT = 2.0
"""Seconds to wait for the firmware's answer."""

_PROCESSOR_SENSORS = ("cpu-thermal", "cpu_thermal", "x86_pkg_temp", "soc-thermal", "soc_thermal")
"""The kernel's names for the processor's sensor: mainline, older Pi kernels, PCs, other boards."""

_COLDEST, _HOTTEST = -40.0, 125.0
"""The range in which a processor works, in degrees Celsius (BCM2711 and BCM2712: -40 to 125 at the junction).
A sensor that reports anything else is broken and must not slow the table down."""


class Flags(IntFlag):
    """How the firmware limits the board now, and how it has limited it since it was switched on.

    Source: Raspberry Pi documentation, "The raspberrypi operating system: vcgencmd", ``get_throttled``.

    >>> Flags(0x50005)
    <Flags.UNDERVOLTAGE|THROTTLED|WAS_UNDERVOLTAGE|WAS_THROTTLED: 327685>
    """

    UNDERVOLTAGE = 1 << 0
    """The supply voltage is below 4.63 V now."""
    CAPPED = 1 << 1
    """The processor may not run at its full speed now."""
    THROTTLED = 1 << 2
    """The processor is slowed down now."""
    WARM = 1 << 3
    """The soft temperature limit is reached (60 °C, only on the 3A+ and 3B+)."""
    WAS_UNDERVOLTAGE = 1 << 16
    WAS_CAPPED = 1 << 17
    WAS_THROTTLED = 1 << 18
    WAS_WARM = 1 << 19


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the board now.

    Attributes
    ----------
    temperature
        Of the processor, in degrees Celsius; ``None`` without a working sensor.
    flags
        What limits it; ``None`` if unknown: this is no Pi, or this user may not ask the firmware.

    >>> Health(61.3, Flags.WAS_UNDERVOLTAGE).undervoltage
    True
    """

    temperature: float | None
    flags: Flags | None

    @property
    def undervoltage(self) -> bool:
        """Whether the power supply was too weak at any time since the board was switched on."""
        return bool(self.flags and self.flags & (Flags.UNDERVOLTAGE | Flags.WAS_UNDERVOLTAGE))

    @property
    def throttled(self) -> bool:
        """Whether the firmware slows the processor down now."""
        return bool(self.flags and self.flags & (Flags.CAPPED | Flags.THROTTLED))


def read_health(root: Path = ROOT, vcgencmd: str = "vcgencmd") -> Health:
    """Read the state of the board. On a Raspberry Pi this asks the firmware and takes a few milliseconds.

    Parameters
    ----------
    root
        The folder that contains ``sys``.
    vcgencmd
        The command that asks the firmware.
    """
    return Health(_read_temperature(root), _read_flags(vcgencmd))


def _read_temperature(root: Path) -> float | None:
    """Read the processor's sensor (kernel: Documentation/driver-api/thermal/sysfs-api.rst)."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"), reverse=True)
    kinds = {_read(zone / "type"): zone for zone in zones}
    sensor = next((kinds[kind] for kind in _PROCESSOR_SENSORS if kind in kinds), None)
    text = _read(sensor / "temp") if sensor else ""
    degrees = int(text) / 1000 if re.fullmatch(r"-?\d+", text) else math.nan
    return degrees if _COLDEST <= degrees <= _HOTTEST else None


def _read_flags(vcgencmd: str) -> Flags | None:
    # The kernel's file get_throttled is no substitute: it knows only what the kernel asked last, and the
    # kernel clears the firmware's memory when it asks (Linux, drivers/hwmon/raspberrypi-hwmon.c).
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            [vcgencmd, "get_throttled"],
            capture_output=True,
            text=True,
            timeout=_FIRMWARE_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    answer = re.fullmatch(r"throttled=0x([0-9a-f]+)", done.stdout.strip())
    return Flags(int(answer[1], 16)) if answer else None


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:  # there is no such file, or a sensor is switched off
        return ""
