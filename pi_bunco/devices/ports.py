"""The interfaces of the table's devices. Each backend is a file of its own and implements one of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame


class CameraTrouble(Trouble, OSError):
    """A camera cannot be opened, or has stopped delivering pictures."""


class NotKept(CameraTrouble):
    """A camera delivers pictures, but does not keep the exposure, colours or focus that were set."""


class BellTrouble(Trouble, OSError):
    """A bell cannot be opened."""


@runtime_checkable
class Camera(Protocol):
    """A camera over the mat, or recorded pictures instead.

    The constructor opens the camera (:class:`CameraTrouble` if it cannot), and :meth:`close` closes it.
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
        """Yield pictures as they come, until there are no more or the camera is closed.

        Raises
        ------
        CameraTrouble
            If pictures stop for another reason, such as a pulled plug.
        """

    def close(self) -> None:
        """Close the device. May be called twice, and from another thread."""


@runtime_checkable
class Lockable(Protocol):
    """A camera whose exposure, white balance and focus can be locked."""

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock exposure, gain, white balance and focus, and check in the pictures that the camera keeps them.

        Parameters
        ----------
        wanted
            The values to lock, as returned by an earlier call; empty: the present values. Names that this
            camera does not know are ignored.

        Returns
        -------
        dict
            The locked values, each in the backend's own unit; empty if this camera cannot lock anything.

        Raises
        ------
        NotKept
            If the pictures show other values.
        CameraTrouble
            If the camera is gone.
        """


@runtime_checkable
class Paced(Protocol):
    """A camera that can deliver fewer pictures."""

    def pace(self, rate: float | None) -> None:
        """Take at most `rate` pictures a second from now on; ``None``: all."""


@runtime_checkable
class Thrower(Protocol):
    """A camera that throws dice on demand: the mock, for commands that wait for throws."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and no throw is requested."""

    def throw(self) -> int:
        """Throw, and return the throw's number."""


def count_broken(camera: object) -> int:
    """Return how many damaged pictures a camera has skipped; 0 if it does not count them.

    >>> count_broken(None)
    0
    """
    return int(getattr(camera, "broken", 0))


def get_key_interval(camera: object) -> float:
    """Return the longest time between two key frames of a camera's stream, in seconds.

    It is 0 if the camera does not say it, as if each picture is compressed alone.

    >>> get_key_interval(None)
    0.0
    """
    return float(getattr(camera, "key_interval", 0))


def lock(camera: Camera, wanted: Mapping[str, float]) -> dict[str, float]:
    """Lock a camera's exposure, white balance and focus, if it can (:class:`Lockable`).

    >>> class Wall:
    ...     name, live = "wall", False
    ...     def frames(self): return iter(())
    ...     def close(self): pass
    >>> lock(Wall(), {})
    {}
    """
    return camera.lock(wanted) if isinstance(camera, Lockable) else {}


class Ring(StrEnum):
    """The messages of the bell to people. Each has a sound of its own.

    >>> Ring("bunco") is Ring.BUNCO
    True
    """

    START = "start"
    """The round begins."""
    END = "end"
    """The round is over."""
    BUNCO = "bunco"
    """Somebody threw a bunco."""
    WIPE = "wipe"
    """Three 1s took a side's points of the round."""
    DOUBT = "doubt"
    """A throw needs somebody's decision."""
    AGAIN = "again"
    """A throw does not count: the same player throws again."""
    OVER = "over"
    """The game is over."""
    REFUSED = "refused"
    """The press did nothing, since there is nothing to ring now."""
    WARN_END = "warn_end"
    """Holding the button longer will end the round; letting go now does nothing."""
    WARN_OFF = "warn_off"
    """Holding the button longer will switch the Raspberry Pi off; letting go now does nothing."""
    LET_GO = "let_go"
    """Letting go now does what the warning announced."""
    OFF = "off"
    """The Raspberry Pi is being switched off."""
    STUCK = "stuck"
    """The button is held down and does not come up."""
    FORGOT = "forgot"
    """The host's PIN and all devices are forgotten."""


class Lamp(StrEnum):
    """What the lamp of the bell shows."""

    DARK = "dark"
    """The game is over."""
    READY = "ready"
    """The next round can begin."""
    PLAYING = "playing"
    """A round, or its roll-off, is being played."""
    DOUBT = "doubt"
    """A throw needs somebody's decision."""
    STUCK = "stuck"
    """The button is held down and does not come up."""


class Stage(StrEnum):
    """The stage of a press, by how long the button is held. The stage decides what letting go does.

    >>> " ".join(Stage)
    'short warn_end end warn_off off stuck'
    """

    SHORT = "short"
    """A short press: ring the bell."""
    WARN_END = "warn_end"
    """Longer: letting go does nothing yet, and will soon end the round."""
    END = "end"
    """A long press: end the round."""
    WARN_OFF = "warn_off"
    """Longer still: letting go does nothing yet, and will soon switch the Raspberry Pi off."""
    OFF = "off"
    """A very long press: switch the Raspberry Pi off."""
    STUCK = "stuck"
    """Too long for a person: the button is stuck, and letting go does nothing."""


@dataclass(frozen=True, slots=True)
class Press:
    """A report about the button.

    Attributes
    ----------
    stage
        The stage that the press has reached.
    let_go
        Whether the button was released at this stage; otherwise it has just reached it and is still down.
    since_start
        Whether the button was already down when the bell was opened, so that nobody saw the press begin.
        Such a press is reported only at the stages ``OFF`` and ``STUCK``, and switches nothing off.
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
        """Call ``listener``, from one thread of the bell, with each :class:`Press`.

        A press begins with ``Press(Stage.SHORT)``, reaches each later stage while it is held, and ends
        with ``let_go``. If the button is down from the start, see :attr:`Press.since_start`. A new listener
        replaces the earlier one.
        """

    def sound(self, ring: Ring) -> None:
        """Start a pattern and return immediately; a new pattern replaces the one that is playing."""

    def light(self, lamp: Lamp) -> None:
        """Show a signal with the lamp from now on, and return immediately; without a lamp nothing happens."""

    def close(self) -> None:
        """Switch everything off and close the device. May be called twice."""
