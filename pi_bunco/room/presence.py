"""The presence of devices: the state of cameras, mats, the button and clocks, as they last reported it."""

import threading
from collections.abc import Mapping
from dataclasses import replace

from pi_bunco.sentences import say
from pi_bunco.views.devices import (
    Banner,
    BellButton,
    BreakLeft,
    CameraStatus,
    DiceMotion,
    TimeLeft,
    TimeToBell,
)
from pi_bunco.views.show import DeviceStatus

DeviceMessage = CameraStatus | DiceMotion | TimeLeft | BreakLeft | TimeToBell | BellButton
"""What stations, the button and clocks report of themselves."""

NO_CAMERA = CameraStatus("none", say("no camera"), mock=False)
"""The camera state of a table without a camera."""


class Presence:
    """Knows the state of all devices of a room. Any thread may report a change.

    Parameters
    ----------
    cameras
        The state of each table's camera at the start. A table that is missing here has no camera.
    """

    def __init__(self, cameras: Mapping[int, CameraStatus]) -> None:
        self._lock = threading.Lock()
        self._shared = DeviceStatus(NO_CAMERA)
        self._cameras = dict(cameras)
        self._moving: frozenset[int] = frozenset()

    @property
    def bell_in(self) -> int | None:
        """After how many seconds the bell rings by itself; ``None``: it does not."""
        return self._shared.bell_in

    @property
    def break_left(self) -> int | None:
        """How many minutes of a break are left; ``None``: there is none, or it has no length."""
        return self._shared.break_left

    def get_status(self, table: int, banners: tuple[Banner, ...]) -> DeviceStatus:
        """Return the state of the devices that a table's page shows, with these banners."""
        return replace(
            self._shared,
            camera=self._cameras.get(table, NO_CAMERA),
            banners=banners,
            moving=table in self._moving,
        )

    def take(self, message: DeviceMessage, table: int) -> tuple[int, ...] | None:
        """Take a report, and return the tables whose pages it changes; ``None``: all of them."""
        with self._lock:
            match message:
                case CameraStatus():
                    self._cameras[table] = message
                case DiceMotion():
                    self._moving = self._moving | {table} if message.moving else self._moving - {table}
                case BellButton():
                    self._shared = replace(self._shared, button=message)
                case TimeToBell():
                    self._shared = replace(self._shared, bell_in=message.seconds)
                case BreakLeft():
                    self._shared = replace(self._shared, break_left=message.minutes)
                case TimeLeft():
                    self._shared = replace(self._shared, minutes_left=message.minutes)
        return (table,) if isinstance(message, CameraStatus | DiceMotion) else None
