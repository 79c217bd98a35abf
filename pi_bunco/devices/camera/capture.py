"""OpenCV's own capture as a live camera's source: for USB cameras and RTSP streams."""

import os
from collections.abc import Mapping
from typing import cast

import cv2

from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Image
from pi_bunco.quiet import quiet

# How long a read may take, in seconds; OpenCV looks at it when it first waits for a picture.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


class Capture:
    """An open :class:`cv2.VideoCapture` that says what is wrong.

    Parameters
    ----------
    name
        What people call the camera.
    where
        What OpenCV opens: ``/dev/video0``, an address.
    backend
        Which of OpenCV's backends does, such as :data:`cv2.CAP_V4L2`.
    must, wish
        Properties (``CAP_PROP_…``) that opening needs, and others that a camera may ignore.
    refused, lost
        Text and remedy for a camera that cannot be opened, and for one that stops.
    """

    def __init__(  # noqa: PLR0913 - each is a fact of one backend
        self,
        where: str,
        backend: int,
        *,
        must: Mapping[int, int],
        wish: Mapping[int, int],
        refused: CameraTrouble,
        lost: CameraTrouble,
    ) -> None:
        quiet()
        self._lost = lost
        self.device = cv2.VideoCapture(where, backend, [number for pair in must.items() for number in pair])
        if not self.device.isOpened():
            raise refused
        for prop, value in wish.items():
            self.device.set(prop, value)

    def wait(self) -> None:
        """Wait for the next picture; raise the camera's trouble if none comes."""
        if not self.device.grab():
            raise self._lost

    def take(self) -> Shot | None:
        """Unpack the picture, ``None`` if it is broken: USB loses a piece now and then."""
        image = self.retrieve()
        return None if image is None else Shot(image)

    def retrieve(self) -> Image | None:
        """Return what OpenCV makes of the picture, ``None`` if that is nothing."""
        good, image = self.device.retrieve()
        # An empty buffer is called good, and is no picture.
        return cast("Image", image) if good and image is not None else None

    def close(self) -> None:
        """Close the device."""
        self.device.release()
