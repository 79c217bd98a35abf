"""Cameras, each kind in a file of its own. :func:`open_camera` imports only the kind that it opens."""

import importlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from posixpath import normpath
from typing import Any, NamedTuple, cast

from pi_bunco.devices.camera.address import normalize_address
from pi_bunco.devices.ports import Camera, CameraTrouble
from pi_bunco.sentences import say
from pi_bunco.settings.config import hide_password
from pi_bunco.settings.plugins import PluginKind, add_plugin_names, find_plugin, is_plugin

_ALLOWED = say(
    "Use mock or mock:SEED, a video file, a folder of pictures or one picture, a device "
    "such as /dev/video0 or its number, usb, the http://, https:// or rtsp:// address of "
    "a camera, picamera2, or the name of a plug-in that is installed.",
)


class _Kind(NamedTuple):
    """One kind of camera.

    Attributes
    ----------
    display_name
        How the help and the documentation write its name.
    names
        The names that fit it.
    module, class_name
        The class that opens it, and its module.
    arguments
        Makes the arguments of the class's constructor.
    """

    display_name: str
    names: str
    module: str
    class_name: str
    arguments: Callable[[re.Match[str]], dict[str, Any]]


_KINDS = (
    _Kind("mock:SEED", r"mock(?::(\d+))?", "mock", "MockCamera", lambda m: {"seed": int(m[1] or 1)}),
    _Kind(
        "picamera2", r"picamera2(?::([0-9]))?", "picamera2", "PiCamera", lambda m: {"number": int(m[1] or 0)}
    ),
    _Kind("usb", r"usb", "v4l2", "V4L2Camera", lambda _: {}),
    _Kind("/dev/video0", r"\d+", "v4l2", "V4L2Camera", lambda m: {"device": f"/dev/video{int(m[0])}"}),
    _Kind("/dev/video0", r"/dev/.+", "v4l2", "V4L2Camera", lambda m: {"device": m[0]}),
    _Kind("http://", r"(?i:https?)://.+", "mjpeg", "MjpegCamera", lambda m: {"address": m[0]}),
    _Kind("rtsp://", r"rtsp://.+", "rtsp", "RtspCamera", lambda m: {"address": m[0]}),
)


_PLUGINS: tuple[PluginKind, ...] = ("cameras", "stations")


def is_device(spec: str) -> bool:
    """Return whether a name stands for a live camera; otherwise it must be a video or a folder.

    A plug-in is not loaded: that is left to the process of its station.

    >>> is_device("usb"), is_device("usb:7"), is_device("HTTP://10.0.0.7"), is_device("ftp://10.0.0.7")
    (True, False, True, False)
    """
    if any(re.fullmatch(kind.names, spec) for kind in _KINDS):
        return True
    return not _is_path(spec) and any(is_plugin(kind, spec) for kind in _PLUGINS)


def check_name(spec: str) -> None:
    """Check that somebody has named a camera, a video or a folder, without opening it.

    Raises
    ------
    CameraTrouble
        If there is none of that name.

    >>> check_name("usb")
    """
    if not (_is_path(spec) or is_device(spec)):
        raise _make_unknown(spec)


def _make_unknown(spec: str) -> CameraTrouble:
    return CameraTrouble(
        say('There is no camera, video or folder called "{name}".', name=hide_password(spec)),
        add_plugin_names(_ALLOWED, *_PLUGINS),
    )


def _is_path(spec: str) -> bool:
    return bool(spec) and os.path.exists(spec)  # noqa: PTH110 - pathlib's own fails on long names


def normalize_name(spec: str) -> str:
    """Return a camera's name in one spelling, without a password, to compare it with others.

    Two different results may still mean one camera: ``usb`` may be ``/dev/video0``, and two addresses may
    lead to one camera.

    >>> [normalize_name(name) for name in ("0", "/dev//video0", "picamera2", "mock:7")]
    ['/dev/video0', '/dev/video0', 'picamera2:0', 'mock:7']
    >>> normalize_name("HTTP://ann:s3cret@Phone:80/Video/"), normalize_name("./party.mp4")
    ('http://phone/Video', 'party.mp4')
    """
    if spec.isdecimal():
        return f"/dev/video{int(spec)}"
    if spec == "picamera2":
        return "picamera2:0"
    if "://" in spec:
        return normalize_address(spec)
    return normpath(spec)


def open_camera(spec: str) -> Camera:
    """Open the camera that somebody named on the command line.

    Parameters
    ----------
    spec
        One of these; the first match wins:

        ==============================  ====================================================
        ``mock``, ``mock:SEED``         the mock camera, its throws chosen by the seed (1)
        ``picamera2``, ``picamera2:1``  the Raspberry Pi's own camera, or its second one
        ``usb``                         the USB camera, wherever it is plugged in
        ``0``, ``/dev/video0``          a USB camera or another V4L2 device
        ``http://…``, ``https://…``     a network camera's MJPEG stream
        ``rtsp://…``                    a network camera's RTSP stream
        a path                          a video file, a folder of pictures, or one picture
        a plug-in's name                a camera from another package; see docs/extending.md
        ==============================  ====================================================

    Raises
    ------
    CameraTrouble
        If it names no camera, or the camera cannot be opened.
    pi_bunco.settings.plugins.PluginTrouble
        If it names a plug-in that cannot be loaded.

    >>> open_camera("webcam")
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: There is no camera, video or folder called "webcam". Use mock ...
    """
    for kind in _KINDS:
        if match := re.fullmatch(kind.names, spec):
            backend = importlib.import_module(f"{__name__}.{kind.module}")
            return cast("Camera", getattr(backend, kind.class_name)(**kind.arguments(match)))
    if _is_path(spec):
        return cast("Camera", importlib.import_module(f"{__name__}.files").open_path(Path(spec)))
    if plugin := find_plugin("cameras", spec):
        return cast("Camera", plugin.make(Camera, CameraTrouble))
    raise _make_unknown(spec)
