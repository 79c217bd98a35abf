"""Calibrates a running table from its page, with the pictures of the table's supervisor."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_bunco.devices.ports import Thrower, lock
from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame, Image
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.stations.calibration import (
    THROWS,
    CalibrationRun,
    Outline,
    find_outline_by_markers,
    make_outline_by_hand,
)
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.views.calibration import AdviceView, CalibrationView, Point, TestThrow
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from pi_bunco.vision.calibrate.file import CalibrationTrouble, pack, save
from pi_bunco.vision.calibrate.guess import guess_mat
from pi_bunco.vision.calibrate.learn import FRAMES
from pi_bunco.vision.reader import Reader

_MARKER_PICTURES = 5
"""The number of pictures in which to look for markers."""
_SETTLING_PICTURES = 12
"""The number of pictures until a camera shows its new exposure."""
_MAX_WAIT = 5.0
"""The most seconds to wait for the next picture."""
_POLL_PAUSE = 0.02
"""Seconds between two checks for a new picture."""


class TableCalibrator:
    """Calibrates one table; implements :class:`pi_bunco.views.calibration.Calibrator`.

    Parameters
    ----------
    supervisor
        Owns the camera.
    plain
        Reads without a calibration. The supervisor must not use it, since only one thread may use a reader.
    reader
        The game's reader, which gets the saved calibration.
    path
        Where the calibration is saved.
    """

    def __init__(self, supervisor: CameraSupervisor, plain: Reader, reader: TableReader, path: Path) -> None:
        self._supervisor, self._reader, self._path = supervisor, reader, path
        self._run = CalibrationRun(plain)
        self._saved = reader.calibration is not None
        self._testing = False
        self._busy = threading.Lock()

    def get_view(self) -> CalibrationView:
        """Return the progress of the calibration."""
        newest = self._supervisor.newest
        run, outline, learnt = self._run, self._run.outline, self._run.learnt
        in_use = self._reader.calibration
        corners, by = None, ""
        if outline:
            corners, by = outline.corners, "markers" if outline.by_markers else "hand"
        elif in_use and newest and in_use.fits(newest.image):
            corners, by = in_use.corners, "file"
        image = newest.image if newest else None
        advice = run.list_advice([image]) if image is not None else []
        return CalibrationView(
            picture=(image.shape[1], image.shape[0]) if image is not None else None,
            corners=corners,
            by=by,
            markers=_find_markers(image) if image is not None and learnt is None else (),
            learnt=learnt is not None,
            testing=self._testing,
            locked=learnt is not None and bool(learnt.locked),
            thrown=tuple(TestThrow(reading.values, reading.reason) for reading in run.test.readings),
            wanted=THROWS,
            die=run.test.edge,
            advice=tuple(AdviceView(item.kind.value, item.sentence, item.box) for item in advice),
            saved=self._saved,
            guess=guess_mat(image) if image is not None and corners is None else (),
        )

    def find_mat(self) -> None:
        """Find the mat by its markers."""
        with self._work_alone():
            self._set_outline(find_outline_by_markers(self._take_pictures(_MARKER_PICTURES)))

    def set_corners(self, points: tuple[Point, ...]) -> None:
        """Take the four corners that a person tapped."""
        with self._work_alone():
            self._set_outline(make_outline_by_hand(points, self._take_pictures(1)[0]))

    def learn(self) -> None:
        """Lock the camera and learn the empty mat."""
        with self._work_alone():
            if self._run.outline is None and (in_use := self._reader.calibration):
                stands = (in_use.stand,) if in_use.stand else ()
                self._set_outline(
                    Outline(in_use.picture, in_use.corners, in_use.ratio, in_use.size_mm, stands)
                )
            camera = self._supervisor.camera
            locked = lock(camera, {}) if camera else {}
            self._run.learn(
                self._take_pictures(FRAMES + (_SETTLING_PICTURES if locked else 0))[-FRAMES:], locked
            )
            self._stop_test()
            self._saved = False

    def test(self, *, on: bool) -> None:
        """Start or stop watching test throws, which do not count in the game."""
        with self._work_alone():
            if not on:
                self._stop_test()
                return
            self._run.get_learnt()
            self._run.forget_throws()
            self._testing = True
            self._supervisor.divert_frames(self._see)

    def save(self) -> None:
        """Save the calibration and use it from now on."""
        with self._work_alone():
            calibration = self._run.result
            save(calibration, self._path)
            self._stop_test()
            self._reader.use(calibration)
            self._saved = True

    def get_file(self) -> bytes | None:
        """Return the calibration in use as a file."""
        calibration = self._reader.calibration
        return pack(calibration) if calibration else None

    def _set_outline(self, outline: Outline) -> None:
        self._stop_test()
        self._run.set_outline(outline)
        self._saved = False

    def _see(self, frame: Frame) -> None:
        """Look at the next picture of a test, in the supervisor's thread."""
        # A page at work may be waiting for pictures from this thread, so this must not wait for the page.
        if not self._busy.acquire(blocking=False):
            return
        try:
            camera = self._supervisor.camera
            if isinstance(camera, Thrower) and camera.at_rest:
                camera.throw()
            if self._run.see(frame) and len(self._run.test.readings) >= THROWS:
                self._stop_test()
                self._saved = False
        finally:
            self._busy.release()

    def _stop_test(self) -> None:
        self._testing = False
        self._supervisor.divert_frames(None)

    def _take_pictures(self, number: int) -> list[Image]:
        """Wait for new pictures and return them."""
        pictures: list[Image] = []
        newest = self._supervisor.newest
        last = newest.index if newest else -1
        until = time.monotonic() + _MAX_WAIT
        while len(pictures) < number:
            frame = self._supervisor.newest
            if frame is not None and frame.index != last:
                pictures.append(frame.image)
                last, until = frame.index, time.monotonic() + _MAX_WAIT
            elif time.monotonic() > until:
                raise Refused(
                    say("The camera gives no pictures."), say("See what is wrong with it, and try again.")
                )
            else:
                time.sleep(_POLL_PAUSE)
        return pictures

    @contextmanager
    def _work_alone(self) -> Iterator[None]:
        """Let only one page work at a time, and turn any trouble except that of the disk into a refusal."""
        with self._busy:
            try:
                yield
            except CalibrationTrouble:
                raise  # the disk is full or damaged
            except Trouble as trouble:
                raise Refused(trouble.text, trouble.remedy) from trouble


def _find_markers(image: Image) -> tuple[tuple[Point, ...], ...]:
    markers = find_fiducials(image).markers.values()
    return tuple(tuple((float(x), float(y)) for x, y in marker) for marker in markers)
