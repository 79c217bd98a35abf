"""USB cameras, with OpenCV's capture replaced by one that obeys the test."""

import os
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera import open_camera, v4l2
from pi_bunco.devices.camera.rtsp import RtspCamera
from pi_bunco.devices.camera.v4l2 import V4L2Camera, find_first_usb
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
        return prop in self.has  # a camera may refuse every wish

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
    monkeypatch.setattr(v4l2, "FINDING", 0.0)
    return FakeCapture


@pytest.fixture
def device(tmp_path: Path) -> str:
    path = tmp_path / "video0"
    path.touch()
    return str(path)


def test_v4l2_asks_for_mjpeg_and_a_short_queue(capture: type[FakeCapture], device: str) -> None:
    """A USB camera is asked for compressed 1280 by 720 and one buffer, and may refuse all of it."""
    camera = V4L2Camera(device)
    assert next(camera.frames()).image.shape == (720, 1280, 3)
    [made] = capture.made
    assert (made.where, made.backend) == (device, cv2.CAP_V4L2)
    assert made.wishes == {
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
def test_v4l2_unpacks_jpeg_itself_and_counts_what_is_broken(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch, fourcc: str
) -> None:
    """A camera that sends JPEG gives its bytes as they are; one that does not has OpenCV make the picture."""
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
def test_v4l2_locks_what_the_camera_has(
    capture: type[FakeCapture],
    device: str,
    monkeypatch: pytest.MonkeyPatch,
    wanted: dict[str, float],
    exposure: float,
) -> None:
    """Both automatics are turned off, and only what the camera took is told: this one has no gain."""
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


def test_v4l2_learnt_again_looks_anew(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was locked in other light is set free first, and pictures are waited for."""
    monkeypatch.setattr(v4l2, "FINDING", 0.01)
    monkeypatch.setattr(FakeCapture, "has", {cv2.CAP_PROP_EXPOSURE: 156.0})
    camera = V4L2Camera(device)
    lock(camera, {"exposure": 90.0})
    lock(camera, {})
    automatics = [to for prop, to in capture.made[0].log if prop == cv2.CAP_PROP_AUTO_EXPOSURE]
    assert automatics == [3, 1, 3, 1], "as it is opened, locked, set free, locked"
    capture.unplugged.set()
    camera.close()


def test_v4l2_that_does_not_keep_its_exposure_is_told_of(
    capture: type[FakeCapture], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A driver that takes a value and goes by another is found out by asking it."""
    monkeypatch.setattr(FakeCapture, "has", {cv2.CAP_PROP_EXPOSURE: 156.0})
    monkeypatch.setattr(FakeCapture, "stubborn", True)
    camera = V4L2Camera(device)
    with pytest.raises(NotKept, match=r"exposure 156 instead of 90\. Calibrate it again"):
        lock(camera, {"exposure": 90.0})
    assert lock(camera, {}) == {"exposure": 156.0}
    capture.unplugged.set()
    camera.close()


def test_v4l2_usb_is_whichever_usb_camera_is_there(tmp_path: Path) -> None:
    """The Pi's own video devices, and the second device of a USB camera, are passed over."""
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


def test_v4l2_without_a_usb_camera_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Asked for "usb", a machine without one names what is missing."""
    monkeypatch.setattr(v4l2.find_first_usb, "__defaults__", (tmp_path,))
    with pytest.raises(CameraTrouble, match=r"No USB camera is connected\. Plug it in"):
        open_camera("usb")


@pytest.mark.skipif(not Path("/dev/video0").exists(), reason="there is no video device on this machine")
def test_v4l2_a_real_device_gives_pictures() -> None:
    """Whatever the kernel calls /dev/video0 gives a picture."""
    try:
        camera = open_camera("/dev/video0")
    except CameraTrouble as trouble:
        pytest.skip(str(trouble))
    assert next(camera.frames()).image.ndim == 3
    camera.close()


def test_v4l2_unplugged_in_the_middle(capture: type[FakeCapture], device: str) -> None:
    """A camera that is pulled out says so, with what to do, and its device is given back."""
    camera = V4L2Camera(device)
    frames = camera.frames()
    next(frames)
    capture.unplugged.set()
    with pytest.raises(CameraTrouble, match=r"stopped giving pictures.* plug the camera in again"):
        next(frames)
    camera.close()
    assert capture.made[0].released


def test_v4l2_missing_device_is_named() -> None:
    """Without a camera the sentence names the device and how to see which there are."""
    with pytest.raises(CameraTrouble, match=r"no camera at /dev/video97.*ls /dev/video"):
        open_camera("97")


def test_v4l2_forbidden_device_names_the_group(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may not use the camera learns which group is missing."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CameraTrouble, match=r"may not use the camera .* group video"):
        V4L2Camera(device)


def test_v4l2_busy_or_no_camera(capture: type[FakeCapture], device: str) -> None:
    """A device that does not open is said to be busy or no camera."""
    capture.opens = False
    with pytest.raises(CameraTrouble, match="another program uses it, or it is no camera"):
        V4L2Camera(device)


def test_v4l2_real_opencv_stays_quiet(device: str, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenCV itself, given a file that is no camera, prints nothing beside our sentence."""
    with pytest.raises(CameraTrouble, match="gives no pictures"):
        V4L2Camera(device)
    assert capfd.readouterr() == ("", "")


def test_rtsp_waits_a_limited_time_and_hides_the_password(capture: type[FakeCapture]) -> None:
    """RTSP is opened with time limits; what is shown of its address holds no password."""
    camera = RtspCamera("rtsp://ann:secret@cam.local/stream1")
    [made] = capture.made
    assert made.where == "rtsp://ann:secret@cam.local/stream1"
    limits = dict(zip(made.params[::2], made.params[1::2], strict=True))
    assert limits == {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC: 4000}
    assert camera.name == "rtsp://cam.local/stream1"
    frames = camera.frames()
    next(frames)
    capture.unplugged.set()
    with pytest.raises(CameraTrouble, match=r"rtsp://cam.local/stream1 broke off"):
        next(frames)
    camera.close()


def test_rtsp_real_opencv_says_nobody_answers(capfd: pytest.CaptureFixture[str]) -> None:
    """OpenCV's FFmpeg, sent to a port where nobody listens, gives our sentence and nothing else."""
    with pytest.raises(CameraTrouble, match=r"No stream could be opened at rtsp://127\.0\.0\.1:9/x"):
        open_camera("rtsp://127.0.0.1:9/x")
    assert capfd.readouterr() == ("", "")
