"""USB cameras, with a stand-in for OpenCV's VideoCapture that each test controls."""

import os
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera import open_camera, v4l2
from pi_bunco.devices.camera.found import find_first_usb
from pi_bunco.devices.camera.rtsp import RtspCamera
from pi_bunco.devices.camera.v4l2 import V4L2Camera
from pi_bunco.devices.ports import CameraTrouble, NotKept, lock


class FakeCapture:
    """Stands in for :class:`cv2.VideoCapture`: pictures until ``unplugged``, then failed reads."""

    opens: ClassVar[bool] = True
    stubborn: ClassVar[bool] = False
    has: ClassVar[dict[int, float]] = {}
    sends: ClassVar[list[bytes]] = []
    unplugged: ClassVar[Event]
    made: ClassVar[list["FakeCapture"]]

    def __init__(self, where: str, backend: int, params: list[int]) -> None:
        self.where, self.backend, self.params = where, backend, params
        self.wishes: dict[int, float] = {}
        self.log: list[tuple[int, float]] = []
        self.released = False
        self.reads = 0
        FakeCapture.made.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, prop: int, value: float) -> bool:
        self.log.append((prop, value))
        self.wishes[prop] = value
        return prop in self.has  # a camera may refuse each setting

    def get(self, prop: int) -> float:
        if prop in self.has and not self.stubborn:
            return self.wishes.get(prop, self.has[prop])
        return self.has.get(prop, -1.0)

    def grab(self) -> bool:
        self.reads += 1
        if self.reads > 1 and (self.unplugged.is_set() or not self.has):
            self.unplugged.wait(30)
            return False
        return True

    def retrieve(self) -> tuple[bool, Any]:
        if self.sends and not self.wishes.get(cv2.CAP_PROP_CONVERT_RGB, 1):
            data = self.sends[min(self.reads, len(self.sends)) - 1]
            return True, np.frombuffer(data, np.uint8)[np.newaxis]
        return True, np.zeros((720, 1280, 3), np.uint8)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def capture(monkeypatch: pytest.MonkeyPatch) -> type[FakeCapture]:
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    monkeypatch.setattr(FakeCapture, "made", [], raising=False)
    monkeypatch.setattr(FakeCapture, "unplugged", Event(), raising=False)
    monkeypatch.setattr(FakeCapture, "opens", True)
    monkeypatch.setattr(v4l2, "SETTLE_SECONDS", 0.0)
    return FakeCapture


@pytest.fixture
def device(tmp_path: Path) -> str:
    path = tmp_path / "video0"
    path.touch()
    return str(path)


def test_v4l2_asks_for_mjpeg_and_a_short_queue(capture: type[FakeCapture], device: str) -> None:
    """A USB camera is asked for JPEG of 1280 by 720 and one buffer, and works even if it refuses all."""
    camera = V4L2Camera(device)
    assert next(camera.frames()).image.shape == (720, 1280, 3)
    [opened] = capture.made
    assert (opened.where, opened.backend) == (device, cv2.CAP_V4L2)
    assert opened.wishes == {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 1280,
        cv2.CAP_PROP_FRAME_HEIGHT: 720,
        cv2.CAP_PROP_BUFFERSIZE: 1,
        cv2.CAP_PROP_AUTO_EXPOSURE: 3,
        cv2.CAP_PROP_AUTO_WB: 1,
        cv2.CAP_PROP_AUTOFOCUS: 1,
    }
    capture.unplugged.set()
    camera.close()


@pytest.mark.parametrize("fourcc", ["MJPG", "YUYV"])
def test_v4l2_unpacks_jpeg_itself_and_counts_broken_pictures(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch, fourcc: str
) -> None:
    """JPEG is taken as bytes, so that broken pictures are counted; OpenCV unpacks other formats."""
    good = cv2.imencode(".jpg", np.full((48, 64, 3), 200, np.uint8))[1].tobytes()
    has = {cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*fourcc))}
    monkeypatch.setattr(FakeCapture, "has", has)
    monkeypatch.setattr(FakeCapture, "stubborn", True)
    monkeypatch.setattr(FakeCapture, "sends", [good[:-300], good])
    camera = V4L2Camera(device)
    frame = next(camera.frames())
    capture.unplugged.set()
    assert (frame.image.shape, camera.broken) == (
        ((48, 64, 3), 1) if fourcc == "MJPG" else ((720, 1280, 3), 0)
    )
    camera.close()


