"""USB cameras, and all other video devices of Linux (``/dev/video…``)."""

import os
import time
from collections.abc import Mapping
from pathlib import Path

import cv2

from pi_bunco.devices.camera.capture import Capture
from pi_bunco.devices.camera.found import find_first_usb
from pi_bunco.devices.camera.libcamera import SETTLE_SECONDS
from pi_bunco.devices.camera.live import LiveCamera
from pi_bunco.devices.camera.source import Shot, Source, find_time_taken
from pi_bunco.devices.camera.unpack import Unpacker
from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.sentences import say

_CHECK_PLUG = say("Check the cable and plug the camera in again.")

_WANTED_MODE = {
    # Compressed: uncompressed, USB 2 can carry only a few such pictures a second.
    cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
    cv2.CAP_PROP_FRAME_WIDTH: 1280,
    cv2.CAP_PROP_FRAME_HEIGHT: 720,
    # A queue would delay each score.
    cv2.CAP_PROP_BUFFERSIZE: 1,
}


_AUTOMATIC = {
    # V4L2_EXPOSURE_APERTURE_PRIORITY, the automatic mode of USB cameras.
    cv2.CAP_PROP_AUTO_EXPOSURE: 3,
    cv2.CAP_PROP_AUTO_WB: 1,
    cv2.CAP_PROP_AUTOFOCUS: 1,
}
_MANUAL = {
    # V4L2_EXPOSURE_MANUAL in the kernel's enum v4l2_exposure_auto_type.
    cv2.CAP_PROP_AUTO_EXPOSURE: 1,
    cv2.CAP_PROP_AUTO_WB: 0,
    cv2.CAP_PROP_AUTOFOCUS: 0,
}
_CONTROLS = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "temperature": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}
_MAX_DEVIATION = 0.1
"""How far a control may be from the wanted value, as a share of it: drivers have steps of their own."""


class V4L2Camera(LiveCamera):
    """A USB camera.

    It is asked for 1280 by 720 pixels as MJPEG; a camera without that mode delivers what it can.

    Parameters
    ----------
    device
        Its device file, such as ``/dev/video0``; ``v4l2-ctl --list-devices`` lists them. ``None``: the first
        USB camera.

    Raises
    ------
    CameraTrouble
        If there is no such device, this user may not use it, another program uses it, or it is not a camera.

    >>> V4L2Camera("/dev/video99")
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: There is no camera at /dev/video99. Plug it in; ...
    """

    def __init__(self, device: str | None = None) -> None:
        device = device or find_first_usb()
        super().__init__(device, lambda: _open(device), _CHECK_PLUG)


class _UsbCamera(Capture):
    """A capture that can turn automatic controls off, and that decodes JPEG pictures itself.

    OpenCV would write each complaint of its decoder to standard error, and fill in the missing part of a
    truncated picture.
    """

    def __init__(self, device: str, *, refused: CameraTrouble, lost: CameraTrouble) -> None:
        wanted = _WANTED_MODE | _AUTOMATIC  # an earlier program may have locked the camera
        super().__init__(device, cv2.CAP_V4L2, required={}, wanted=wanted, refused=refused, lost=lost)
        self._unpacker = Unpacker()
        if int(self.device.get(cv2.CAP_PROP_FOURCC)) == _WANTED_MODE[cv2.CAP_PROP_FOURCC]:
            self.device.set(cv2.CAP_PROP_CONVERT_RGB, 0)

    def take(self) -> Shot | None:
        """Decode the picture. Return ``None`` if it is damaged, since USB sometimes loses a piece."""
        picture = self.retrieve()
        if picture is None:
            return None
        # OpenCV passes on the time at which the driver got the picture, on the clock of time.monotonic
        # (kernel: V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, the default of USB cameras).
        taken = find_time_taken(time.monotonic() - self.device.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        if picture.shape[2:] == (3,):  # uncompressed, so OpenCV has already decoded it
            return Shot(picture, taken)
        shot = self._unpacker.unpack(picture.tobytes())
        return shot and shot._replace(taken=taken)

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Turn all automatic controls off; the units are the driver's own (``v4l2-ctl --list-ctrls``).

        If nothing is wanted, the camera first finds its values again.
        """
        if not wanted:
            self._find_settings()
        current = {name: self.device.get(prop) for name, prop in _CONTROLS.items()}
        for prop, manual in _MANUAL.items():
            self.device.set(prop, manual)
        locked: dict[str, float] = {}
        for name, prop in _CONTROLS.items():
            value = float(wanted.get(name, current[name]))
            if self.device.set(prop, value):
                locked[name] = float(self.device.get(prop))
                if abs(locked[name] - value) > max(1.0, _MAX_DEVIATION * abs(value)):
                    raise NotKept(
                        say(
                            "The USB camera does not keep what it was calibrated with: "
                            "{control} {seen} instead of {wanted}.",
                            control=name,
                            seen=f"{locked[name]:g}",
                            wanted=f"{value:g}",
                        ),
                        say("Calibrate it again."),
                    )
        return locked

    def _find_settings(self) -> None:
        """Let the camera choose its exposure, colours and focus."""
        for prop, automatic in _AUTOMATIC.items():
            self.device.set(prop, automatic)
        until = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until:
            self.wait()


def _open(device: str) -> Source:
    if not Path(device).exists():
        raise CameraTrouble(
            say("There is no camera at {device}.", device=device),
            say("Plug it in; ls /dev/video* shows which there are."),
        )
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraTrouble(
            say("This user may not use the camera {device}.", device=device),
            say("Add the user to the group video (sudo usermod -aG video $USER) and log in again."),
        )
    return _UsbCamera(
        device,
        refused=CameraTrouble(
            say("{device} gives no pictures: another program uses it, or it is not a camera.", device=device),
            say(
                "Close other camera programs, or try another device: v4l2-ctl --list-devices shows them.",
            ),
        ),
        lost=CameraTrouble(say("The camera {device} stopped giving pictures.", device=device), _CHECK_PLUG),
    )
