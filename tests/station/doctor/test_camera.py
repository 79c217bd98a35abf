"""The check of the camera."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera.slow import advise_slow_camera
from pi_bunco.devices.ports import NotKept
from pi_bunco.findings import Mark
from pi_bunco.frames import Frame
from pi_bunco.settings.config import Settings
from pi_bunco.station.doctor.camera import CameraState, judge_camera, take_state
from pi_bunco.vision.frozen import FROZEN
from tests.station.doctor.cameras import BLIND, TROUBLE, empty, make_state
from tests.vision.calibrate.mats import SIZE, draw_felt, photograph


def test_camera_with_pictures_is_good() -> None:
    """The finding about a camera that sends pictures has their size and rate."""
    found = judge_camera(empty())
    assert (found.mark, found.found) == (Mark.GOOD, "Pi camera gives pictures of 960 x 720, 30 a second.")


@pytest.mark.parametrize(
    ("state", "mark", "words"),
    [
        (BLIND, Mark.BAD, "No Pi camera is connected."),
        (make_state(draw_felt(), rate=3.0), Mark.LOOK, "slow"),
        (make_state(draw_felt(), mock=True), Mark.LOOK, "plays by itself"),
        (replace(make_state(draw_felt()), not_kept=TROUBLE), Mark.LOOK, "No Pi camera is connected."),
        (replace(make_state(draw_felt()), broken=1), Mark.LOOK, "Meanwhile 1 picture arrived broken."),
        (replace(make_state(draw_felt()), broken=4), Mark.LOOK, "Meanwhile 4 pictures arrived broken."),
        (make_state(draw_felt(), rate=None), Mark.GOOD, "pictures of 900 x 600."),
        (
            replace(make_state(draw_felt()), longest_look=0.84),
            Mark.GOOD,
            "Looking at a picture took 0.8 s at most.",
        ),
        (replace(make_state(draw_felt()), longest_look=4.0), Mark.LOOK, "took 4.0 s at most. That is long"),
    ],
)
def test_camera_is_judged(state: CameraState, mark: Mark, words: str) -> None:
    """A camera without pictures is bad; slow or broken pictures, slow looks or a mock need one."""
    found = judge_camera(state)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("picamera2:1", "more light, since a dark picture takes longer"),
        ("usb", "a USB port of its own"),
        ("0", "a USB port of its own"),
        ("/dev/video2", "a USB port of its own"),
        ("http://10.0.0.7:8080/video", "the phone's camera app. Bring it nearer to the Wi-Fi"),
        ("HTTPS://10.0.0.7/video", "the phone's camera app. Bring it nearer to the Wi-Fi"),
        ("rtsp://10.0.0.7/stream1", "the camera's smaller stream"),
        ("party.mp4", "Record it again"),
        ("spare", "the settings of the camera or of its plug-in"),
    ],
)
def test_slow_camera_has_advice_for_its_kind(name: str, advice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate below one is shown as seconds, and only a camera at this machine is asked for light."""
    monkeypatch.setattr("pi_bunco.devices.camera.is_plugin", lambda _, found: found == "spare")
    found = judge_camera(replace(make_state(draw_felt(), rate=0.4), if_slow=advise_slow_camera(name)))
    assert found.mark is Mark.LOOK
    assert found.found == (
        "Pi camera gives pictures of 900 x 600, 1 in 2.5 s. That is slow: throws are noticed late."
    )
    assert advice in found.remedy
    assert ("light" in found.remedy) == (name in {"picamera2:1", "usb", "0", "/dev/video2"})


def test_slow_mock_camera_is_still_a_mock() -> None:
    """Its rate is shown as it is, and the remedy is a real camera; its page asks to close other programs."""
    found = judge_camera(make_state(draw_felt(), rate=0.4, mock=True))
    assert "1 in 2.5 s. It is not a real camera" in found.found
    assert "Name your camera" in found.remedy
    assert "close other programs" in advise_slow_camera("mock:7")


