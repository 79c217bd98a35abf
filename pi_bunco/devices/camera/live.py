"""What every live camera has in common: a thread reads, a slot keeps the newest, nobody waits for ever."""

import time
from collections.abc import Callable, Iterator, Mapping
from threading import Condition, Thread

from pi_bunco.devices.camera.source import LockableSource, PacedSource, Source
from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.frames import Frame

_FAREWELL = 1.0
"""How long :meth:`LiveCamera.close` waits for the driver, in seconds."""

_EARLY = 0.25
"""So much of a pause a picture may come too early, or two even paces would beat against each other."""


_WELL = 100
"""A camera that has given so many pictures was well before it hung: a fresh process may open it again."""

_left: list[tuple[Thread, float]] = []
"""Threads of cameras that were well and were left to a driver that does not answer, and since when."""


def abandoned() -> float:
    """Say for how many seconds some camera that was well has hung in its driver; 0: none does.

    A library keeps a camera for the thread that hangs in it, so only a fresh process can open it again.
    """
    _left[:] = [one for one in _left if one[0].is_alive()]
    return max((time.monotonic() - since for _, since in _left), default=0.0)


class LiveCamera:
    """A camera whose pictures come at their own pace.

    A thread of its own reads the device, so that a driver which never answers blocks nobody else,
    and a picture that nobody fetched in time makes room for the newer one. It is made once the first
    picture is there.

    Parameters
    ----------
    name
        What people call it.
    open_source
        Opens the device; called in the camera's own thread, may raise :class:`CameraTrouble`.
    remedy
        What to do when pictures stop coming.
    opening, patience
        How long to wait for the first picture and for each further one, in seconds.

    Raises
    ------
    CameraTrouble
        If it cannot be opened or gives no picture.

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
        self._remedy = remedy
        self._patience = patience
        self._changed = Condition()
        self._newest: Frame | None = None
        self._failure: Exception | None = None
        self._closed = False
        self._to_lock: Mapping[str, float] | None = None
        self._locked: dict[str, float] | NotKept = {}
        self._rate: float | None = None
        self._thread = Thread(target=self._read, args=(open_source,), name=f"camera {name}", daemon=True)
        self._thread.start()
        try:
            self._newer_than(-1, opening)
        except Exception:
            self.close()
            raise

    def frames(self) -> Iterator[Frame]:
        """Give each time the newest picture that was not given yet, until the camera is closed.

        Raises
        ------
        CameraTrouble
            If the device says that it is gone, or gives no picture for some seconds.
        """
        index = -1
        while frame := self._newer_than(index, self._patience):
            index = frame.index
            yield frame

    def close(self) -> None:
        """Stop reading and end :meth:`frames`; a driver that does not answer is left to itself."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(timeout=_FAREWELL)
        if self._thread.is_alive() and self._newest and self._newest.index >= _WELL:
            _left.append((self._thread, time.monotonic()))

    def pace(self, rate: float | None) -> None:
        """Give at most `rate` pictures a second, as :meth:`pi_bunco.devices.ports.Paced.pace` says."""
        self._rate = rate

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock what a calibration holds, as :meth:`pi_bunco.devices.ports.Lockable.lock` says."""
        with self._changed:
            self._to_lock = wanted
            done = self._changed.wait_for(
                lambda: self._closed or self._failure or self._to_lock is None, self._patience
            )
            if self._failure:
                raise self._failure
            if not done:
                raise CameraTrouble(f"{self.name} does not answer.", self._remedy)
            if isinstance(self._locked, NotKept):
                raise self._locked
            return {} if self._closed else self._locked

    def _newer_than(self, index: int, seconds: float) -> Frame | None:
        """Wait for a picture with a higher number; ``None`` when the camera was closed."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._failure or (self._newest and self._newest.index > index),
                seconds,
            )
            if self._closed:
                return None
            if self._newest and self._newest.index > index:
                return self._newest
            if self._failure:
                raise self._failure
        raise CameraTrouble(f"{self.name} has given no picture for {seconds:g} seconds.", self._remedy)

    def _read(self, open_source: Callable[[], Source]) -> None:
        try:
            source = open_source()
            try:
                self._take_all(source)
            finally:
                source.close()
        except Exception as failure:  # noqa: BLE001 - raised again where the pictures are waited for
            with self._changed:
                self._failure = failure
                self._changed.notify_all()

    def _take_all(self, source: Source) -> None:
        index, due, rate = -1, 0.0, None
        while not self._closed:
            self._lock(source)
            if rate != self._rate:
                rate = self._rate
                if isinstance(source, PacedSource):
                    source.pace(rate)
            source.wait()
            index += 1  # those that are left out have numbers too
            now, pause = time.monotonic(), 1 / rate if rate else 0.0
            if now < due - _EARLY * pause:
                continue
            shot = source.take()
            if shot is None:
                continue
            due = max(due, now - pause) + pause
            taken = now if shot.taken is None else shot.taken
            with self._changed:
                self._newest = Frame(shot.image, index, taken, shot.small)
                self._changed.notify_all()

    def _lock(self, source: Source) -> None:
        """Lock the source if somebody asked for it, in the thread that reads: only that may touch it."""
        wanted = self._to_lock
        if wanted is None:
            return
        locked: dict[str, float] | NotKept
        try:
            locked = source.lock(wanted) if isinstance(source, LockableSource) else {}
        except NotKept as not_kept:  # told to whoever asked; the pictures go on
            locked = not_kept
        with self._changed:
            self._locked, self._to_lock = locked, None
            self._changed.notify_all()
