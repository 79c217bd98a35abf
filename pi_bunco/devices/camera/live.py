"""The base of all live cameras: one thread holds the device, and nobody waits for it without a limit."""

import time
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from weakref import WeakValueDictionary

from pi_bunco.devices.camera.fetching import FetchThread
from pi_bunco.devices.camera.source import Source
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame
from pi_bunco.sentences import say
from pi_bunco.threads import ThreadTrouble

_CLOSE_TIMEOUT = 1.0
"""Seconds that :meth:`LiveCamera.close` waits for the driver."""

_MIN_PICTURES = 100
"""A camera that delivered this many pictures before it hung did work. A new process can probably open it."""
_NEVER_WORKED_WAIT = 600.0
"""Seconds until a camera that never worked needs a new process too. With fewer seconds the program would
restart again and again."""

_holding: WeakValueDictionary[str, FetchThread] = WeakValueDictionary()
"""The thread that holds each camera, by the camera's name: in use, or abandoned and still in the driver."""
_opening_lock = Lock()  # one thread at a time decides whether to open a camera


def count_seconds_abandoned() -> float:
    """Return for how many seconds a camera that hangs has needed a new process; 0 if none needs one.

    The driver keeps the camera for the thread that hangs in it, so only a new process can open it again.
    """
    longest = 0.0
    for thread in list(_holding.values()):
        worked = thread.newest is not None and thread.newest.index >= _MIN_PICTURES
        longest = max(longest, thread.overdue - (0.0 if worked else _NEVER_WORKED_WAIT))
    return longest


class LiveCamera:
    """A camera whose pictures come at their own pace.

    A thread of its own reads the device, so that a driver which never answers blocks no other thread.
    Only the newest picture is kept. The constructor returns when the first picture has come.

    Parameters
    ----------
    name
        What people call it.
    open_source
        Opens the device; called in a thread of its own, may raise :class:`CameraTrouble`.
    remedy
        What to do when pictures stop coming.
    opening, patience
        Seconds to wait for the first picture and for each further one. A device that takes longer to open
        is not opened twice: the next caller goes on waiting for the same attempt.

    Raises
    ------
    CameraTrouble
        If it cannot be opened, delivers no picture, or still hangs since it was last closed.

    >>> import numpy as np
    >>> from pi_bunco.devices.camera.source import Shot
    >>> class Grey:
    ...     def wait(self):
    ...         pass
    ...     def take(self):
    ...         return Shot(np.full((2, 2, 3), 128, np.uint8))
    ...     def close(self):
    ...         pass
    >>> camera = LiveCamera("grey wall", Grey, "Paint it.")
    >>> next(camera.frames()).image.shape
    (2, 2, 3)
    >>> camera.close()
    """

    live = True

    def __init__(
        self,
        name: str,
        open_source: Callable[[], Source],
        remedy: str,
        *,
        opening: float = 15.0,
        patience: float = 5.0,
    ) -> None:
        self.name = name
        self._patience = patience
        end = time.monotonic() + opening
        self._fetching = _start_fetching(name, open_source, remedy, end)
        try:
            self._fetching.wait_for_newer(-1, max(end - time.monotonic(), 0.0))
        except Exception:
            self.close()
            raise

    def frames(self) -> Iterator[Frame]:
        """Yield the newest picture, each one once, until the camera is closed.

        Raises
        ------
        CameraTrouble
            If the device reports that it is gone, or delivers no picture for some seconds.
        """
        index = -1
        while frame := self._fetching.wait_for_newer(index, self._patience):
            index = frame.index
            yield frame

    @property
    def broken(self) -> int:
        """How many damaged pictures were skipped since it was opened."""
        return self._fetching.broken

    def close(self) -> None:
        """Stop reading and end :meth:`frames`; abandon a driver that does not answer.

        The device is released when the driver answers; until then this process does not open it again.
        """
        self._fetching.stop()
        self._fetching.wait_until_closed(_CLOSE_TIMEOUT)

    def pace(self, rate: float | None) -> None:
        """Take at most `rate` pictures a second; see :meth:`pi_bunco.devices.ports.Paced.pace`."""
        self._fetching.rate = rate

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock the camera; see :meth:`pi_bunco.devices.ports.Lockable.lock`."""
        return self._fetching.lock(wanted, self._patience)


def _start_fetching(name: str, open_source: Callable[[], Source], remedy: str, end: float) -> FetchThread:
    """Start a thread that fetches from a camera, or return the one that is still opening the camera.

    Another thread that still holds the camera must close it first, until ``end``.
    """
    while True:
        with _opening_lock:
            holder = _holding.get(name)
            if holder is None or holder.wait_until_closed(0):
                try:
                    fetching = _holding[name] = FetchThread(name, open_source, remedy)
                except ThreadTrouble as trouble:  # shown on the page and tried again, like a pulled plug
                    raise CameraTrouble(
                        say("{camera} cannot be opened. {trouble}", camera=name, trouble=trouble.text),
                        trouble.remedy,
                    ) from None
                return fetching
            if holder.take_over():
                return holder
        if not holder.wait_until_closed(end - time.monotonic()):
            raise CameraTrouble(
                say("{camera} hangs: it has not been given back since it was last used.", camera=name),
                say(
                    "{remedy} If that does not help, start pi-bunco again: the same game goes on.",
                    remedy=remedy,
                ),
            )