class SlowStream:
    """A network camera with 0.4 pictures a second on a clock of its own."""

    name, live = "http://10.0.0.7/video", True

    def __init__(self, clock: list[float]) -> None:
        self._clock = clock

    def frames(self) -> Iterator[Frame]:
        index = 0
        while True:
            self._clock[0] += 2.5
            yield Frame(draw_felt() ^ np.uint8(index % 2), index, self._clock[0])  # a sensor has noise
            index += 1

    def close(self) -> None:
        """Close nothing."""


def test_slow_camera_is_examined_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor does not wait for all pictures of a slow camera, and still measures its rate."""
    clock = [0.0]
    monkeypatch.setattr("pi_bunco.station.doctor.camera.open_camera", lambda _: SlowStream(clock))
    monkeypatch.setattr("pi_bunco.station.doctor.camera.time", SimpleNamespace(monotonic=lambda: clock[0]))
    state = take_state(Settings(camera="http://10.0.0.7/video"), {})
    assert state.rate == pytest.approx(0.4)
    assert clock[0] <= 20
    found = judge_camera(state)
    assert found.found.startswith("http://10.0.0.7/video gives pictures of 900 x 600, 1 in 2.5 s.")
    assert "Wi-Fi" in found.remedy


def test_camera_of_the_settings_is_examined(tmp_path: Path) -> None:
    """The camera of the settings is opened for pictures; if it does not open, its trouble is in the state."""
    for number in range(8):
        cv2.imwrite(str(tmp_path / f"{number}.png"), photograph(draw_felt()))
    found = take_state(Settings(camera=str(tmp_path)), {})
    assert {(picture.shape[1], picture.shape[0]) for picture in found.pictures} == {SIZE}
    missing = take_state(Settings(camera="/dev/video99"), {"exposure": 100.0})
    assert missing.trouble is not None
    assert "/dev/video99" in missing.trouble.text
    assert take_state(Settings(camera="mock"), {}).mock


class Stubborn:
    """A camera that keeps no setting."""

    name, live = "stubborn camera", False

    def frames(self) -> Iterator[Frame]:
        yield from (Frame(draw_felt(), index, 0.1 * index) for index in range(3))

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        raise NotKept(f"The camera does not keep {wanted}.", "Calibrate again.")

    def close(self) -> None:
        """Close nothing."""


def test_camera_that_does_not_keep_its_settings_needs_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera is locked as at a table; if it does not keep a setting, the finding quotes its message."""
    monkeypatch.setattr("pi_bunco.station.doctor.camera.open_camera", lambda _: Stubborn())
    found = judge_camera(take_state(Settings(camera="picamera2"), {"exposure": 8000.0}))
    assert found.mark is Mark.LOOK
    assert "does not keep {'exposure': 8000.0}" in found.found
    assert judge_camera(take_state(Settings(camera="picamera2"), {})).mark is Mark.GOOD


class Screen:
    """A live camera that shows a few pictures again and again."""

    name, live = "screen", True

    def __init__(self, *levels: int) -> None:
        self.levels = levels

    def frames(self) -> Iterator[Frame]:
        for index in range(100):
            picture = np.full((48, 64, 3), self.levels[index % len(self.levels)], np.uint8)
            yield Frame(picture, index, index / 15)

    def close(self) -> None:
        """Close nothing."""


@pytest.mark.parametrize(
    ("levels", "mark"),
    [((90,), Mark.BAD), ((90, 91), Mark.GOOD), ((0,), Mark.GOOD), ((255,), Mark.GOOD)],
    ids=["frozen", "noise", "black", "white"],
)
def test_camera_that_repeats_one_picture_is_bad(
    monkeypatch: pytest.MonkeyPatch, levels: tuple[int, ...], mark: Mark
) -> None:
    """Identical pictures mean a frozen camera, unless they are black or white."""
    monkeypatch.setattr("pi_bunco.station.doctor.camera.open_camera", lambda _: Screen(*levels))
    found = judge_camera(take_state(Settings(camera="picamera2"), {}))
    assert found.mark is mark
    assert (FROZEN.text in found.found) == (mark is Mark.BAD)
