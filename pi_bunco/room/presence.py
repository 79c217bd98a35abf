"""The presence of devices: the state of cameras, mats, the button and clocks, as they last reported it."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_bunco.sentences import say
from pi_bunco.views.devices import (
    Banner,
    BellButton,
    BreakLeft,
    CameraStatus,
    DiceMotion,
    KeptSlip,
    RoomSound,
    TimeLeft,
    TimeToBell,
)
from pi_bunco.views.show import DeviceStatus

DeviceMessage = CameraStatus | DiceMotion | TimeLeft | BreakLeft | TimeToBell | BellButton | RoomSound
"""What stations, the button and clocks report of themselves."""

NO_CAMERA = CameraStatus("none", say("no camera"), mock=False)
"""The camera state of a table without a camera."""


@dataclass(frozen=True, slots=True)
class PresenceState:
    """The state of all devices: of those that all tables share, of the cameras, and where something moves."""

    shared: DeviceStatus
    cameras: Mapping[int, CameraStatus]
    moving: frozenset[int]


class Presence:
    """Knows the state of all devices of a room. Any thread may report a change.

    Parameters
    ----------
    cameras
        The state of each table's camera at the start. A table that is missing here has no camera.
    """

    def __init__(self, cameras: Mapping[int, CameraStatus]) -> None:
        self._lock = threading.Lock()
        self._state = PresenceState(DeviceStatus(NO_CAMERA), cameras, frozenset())

    @property
    def state(self) -> PresenceState:
        """The state of all devices."""
        return self._state

    def adopt(self, state: PresenceState) -> None:
        """Take over the state of the devices of another Pi."""
        with self._lock:
            self._state = state

    @property
    def bell_in(self) -> int | None:
        """After how many seconds the bell rings by itself; ``None``: it does not."""
        return self._state.shared.bell_in

    @property
    def break_left(self) -> int | None:
        """How many minutes of a break are left; ``None``: there is none, or it has no length."""
        return self._state.shared.break_left

    @property
    def break_ends(self) -> int | None:
        """When a break ends, in seconds since 1970 on this machine's clock; ``None`` as above."""
        return self._state.shared.break_ends

    def get_status(
        self, table: int, banners: tuple[Banner, ...], kept: tuple[KeptSlip, ...] = ()
    ) -> DeviceStatus:
        """Return the state of the devices that a table's page shows, with these banners and kept slips."""
        state = self._state
        return replace(
            state.shared,
            camera=state.cameras.get(table, NO_CAMERA),
            banners=banners,
            moving=table in state.moving,
            kept=kept,
        )

    def take(self, message: DeviceMessage, table: int) -> tuple[int, ...] | None:
        """Take a report, and return the tables whose pages it changes; ``None``: all of them."""
        with self._lock:
            self._state = _change(self._state, message, table)
        return (table,) if isinstance(message, CameraStatus | DiceMotion) else None


def _change(state: PresenceState, message: DeviceMessage, table: int) -> PresenceState:
    """Return the state after a report."""
    shared = state.shared
    match message:
        case CameraStatus():
            return replace(state, cameras={**state.cameras, table: message})
        case DiceMotion():
            moving = state.moving | {table} if message.moving else state.moving - {table}
            return replace(state, moving=moving)
        case BellButton():
            shared = replace(shared, button=message)
        case TimeToBell():
            shared = replace(shared, bell_in=message.seconds)
        case BreakLeft():
            shared = replace(shared, break_left=message.minutes, break_ends=message.ends)
        case RoomSound():
            shared = replace(shared, sound=message)
        case TimeLeft():
            shared = replace(shared, minutes_left=message.minutes)
    return replace(state, shared=shared)
