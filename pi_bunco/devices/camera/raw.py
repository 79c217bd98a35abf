"""Converts libcamera's raw pictures into OpenCV's.

A stream's rows may be longer in memory than in the picture (its ``stride``); the padding is cut off.

Source: libcamera, ``StreamConfiguration``; Linux, "YUV formats" of the V4L2 API.
"""

from collections.abc import Mapping
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey, Image

FORMATS: dict[str, int | None] = {
    "RGB888": None,  # blue, green, red in memory, in spite of its name
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "MJPEG": cv2.COLOR_RGB2BGR,  # picamera2 has decoded it
}
"""The readable formats, and OpenCV's conversion of each to blue, green, red."""


def to_bgr(array: NDArray[np.uint8], stream: Mapping[str, Any]) -> Image:
    """Convert a stream's picture into OpenCV's format.

    Parameters
    ----------
    array
        From picamera2's ``make_array``. Planar formats have whole rows of memory, Y above U and V.
    stream
        Its configuration: ``format``, one of :data:`FORMATS`, and ``size``, width and height in pixels.

    >>> padded = np.full((6, 8), 128, np.uint8)
    >>> to_bgr(padded, {"format": "YUV420", "size": (6, 4)}).shape
    (4, 6, 3)
    """
    width, height = stream["size"]
    how = FORMATS[stream["format"]]
    image = array if how is None else cv2.cvtColor(cast("Any", array), how)
    return cast("Image", image[:height, :width])


def to_grey(array: NDArray[np.uint8], stream: Mapping[str, Any]) -> Grey:
    """Return the brightness of a ``YUV420`` stream: its first plane without the padding.

    >>> to_grey(np.full((6, 768), 90, np.uint8), {"size": (704, 4)}).shape
    (4, 704)
    """
    width, height = stream["size"]
    return np.ascontiguousarray(array[:height, :width])
