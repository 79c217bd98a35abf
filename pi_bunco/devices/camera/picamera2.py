"""The Raspberry Pi's own camera, through picamera2. No other module imports that library."""

import errno
import os
import time
from collections.abc import Mapping
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from typing import Any

import numpy as np

from pi_bunco.devices.board import Board, find_board
from pi_bunco.devices.camera.found import FoundCamera
from pi_bunco.devices.camera.libcamera import (
    AUTOMATIC,
    FORMATS,
    SETTLE_SECONDS,
    CameraSettings,
    are_kept,
    make_controls,
    read_settings,
    to_bgr,
    to_grey,
)
from pi_bunco.devices.camera.live import LiveCamera
from pi_bunco.devices.camera.plan import plan_camera
from pi_bunco.devices.camera.source import Shot, find_time_taken
from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.sentences import say, say_series

_CHECK_CABLE = say(
    "Check the ribbon cable at both ends and restart the Pi; rpicam-hello --list-cameras must show it.",
)
_READ_TIMEOUT = 4.0  # the most seconds to wait for a picture

_SETTLE_PICTURES = 30
"""Pictures after which new controls must have taken effect: a few more than there are buffers."""

_FEWEST_BUFFERS = 2
"""The number of buffers if there is no memory for more. Pictures then come at half the rate."""


class PiCamera(LiveCamera):
    """The camera on the Pi's ribbon cable.

    Raises
    ------
    CameraTrouble
        If picamera2 is not installed, no camera is connected, or another program uses it.
    """

    def __init__(self, number: int = 0) -> None:
        name = say("Pi camera {number}", number=number) if number else say("Pi camera")
        super().__init__(name, lambda: _Source(number), _CHECK_CABLE)


