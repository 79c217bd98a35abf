"""The Raspberry Pi's own camera, by way of picamera2. No other file imports it."""

import os
from collections.abc import Mapping
from typing import Any, cast

from pi_bunco.devices.camera.live import LiveCamera
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Image

_SIZE = (1280, 960)  # the whole field of view of the 4:3 sensors
_CABLE = "Check the ribbon cable at both ends and restart the Pi; rpicam-hello --list-cameras must show it."
_READ = 4.0  # seconds


class PiCamera(LiveCamera):
    """The camera on the Pi's ribbon cable.

    Pictures are 1280 by 960 pixels.

    Raises
    ------
    CameraTrouble
        If picamera2 is not installed, no camera is connected, or another program uses it.
    """

    def __init__(self) -> None:
        super().__init__("Pi camera", _Source, _CABLE)


class _Source:
    def __init__(self) -> None:
        # libcamera tells each start in a dozen lines; warnings still show.
        os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:WARN")
        try:
            from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it, and only this camera needs it
        except ModuleNotFoundError as error:
            raise CameraTrouble(
                f"picamera2 is not installed for this Python ({error}).",
                "Install it with: sudo apt install python3-picamera2, "
                "and make the virtual environment with --system-site-packages.",
            ) from None
        except (
            ImportError,
            ValueError,
        ) as error:  # a library of another version: numpy's ABI is a ValueError
            raise CameraTrouble(
                f"picamera2 cannot be loaded: {error}.",
                "Bring the system up to date with: sudo apt full-upgrade",
            ) from None
        if not Picamera2.global_camera_info():
            raise CameraTrouble("No Pi camera is connected.", _CABLE)
        try:
            self._camera: Any = Picamera2()
        except RuntimeError as error:
            raise CameraTrouble(
                f"The Pi camera cannot be used: {error}",
                "Close other camera programs, such as rpicam-hello, and try again.",
            ) from None
        try:
            # picamera2's "RGB888" lies in memory as blue, green, red, which is what OpenCV wants.
            main = {"format": "RGB888", "size": _SIZE}
            self._camera.configure(self._camera.create_video_configuration(main=main))
            self._camera.start()
        except (RuntimeError, OSError) as error:
            self._camera.close()
            raise CameraTrouble(f"The Pi camera does not start: {error}", "Restart the Pi.") from None

    def read(self) -> Image:
        job = self._camera.capture_array("main", wait=False)
        try:
            return cast("Image", self._camera.wait(job, timeout=_READ))
        except TimeoutError:
            raise CameraTrouble(
                f"The Pi camera has given no picture for {_READ:g} seconds.", _CABLE
            ) from None

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Turn the automatic off; the numbers are libcamera's (microseconds, gains).

        Source: The Picamera2 Library (Raspberry Pi), appendix C, camera controls.
        """
        now = self._camera.capture_metadata()
        red, blue = now["ColourGains"]
        seen = {"exposure": now["ExposureTime"], "gain": now["AnalogueGain"], "red": red, "blue": blue}
        to = {name: float(wanted.get(name, value)) for name, value in seen.items()}
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": round(to["exposure"]),
                "AnalogueGain": to["gain"],
                "ColourGains": (to["red"], to["blue"]),
            }
        )
        return to

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()