@pytest.mark.parametrize(("wanted", "exposure"), [({}, 156.0), ({"exposure": 90.0, "red": 2.0}, 90.0)])
def test_v4l2_locks_the_settings_that_the_camera_has(
    capture: type[FakeCapture],
    device: str,
    monkeypatch: pytest.MonkeyPatch,
    wanted: dict[str, float],
    exposure: float,
) -> None:
    """Both automatics are turned off, and ``lock`` returns only settings that the camera has, so no gain."""
    has = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
    monkeypatch.setattr(FakeCapture, "has", has)
    camera = V4L2Camera(device)
    assert lock(camera, wanted) == {"exposure": exposure, "temperature": 4600.0}
    wishes = capture.made[0].wishes
    assert (wishes[cv2.CAP_PROP_AUTO_EXPOSURE], wishes[cv2.CAP_PROP_AUTO_WB]) == (1, 0)
    assert wishes[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert wishes[cv2.CAP_PROP_EXPOSURE] == exposure
    capture.unplugged.set()
    camera.close()


def test_v4l2_calibrating_again_frees_the_locked_values(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second lock without values first turns the automatics on again."""
    monkeypatch.setattr(v4l2, "SETTLE_SECONDS", 0.01)
    monkeypatch.setattr(FakeCapture, "has", {cv2.CAP_PROP_EXPOSURE: 156.0})
    camera = V4L2Camera(device)
    lock(camera, {"exposure": 90.0})
    lock(camera, {})
    automatics = [to for prop, to in capture.made[0].log if prop == cv2.CAP_PROP_AUTO_EXPOSURE]
    assert automatics == [3, 1, 3, 1], "opened, locked, unlocked, locked"
    capture.unplugged.set()
    camera.close()


def test_v4l2_reports_a_camera_that_does_not_keep_its_exposure(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a driver accepts an exposure but uses another one, ``lock`` names both."""
    monkeypatch.setattr(FakeCapture, "has", {cv2.CAP_PROP_EXPOSURE: 156.0})
    monkeypatch.setattr(FakeCapture, "stubborn", True)
    camera = V4L2Camera(device)
    with pytest.raises(NotKept, match=r"exposure 156 instead of 90\. Calibrate it again"):
        lock(camera, {"exposure": 90.0})
    assert lock(camera, {}) == {"exposure": 156.0}
    capture.unplugged.set()
    camera.close()


def test_v4l2_usb_finds_the_first_usb_camera(tmp_path: Path) -> None:
    """The Pi's internal video devices, and the second device of a USB camera, are skipped."""
    for number, where, index in (
        (2, "platform/isp", 0),
        (10, "usb1/1-1", 1),
        (9, "usb1/1-1", 0),
        (1, "usb", 1),
    ):
        real = tmp_path / "devices" / where / f"video{number}"
        real.mkdir(parents=True)
        (real / "index").write_text(f"{index}\n")
        (tmp_path / f"video{number}").symlink_to(real)
    assert find_first_usb(tmp_path) == "/dev/video9"


def test_v4l2_usb_without_a_camera_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Opening "usb" on a machine without a USB camera gives a message that one is missing."""
    monkeypatch.setattr(find_first_usb, "__defaults__", (tmp_path,))
    with pytest.raises(CameraTrouble, match=r"No USB camera is connected\. Plug it in"):
        open_camera("usb")


@pytest.mark.skipif(not Path("/dev/video0").exists(), reason="there is no video device on this machine")
def test_v4l2_real_device_gives_pictures() -> None:
    """The real device /dev/video0 of this machine gives a picture, if it can be opened."""
    try:
        camera = open_camera("/dev/video0")
    except CameraTrouble as trouble:
        pytest.skip(str(trouble))
    assert next(camera.frames()).image.ndim == 3
    camera.close()


def test_v4l2_reports_and_releases_an_unplugged_camera(capture: type[FakeCapture], device: str) -> None:
    """An unplugged camera is reported, with what to do, and its device is released."""
    camera = V4L2Camera(device)
    frames = camera.frames()
    next(frames)
    capture.unplugged.set()
    with pytest.raises(CameraTrouble, match=r"stopped giving pictures.* plug the camera in again"):
        next(frames)
    camera.close()
    assert capture.made[0].released


def test_v4l2_missing_device_is_named() -> None:
    """The message about a missing device names it, and the command that lists devices."""
    with pytest.raises(CameraTrouble, match=r"no camera at /dev/video97.*ls /dev/video"):
        open_camera("97")


def test_v4l2_forbidden_device_names_the_group(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message to a user who may not use the camera names the missing group."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CameraTrouble, match=r"may not use the camera .* group video"):
        V4L2Camera(device)


def test_v4l2_busy_or_no_camera(capture: type[FakeCapture], device: str) -> None:
    """The message about a device that does not open says that it is busy or no camera."""
    capture.opens = False
    with pytest.raises(CameraTrouble, match="another program uses it, or it is not a camera"):
        V4L2Camera(device)


def test_v4l2_real_opencv_stays_quiet(device: str, capfd: pytest.CaptureFixture[str]) -> None:
    """If a file is no camera, OpenCV itself prints nothing; only our error is raised."""
    with pytest.raises(CameraTrouble, match="gives no pictures"):
        V4L2Camera(device)
    assert capfd.readouterr() == ("", "")


def test_rtsp_has_time_limits_and_hides_the_password(capture: type[FakeCapture]) -> None:
    """An RTSP stream is opened with time limits; its name and messages do not contain the password."""
    camera = RtspCamera("rtsp://ann:secret@cam.local/stream1")
    [opened] = capture.made
    assert opened.where == "rtsp://ann:secret@cam.local/stream1"
    limits = dict(zip(opened.params[::2], opened.params[1::2], strict=True))
    assert limits == {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC: 4000}
    assert camera.name == "rtsp://cam.local/stream1"
    frames = camera.frames()
    next(frames)
    capture.unplugged.set()
    with pytest.raises(CameraTrouble, match=r"rtsp://cam.local/stream1 broke off"):
        next(frames)
    camera.close()


def test_rtsp_real_opencv_reports_an_address_without_a_camera(capfd: pytest.CaptureFixture[str]) -> None:
    """If no camera answers at an RTSP address, our error is raised and FFmpeg prints nothing."""
    with pytest.raises(CameraTrouble, match=r"No stream could be opened at rtsp://127\.0\.0\.1:9/x"):
        open_camera("rtsp://127.0.0.1:9/x")
    assert capfd.readouterr() == ("", "")
