"""A bell that notes when it sounds, to measure how soon all Pis of a room hear the head's bell."""

import time
from collections.abc import Callable
from pathlib import Path

from pi_bunco.devices.ports import Lamp, Press, Ring

ENTRY_POINT = "[pi_bunco.bells]\nstopwatch = tools.stopwatch_bell:StopwatchBell\n"
"""Its entry point, so that ``--bell stopwatch:FILE`` finds it."""


class StopwatchBell:
    """A bell without a button that writes a line into a file for each sound.

    Parameters
    ----------
    file
        The name of the file.
    """

    down = False

    def __init__(self, file: str) -> None:
        self._file = Path(file).open("a", buffering=1, encoding="utf-8")  # noqa: SIM115 - closed below

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Ignore the listener: there is no button."""

    def sound(self, ring: Ring) -> None:
        """Write the time on the clock of :func:`time.monotonic`, which all processes share, and the sound."""
        self._file.write(f"{time.monotonic():.6f} {ring.value}\n")

    def light(self, lamp: Lamp) -> None:
        """Do nothing: there is no lamp."""

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_sounds(file: Path, since: float) -> list[tuple[float, str]]:
    """Return when a bell has sounded since a time, with the names of the sounds."""
    lines = (line.split() for line in file.read_text("utf-8").splitlines()) if file.exists() else ()
    return [(float(at), name) for at, name in lines if float(at) >= since]
