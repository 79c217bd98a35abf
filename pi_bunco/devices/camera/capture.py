"""Pictures through OpenCV's ``VideoCapture``, for USB cameras and RTSP streams."""

import os
from collections.abc import Mapping
from typing import cast

import cv2

from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.figures import say_number
from pi_bunco.frames import Image
from pi_bunco.limits import LIVE_PIXELS
from pi_bunco.pictures.quiet import silence_opencv
from pi_bunco.sentences import say

# The most seconds that a read may take. OpenCV reads this variable when it first waits for a picture.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


class Capture:
    """An open :class:`cv2.VideoCapture` that raises errors with a remedy.

    Parameters
    ----------
    where
        What OpenCV opens: a device file such as ``/dev/video0``, or an address.
    backend
        OpenCV's backend, such as :data:`cv2.CAP_V4L2`.
    required
        The values of properties (``CAP_PROP_…``) with which the device is opened.
    wanted
        The values of properties that are set afterwards. A camera may ignore them.
    refused
        The error to raise if the camera cannot be opened.
    lost
        The error to raise if it stops.
    """

    def __init__(  # noqa: PLR0913 - each is a fact of one backend
        self,
        where: str,
        backend: int,
        *,
        required: Mapping[int, int],
        wanted: Mapping[int, int],
        refused: CameraTrouble,
        lost: CameraTrouble,
    ) -> None:
        silence_opencv()
        self._lost = lost
        self.device = cv2.VideoCapture(
            where, backend, [number for pair in required.items() for number in pair]
        )
        if not self.device.isOpened():
            raise refused
        width, height = (
            int(self.device.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if width * height > LIVE_PIXELS:
            self.device.release()
            raise CameraTrouble(
                say(
                    "The camera's pictures have {width} x {height} pixels; at most {most} in all can be"
                    " used.",
                    width=say_number(width),
                    height=say_number(height),
                    most=say_number(LIVE_PIXELS),
                ),
                say("Choose smaller pictures in the camera's settings."),
            )
        for prop, value in wanted.items():
            self.device.set(prop, value)

    def wait(self) -> None:
        """Wait for the next picture; raise the camera's trouble if none comes."""
        if not self.device.grab():
            raise self._lost

    def take(self) -> Shot | None:
        """Decode the picture. Return ``None`` if it is damaged, since USB sometimes loses a piece."""
        image = self.retrieve()
        return None if image is None else Shot(image)

    def retrieve(self) -> Image | None:
        """Return the picture from OpenCV, ``None`` if there is none."""
        good, image = self.device.retrieve()
        # OpenCV reports success for an empty buffer too.
        return cast("Image", image) if good and image is not None else None

    def close(self) -> None:
        """Close the device."""
        self.device.release()
