"""What the table asks of its devices. Each backend stands in a file of its own and fits one of these."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Protocol, runtime_checkable

from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame


class CameraTrouble(Trouble, OSError):
    """A camera cannot be opened, or stopped giving pictures."""


class BellTrouble(Trouble, OSError):
    """A bell cannot be opened."""


class Camera(Protocol):
    """Somebody who looks down at the mat.

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
        """Give pictures as they come, until there are no more or the camera is closed.

        Raises
        ------
        CameraTrouble
            If pictures stop coming for another reason, such as a pulled plug.
        """

    def close(self) -> None:
        """Give the device back. May be called twice, and from another thread."""


@runtime_checkable
class Lockable(Protocol):
    """A camera that can be told to leave its exposure and white balance as they are."""

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock exposure, gain and white balance.

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
        CameraTrouble
            If the camera is gone.
        """


def lock(camera: Camera, wanted: Mapping[str, float]) -> dict[str, float]:
    """Lock a camera's exposure and white balance, if it is one that can (:class:`Lockable`).

    >>> class Wall:
    ...     name, live = "wall", False
    ...     def frames(self): return iter(())
    ...     def close(self): pass
    >>> lock(Wall(), {})
    {}
    """
    return camera.lock(wanted) if isinstance(camera, Lockable) else {}


class Ring(StrEnum):
    """What the bell says, as patterns that can be told apart with closed eyes.

    >>> [ring.value for ring in Ring]
    ['start', 'end', 'bunco', 'doubt', 'again', 'over']
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


class Bell(Protocol):
    """The head table's bell: a button to press and something that sounds."""

    def on_press(self, ring: Callable[[], None]) -> None:
        """Call ``ring``, from any thread, once for each short press; a later one takes its place."""

    def sound(self, ring: Ring) -> None:
        """Start a pattern and return at once; a new pattern takes the place of one that sounds."""

    def close(self) -> None:
        """Give the device back and fall silent. May be called twice."""
