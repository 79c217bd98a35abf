"""Answers the questions of the table's program: pictures, the doctor's findings, steps of a calibration."""

import threading
import time
from collections.abc import Mapping
from queue import SimpleQueue

from pi_bunco.devices.camera.slow import advise_slow_camera
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import BrokenPicture, Frame
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.down import Calibrate, Open, Question, Show
from pi_bunco.messages.up import Answer, Examined, Picture, RefusedStep, StepTaken
from pi_bunco.pictures.encode import encode_jpeg
from pi_bunco.settings.config import MOCK, get_camera_kind
from pi_bunco.station.calibrator import TableCalibrator
from pi_bunco.station.doctor.camera import EXAMINED_PICTURES, CameraState, explain_no_pictures
from pi_bunco.station.doctor.table import judge_table
from pi_bunco.station.link import Link
from pi_bunco.station.locked_camera import LockedCamera
from pi_bunco.station.loop import CameraLoop
from pi_bunco.station.table_reader import TableReader
from pi_bunco.vision.calibrate.file import CalibrationTrouble

_PICTURES_SECONDS = 5.0
"""How long to wait for pictures that the doctor examines."""
_POLL_SECONDS = 0.02
"""How long to wait between two looks for a new picture."""


class Answers:
    """A thread that answers one question after another.

    Parameters
    ----------
    link
        Leads to the table's program.
    loop
        Watches the mat.
    calibrator
        Takes the steps of a calibration.
    settings
        The first message.
    locked
        Opens the camera with its calibrated settings, ``None`` for a mock camera.
    reader
        Reads the pictures.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a station
        self,
        link: Link,
        loop: CameraLoop,
        calibrator: TableCalibrator,
        settings: Open,
        locked: LockedCamera | None,
        reader: TableReader,
    ) -> None:
        self._link, self._loop, self._calibrator = link, loop, calibrator
        self._settings, self._locked, self._reader = settings, locked, reader
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        start_thread(threading.Thread(target=self._run, name="answers", daemon=True))

    def ask(self, question: Question) -> None:
        """Answer a question soon. A picture is sent at once, so that it never waits for a calibration."""
        if isinstance(question, Show):
            self._link.send(self._show(question.id))
        else:
            self._questions.put(question)

    def close(self) -> None:
        """Answer nothing more."""
        self._questions.put(None)

    def _run(self) -> None:
        while question := self._questions.get():
            try:
                self._link.send(self._answer(question))
            except OSError:
                return  # the table's program has ended

    def _answer(self, question: Question) -> Answer:
        try:
            if isinstance(question, Calibrate):
                return self._take_step(question)
            return Examined(question.id, tuple(self._examine().values()))
        except Trouble as trouble:
            broken = isinstance(trouble, CalibrationTrouble)  # the disk is full or damaged
            return RefusedStep(question.id, trouble.text, trouble.remedy, broken=broken)

    def _show(self, number: int) -> Picture:
        frame = self._loop.newest
        try:
            return Picture(number, encode_jpeg(frame.image) if frame else b"")
        except BrokenPicture:
            return Picture(number)

    def _take_step(self, question: Calibrate) -> StepTaken:
        calibrator, file = self._calibrator, b""
        match question.step:
            case "view":
                pass
            case "find":
                calibrator.find_mat()
            case "corners":
                calibrator.set_corners(question.points)
            case "learn":
                calibrator.learn()
            case "test" | "stop":
                calibrator.test(on=question.step == "test")
            case "save":
                calibrator.save()
            case "file":
                file = calibrator.get_file() or b""
        return StepTaken(question.id, calibrator.get_view(), file)

    def _examine(self) -> Mapping[str, Finding]:
        return judge_table(
            self._take_state(), self._settings.table, self._reader.calibration, self._reader.trouble
        )

    def _take_state(self) -> CameraState:
        """Return what the camera sees in the next pictures."""
        name, camera, frames = self._settings.camera, self._loop.camera, self._take_pictures()
        if not frames or camera is None:
            return CameraState(
                "the camera", trouble=explain_no_pictures(self._loop.health, name, _PICTURES_SECONDS)
            )
        speed = self._loop.speed_meter.measure(time.monotonic())
        return CameraState(
            camera.name,
            tuple(frame.image for frame in frames),
            rate=speed and speed.delivered,
            not_kept=self._locked.trouble if self._locked else None,
            mock=get_camera_kind(name) == MOCK,
            if_slow=advise_slow_camera(name),
            frozen=self._loop.frozen,
            longest_look=speed.longest if speed else None,
        )

    def _take_pictures(self) -> list[Frame]:
        """Wait for new pictures and return those that came."""
        last = self._loop.newest
        frames: list[Frame] = []
        until = time.monotonic() + _PICTURES_SECONDS
        while len(frames) < EXAMINED_PICTURES and time.monotonic() < until:
            frame = self._loop.newest
            if frame is not None and frame is not last:
                frames.append(frame)
                last = frame
            time.sleep(_POLL_SECONDS)
        return frames
