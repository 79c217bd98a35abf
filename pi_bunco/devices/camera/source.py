"""Where a live camera's pictures come from: what each backend implements."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from pi_bunco.frames import Grey, Image
from pi_bunco.pictures.packed import PackedPicture


class Shot(NamedTuple):
    """One picture as a device gives it.

    Attributes
    ----------
    picture
        The picture, or what it is unpacked from.
    taken
        When it was taken, on the clock of :func:`time.monotonic`; ``None``: not known, so now.
    small
        The same in grey and small, where that comes cheaper than from the whole picture.
    """

    picture: Image | PackedPicture
    taken: float | None = None
    small: Grey | None = None


class Source(Protocol):
    """A device that is open. One thread alone opens, reads and closes it."""

    def wait(self) -> None:
        """Wait until there is another picture; one that was not taken makes room for it.

        Raises
        ------
        CameraTrouble
            If no further one will come.
        """

    def take(self) -> Shot | None:
        """Unpack the picture that was waited for, or look it over; ``None`` if it is broken."""

    def close(self) -> None:
        """Close the device."""


@runtime_checkable
class LockableSource(Source, Protocol):
    """A source whose exposure, white balance and focus can be locked."""

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock, as :meth:`pi_bunco.devices.ports.Lockable.lock` says."""


@runtime_checkable
class PacedSource(Source, Protocol):
    """A source that can make fewer pictures, which spares the device more than leaving some out."""

    def pace(self, rate: float | None) -> None:
        """Make about `rate` pictures a second; ``None``: as many as it was opened with."""


@runtime_checkable
class BreakableSource(Source, Protocol):
    """A source whose wait can be ended."""

    def break_off(self) -> None:
        """End the wait of another thread at once, with :class:`CameraTrouble`."""
