"""Translates between libcamera and pi-bunco: the settings that a calibration locks, and raw pictures.

Settings are read from a picture's metadata and set with controls. A stream's rows may be longer in memory
than in the picture (its ``stride``); the padding is cut off.

Source: The Picamera2 Library (Raspberry Pi), appendix C, camera controls; libcamera,
``StreamConfiguration``; Linux, "YUV formats" of the V4L2 API.
"""

from collections.abc import Mapping
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey, Image

CameraSettings = dict[str, float]
"""``exposure`` in microseconds, ``gain``, ``red`` and ``blue`` as factors, ``focus`` in dioptres."""

_CONTROL_NAMES = {"exposure": "ExposureTime", "gain": "AnalogueGain", "focus": "LensPosition"}

_RELATIVE_SLACK = {"exposure": 0.02, "gain": 0.06, "red": 0.02, "blue": 0.02, "focus": 0.05}
"""The allowed relative deviation: sensors have only whole rows and fixed steps of gain."""
_ABSOLUTE_SLACK = {"exposure": 60.0, "gain": 0.05, "red": 0.02, "blue": 0.02, "focus": 0.15}
"""The absolute deviation that is allowed too, in the value's own unit: two rows, a step of the lens."""

_MANUAL = 0
"""libcamera's AfModeManual."""

AUTOMATIC = {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0, "AwbEnable": True, "AfMode": 2}
"""Controls that make everything automatic; 2 is AfModeContinuous. The zeros are needed too: since libcamera
0.5 ``AeEnable`` alone does not release a fixed exposure and gain (picamera2, issue 1269)."""
SETTLE_SECONDS = 1.5
"""The time in which the automatic controls settle."""


def read_settings(metadata: Mapping[str, Any]) -> CameraSettings:
    """Return the settings that a picture was taken with; a camera with a fixed lens has no ``focus``.

    >>> read_settings({"ExposureTime": 8331, "AnalogueGain": 1.75, "ColourGains": (1.9, 2.1), "Lux": 80.0})
    {'exposure': 8331.0, 'gain': 1.75, 'red': 1.9, 'blue': 2.1}
    """
    settings = {
        name: float(metadata[key]) for name, key in _CONTROL_NAMES.items() if metadata.get(key) is not None
    }
    if gains := metadata.get("ColourGains"):
        settings |= {"red": float(gains[0]), "blue": float(gains[1])}
    return settings


def make_controls(settings: Mapping[str, float]) -> dict[str, Any]:
    """Return the controls that fix these settings.

    Exposure and gain are fixed together: with only one of them pictures may turn black.

    >>> make_controls({"focus": 2.5})
    {'AfMode': 0, 'LensPosition': 2.5}
    """
    controls: dict[str, Any] = {}
    if {"exposure", "gain"} <= settings.keys():
        controls |= {
            "AeEnable": False,
            "ExposureTime": round(settings["exposure"]),
            "AnalogueGain": settings["gain"],
        }
    if {"red", "blue"} <= settings.keys():
        controls |= {"AwbEnable": False, "ColourGains": (settings["red"], settings["blue"])}
    if "focus" in settings:
        controls |= {"AfMode": _MANUAL, "LensPosition": settings["focus"]}
    return controls


def are_kept(actual: Mapping[str, float], wanted: Mapping[str, float]) -> bool:
    """Return whether a picture was taken with the wanted settings, as exactly as sensors can.

    >>> are_kept({"exposure": 8310.0, "gain": 1.75}, {"exposure": 8331.0})
    True
    >>> are_kept({"exposure": 20000.0}, {"exposure": 8331.0})
    False
    """
    return all(
        name in actual
        and abs(actual[name] - value) <= max(_RELATIVE_SLACK[name] * abs(value), _ABSOLUTE_SLACK[name])
        for name, value in wanted.items()
    )


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
    conversion = FORMATS[stream["format"]]
    image = array if conversion is None else cv2.cvtColor(cast("Any", array), conversion)
    return cast("Image", image[:height, :width])


def to_grey(array: NDArray[np.uint8], stream: Mapping[str, Any]) -> Grey:
    """Return the brightness of a ``YUV420`` stream: its first plane without the padding.

    >>> to_grey(np.full((6, 768), 90, np.uint8), {"size": (704, 4)}).shape
    (4, 704)
    """
    width, height = stream["size"]
    return np.ascontiguousarray(array[:height, :width])
