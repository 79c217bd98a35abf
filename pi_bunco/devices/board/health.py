"""Health of the board: how warm it is, and whether its power supply or its heat slows it down."""

import math
import re
import subprocess
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path

from pi_bunco.devices.board.model import ROOT

_PATIENCE = 2.0
"""Seconds that the firmware gets to answer."""

_PROCESSOR = ("cpu-thermal", "cpu_thermal", "x86_pkg_temp", "soc-thermal", "soc_thermal")
"""What the kernel calls the sensor in the processor: mainline, older Pi kernels, PCs, other boards."""


_COLDEST, _HOTTEST = -40.0, 125.0
"""Degrees Celsius between which a processor works at all (BCM2711 and BCM2712: -40 to 125 at the junction). A
sensor that says something else is broken, and must not slow the table down."""


class Flags(IntFlag):
    """What the firmware holds back, and has held back since the board was switched on.

    Source: Raspberry Pi documentation, "The raspberrypi operating system: vcgencmd", ``get_throttled``.

    >>> Flags(0x50005)
    <Flags.UNDERVOLTAGE|THROTTLED|WAS_UNDERVOLTAGE|WAS_THROTTLED: 327685>
    """

    UNDERVOLTAGE = 1 << 0
    """The supply gives less than 4.63 V now."""
    CAPPED = 1 << 1
    """The processor may not run at its full speed now."""
    THROTTLED = 1 << 2
    """The processor is slowed down now."""
    WARM = 1 << 3
    """The soft limit of the temperature is reached (60 °C, on the 3A+ and 3B+ alone)."""
    WAS_UNDERVOLTAGE = 1 << 16
    WAS_CAPPED = 1 << 17
    WAS_THROTTLED = 1 << 18
    WAS_WARM = 1 << 19


@dataclass(frozen=True, slots=True)
class Health:
    """How the board does now.

    Attributes
    ----------
    temperature
        Of the processor, in degrees Celsius; ``None`` where there is no sensor, or none that makes sense.
    flags
        What holds it back; ``None`` where it is not known: not a Pi, or the firmware may not be asked.

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


def health(root: Path = ROOT, vcgencmd: str = "vcgencmd") -> Health:
    """Read how the board does; takes some milliseconds on a Raspberry Pi, whose firmware is asked.

    Parameters
    ----------
    root
        Where ``sys`` is.
    vcgencmd
        The firmware's own command.
    """
    return Health(_temperature(root), _flags(vcgencmd))


def _temperature(root: Path) -> float | None:
    """Read the processor's sensor (kernel: Documentation/driver-api/thermal/sysfs-api.rst)."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"))
    kinds = {_read(zone / "type"): zone for zone in reversed(zones)}
    for kind in _PROCESSOR:
        if kind in kinds:
            said = _read(kinds[kind] / "temp")
            degrees = int(said) / 1000 if re.fullmatch(r"-?\d+", said) else math.nan
            return degrees if _COLDEST <= degrees <= _HOTTEST else None
    return None


def _flags(vcgencmd: str) -> Flags | None:
    # Not from the kernel's own file, get_throttled: of what has been since the start it knows only what it
    # asked last, and it asks the firmware to forget that (Linux, drivers/hwmon/raspberrypi-hwmon.c).
    try:
        asked = subprocess.run(  # noqa: S603 - a fixed command
            [vcgencmd, "get_throttled"], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    answer = re.fullmatch(r"throttled=0x([0-9a-f]+)", asked.stdout.strip())
    return Flags(int(answer[1], 16)) if answer else None


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:  # a sensor that is switched off answers with an error
        return ""
