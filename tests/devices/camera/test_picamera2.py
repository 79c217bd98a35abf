"""The Pi's camera, with a stand-in for the picamera2 module that has its shapes and its errors."""

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

PADDED = 384  # bytes of a row of 320 pixels, as the Compute Module 5 was seen to do


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
    """What pi-bunco uses of picamera2: pictures until ``stuck``, then none."""

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
            told = RuntimeError("Camera __init__ sequence did not complete.")
            told.__context__ = RuntimeError(self.busy)
            raise told from (told.__context__ if self.chained else None)
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
        made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": "imx219", "Num": 0}] if cls.connected else []

    def create_preview_configuration(self, **told: Any) -> dict[str, Any]:
        return {"lores": None, **told}

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
        assert self.out == 0, "a picture that nobody gave back would stop a camera with few buffers"
        if self.shown and (self.stuck.is_set() or not self.goes_on):
            self.stuck.wait(30)
            raise TimeoutError
        self.shown += 1
        if self.waiting and self.obeys and self.shown % 5 == 0:  # pictures under way come first
            self.sees |= {name: value for name, value in self.waiting.items() if name in self.sees}
            if self.waiting.get("AeEnable"):
                self.sees |= self.scene
        return FakeRequest(self)

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert controls.keys() <= {*self.camera_controls, "FrameDurationLimits", "LensPosition"}
        self.log.append(controls)
        self.waiting = self.waiting | controls

    # No stop(): a real one waits for ever behind a picture that was asked for and never came.

    def close(self) -> None:
        self.log.append("close")


made: list[FakePicamera2] = []


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = ModuleType("picamera2")
    stand_in = type("Picamera2", (FakePicamera2,), {"stuck": Event()})
    module.Picamera2 = stand_in  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    on(monkeypatch, Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792))
    monkeypatch.setattr(picamera2, "FINDING", 0.0)
    made.clear()
    return stand_in


