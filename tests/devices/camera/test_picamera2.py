"""The Pi's camera, with a stand-in for the picamera2 module that has its shapes and its errors."""

import sys
from threading import Event
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import CameraTrouble, lock


class FakePicamera2:
    """What pi-bunco uses of picamera2: pictures until ``stuck``, then none."""

    connected = True
    busy = False
    full = False
    goes_on = False
    stuck: Event

    def __init__(self) -> None:
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.log: list[Any] = []
        made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": 0}] if cls.connected else []

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return main

    def configure(self, config: dict[str, Any]) -> None:
        self.log.append(config)

    def start(self) -> None:
        if self.full:
            raise OSError(12, "Cannot allocate memory")
        self.log.append("start")

    def capture_array(self, name: str, *, wait: bool) -> str:
        assert (name, wait) == ("main", False)
        return "job"

    def wait(self, job: str, timeout: float) -> Any:
        assert job == "job"
        assert timeout > 0
        if "shown" in self.log and (self.stuck.is_set() or not self.goes_on):
            self.stuck.wait(30)
            raise TimeoutError
        self.log.append("shown")
        return np.zeros((960, 1280, 3), np.uint8)

    def capture_metadata(self) -> dict[str, Any]:
        return {"ExposureTime": 8331, "AnalogueGain": 1.75, "ColourGains": (1.9, 2.1), "Lux": 80.0}

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.log.append(controls)

    def stop(self) -> None:
        self.log.append("stop")

    def close(self) -> None:
        self.log.append("close")


made: list[FakePicamera2] = []


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = ModuleType("picamera2")
    fake = type("Picamera2", (FakePicamera2,), {"stuck": Event()})
    module.Picamera2 = fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    made.clear()
    return fake


def test_picamera2_pictures_are_blue_green_red(picamera2: type[FakePicamera2]) -> None:
    """The format asked for is the one that lies as blue, green, red in memory."""
    camera = open_camera("picamera2")
    assert next(camera.frames()).image.shape == (960, 1280, 3)
    assert made[0].log[:2] == [{"format": "RGB888", "size": (1280, 960)}, "start"]
    picamera2.stuck.set()
    camera.close()


def test_picamera2_stuck_camera_is_told_of_and_given_back(picamera2: type[FakePicamera2]) -> None:
    """A camera that delivers no more gives a sentence that names the cable, and is closed."""
    camera = open_camera("picamera2")
    frames = camera.frames()
    next(frames)
    picamera2.stuck.set()
    with pytest.raises(CameraTrouble, match=r"no picture for 4 seconds.*ribbon cable"):
        next(frames)
    camera.close()
    assert made[0].log[-2:] == ["stop", "close"]


def test_picamera2_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off a Pi the sentence tells the package to install."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match=r"picamera2 .*sudo apt install python3-picamera2"):
        open_camera("picamera2")


def test_picamera2_no_camera_connected(picamera2: type[FakePicamera2]) -> None:
    """A Pi without a camera names the cable."""
    picamera2.connected = False
    with pytest.raises(CameraTrouble, match=r"No Pi camera is connected.*ribbon cable"):
        open_camera("picamera2")


def test_picamera2_busy(picamera2: type[FakePicamera2]) -> None:
    """A camera that another program holds is said to be in use."""
    picamera2.busy = True
    with pytest.raises(CameraTrouble, match=r"cannot be used: .*Close other camera programs"):
        open_camera("picamera2")


def test_picamera2_no_memory(picamera2: type[FakePicamera2]) -> None:
    """A camera that finds no room for its pictures is told of and given back."""
    picamera2.full = True
    with pytest.raises(CameraTrouble, match=r"does not start: .*Cannot allocate memory"):
        open_camera("picamera2")
    assert made[0].log[-1] == "close"


@pytest.mark.parametrize(
    ("wanted", "exposure", "gains"),
    [({}, 8331, (1.9, 2.1)), ({"exposure": 5000.0, "blue": 2.5, "temperature": 4000.0}, 5000, (1.9, 2.5))],
    ids=["as it is", "as it was"],
)
def test_picamera2_locks_exposure_and_white_balance(
    picamera2: type[FakePicamera2], wanted: dict[str, float], exposure: int, gains: tuple[float, float]
) -> None:
    """The automatic is turned off, at what it chose or at what was calibrated; foreign names are left out."""
    picamera2.goes_on = True
    camera = open_camera("picamera2")
    locked = lock(camera, wanted)
    assert locked == {"exposure": exposure, "gain": 1.75, "red": gains[0], "blue": gains[1]}
    told = next(one for one in made[0].log if "AeEnable" in one)
    assert told == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": exposure,
        "AnalogueGain": 1.75,
        "ColourGains": gains,
    }
    picamera2.stuck.set()
    camera.close()