class _Source:
    """The open camera. Its stream ``main`` is for the reader, ``lores`` for motion detection."""

    def __init__(self, number: int = 0) -> None:
        self._request: Any = None
        self._camera: Any = _open_by_number(number)
        self._settings: CameraSettings = {}
        self._rate: float | None = None
        try:
            self._start(find_board())
        except CameraTrouble:
            self._camera.close()
            raise
        except (RuntimeError, OSError, ValueError) as error:
            self._camera.close()
            raise CameraTrouble(
                say("The Pi camera does not start: {reason}", reason=str(error)),
                say(
                    "Close other programs, then restart the Pi; on a board with 512 MB leave the desktop "
                    "out.",
                ),
            ) from None

    def _start(self, board: Board) -> None:
        # Only a sensor on the ribbon cable has a colour filter, and streams of two sizes.
        self._on_ribbon = "ColorFilterArrangement" in self._camera.camera_properties
        self._plan = plan_camera(board, tuple(self._camera.sensor_resolution))
        try:
            self._configure(self._plan.buffers)
        except (OSError, RuntimeError) as error:  # raised by picamera2 and by libcamera
            if os.strerror(errno.ENOMEM) not in str(error):
                raise
            self._configure(_FEWEST_BUFFERS)
        streams = self._camera.camera_configuration()
        self._main, self._small = streams["main"], streams["lores"]
        if self._main["format"] not in FORMATS:
            raise CameraTrouble(
                say(
                    "The Pi camera gives pictures as {format}, which this program cannot read.",
                    format=self._main["format"],
                ),
                say("Use one that gives {formats}.", formats=", ".join(FORMATS)),
            )

    def _configure(self, buffers: int) -> None:
        # picamera2's "RGB888" is blue, green, red in memory, as OpenCV needs it.
        main = {"size": self._plan.main, "format": "RGB888" if self._on_ribbon else "NV12"}
        options: dict[str, Any] = {}
        if self._on_ribbon:
            # The controls before a calibration: a constant rate, and autofocus if there is one.
            controls: dict[str, Any] = {"FrameDurationLimits": _make_durations(self._plan.rate)}
            if "AfMode" in self._camera.camera_controls:
                controls["AfMode"] = AUTOMATIC["AfMode"]
            options = {
                "lores": {"format": "YUV420", "size": self._plan.small},
                "raw": None,
                "sensor": {"output_size": self._plan.sensor},
                "controls": controls,
            }
        # No queue: a request returns the next picture, not one that has waited.
        self._camera.configure(
            self._camera.create_preview_configuration(main=main, buffer_count=buffers, queue=False, **options)
        )
        self._camera.start()

    def wait(self) -> None:
        """Return the buffer of the last picture to the camera, and wait for the next picture."""
        self._release()
        try:
            self._request = self._camera.wait(self._camera.capture_request(wait=False), timeout=_READ_TIMEOUT)
        except (TimeoutError, Late):
            raise CameraTrouble(
                say(
                    "The Pi camera has given no picture for {seconds} seconds.", seconds=f"{_READ_TIMEOUT:g}"
                ),
                _CHECK_CABLE,
            ) from None

    def take(self) -> Shot:
        """Copy the picture out of the camera's buffer, and release the buffer immediately."""
        metadata = self._request.get_metadata()
        image = to_bgr(self._request.make_array("main"), self._main)
        small = to_grey(self._request.make_array("lores"), self._small) if self._small else None
        self._release()
        self._settings = read_settings(metadata)
        return Shot(np.ascontiguousarray(image), _find_time_taken(metadata), small)

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Turn all automatic controls off. The units are libcamera's: microseconds, gains, dioptres.

        If nothing is wanted, the camera first finds its values again. It runs at the full rate meanwhile,
        since at a lower rate it could choose an exposure that is too long for the full rate.

        Source: The Picamera2 Library (Raspberry Pi), appendix C, camera controls.
        """
        rate_before = self._rate
        self.pace(None)
        try:
            if not wanted:
                self._find_settings()
            return self._hold(
                {name: float(wanted.get(name, value)) for name, value in self._settings.items()}
            )
        finally:
            self.pace(rate_before)

    def _find_settings(self) -> None:
        """Let the camera choose exposure, colours and focus, as it does until it is calibrated."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in AUTOMATIC.items() if name in known})
        until = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until:
            self.wait()
            self._settings = read_settings(self._request.get_metadata())

    def _hold(self, wanted: CameraSettings) -> CameraSettings:
        """Fix these settings, and wait until the pictures show them."""
        self._camera.set_controls(make_controls(wanted))
        if not wanted:
            return wanted
        for _ in range(_SETTLE_PICTURES):
            self.wait()
            self._settings = read_settings(self._request.get_metadata())
            if are_kept(self._settings, wanted):
                return wanted
        raise _make_not_kept(self._settings, wanted)

    def pace(self, rate: float | None) -> None:
        """Set the rate of the sensor itself."""
        self._rate = rate
        if self._on_ribbon:
            limited = min(rate or self._plan.rate, self._plan.rate)
            self._camera.set_controls({"FrameDurationLimits": _make_durations(limited)})

    def close(self) -> None:
        """Stop the camera and release it.

        This does not call ``stop`` first, which would wait for a requested picture that never comes.
        ``close`` ends that wait and stops the camera itself (picamera2, issues 1065 and 1264).
        """
        self._release()
        self._camera.close()

    def _release(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None


def _load_library() -> Any:
    """Return picamera2's class of cameras (:class:`CameraTrouble`: it cannot be loaded)."""
    # libcamera logs a dozen lines at each start; warnings are still shown.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:WARN")
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - only a Pi has it, and only this camera needs it
    except ModuleNotFoundError as error:
        raise CameraTrouble(
            say(
                "The library for the Pi camera, picamera2, is not installed for this Python ({reason}).",
                reason=str(error),
            ),
            say(
                "Install it with: sudo apt install python3-picamera2; a virtual environment must be "
                "made with --system-site-packages, as install.sh does.",
            ),
        ) from None
    except (ImportError, ValueError) as error:  # a library of another version: numpy's ABI is a ValueError
        raise CameraTrouble(
            say("picamera2 cannot be loaded: {reason}.", reason=str(error)),
            say("Bring the system up to date with: sudo apt full-upgrade"),
        ) from None
    return Picamera2


def list_pi_cameras() -> tuple[FoundCamera, ...]:
    """Return the cameras on ribbon cables; none where picamera2 is not installed, or fails."""
    try:
        infos = _load_library().global_camera_info()
    except (CameraTrouble, RuntimeError, OSError):
        return ()
    return tuple(
        FoundCamera(f"picamera2:{info['Num']}", "ribbon", str(info.get("Model", "")).strip())
        for info in infos
        if "usb" not in str(info.get("Id", "")).lower()
    )


def _open_by_number(number: int) -> Any:
    """Open a camera by its number in libcamera, from 0. Cameras on a ribbon cable come before USB cameras."""
    library = _load_library()
    connected = len(library.global_camera_info())
    if not connected:
        raise CameraTrouble(say("No Pi camera is connected."), _CHECK_CABLE)
    if number >= connected:
        raise CameraTrouble(
            say(
                "There is no Pi camera {number}: {connected} connected, counted from 0.",
                number=number,
                connected=connected,
            ),
            _CHECK_CABLE,
        )
    camera = library.__new__(library)
    try:
        camera.__init__(number)
    except RuntimeError as error:
        # A failed constructor leaves one end of a pipe open. The table may try again all evening.
        with suppress(AttributeError, OSError):
            os.close(camera.notifyme_w)
        why = str(error.__cause__ or error.__context__ or error).rstrip(".")
        raise CameraTrouble(
            say("Another program is using the Pi camera.")
            if "busy" in why
            else say("The Pi camera cannot be used: {reason}.", reason=why),
            say(
                "Close other camera programs, such as rpicam-hello; then the table opens the camera by "
                "itself."
            ),
        ) from None
    return camera


def _make_durations(rate: float) -> tuple[int, int]:
    """Return the shortest and the longest duration of a picture, in microseconds."""
    return round(1e6 / rate), round(1e6 / rate)


def _find_time_taken(metadata: Mapping[str, Any]) -> float | None:
    """Return when the sensor saw the picture's first row; ``None`` without a sensible time stamp.

    Source: libcamera, ``SensorTimestamp``: nanoseconds of CLOCK_BOOTTIME, which goes on while a machine
    sleeps; a Pi never does.
    """
    if not (stamp := metadata.get("SensorTimestamp")):
        return None
    return find_time_taken(time.clock_gettime(time.CLOCK_BOOTTIME) - stamp / 1e9)


def _make_not_kept(actual: CameraSettings, wanted: Mapping[str, float]) -> NotKept:
    differences = [
        say(
            "{control} {seen} instead of {wanted}",
            control=name,
            seen=_format_number(actual.get(name)),
            wanted=_format_number(wanted[name]),
        )
        for name in wanted
        if not are_kept(actual, {name: wanted[name]})
    ]
    return NotKept(
        say(
            "The Pi camera does not keep what it was calibrated with: {controls}.",
            controls=say_series(differences),
        ),
        say("Calibrate it again."),
    )


def _format_number(value: float | None) -> str:
    return say("nothing") if value is None else f"{value:.0f}" if value >= 100 else f"{value:.2f}"  # noqa: PLR2004 - microseconds are long, gains short
