"""A station's answers: pictures, the doctor's findings, and steps of a calibration that are refused."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.frames import Frame
from pi_bunco.messages.down import Calibrate, Examine, Open, Show, Wanted
from pi_bunco.messages.up import CameraHealth, Examined, Picture, RefusedStep
from pi_bunco.readings import Reading, Status
from pi_bunco.station import answers as answers_module
from pi_bunco.station.answers import Answers
from pi_bunco.station.loop import CameraLoop, LoopConfig
from pi_bunco.station.speed import Speed, SpeedMeter
from pi_bunco.station.table_reader import TableReader
from pi_bunco.vision.calibrate.file import CalibrationTrouble
from pi_bunco.vision.frozen import FROZEN
from pi_bunco.vision.watch import Watcher

PATIENCE = 60.0


class Wall:
    """A camera that looks at a grey wall, and may repeat one picture."""

    name, live = "wall camera", True

    def __init__(self, *, frozen: bool = False) -> None:
        self.closed, self.frozen = False, frozen

    def frames(self) -> Iterator[Frame]:
        index = 0
        while not self.closed:
            level = 140 + (0 if self.frozen else index % 2)
            yield Frame(np.full((48, 64, 3), level, np.uint8), index, time.monotonic())
            index += 1
            time.sleep(0.01)

    def close(self) -> None:
        self.closed = True


class Blind:
    """Reads nothing."""

    def read(self, *_: object, **__: object) -> Reading:
        return Reading(Status.EMPTY)


class Link:
    """A link that keeps the answers."""

    wanted, rate = Wanted(), None

    def __init__(self) -> None:
        self.answers: SimpleQueue[Any] = SimpleQueue()
        self.healths: SimpleQueue[CameraHealth] = SimpleQueue()

    def send(self, message: Any) -> None:
        if isinstance(message, CameraHealth):
            self.healths.put(message)
        elif hasattr(message, "id"):
            self.answers.put(message)


class Station:
    """A station with this camera, or with one that cannot be opened."""

    def __init__(self, camera: Wall | None, name: str, calibrator: Any = None) -> None:
        def open_camera() -> Wall:
            if camera is None:
                raise CameraTrouble("There is no camera at /dev/video0.", "Plug it in.")
            return camera

        self.link = Link()
        link: Any = self.link
        self.loop = CameraLoop(LoopConfig(open_camera, lambda: Watcher(Blind()), link))
        settings = Open(camera=name, table=1, calibration="")
        self.answers = Answers(link, self.loop, calibrator, settings, None, TableReader(Blind()))

    def ask(self, question: Any) -> Any:
        self.answers.ask(question)
        answer = self.link.answers.get(timeout=PATIENCE)
        assert answer.id == question.id
        return answer

    def examine(self) -> dict[str, Finding]:
        answer = self.ask(Examine(3))
        assert isinstance(answer, Examined)
        return {finding.check: finding for finding in answer.findings}


@contextmanager
def watch(camera: Wall | None, name: str = "/dev/video99") -> Iterator[Station]:
    """Let a station watch."""
    station = Station(camera, name)
    thread = threading.Thread(target=station.loop.run)
    thread.start()
    try:
        station.link.healths.get(timeout=PATIENCE)  # the first news
        yield station
    finally:
        station.loop.stop()
        thread.join()
        station.answers.close()


def test_newest_picture_is_sent_as_a_jpeg() -> None:
    """The picture is a JPEG file; before the first picture, the file is empty."""
    with watch(Wall()) as station:
        picture = station.ask(Show(5))
    image = cv2.imdecode(np.frombuffer(picture.file, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (48, 64, 3)
    assert Station(None, "usb").ask(Show(6)) == Picture(6)


def test_running_station_is_examined() -> None:
    """The doctor judges the pictures of the running camera."""
    with watch(Wall()) as station:
        found = station.examine()
    assert found["camera"].mark is Mark.GOOD
    assert found["camera"].found.startswith("wall camera gives pictures of 64 x 48, ")
    assert re.search(r"Looking at a picture took \d+\.\d s at most\.$", found["camera"].found)
    assert found["light"].mark is Mark.GOOD
    assert found["mat"].mark is Mark.LOOK


def test_rate_of_a_slow_camera_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rate is the station's own measurement, since few pictures come while the doctor waits."""
    monkeypatch.setattr(SpeedMeter, "measure", lambda *_: Speed(0.4, 0.4, 0.1))
    with watch(Wall(), "http://10.0.0.7/video") as station:
        found = station.examine()
    assert found["camera"].found.startswith("wall camera gives pictures of 64 x 48, 1 in 2.5 s. That is slow")
    assert "Wi-Fi" in found["camera"].remedy


@pytest.mark.parametrize(("camera", "word"), [("usb", "cable"), ("rtsp://10.0.0.7/a", "same network")])
def test_camera_that_stays_silent_has_advice_for_its_kind(
    camera: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a live camera gives no new picture, a network camera is looked for in the network."""
    monkeypatch.setattr(answers_module, "_PICTURES_SECONDS", 0.05)
    station = Station(Wall(), camera)  # never runs
    station.loop.health = CameraHealth("live", "wall camera live")
    assert word in station.examine()["camera"].remedy


def test_camera_that_repeats_one_picture_is_bad() -> None:
    """A camera whose pictures come but never change is bad, and the page says why."""
    with watch(Wall(frozen=True)) as station:
        while station.link.healths.get(timeout=PATIENCE).text != FROZEN.text:
            pass
        found = station.examine()
    assert found["camera"].mark is Mark.BAD
    assert FROZEN.text in found["camera"].found
    assert found["camera"].remedy == FROZEN.remedy


def test_camera_without_pictures_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are no pictures, the finding is the trouble that the table's page shows."""
    monkeypatch.setattr(answers_module, "_PICTURES_SECONDS", 0.2)
    with watch(None) as station:
        found = station.examine()
    assert (found["camera"].mark, found["camera"].found) == (Mark.BAD, "There is no camera at /dev/video0.")
    assert found["camera"].remedy == "Plug it in."


@pytest.mark.parametrize(
    ("trouble", "broken"),
    [
        (Trouble("I see none of the four markers.", "Uncover them."), False),
        (CalibrationTrouble("The disk is full.", "Make room."), True),
    ],
)
def test_step_that_cannot_be_done_is_refused(trouble: Trouble, *, broken: bool) -> None:
    """The answer says why, and whether something is damaged, such as the disk."""

    def refuse() -> None:
        raise trouble

    station = Station(None, "usb", SimpleNamespace(find_mat=refuse))
    expected = RefusedStep(8, trouble.text, trouble.remedy, broken=broken)
    assert station.ask(Calibrate(8, "find")) == expected
