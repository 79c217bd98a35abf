"""Calibrates the mat of a running station, step by step."""

import threading
import time
from pathlib import Path

from pi_bunco.devices.ports import CameraTrouble, Thrower, lock
from pi_bunco.frames import Frame, Image
from pi_bunco.messages.calibration import THROWS, AdviceView, CalibrationView, Point, TestThrow
from pi_bunco.sentences import say
from pi_bunco.station.calibration import (
    CalibrationRun,
    Outline,
    find_outline_by_markers,
    make_outline_by_hand,
)
from pi_bunco.station.loop import CameraLoop
from pi_bunco.station.table_reader import TableReader
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from pi_bunco.vision.calibrate.file import pack, save
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
    """Calibrates the mat of a station. One thread takes its steps, another runs the loop.

    A method that fails raises :class:`~pi_bunco.errors.Trouble`, which says what to do.

    Parameters
    ----------
    loop
        Owns the camera.
    plain
        Reads without a calibration. The loop must not use it, since only one thread may use a reader.
    reader
        The loop's reader, which gets the saved calibration.
    path
        Where the calibration is saved.
    """

    def __init__(self, loop: CameraLoop, plain: Reader, reader: TableReader, path: Path) -> None:
        self._loop, self._reader, self._path = loop, reader, path
        self._run = CalibrationRun(plain)
        self._saved = reader.calibration is not None
        self._testing = False
        self._busy = threading.Lock()  # keeps the pictures of a test away from a step

    def get_view(self) -> CalibrationView:
        """Return the progress of the calibration."""
        newest = self._loop.newest
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
            die=run.test.edge,
            advice=tuple(AdviceView(item.kind.value, item.sentence, item.box) for item in advice),
            saved=self._saved,
            guess=guess_mat(image) if image is not None and corners is None else (),
        )

    def find_mat(self) -> None:
        """Find the mat by its markers."""
        with self._busy:
            self._set_outline(find_outline_by_markers(self._take_pictures(_MARKER_PICTURES)))

    def set_corners(self, points: tuple[Point, ...]) -> None:
        """Take the four corners that a person tapped."""
        with self._busy:
            self._set_outline(make_outline_by_hand(points, self._take_pictures(1)[0]))

    def learn(self) -> None:
        """Lock the camera and learn the empty mat."""
        with self._busy:
            if self._run.outline is None and (in_use := self._reader.calibration):
                stands = (in_use.stand,) if in_use.stand else ()
                self._set_outline(
                    Outline(in_use.picture, in_use.corners, in_use.ratio, in_use.size_mm, stands)
                )
            camera = self._loop.camera
            locked = lock(camera, {}) if camera else {}
            self._run.learn(
                self._take_pictures(FRAMES + (_SETTLING_PICTURES if locked else 0))[-FRAMES:], locked
            )
            self._stop_test()
            self._saved = False

    def test(self, *, on: bool) -> None:
        """Start or stop watching test throws, which do not count in the game."""
        with self._busy:
            if not on:
                self._stop_test()
                return
            self._run.get_learnt()
            self._run.forget_throws()
            self._testing = True
            self._loop.receive = self._see

    def save(self) -> None:
        """Save the calibration and use it from now on."""
        with self._busy:
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
        """Look at the next picture of a test, in the loop's thread."""
        # A page at work may be waiting for pictures from this thread, so this must not wait for the page.
        if not self._busy.acquire(blocking=False):
            return
        try:
            camera = self._loop.camera
            if isinstance(camera, Thrower) and camera.at_rest:
                camera.throw()
            if self._run.see(frame) and len(self._run.test.readings) >= THROWS:
                self._stop_test()
                self._saved = False
        finally:
            self._busy.release()

    def _stop_test(self) -> None:
        self._testing = False
        self._loop.receive = None

    def _take_pictures(self, number: int) -> list[Image]:
        """Wait for new pictures and return them."""
        pictures: list[Image] = []
        newest = self._loop.newest
        last = newest.index if newest else -1
        until = time.monotonic() + _MAX_WAIT
        while len(pictures) < number:
            frame = self._loop.newest
            if frame is not None and frame.index != last:
                pictures.append(frame.image)
                last, until = frame.index, time.monotonic() + _MAX_WAIT
            elif time.monotonic() > until:
                raise CameraTrouble(
                    say("The camera gives no pictures."), say("See what is wrong with it, and try again.")
                )
            else:
                time.sleep(_POLL_PAUSE)
        return pictures


def _find_markers(image: Image) -> tuple[tuple[Point, ...], ...]:
    markers = find_fiducials(image).markers.values()
    return tuple(tuple((float(x), float(y)) for x, y in marker) for marker in markers)
