"""The Pi's camera, with a stand-in for the module picamera2."""

import errno
import os
import sys
import time
from threading import Event
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.devices.board import Board, Family
from pi_bunco.devices.camera import open_camera, picamera2
from pi_bunco.devices.camera.libcamera import make_controls
from pi_bunco.devices.ports import CameraTrouble, NotKept, lock

PADDED = 384  # bytes of a row of 320 pixels, as on a Compute Module 5


class FakeRequest:
    """A completed request."""

    def __init__(self, camera: "FakePicamera2") -> None:
        self.camera = camera
        self.released = False
        camera.out += 1

    def get_metadata(self) -> dict[str, Any]:
        stamp = time.clock_gettime(time.CLOCK_BOOTTIME) - self.camera.age
        return {"SensorTimestamp": int(stamp * 1e9), "Lux": 80.0, **self.camera.sees}

    def make_array(self, name: str) -> NDArray[np.uint8]:
        width, height = self.camera.config[name]["size"]
        if self.camera.config[name]["format"] == "RGB888":
            return np.full((height, width, 3), (10, 20, 30), np.uint8)
        array = np.full((height * 3 // 2, PADDED if name == "lores" else width), 128, np.uint8)
        array[:height, :width] = 99
        return array

    def release(self) -> None:
        assert not self.released
        self.released = True
        self.camera.out -= 1


class FakePicamera2:
    """The part of Picamera2 that pi-bunco uses: pictures until ``stuck``, then none."""

    connected = True
    busy = ""
    chained = True
    pipe = (-1, -1)
    full = 0
    no_room: Exception = OSError(errno.ENOMEM, "Cannot allocate memory")
    own = True
    gives: str | None = None
    age = 0.05
    resolution = (3280, 2464)
    obeys = True
    lens = False
    goes_on = False
    stuck: Event

    def __init__(self, camera_num: int = 0) -> None:
        self.opened = camera_num
        self.notifyme_w = self.pipe[1]
        if self.busy:
            error = RuntimeError("Camera __init__ sequence did not complete.")
            error.__context__ = RuntimeError(self.busy)
            raise error from (error.__context__ if self.chained else None)
        self.log: list[Any] = []
        self.config: dict[str, Any] = {}
        self.out = 0
        self.shown = 0
        self.waiting: dict[str, Any] = {}
        self.sees: dict[str, Any] = {
            "ExposureTime": 20000,
            "AnalogueGain": 1.75,
            "ColourGains": (1.9, 2.1),
        } | ({"LensPosition": 3.1} if self.lens else {})
        self.camera_properties = {"ColorFilterArrangement": 0} if self.own else {}
        self.sensor_resolution = self.resolution
        self.scene = dict(self.sees)
        has = [
            *make_controls(dict.fromkeys(("exposure", "gain", "red", "blue"), 1.0)),
            *(["AfMode"] if self.lens else []),
        ]
        self.camera_controls = dict.fromkeys(has if self.own else [], (0, 2, 0))
        cameras.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": "imx219", "Num": 0}] if cls.connected else []

    def create_preview_configuration(self, **options: Any) -> dict[str, Any]:
        return {"lores": None, **options}

    def configure(self, config: dict[str, Any]) -> None:
        self.log.append(config)
        self.config = config
        if self.gives:
            config["main"]["format"] = self.gives

    def camera_configuration(self) -> dict[str, Any]:
        return self.config

    def start(self) -> None:
        if self.full and self.config["buffer_count"] >= self.full:
            raise self.no_room
        self.log.append("start")

    def capture_request(self, *, wait: bool) -> str:
        assert wait is False
        return "job"

    def wait(self, job: str, timeout: float) -> FakeRequest:
        assert job == "job"
        assert timeout > 0
        assert self.out == 0, "a picture that is not released would stop a camera with few buffers"
        if self.shown and (self.stuck.is_set() or not self.goes_on):
            self.stuck.wait(30)
            raise TimeoutError
        self.shown += 1
        if self.waiting and self.obeys and self.shown % 5 == 0:  # earlier pictures have the old settings
            self.sees |= {name: value for name, value in self.waiting.items() if name in self.sees}
            if self.waiting.get("AeEnable"):
                self.sees |= self.scene
        return FakeRequest(self)

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert controls.keys() <= {*self.camera_controls, "FrameDurationLimits", "LensPosition"}
        self.log.append(controls)
        self.waiting = self.waiting | controls

    # No stop(): the real one waits for ever for a requested picture that does not come.

    def close(self) -> None:
        self.log.append("close")


cameras: list[FakePicamera2] = []


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = ModuleType("picamera2")
    stand_in = type("Picamera2", (FakePicamera2,), {"stuck": Event()})
    module.Picamera2 = stand_in  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    on(monkeypatch, Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792))
    monkeypatch.setattr(picamera2, "SETTLE_SECONDS", 0.0)
    cameras.clear()
    return stand_in


def on(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    monkeypatch.setattr(picamera2, "find_board", lambda: board)


def test_picamera2_has_two_streams_of_the_whole_view(fake: type[FakePicamera2]) -> None:
    """Each frame has a picture in the order blue, green, red, and a small grey one without row padding."""
    camera = open_camera("picamera2")
    frame = next(camera.frames())
    assert frame.image.shape == (960, 1280, 3)
    assert frame.image[0, 0].tolist() == [10, 20, 30]
    assert frame.small is not None
    assert frame.small.shape == (240, 320)
    assert np.all(frame.small == 99)
    assert cameras[0].log[0] == {
        "buffer_count": 4,
        "main": {"format": "RGB888", "size": (1280, 960)},
        "lores": {"format": "YUV420", "size": (320, 240)},
        "raw": None,
        "sensor": {"output_size": (1640, 1232)},
        "controls": {"FrameDurationLimits": (33333, 33333)},
        "queue": False,
    }
    fake.stuck.set()
    camera.close()


def test_picamera2_small_board_gets_fewer_buffers_and_pictures(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Zero 2 gets 3 buffers and 15 pictures a second; a wide sensor keeps its shape and its autofocus."""
    on(monkeypatch, Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417, 256, 201))
    fake.resolution, fake.lens = (4608, 2592), True
    camera = open_camera("picamera2")
    config = cameras[0].log[0]
    assert config["buffer_count"] == 3
    assert (config["main"]["size"], config["lores"]["size"]) == ((1536, 864), (320, 180))
    assert config["sensor"] == {"output_size": (2304, 1296)}
    assert config["controls"] == {"FrameDurationLimits": (66667, 66667), "AfMode": 2}
    fake.stuck.set()
    camera.close()


@pytest.mark.parametrize(
    "no_room",
    [
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("Failed to start camera: Cannot allocate memory"),
    ],
    ids=["picamera2's", "libcamera's"],
)
def test_picamera2_tries_two_buffers_if_memory_is_short(
    fake: type[FakePicamera2], no_room: Exception
) -> None:
    """If four buffers do not fit into memory, the camera starts with two, without a message."""
    fake.full, fake.no_room = 3, no_room
    camera = open_camera("picamera2")
    assert [config["buffer_count"] for config in cameras[0].log[:2]] == [4, 2]
    fake.stuck.set()
    camera.close()


@pytest.mark.parametrize("gives", ["NV12", "YUV420"])
def test_picamera2_reads_a_usb_camera_with_one_stream(fake: type[FakePicamera2], gives: str) -> None:
    """A USB camera, which libcamera lists too, is asked for one stream and for no sensor mode."""
    fake.own, fake.gives = False, gives
    camera = open_camera("picamera2")
    frame = next(camera.frames())
    assert (frame.image.shape, frame.small) == ((960, 1280, 3), None)
    assert {"lores", "sensor", "controls"}.isdisjoint(set(cameras[0].log[0]) - {"lores"})
    camera.pace(5.0)  # type: ignore[attr-defined]
    fake.stuck.set()
    camera.close()


def test_picamera2_refuses_an_unknown_format(fake: type[FakePicamera2]) -> None:
    """A camera with an unknown format is refused by a message that names the format, and is closed."""
    fake.own, fake.gives = False, "R10_CSI2P"
    with pytest.raises(CameraTrouble, match=r"gives pictures as R10_CSI2P.*RGB888"):
        open_camera("picamera2")
    assert cameras[0].log[-1] == "close"


@pytest.mark.parametrize(("stamped", "used"), [(1.0, 1.0), (3.5, 3.5), (500.0, 0.0), (-500.0, 0.0)])
def test_picamera2_dates_pictures_by_the_sensor(
    fake: type[FakePicamera2], stamped: float, used: float
) -> None:
    """A picture has the time of the sensor's stamp; an impossible stamp is ignored."""
    fake.age = stamped
    before = time.monotonic()
    camera = open_camera("picamera2")
    taken = next(camera.frames()).taken
    assert before - used <= taken <= time.monotonic() - used
    fake.stuck.set()
    camera.close()


def test_picamera2_reports_and_closes_a_stuck_camera(fake: type[FakePicamera2]) -> None:
    """A camera that sends no more pictures gives a message that names the cable, and is closed."""
    camera = open_camera("picamera2")
    frames = camera.frames()
    next(frames)
    fake.stuck.set()
    with pytest.raises(CameraTrouble, match=r"no picture for 4 seconds.*ribbon cable"):
        next(frames)
    camera.close()
    assert cameras[0].log[-1] == "close"


def test_picamera2_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the module the message names the package to install."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match=r"picamera2 .*sudo apt install python3-picamera2"):
        open_camera("picamera2")


def test_picamera2_no_camera_connected(fake: type[FakePicamera2]) -> None:
    """On a Pi without a camera the message names the cable."""
    fake.connected = False
    with pytest.raises(CameraTrouble, match=r"No Pi camera is connected.*ribbon cable"):
        open_camera("picamera2")


@pytest.mark.parametrize("chained", [True, False], ids=["0.3.36 and later", "before"])
def test_picamera2_busy(fake: type[FakePicamera2], chained: bool) -> None:  # noqa: FBT001 - a column
    """The message says that another program uses the camera, or else quotes the refusal."""
    fake.busy, fake.chained = "Failed to acquire camera: Device or resource busy", chained
    with pytest.raises(
        CameraTrouble, match=r"Another program is using the Pi camera\. Close other camera programs"
    ):
        open_camera("picamera2")
    fake.busy = "Permission denied"
    with pytest.raises(CameraTrouble, match=r"cannot be used: Permission denied\. Close"):
        open_camera("picamera2")


def test_picamera2_busy_camera_leaves_no_open_file(fake: type[FakePicamera2]) -> None:
    """After a failed try its pipe is closed: there are four tries a minute, and each would leave one open."""
    fake.busy, fake.pipe = "Device or resource busy", os.pipe()
    with pytest.raises(CameraTrouble, match="Another program is using"):
        open_camera("picamera2")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(fake.pipe[1])
    os.close(fake.pipe[0])


def test_picamera2_no_memory(fake: type[FakePicamera2]) -> None:
    """If even two buffers do not fit into memory, the camera is reported and closed."""
    fake.full = 1
    with pytest.raises(CameraTrouble, match=r"does not start: .*Cannot allocate memory"):
        open_camera("picamera2")
    assert cameras[0].log[-1] == "close"


@pytest.mark.parametrize(
    ("wanted", "exposure", "gains"),
    [({}, 20000, (1.9, 2.1)), ({"exposure": 5000.0, "blue": 2.5, "temperature": 4000.0}, 5000, (1.9, 2.5))],
    ids=["as it is", "as it was"],
)
def test_picamera2_locks_exposure_colours_and_focus(
    fake: type[FakePicamera2], wanted: dict[str, float], exposure: int, gains: tuple[float, float]
) -> None:
    """All automatics are off, at the values that they had or that were calibrated, and pictures have them."""
    fake.goes_on = fake.lens = True
    camera = open_camera("picamera2")
    locked = lock(camera, wanted)
    assert locked == {"exposure": exposure, "gain": 1.75, "red": gains[0], "blue": gains[1], "focus": 3.1}
    controls = next(entry for entry in cameras[0].log if "AeEnable" in entry and not entry["AeEnable"])
    assert controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": exposure,
        "AnalogueGain": 1.75,
        "ColourGains": gains,
        "AfMode": 0,
        "LensPosition": 3.1,
    }
    assert cameras[0].sees["ExposureTime"] == exposure
    fake.stuck.set()
    camera.close()


def test_picamera2_calibrating_again_frees_the_locked_values(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second lock without values turns the automatics on, at the full rate, and locks what they find."""
    monkeypatch.setattr(picamera2, "SETTLE_SECONDS", 0.05)
    fake.goes_on = fake.lens = True
    camera = open_camera("picamera2")
    camera.pace(7.5)  # type: ignore[attr-defined]
    assert lock(camera, {"exposure": 5000.0})["exposure"] == 5000
    assert lock(camera, {})["exposure"] == 20000
    controls = [entry for entry in cameras[0].log if "AeEnable" in entry]
    assert [(entry["AeEnable"], entry["ExposureTime"]) for entry in controls] == [
        (False, 5000),
        (True, 0),
        (False, 20000),
    ]
    assert cameras[0].log[cameras[0].log.index(controls[1]) - 1] == {"FrameDurationLimits": (33333, 33333)}
    assert cameras[0].log[-1] == {"FrameDurationLimits": (133333, 133333)}
    fake.stuck.set()
    camera.close()


def test_picamera2_reports_a_camera_that_ignores_its_settings(fake: type[FakePicamera2]) -> None:
    """If pictures show another exposure than the locked one, ``lock`` names both; pictures still come."""
    fake.goes_on, fake.obeys = True, False
    camera = open_camera("picamera2")
    with pytest.raises(NotKept, match=r"exposure 20000 instead of 5000\. Calibrate it again"):
        lock(camera, {"exposure": 5000.0})
    next(camera.frames())
    fake.stuck.set()
    camera.close()


def test_picamera2_slows_the_sensor_itself(fake: type[FakePicamera2]) -> None:
    """A slower pace sets the sensor's frame time; it is never faster than at first, and a lock keeps it."""
    fake.goes_on = True
    camera = open_camera("picamera2")

    def paces() -> list[int]:
        return [entry["FrameDurationLimits"][0] for entry in cameras[0].log if "FrameDurationLimits" in entry]

    frames = camera.frames()
    for rate, microseconds in ((7.5, 133333), (None, 33333), (7.5, 133333), (60.0, 33333)):
        camera.pace(rate)  # type: ignore[attr-defined]
        while paces()[-1:] != [microseconds]:
            next(frames)
        lock(camera, {})
        assert paces()[-1] == microseconds
    assert set(paces()) == {133333, 33333}
    fake.stuck.set()
    camera.close()
