"""The program of a station, as a process: from its first message to the end of its pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from pi_bunco.messages.codec import get_down_codec, get_up_codec
from pi_bunco.messages.down import Begin, Calibrate, DownMessage, Examine, Open, Show, ThrowDice, Wanted
from pi_bunco.messages.up import (
    EXPLAINED,
    CameraHealth,
    Examined,
    Failed,
    Figures,
    Hello,
    MockMat,
    Moving,
    Picture,
    RefusedStep,
    Seen,
    StepTaken,
)
from pi_bunco.readings import Status
from tests.plugin_packages import install_plugin

Kind = TypeVar("Kind")
MOCK = Open(camera="mock:3", table=1, calibration="/nowhere/calibration.zip")


class Pipes:
    """The pipes to a station."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.inbox, self.outbox = cast("Any", process.stdin), cast("Any", process.stdout)

    def send(self, *messages: DownMessage) -> None:
        for message in messages:
            self.inbox.write(get_down_codec().pack(message))
        self.inbox.flush()

    def wait_for(self, kind: type[Kind]) -> Kind:
        """Return the next message of a kind."""
        while (message := get_up_codec().read(self.outbox)) is not None:
            if isinstance(message, kind):
                return message
        raise AssertionError(f"it ended without {kind.__name__}")


@contextmanager
def run_station(*messages: DownMessage) -> Iterator[Pipes]:
    """Run a station and send it these messages."""
    command = (sys.executable, "-m", "pi_bunco", "station")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        pipes = Pipes(process)
        try:
            pipes.send(*messages)
            yield pipes
        finally:
            process.kill()


def test_mock_camera_is_watched_until_the_pipe_ends() -> None:
    """Dice that were asked for are thrown, seen and sent; questions are answered; then it ends by itself."""
    with run_station(MOCK, Begin()) as pipes:
        assert pipes.wait_for(Hello) == Hello(calibrated=False)
        assert pipes.wait_for(MockMat) == MockMat(thrown=-1, at_rest=True)
        while pipes.wait_for(Moving).moving:
            pass  # it must see the empty mat first
        pipes.send(Wanted(3, "1.1-1.playing"), ThrowDice(3))
        seen = pipes.wait_for(Seen)
        assert (seen.reading.status, seen.moment, seen.size) == (Status.READ, "1.1-1.playing", (960, 720))
        assert seen.file.startswith(b"\xff\xd8")
        assert seen.tumble is not None
        assert 0 < seen.tumble.rested < seen.tumble.began
        assert pipes.wait_for(Figures).size == (960, 720)
        pipes.send(Show(1), Calibrate(2, "find"), Calibrate(3, "view"), Calibrate(4, "file"), Examine(5))
        assert pipes.wait_for(Picture).file.startswith(b"\xff\xd8")
        assert "none of the four markers" in pipes.wait_for(RefusedStep).text
        assert pipes.wait_for(StepTaken).view.picture == (960, 720)
        assert pipes.wait_for(StepTaken).file == b""
        assert [finding.check for finding in pipes.wait_for(Examined).findings] == ["camera", "light", "mat"]
        pipes.inbox.close()
        assert pipes.process.wait(60) == 0


def test_mock_camera_goes_on_after_the_throws_shown_before() -> None:
    """The last dice of the game lie on the mat, and are reported as lying there at the start."""
    with run_station(MOCK, Begin(4), Wanted(3)) as pipes:
        assert pipes.wait_for(MockMat).thrown == 3
        assert pipes.wait_for(Seen).at_start


def test_camera_that_cannot_be_opened_is_reported() -> None:
    """The station goes on and tries again, since somebody may plug the camera in."""
    with run_station(Open(camera="/dev/video99", table=1, calibration="/nowhere"), Begin()) as pipes:
        health = pipes.wait_for(CameraHealth)
        assert (health.status, "/dev/video99" in health.text) == ("trouble", True)
        assert pipes.wait_for(Figures).size is None


@pytest.mark.parametrize(
    ("first", "setting", "words"),
    [
        (Open(camera="mock:x", table=1, calibration="/nowhere"), "camera", "takes a number for its dice"),
        (
            Open(camera="/no/film.mp4", table=1, calibration="/nowhere"),
            "camera",
            "no camera, video or folder",
        ),
        (Open(camera="usb", table=1, calibration="/nowhere", reader="owl"), "reader", "no reader called"),
        (
            Open(camera="usb", table=1, calibration="/nowhere/a.zip", required=True),
            "calibration",
            "no calibration at /nowhere/a.zip",
        ),
        (Open(version=2, camera="usb", table=1, calibration="/nowhere"), "camera", "different versions"),
        (Show(1), "camera", "different versions"),
    ],
    ids=lambda value: getattr(value, "camera", None),
)
def test_station_that_cannot_be_opened_says_why(first: DownMessage, setting: str, words: str) -> None:
    """The only message names the setting that is wrong, and what to do."""
    with run_station(first) as pipes:
        failed = pipes.wait_for(Failed)
        assert pipes.process.wait(60) == EXPLAINED
    assert failed.setting == setting
    assert words in failed.text
    assert failed.remedy


def test_damaged_calibration_is_noted(tmp_path: Path) -> None:
    """The table plays without a calibration that cannot be used, and the note names the table."""
    (tmp_path / "calibration-2.zip").write_bytes(b"half a file")
    with run_station(Open(camera="usb", table=2, calibration=str(tmp_path / "calibration-2.zip"))) as pipes:
        (note,) = pipes.wait_for(Hello).notes
        pipes.inbox.close()
        assert pipes.process.wait(60) == 0
    assert "calibration-2.zip" in note
    assert note.endswith("Until then table 2 plays without it.")


STATION_PLUGIN = """
from pi_bunco.messages.codec import get_down_codec, get_up_codec
from pi_bunco.messages.down import Wanted
from pi_bunco.messages.up import Hello, Seen
from pi_bunco.readings import Die, Reading, Status

class Tray:
    def __init__(self, argument):
        self.values = tuple(map(int, argument.split(",")))

    def run(self, first, inbox, outbox):
        def send(message):
            outbox.write(get_up_codec().pack(message))
            outbox.flush()

        send(Hello(calibrated=False))
        while message := get_down_codec().read(inbox):
            if isinstance(message, Wanted) and message.dice == len(self.values):
                dice = tuple(Die(value, 1.0, (0.0, 0.0, 1.0, 1.0)) for value in self.values)
                send(Seen(reading=Reading(Status.READ, dice), moment=message.moment, age=0.0, index=0,
                          size=(1, 1), file=b""))
        return 0
"""


def test_station_of_another_package_speaks_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plug-in may be other equipment than a camera, such as a tray that weighs its dice."""
    entry_points = "[pi_bunco.stations]\ntray = bunco_tray:Tray\nbroken = bunco_tray:Nothing\n"
    install_plugin(tmp_path, "bunco_tray", entry_points, STATION_PLUGIN)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    tray = Open(camera="tray:2,4,6", table=1, calibration="")
    with run_station(tray, Begin(), Wanted(2), Wanted(3, "1.1-2.playing")) as pipes:
        seen = pipes.wait_for(Seen)
        assert (seen.reading.values, seen.moment) == ((2, 4, 6), "1.1-2.playing")
        pipes.inbox.close()
        assert pipes.process.wait(60) == 0
    with run_station(Open(camera="broken", table=1, calibration="")) as pipes:
        failed = pipes.wait_for(Failed)
    assert 'The plug-in "broken" cannot be loaded' in failed.text
