"""The interface between a live camera and its backend, which talks to one kind of device."""

import time
from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from pi_bunco.frames import Grey, Image
from pi_bunco.pictures.packed_picture import PackedPicture


class Shot(NamedTuple):
    """One picture from a device.

    Attributes
    ----------
    picture
        The picture, decoded or still packed.
    taken
        When it was taken, on the clock of :func:`time.monotonic`; ``None``: unknown, so assume now.
    small
        A small grey version, if the device delivers one more cheaply than scaling the picture would.
    """

    picture: Image | PackedPicture
    taken: float | None = None
    small: Grey | None = None


_MAX_AGE = 5.0
"""A picture may be this old, in seconds: pictures that stall on their way may come late and all at once.

After as long without a picture, a camera counts as lost."""


def find_time_taken(age: float) -> float | None:
    """Return when a picture was taken, on the clock of :func:`time.monotonic`.

    Parameters
    ----------
    age
        How old it is by the device's own time, in seconds. If that cannot be true, the time is not known.

    >>> find_time_taken(-1.0), find_time_taken(3.0) is None
    (None, False)
    """
    return time.monotonic() - age if 0 <= age <= _MAX_AGE else None


class Source(Protocol):
    """An open device. Only one thread opens, reads and closes it."""

    def wait(self) -> None:
        """Wait for the next picture. It replaces the previous one, even if nobody has taken it.

        Raises
        ------
        CameraTrouble
            If no further picture will come.
        """

    def take(self) -> Shot | None:
        """Decode or check the picture that :meth:`wait` waited for; return ``None`` if it is damaged."""

    def close(self) -> None:
        """Close the device."""


@runtime_checkable
class LockableSource(Source, Protocol):
    """A source whose exposure, white balance and focus can be locked."""

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock them; see :meth:`pi_bunco.devices.ports.Lockable.lock`."""


@runtime_checkable
class PacedSource(Source, Protocol):
    """A source that can produce fewer pictures, which costs less than skipping some."""

    def pace(self, rate: float | None) -> None:
        """Produce about `rate` pictures a second; ``None``: the rate it was opened with."""


@runtime_checkable
class BreakableSource(Source, Protocol):
    """A source whose wait can be interrupted."""

    def break_off(self) -> None:
        """Interrupt the wait of another thread, which raises :class:`CameraTrouble`."""
