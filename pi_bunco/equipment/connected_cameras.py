"""Knows which cameras are connected. Those at USB come and go; those on ribbon cables do not.

Pi cameras are looked for in a process: their library takes memory and seconds, and may crash.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

import structlog

from pi_bunco.devices.camera.found import FoundCamera, list_usb_cameras

_log = structlog.get_logger()

_COMMAND = (sys.executable, "-P", "-m", "pi_bunco", "cameras", "--json")
_SECONDS = 30.0
"""How long the answer may take: a slow card reads picamera2 for some seconds."""


def find_pi_cameras(command: Sequence[str] = _COMMAND) -> tuple[FoundCamera, ...] | None:
    """Return the cameras on ribbon cables that ``pi-bunco cameras`` finds; ``None``: it fails."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=_SECONDS, check=True
        )
        found = [FoundCamera(**json.loads(line)) for line in done.stdout.splitlines()]
    except (OSError, subprocess.SubprocessError, ValueError, TypeError) as error:
        _log.warning("Pi cameras cannot be listed", why=str(error))
        return None
    return tuple(camera for camera in found if camera.plug == "ribbon")


class ConnectedCameras:
    """Knows which cameras are connected. Any thread may ask.

    Parameters
    ----------
    find_ribbon
        Finds cameras on ribbon cables; ``None``: it fails. This takes seconds, and is done once: nobody plugs
        one in while the machine is on.
    find_usb
        Finds USB cameras.

    Attributes
    ----------
    knows_ribbon
        Whether the cameras on ribbon cables are known. If not, one that is not listed may still be there.

    >>> cameras = ConnectedCameras(lambda: (FoundCamera("picamera2:0", "ribbon", "imx708"),), lambda: ())
    >>> cameras.list_found()[0].name
    'picamera2:0'
    """

    def __init__(
        self,
        find_ribbon: Callable[[], tuple[FoundCamera, ...] | None] = find_pi_cameras,
        find_usb: Callable[[], tuple[FoundCamera, ...]] = list_usb_cameras,
    ) -> None:
        self._find_ribbon, self._find_usb = find_ribbon, find_usb
        self._lock = threading.Lock()
        self._ribbon: tuple[FoundCamera, ...] | None = None
        self.knows_ribbon = False

    def list_found(self) -> tuple[FoundCamera, ...]:
        """Return the cameras, those on ribbon cables first. The first call waits for the answer."""
        with self._lock:
            if self._ribbon is None:
                found = self._find_ribbon()
                self._ribbon, self.knows_ribbon = found or (), found is not None
        return (*self._ribbon, *self._find_usb())
