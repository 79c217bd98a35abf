"""Shows what cameras see that no table has yet. Each runs in a station of its own for a short time."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.equipment.camera_station import CameraStation, fetch_picture
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.down import Open, Wanted
from pi_bunco.messages.up import CameraHealth, Seen
from pi_bunco.views.devices import CameraStatus, DiceMotion

MAX_PEEKS = 2
"""How many such stations run at once: each takes up to 80 MB."""
TURN_SECONDS = 8.0
"""For so many seconds a camera stays open if more cameras than that are looked at."""
KEPT_SECONDS = 12.0
"""After so many seconds without a question a station ends."""
_PICTURES_A_SECOND = 1.0
_CHECK_SECONDS = 1.0
"""How often to look whether a camera is still looked at."""
_NO_CALIBRATION = Path("/nonexistent/calibration.zip")


@dataclass(frozen=True, slots=True)
class _NoTable:
    """Nobody waits for what the station sees."""

    table: int = 0

    def find_wanted(self) -> Wanted:
        return Wanted()

    def wait_for_change(self, known: int, seconds: float) -> int:
        time.sleep(seconds)
        return known

    def send(self, news: Seen | CameraStatus | DiceMotion) -> None:
        pass


@dataclass(slots=True, eq=False)
class _Peek:
    station: CameraStation
    since: float
    asked: float


class CameraPeeks:
    """Opens cameras for a look, and closes them when nobody looks any more. Any thread may use it.

    Parameters
    ----------
    open_station
        Opens the station of a camera.
    clock
        The seconds on a clock that never jumps.
    """

    def __init__(
        self,
        open_station: Callable[[str], CameraStation] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_station, self._clock = open_station or _open_station, clock
        self._lock = threading.Lock()
        self._peeks: dict[str, _Peek] = {}
        self._pictures: dict[str, bytes] = {}
        self._healths: dict[str, CameraHealth] = {}
        self._ended: deque[CameraStation] = deque()
        self._woken, self._stopping = threading.Event(), False
        self._thread = threading.Thread(target=self._run, name="peeks", daemon=True)
        start_thread(self._thread)

    def get_health(self, camera: str) -> CameraHealth | None:
        """Return the state of a camera at its last look, ``None``: nobody has looked."""
        with self._lock:
            self._note_health(camera)
            return self._healths.get(camera)

    def fetch_picture(self, camera: str) -> bytes | None:
        """Return the newest picture of a camera as a JPEG, ``None``: none yet, or none since it has trouble.

        It is opened if no more than :data:`MAX_PEEKS` are open; otherwise cameras take turns.
        """
        station = self._look(camera)
        if station and station.health.status == "trouble":
            self._pictures.pop(camera, None)
        elif station and (picture := fetch_picture(station)):
            self._pictures[camera] = picture
        return self._pictures.get(camera)

    def end(self, camera: str) -> None:
        """Close a camera now, since a table gets it."""
        with self._lock:
            station = self._remove(camera)
            self._healths.pop(camera, None)
            self._pictures.pop(camera, None)
        if station:
            station.close()

    def close(self) -> None:
        """Close all cameras."""
        self._stopping = True
        self._woken.set()
        self._thread.join()
        for camera in tuple(self._peeks):
            self.end(camera)
        self._close_ended()

    def _look(self, camera: str) -> CameraStation | None:
        """Return the station of a camera, which is opened if it is its turn; ``None``: it is not."""
        with self._lock:
            now, peek = self._clock(), self._peeks.get(camera)
            if peek is None:
                oldest = min(self._peeks, key=lambda name: self._peeks[name].since, default="")
                if len(self._peeks) >= MAX_PEEKS:
                    if now - self._peeks[oldest].since < TURN_SECONDS:
                        return None
                    self._end(oldest)
                    self._woken.set()
                peek = self._peeks[camera] = _Peek(self._open_station(camera), now, now)
            peek.asked = now
            return peek.station

    def _run(self) -> None:
        while not self._stopping:
            self._woken.wait(_CHECK_SECONDS)
            self._woken.clear()
            with self._lock:
                now = self._clock()
                for camera, peek in tuple(self._peeks.items()):
                    if now - peek.asked > KEPT_SECONDS:
                        self._end(camera)
            self._close_ended()

    def _close_ended(self) -> None:
        while self._ended:
            self._ended.popleft().close()

    def _end(self, camera: str) -> None:
        """Let the thread close a camera, since that may take seconds."""
        if station := self._remove(camera):
            self._ended.append(station)

    def _remove(self, camera: str) -> CameraStation | None:
        self._note_health(camera)
        peek = self._peeks.pop(camera, None)
        return peek.station if peek else None

    def _note_health(self, camera: str) -> None:
        if peek := self._peeks.get(camera):
            self._healths[camera] = peek.station.health
            if peek.station.health.status == "trouble":
                self._pictures.pop(camera, None)


def _open_station(camera: str) -> CameraStation:
    station = CameraStation(Open(camera=camera, table=0, calibration=str(_NO_CALIBRATION)))
    station.begin(_NoTable(), lambda: _PICTURES_A_SECOND, lambda: 0)
    return station
