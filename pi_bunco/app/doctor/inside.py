"""The doctor of a table that runs, for its page: it looks at what the table sees and holds already."""

import threading
import time
from collections.abc import Callable

from pi_bunco.app.doctor.bell import Heard
from pi_bunco.app.doctor.case import Case
from pi_bunco.app.doctor.examine import examine, named
from pi_bunco.app.doctor.sight import LOOKS, Sight, rate
from pi_bunco.config import NO_CAMERA, Settings
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.ports import Bell, Press, Stage
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Frame
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.views import table as s

_PATIENCE = 5.0
"""Seconds to wait for pictures."""
_GLANCE = 0.02


class Touched:
    """Remembers when the button was pressed, and passes all on.

    Parameters
    ----------
    told
        Who is told what the button does.

    >>> touched = Touched(print)
    >>> touched.ago is None
    True
    >>> touched(Press(Stage.SHORT))
    Press(stage=<Stage.SHORT: 'short'>, let_go=False)
    >>> touched.ago >= 0
    True
    """

    def __init__(self, told: Callable[[Press], object]) -> None:
        self._told = told
        self._at: float | None = None

    def __call__(self, press: Press) -> None:
        """Take note of what the button did."""
        if press == Press(Stage.SHORT):
            self._at = time.monotonic()
        self._told(press)

    @property
    def ago(self) -> float | None:
        """Seconds since the button was pressed; ``None``: it was not."""
        return None if self._at is None else time.monotonic() - self._at


class TableDoctor:
    """Fits :class:`pi_bunco.web.doctor.Doctor`.

    Parameters
    ----------
    settings
        The table's.
    snapshot
        Gives what the page shows.
    bell
        Its bell.
    touched
        Who knows when its button was pressed.
    lookout
        Who has the camera; ``None``: there is none.
    not_kept
        Gives what the camera does not keep of its calibration.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what the table holds, each of another kind
        self,
        settings: Settings,
        snapshot: Callable[[], s.TableView],
        bell: Bell,
        touched: Touched,
        lookout: CameraSupervisor | None,
        not_kept: Callable[[], Trouble | None] = lambda: None,
    ) -> None:
        self._settings, self._snapshot = settings, snapshot
        self._bell, self._touched = bell, touched
        self._lookout, self._not_kept = lookout, not_kept
        self._busy = threading.Lock()

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        """Look at the checks that are named, all if none is; one page at a time.

        Raises
        ------
        Trouble
            If there is no such check.
        """
        checks = named(names)
        with self._busy:
            case = Case(self._settings, look=lambda *_: self._look(), hear=lambda _: self._hear())
            return tuple(examine(case, checks))

    def _look(self) -> Sight:
        """Look at the next pictures that the lookout sees."""
        now = self._snapshot().camera
        if self._lookout is None:
            return Sight(NO_CAMERA)
        frames = self._next(self._lookout)
        camera = self._lookout.camera
        if not frames or camera is None:
            return Sight("the camera", trouble=_why(now))
        pictures = tuple(frame.image for frame in frames)
        return Sight(camera.name, pictures, rate=rate(frames), not_kept=self._not_kept(), mock=now.mock)

    def _next(self, lookout: CameraSupervisor) -> list[Frame]:
        """Wait for pictures that come from now on; none, if none come."""
        last = lookout.newest
        frames: list[Frame] = []
        until = time.monotonic() + _PATIENCE
        while len(frames) < LOOKS and time.monotonic() < until:
            frame = lookout.newest
            if frame is not None and frame is not last:
                frames.append(frame)
                last = frame
            time.sleep(_GLANCE)
        return frames

    def _hear(self) -> Heard:
        kind, _, name = self._settings.bell_used.partition(":")
        if kind != "gpio":
            return Heard()
        told = self._snapshot().button
        if told.stage == "missing":
            return Heard(load_board(name or "generic"), Trouble(told.text, told.remedy), runs=True)
        return Heard(load_board(name or "generic"), down=self._bell.down, ago=self._touched.ago, runs=True)


def _why(camera: s.CameraStatus) -> Trouble:
    """Say why there are no pictures, as the table's page does where it knows."""
    if camera.status == "trouble":
        return Trouble(camera.says, camera.remedy or "Until it is mended, enter the dice by tapping.")
    if camera.status == "starting":
        return Trouble("The camera is being opened.", "Ask again in a quarter of a minute.")
    text = f"The camera has given no picture for {_PATIENCE:.0f} seconds."
    return Trouble(text, "Check its cable; what else keeps the machine busy makes it slow.")