def on(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    monkeypatch.setattr(picamera2, "find_board", lambda: board)


def test_picamera2_two_streams_of_the_whole_view(fake: type[FakePicamera2]) -> None:
    """Pictures come as blue, green, red, a small one beside them without what its rows carry too much."""
    camera = open_camera("picamera2")
    frame = next(camera.frames())
    assert frame.image.shape == (960, 1280, 3)
    assert frame.image[0, 0].tolist() == [10, 20, 30]
    assert frame.small is not None
    assert frame.small.shape == (240, 320)
    assert np.all(frame.small == 99)
    assert made[0].log[0] == {
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


def test_picamera2_a_small_board_gets_fewer_buffers_and_pictures(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a Zero 2 three pictures are under way, 15 a second; a wide sensor stays wide, and focuses."""
    on(monkeypatch, Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417, 256, 201))
    fake.resolution, fake.lens = (4608, 2592), True
    camera = open_camera("picamera2")
    told = made[0].log[0]
    assert (told["buffer_count"], told["main"]["size"], told["lores"]["size"]) == (3, (1536, 864), (320, 180))
    assert told["sensor"] == {"output_size": (2304, 1296)}
    assert told["controls"] == {"FrameDurationLimits": (66667, 66667), "AfMode": 2}
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
def test_picamera2_where_there_is_little_memory_two_buffers_do(
    fake: type[FakePicamera2], no_room: Exception
) -> None:
    """A camera that finds no room is asked for less before anybody is told."""
    fake.full, fake.no_room = 3, no_room
    camera = open_camera("picamera2")
    assert [one["buffer_count"] for one in made[0].log[:2]] == [4, 2]
    fake.stuck.set()
    camera.close()


@pytest.mark.parametrize("gives", ["NV12", "YUV420"])
def test_picamera2_a_camera_without_streams_of_its_own(fake: type[FakePicamera2], gives: str) -> None:
    """A USB camera, which libcamera lists too, is asked for one stream and no sensor's mode, and is read."""
    fake.own, fake.gives = False, gives
    camera = open_camera("picamera2")
    frame = next(camera.frames())
    assert (frame.image.shape, frame.small) == ((960, 1280, 3), None)
    assert {"lores", "sensor", "controls"}.isdisjoint(set(made[0].log[0]) - {"lores"})
    camera.pace(5.0)  # type: ignore[attr-defined]
    fake.stuck.set()
    camera.close()


def test_picamera2_a_format_that_nobody_reads_is_named(fake: type[FakePicamera2]) -> None:
    """A camera that gives something else altogether is given back, told."""
    fake.own, fake.gives = False, "R10_CSI2P"
    with pytest.raises(CameraTrouble, match=r"gives pictures as R10_CSI2P.*RGB888"):
        open_camera("picamera2")
    assert made[0].log[-1] == "close"


@pytest.mark.parametrize(
    ("age", "between"), [(0.25, (0.2, 20.0)), (500.0, (0.0, 20.0)), (-500.0, (0.0, 20.0))]
)
def test_picamera2_pictures_are_as_old_as_the_sensor_says(
    fake: type[FakePicamera2], age: float, between: tuple[float, float]
) -> None:
    """A picture is dated when the sensor saw it; a stamp that cannot be true is left out."""
    fake.age = age
    before = time.monotonic()
    camera = open_camera("picamera2")
    taken = next(camera.frames()).taken
    assert between[0] <= time.monotonic() - taken <= between[1]
    assert (taken < before) == (age == 0.25)
    fake.stuck.set()
    camera.close()


def test_picamera2_stuck_camera_is_told_of_and_given_back(fake: type[FakePicamera2]) -> None:
    """A camera that delivers no more gives a sentence that names the cable, and is closed."""
    camera = open_camera("picamera2")
    frames = camera.frames()
    next(frames)
    fake.stuck.set()
    with pytest.raises(CameraTrouble, match=r"no picture for 4 seconds.*ribbon cable"):
        next(frames)
    camera.close()
    assert made[0].log[-1] == "close"


def test_picamera2_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off a Pi the sentence tells the package to install."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match=r"picamera2 .*sudo apt install python3-picamera2"):
        open_camera("picamera2")


def test_picamera2_no_camera_connected(fake: type[FakePicamera2]) -> None:
    """A Pi without a camera names the cable."""
    fake.connected = False
    with pytest.raises(CameraTrouble, match=r"No Pi camera is connected.*ribbon cable"):
        open_camera("picamera2")


@pytest.mark.parametrize("chained", [True, False], ids=["0.3.36 and later", "before"])
def test_picamera2_busy(fake: type[FakePicamera2], chained: bool) -> None:  # noqa: FBT001 - a column
    """A camera that another program holds is said to be in use; another refusal is told as it is."""
    fake.busy, fake.chained = "Failed to acquire camera: Device or resource busy", chained
    with pytest.raises(
        CameraTrouble, match=r"Another program uses the Pi camera\. Close other camera programs"
    ):
        open_camera("picamera2")
    fake.busy = "Permission denied"
    with pytest.raises(CameraTrouble, match=r"cannot be used: Permission denied\. Close"):
        open_camera("picamera2")


def test_picamera2_that_is_busy_all_evening_uses_nothing_up(fake: type[FakePicamera2]) -> None:
    """What a camera that could not be had has opened is closed: it is tried again four times a minute."""
    fake.busy, fake.pipe = "Device or resource busy", os.pipe()
    with pytest.raises(CameraTrouble, match="Another program uses"):
        open_camera("picamera2")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(fake.pipe[1])
    os.close(fake.pipe[0])


def test_picamera2_no_memory(fake: type[FakePicamera2]) -> None:
    """A camera that finds no room for its pictures at all is told of and given back."""
    fake.full = 1
    with pytest.raises(CameraTrouble, match=r"does not start: .*Cannot allocate memory"):
        open_camera("picamera2")
    assert made[0].log[-1] == "close"


@pytest.mark.parametrize(
    ("wanted", "exposure", "gains"),
    [({}, 20000, (1.9, 2.1)), ({"exposure": 5000.0, "blue": 2.5, "temperature": 4000.0}, 5000, (1.9, 2.5))],
    ids=["as it is", "as it was"],
)
def test_picamera2_locks_exposure_colours_and_focus(
    fake: type[FakePicamera2], wanted: dict[str, float], exposure: int, gains: tuple[float, float]
) -> None:
    """All that is automatic is off, at what it chose or at what was calibrated, and pictures show it."""
    fake.goes_on = fake.lens = True
    camera = open_camera("picamera2")
    locked = lock(camera, wanted)
    assert locked == {"exposure": exposure, "gain": 1.75, "red": gains[0], "blue": gains[1], "focus": 3.1}
    told = next(one for one in made[0].log if "AeEnable" in one and not one["AeEnable"])
    assert told == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": exposure,
        "AnalogueGain": 1.75,
        "ColourGains": gains,
        "AfMode": 0,
        "LensPosition": 3.1,
    }
    assert made[0].sees["ExposureTime"] == exposure
    fake.stuck.set()
    camera.close()


def test_picamera2_learnt_again_looks_anew(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was locked in other light is set free first, at the full rate; then what is right now is held."""
    monkeypatch.setattr(picamera2, "FINDING", 0.05)
    fake.goes_on = fake.lens = True
    camera = open_camera("picamera2")
    camera.pace(7.5)  # type: ignore[attr-defined]
    assert lock(camera, {"exposure": 5000.0})["exposure"] == 5000
    assert lock(camera, {})["exposure"] == 20000
    told = [one for one in made[0].log if "AeEnable" in one]
    assert [(one["AeEnable"], one["ExposureTime"]) for one in told] == [
        (False, 5000),
        (True, 0),
        (False, 20000),
    ]
    at = [made[0].log.index(one) for one in told]
    assert made[0].log[at[1] - 1] == {"FrameDurationLimits": (33333, 33333)}
    assert made[0].log[-1] == {"FrameDurationLimits": (133333, 133333)}
    fake.stuck.set()
    camera.close()


def test_picamera2_a_camera_that_does_not_obey_is_told_of_and_goes_on(fake: type[FakePicamera2]) -> None:
    """What the pictures' own facts do not bear out is named; pictures come all the same."""
    fake.goes_on, fake.obeys = True, False
    camera = open_camera("picamera2")
    with pytest.raises(NotKept, match=r"exposure 20000 instead of 5000\. Calibrate it again"):
        lock(camera, {"exposure": 5000.0})
    next(camera.frames())
    fake.stuck.set()
    camera.close()


def test_picamera2_slows_the_sensor_itself(fake: type[FakePicamera2]) -> None:
    """Fewer pictures are made, not only left out; never more than it began with; a lock keeps the pace."""
    fake.goes_on = True
    camera = open_camera("picamera2")

    def paces() -> list[int]:
        return [one["FrameDurationLimits"][0] for one in made[0].log if "FrameDurationLimits" in one]

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
