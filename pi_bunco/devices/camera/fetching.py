"""A thread that fetches a device's pictures and keeps the newest one. Nobody waits for it without a limit."""

import time
from collections.abc import Callable, Mapping
from threading import Condition, Thread

from pi_bunco.devices.camera.source import BreakableSource, LockableSource, PacedSource, Source
from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.frames import Frame
from pi_bunco.machine.threads import start_thread
from pi_bunco.pictures.packed_picture import PackedPicture
from pi_bunco.sentences import say

_MAX_EARLY = 0.25
"""A picture may come early by this share of the pause. Otherwise a camera that is a little too fast would
lose every second picture."""


class FetchThread:
    """Opens a device, fetches its pictures until it is stopped or they end, and closes the device.

    Only its own thread touches the device, so a driver that never answers blocks no other thread.

    Parameters
    ----------
    name
        What people call the camera.
    open_source
        Opens the device; may raise :class:`CameraTrouble`.
    remedy
        What to do if it does not answer.

    Attributes
    ----------
    newest
        The newest picture, ``None`` before the first.
    broken
        How many damaged pictures were skipped, including those found damaged only when decoded.
    rate
        The most pictures a second to decode; ``None``: all.
    """

    def __init__(self, name: str, open_source: Callable[[], Source], remedy: str) -> None:
        self._name, self._remedy = name, remedy
        self.newest: Frame | None = None
        self.rate: float | None = None
        self.broken = 0
        self._broken_in_a_row = 0
        self._changed = Condition()
        self._source: Source | None = None
        self._failure: Exception | None = None
        self._stopped = False
        self._wanted_locks: Mapping[str, float] | None = None
        self._locked: dict[str, float] | NotKept = {}
        self._thread = Thread(target=self._run, args=(open_source,), name=f"camera {name}", daemon=True)
        start_thread(self._thread)

    def wait_for_newer(self, index: int, seconds: float) -> Frame | None:
        """Wait for a picture with a higher number; return ``None`` when stopped.

        Raises
        ------
        CameraTrouble
            If none comes in time, or the device reports why none will come.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopped or self._failure or (self.newest and self.newest.index > index), seconds
            )
            if self._stopped:
                return None
            if self.newest and self.newest.index > index:
                return self.newest
            if self._failure:
                raise self._failure
        if self._source is None:
            raise CameraTrouble(
                say(
                    "{camera} is still starting: no picture has come for {seconds} seconds.",
                    camera=self._name,
                    seconds=round(seconds),
                ),
                say("The table waits for one. If none comes: {remedy}", remedy=self._remedy),
            )
        if self._broken_in_a_row:
            raise CameraTrouble(
                say(
                    "The last {number} pictures of {camera} arrived broken.",
                    number=self._broken_in_a_row,
                    camera=self._name,
                ),
                self._remedy,
            )
        raise CameraTrouble(
            say(
                "{camera} has given no picture for {seconds} seconds.",
                camera=self._name,
                seconds=round(seconds),
            ),
            self._remedy,
        )

    def lock(self, wanted: Mapping[str, float], seconds: float) -> dict[str, float]:
        """Lock the device; see :meth:`pi_bunco.devices.ports.Lockable.lock`."""
        with self._changed:
            self._wanted_locks = wanted
            done = self._changed.wait_for(
                lambda: self._stopped or self._failure or self._wanted_locks is None, seconds
            )
            if self._failure:
                raise self._failure
            if not done:
                raise CameraTrouble(say("{camera} does not answer.", camera=self._name), self._remedy)
            if isinstance(self._locked, NotKept):
                raise self._locked
            return {} if self._stopped else self._locked

    def stop(self) -> None:
        """Stop fetching; threads that wait for a picture go on. May be called twice."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            source = self._source
        if isinstance(source, BreakableSource):
            source.break_off()

    def wait_until_closed(self, seconds: float) -> bool:
        """Wait until the device is closed; return whether it is."""
        self._thread.join(timeout=max(seconds, 0.0))
        return not self._thread.is_alive()

    def _run(self, open_source: Callable[[], Source]) -> None:
        try:
            source = open_source()
            with self._changed:
                self._source = source
            try:
                self._fetch_all(source)
            finally:
                source.close()
        except Exception as failure:  # noqa: BLE001 - raised again where the pictures are waited for
            with self._changed:
                self._failure = failure
                self._changed.notify_all()

    def _fetch_all(self, source: Source) -> None:
        index, due, rate = -1, 0.0, None
        while not self._stopped:
            self._lock_if_wanted(source)
            if rate != self.rate:
                rate = self.rate
                if isinstance(source, PacedSource):
                    source.pace(rate)
            source.wait()
            index += 1  # skipped pictures have numbers too
            now, pause = time.monotonic(), 1 / rate if rate else 0.0
            if now < due - _MAX_EARLY * pause:
                continue
            shot = source.take()
            if shot is None:
                self._count_broken()
                self._broken_in_a_row += 1
                continue
            self._broken_in_a_row = 0
            due = max(due, now - pause) + pause
            if isinstance(shot.picture, PackedPicture):
                shot.picture.when_broken = self._count_broken
            with self._changed:
                self.newest = Frame(
                    shot.picture, index, now if shot.taken is None else shot.taken, shot.small
                )
                self._changed.notify_all()

    def _count_broken(self) -> None:
        with self._changed:  # any thread may decode a picture
            self.broken += 1

    def _lock_if_wanted(self, source: Source) -> None:
        """Lock the source if another thread wants that; only this thread may touch it."""
        wanted = self._wanted_locks
        if wanted is None:
            return
        locked: dict[str, float] | NotKept
        try:
            locked = source.lock(wanted) if isinstance(source, LockableSource) else {}
        except NotKept as not_kept:  # lock() raises it in the thread that called; fetching goes on
            locked = not_kept
        with self._changed:
            self._locked, self._wanted_locks = locked, None
            self._changed.notify_all()
