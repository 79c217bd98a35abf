"""What the table needs of its devices. Each backend is a file of its own and implements one of these."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame


class CameraTrouble(Trouble, OSError):
    """A camera cannot be opened, or stopped giving pictures."""


class NotKept(CameraTrouble):
    """A camera gives pictures, but does not keep the exposure, colours or focus that were set."""


class BellTrouble(Trouble, OSError):
    """A bell cannot be opened."""


@runtime_checkable
class Camera(Protocol):
    """A camera over the mat, or pictures in its place.

    A camera is open once it is made (:class:`CameraTrouble` if it cannot be) and open until
    :meth:`close`.
    """

    @property
    def name(self) -> str:
        """What people call it: ``mock camera``, ``party.mp4``, ``/dev/video0``."""

    @property
    def live(self) -> bool:
        """Whether pictures come at their own pace, so that late ones must be skipped.

        A video file or a folder is not live: each of its pictures is looked at.
        """

    def frames(self) -> Iterator[Frame]:
        """Return pictures as they come, until there are no more or the camera is closed.

        Raises
        ------
        CameraTrouble
            If pictures stop coming for another reason, such as a pulled plug.
        """

    def close(self) -> None:
        """Close the device. May be called twice, and from another thread."""


@runtime_checkable
class Lockable(Protocol):
    """A camera whose exposure, white balance and focus can be locked."""

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock exposure, gain, white balance and focus, and check in the pictures that they are kept.

        Parameters
        ----------
        wanted
            What to lock them to, as an earlier call gave it; empty: to what they are now. Names that
            this camera does not know are left out.

        Returns
        -------
        dict
            What they are locked to, each number in the backend's own unit; empty if this camera locks
            nothing.

        Raises
        ------
        NotKept
            If the pictures show other values.
        CameraTrouble
            If the camera is gone.
        """


@runtime_checkable
class Paced(Protocol):
    """A camera that can give fewer pictures."""

    def pace(self, rate: float | None) -> None:
        """Take at most `rate` pictures a second from now on; ``None``: as many as there are."""


@runtime_checkable
class Thrower(Protocol):
    """A camera whose players throw on demand: the mock, so that a command that waits for throws sees some."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and no throw is asked for."""

    def throw(self) -> int:
        """Throw, and return the throw's number."""


@runtime_checkable
class Counting(Protocol):
    """A camera that counts the pictures which came broken."""

    @property
    def broken(self) -> int:
        """How many came broken and were left out since it was opened."""


def broken(camera: object) -> int:
    """Return how many of a camera's pictures came broken; 0 where it does not count them.

    >>> broken(None)
    0
    """
    return camera.broken if isinstance(camera, Counting) else 0


def lock(camera: Camera, wanted: Mapping[str, float]) -> dict[str, float]:
    """Lock a camera's exposure, white balance and focus, if it is one that can (:class:`Lockable`).

    >>> class Wall:
    ...     name, live = "wall", False
    ...     def frames(self): return iter(())
    ...     def close(self): pass
    >>> lock(Wall(), {})
    {}
    """
    return camera.lock(wanted) if isinstance(camera, Lockable) else {}


class Ring(StrEnum):
    """What the bell says, as patterns that differ to the ear.

    >>> Ring("bunco") is Ring.BUNCO
    True
    """

    START = "start"
    """The round begins."""
    END = "end"
    """The round is over."""
    BUNCO = "bunco"
    """Somebody threw a bunco."""
    DOUBT = "doubt"
    """A throw waits for somebody to look at it."""
    AGAIN = "again"
    """A throw does not count: the same player throws again."""
    OVER = "over"
    """The game is over."""
    REFUSED = "refused"
    """The press did nothing: there is nothing to ring now."""
    WARN_END = "warn_end"
    """If the button is held on, the round ends; letting go now does nothing."""
    WARN_OFF = "warn_off"
    """If the button is held on, the Raspberry Pi switches off; letting go now does nothing."""
    LET_GO = "let_go"
    """Letting go now does what was warned of."""
    OFF = "off"
    """The Raspberry Pi is being switched off."""
    STUCK = "stuck"
    """The button is held down and does not come up."""
    FORGOT = "forgot"
    """The host's PIN and all devices are forgotten."""


class Lamp(StrEnum):
    """What the lamp of the bell shows."""

    DARK = "dark"
    """Nothing is waited for: the game is over."""
    READY = "ready"
    """The next round is ready to be rung."""
    PLAYING = "playing"
    """A round, or what decides one, is being played."""
    DOUBT = "doubt"
    """A throw waits for somebody to look at it."""
    STUCK = "stuck"
    """The button is held down and does not come up."""


class Stage(StrEnum):
    """How far a press of the button has come, by how long it is held. Each is what letting go then means.

    >>> " ".join(Stage)
    'short warn_end end warn_off off stuck'
    """

    SHORT = "short"
    """A short press: ring the bell."""
    WARN_END = "warn_end"
    """Longer: soon letting go will end the round; now it does nothing."""
    END = "end"
    """A long press: end the round."""
    WARN_OFF = "warn_off"
    """Longer still: soon letting go will switch the Raspberry Pi off; now it does nothing."""
    OFF = "off"
    """A very long press: switch the Raspberry Pi off."""
    STUCK = "stuck"
    """Nobody holds a button for so long: it is stuck, and letting go does nothing."""


@dataclass(frozen=True, slots=True)
class Press:
    """Something that the button did.

    Attributes
    ----------
    stage
        How far the press has come.
    let_go
        Whether the button was let go of at this stage; else it has just come to it and is still down.
    since_start
        Whether the button was down already when the bell was opened, so that nobody saw the press begin.
        Such a press is reported at the stages ``OFF`` and ``STUCK`` alone; it switches nothing off.
    """

    stage: Stage
    let_go: bool = False
    since_start: bool = False


@runtime_checkable
class BellDevice(Protocol):
    """The head table's bell: a button to press, something that sounds, and a lamp if it has one."""

    @property
    def down(self) -> bool:
        """Whether the button is held down now."""

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Call ``listener``, from one thread of the bell, with each thing that the button does.

        A press begins with ``Press(Stage.SHORT)``, comes to each later stage while it is held, and ends
        with ``let_go``; of one that is down from the start see :attr:`Press.since_start`. A later listener
        takes the place of an earlier one.
        """

    def sound(self, ring: Ring) -> None:
        """Start a pattern and return at once; a new pattern takes the place of one that sounds."""

    def light(self, lamp: Lamp) -> None:
        """Let the lamp show this from now on, and return at once; without a lamp nothing happens."""

    def close(self) -> None:
        """Fall silent and dark, and close the device. May be called twice."""
