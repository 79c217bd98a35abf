"""The settings of a Pi camera that a calibration locks: read from metadata, and set with controls.

Source: The Picamera2 Library (Raspberry Pi), appendix C, camera controls.
"""

from collections.abc import Mapping
from typing import Any

Facts = dict[str, float]
"""``exposure`` in microseconds, ``gain``, ``red`` and ``blue`` as factors, ``focus`` in dioptres."""

_NAMES = {"exposure": "ExposureTime", "gain": "AnalogueGain", "focus": "LensPosition"}

_SLACK = {"exposure": 0.02, "gain": 0.06, "red": 0.02, "blue": 0.02, "focus": 0.05}
"""The allowed relative deviation: sensors have only whole rows and fixed steps of gain."""
_ALWAYS_ALLOWED = {"exposure": 60.0, "gain": 0.05, "red": 0.02, "blue": 0.02, "focus": 0.15}
"""The absolute deviation that is allowed too, in the value's own unit: two rows, a step of the lens."""

_MANUAL = 0
"""libcamera's AfModeManual."""

AUTOMATIC = {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0, "AwbEnable": True, "AfMode": 2}
"""Controls that make everything automatic; 2 is AfModeContinuous. The zeros are needed too: since libcamera
0.5 ``AeEnable`` alone does not release a fixed exposure and gain (picamera2, issue 1269)."""
FINDING = 1.5
"""Seconds that the automatic controls get to settle."""


def read_facts(metadata: Mapping[str, Any]) -> Facts:
    """Return the settings that a picture was taken with; a camera with a fixed lens has no ``focus``.

    >>> read_facts({"ExposureTime": 8331, "AnalogueGain": 1.75, "ColourGains": (1.9, 2.1), "Lux": 80.0})
    {'exposure': 8331.0, 'gain': 1.75, 'red': 1.9, 'blue': 2.1}
    """
    seen = {name: float(metadata[key]) for name, key in _NAMES.items() if metadata.get(key) is not None}
    if gains := metadata.get("ColourGains"):
        seen |= {"red": float(gains[0]), "blue": float(gains[1])}
    return seen


def make_controls(to: Mapping[str, float]) -> dict[str, Any]:
    """Return the controls that fix these settings.

    Exposure and gain are fixed together: with only one of them pictures may turn black.

    >>> make_controls({"focus": 2.5})
    {'AfMode': 0, 'LensPosition': 2.5}
    """
    held: dict[str, Any] = {}
    if {"exposure", "gain"} <= to.keys():
        held |= {"AeEnable": False, "ExposureTime": round(to["exposure"]), "AnalogueGain": to["gain"]}
    if {"red", "blue"} <= to.keys():
        held |= {"AwbEnable": False, "ColourGains": (to["red"], to["blue"])}
    if "focus" in to:
        held |= {"AfMode": _MANUAL, "LensPosition": to["focus"]}
    return held


def has_settings(seen: Mapping[str, float], to: Mapping[str, float]) -> bool:
    """Return whether a picture was taken with these settings, as exactly as sensors can.

    >>> has_settings({"exposure": 8310.0, "gain": 1.75}, {"exposure": 8331.0})
    True
    >>> has_settings({"exposure": 20000.0}, {"exposure": 8331.0})
    False
    """
    return all(
        name in seen and abs(seen[name] - value) <= max(_SLACK[name] * abs(value), _ALWAYS_ALLOWED[name])
        for name, value in to.items()
    )
