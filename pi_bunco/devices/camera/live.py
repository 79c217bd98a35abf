"""What all live cameras share: one thread holds the device, and no wait for it is endless."""

import time
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from weakref import WeakValueDictionary

from pi_bunco.devices.camera.fetching import Fetching
from pi_bunco.devices.camera.source import Source
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame
from pi_bunco.sentences import say
from pi_bunco.threads import ThreadTrouble

_FAREWELL = 1.0
"""How long :meth:`LiveCamera.close` waits for the driver, in seconds."""

_WELL = 100
"""A camera that has given so many pictures was well before it hung: a fresh process may open it again."""
_RARELY = 600.0
"""Seconds after which a camera that never worked is worth a fresh process too; sooner, it would never end."""

_holding: WeakValueDictionary[str, Fetching] = WeakValueDictionary()
"""The thread that holds each camera, by the camera's name: in use, or given up and still in the driver."""
_one_opens = Lock()


def seconds_abandoned() -> float:
    """Return for how many seconds a hanging camera has needed a fresh process; 0: none does.

    A driver keeps a camera for the thread that hangs in it, so only a fresh process can open it again.
    """
    return max((_worth(each) for each in list(_holding.values())), default=0.0)


def _worth(held: Fetching) -> float:
    was_well = held.newest is not None and held.newest.index >= _WELL
    return max(held.overdue - (0.0 if was_well else _RARELY), 0.0)


class LiveCamera:
    """A camera whose pictures come at their own pace.

    A thread of its own reads the device, so that a driver which never answers blocks no other thread.
    Only the newest picture is kept. The constructor returns once the first picture is there.

    Parameters
    ----------
    name
        What people call it.
    open_source
        Opens the device; called in a thread of its own, may raise :class:`CameraTrouble`.
    remedy
        What to do when pictures stop coming.
    opening, patience
        How long to wait for the first picture and for each further one, in seconds. A device that takes
        longer to open is not opened twice: a caller that asks for it again goes on waiting for the same.

    Raises
    ------
    CameraTrouble
        If it cannot be opened, gives no picture, or hangs since it was given up.

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
        self._fetching = _fetch(name, open_source, remedy, end)
        try:
            self._fetching.newer_than(-1, max(end - time.monotonic(), 0.0))
        except Exception:
            self.close()
            raise

    def frames(self) -> Iterator[Frame]:
        """Yield the newest picture, each one once, until the camera is closed.

        Raises
        ------
        CameraTrouble
            If the device says that it is gone, or gives no picture for some seconds.
        """
        index = -1
        while frame := self._fetching.newer_than(index, self._patience):
            index = frame.index
            yield frame

    @property
    def broken(self) -> int:
        """How many pictures came broken and were left out since it was opened."""
        return self._fetching.broken

    def close(self) -> None:
        """Stop reading and end :meth:`frames`; a driver that does not answer is abandoned.

        The device is released when the driver answers; until then it is not opened again here.
        """
        self._fetching.stop()
        self._fetching.ended(_FAREWELL)

    def pace(self, rate: float | None) -> None:
        """Take at most `rate` pictures a second, as :meth:`pi_bunco.devices.ports.Paced.pace` says."""
        self._fetching.rate = rate

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock the camera, as :meth:`pi_bunco.devices.ports.Lockable.lock` says."""
        return self._fetching.lock(wanted, self._patience)


def _fetch(name: str, open_source: Callable[[], Source], remedy: str, end: float) -> Fetching:
    """Return a thread that fetches; take over one that is opening the camera, wait for one that holds it."""
    while True:
        with _one_opens:
            before = _holding.get(name)
            if before is None or before.ended(0):
                try:
                    fresh = _holding[name] = Fetching(name, open_source, remedy)
                except ThreadTrouble as trouble:  # shown on the page and tried again, as a pulled plug is
                    raise CameraTrouble(
                        say("{camera} cannot be opened. {trouble}", camera=name, trouble=trouble.text),
                        trouble.remedy,
                    ) from None
                return fresh
            if before.take_over():
                return before
        if not before.ended(end - time.monotonic()):
            raise CameraTrouble(
                say("{camera} hangs: it has not been given back since it was last used.", camera=name),
                say(
                    "{remedy} If that does not help, start pi-bunco again: the same game goes on.",
                    remedy=remedy,
                ),
            )
