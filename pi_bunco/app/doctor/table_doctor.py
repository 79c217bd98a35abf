"""The doctor inside a running table, for its page: it uses the devices that the table has open."""

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from pi_bunco.app.doctor.bell import BellState
from pi_bunco.app.doctor.camera import EXAMINED_PICTURES, CameraState
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import examine, select_checks
from pi_bunco.app.service import is_service
from pi_bunco.config import MOCK, NO_CAMERA, Settings
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.camera.address import CHECK_NETWORK
from pi_bunco.devices.camera.slow import advise_slow_camera
from pi_bunco.devices.ports import BellDevice
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Frame
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.stations.station import Station
from pi_bunco.store import BACKUPS, back_up, list_backups
from pi_bunco.threads import start_thread
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.live import LiveRoom

_PICTURES_SECONDS = 5.0
"""How long to wait for pictures."""
_POLL_SECONDS = 0.02
"""How long to wait between two looks for a new picture."""
_RESTART_SECONDS = 1.0
"""How long the program still answers its pages before it ends."""


class TableDoctor:
    """Makes the checks inside a running table, and implements :class:`pi_bunco.web.doctor.Doctor`.

    Parameters
    ----------
    settings
        The room's settings.
    room
        The game: what its pages show, and whether its photos are kept.
    bell
        The bell.
    get_seconds_pressed
        Returns the seconds since its button was pressed, ``None`` if it was not.
    stations
        The open stations by table number.
    """

    def __init__(
        self,
        settings: Settings,
        room: LiveRoom,
        bell: BellDevice,
        get_seconds_pressed: Callable[[], float | None],
        stations: Mapping[int, Station],
    ) -> None:
        open_cameras = {table: camera for table, camera in settings.stations.items() if table in stations}
        self._settings, self._room = settings.model_copy(update={"stations": open_cameras}), room
        self._bell, self._get_seconds_pressed = bell, get_seconds_pressed
        self._stations = stations
        self._busy = threading.Lock()

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        """Run the named checks, or all if none is named, for one page at a time.

        Raises
        ------
        Trouble
            If there is no such check.
        """
        checks = select_checks(names)
        with self._busy:
            # All cameras are examined at once, so that the waits for cameras without pictures do not add up.
            examine_cameras = cache(self._examine_cameras)
            context = CheckContext(
                self._settings,
                get_camera_state=lambda _, __, table: examine_cameras().get(table, CameraState(NO_CAMERA)),
                get_bell_state=lambda _: self._examine_bell(),
                explain_lost_photos=self._room.explain_lost_photos,
            )
            return tuple(examine(context, checks))

    def back_up(self) -> Path:
        """Back up the state directory, unless the newest backup is the same; return the newest backup's path.

        Raises
        ------
        Trouble
            If the backup cannot be made.
        """
        state = self._settings.state_dir
        new_backup = back_up(state, state / BACKUPS)
        return (new_backup or list_backups(state / BACKUPS)[0]).path

    def can_restart(self) -> bool:
        """Return whether systemd runs this program and would restart it."""
        return is_service()

    def restart(self) -> None:
        """End this program soon, so that systemd starts it again."""
        soon = threading.Timer(_RESTART_SECONDS, os.kill, (os.getpid(), signal.SIGTERM))
        soon.daemon = True
        start_thread(soon)

    def _examine_cameras(self) -> dict[int, CameraState]:
        """Examine the next pictures of each table's station."""
        states = {}
        for table, frames in self._take_pictures().items():
            with suppress(Trouble):  # a table that the current game does not have
                states[table] = self._examine_camera(table, self._room.view(table).camera, frames)
        return states

    def _examine_camera(self, table: int, status: CameraStatus, frames: list[Frame]) -> CameraState:
        """Return what a table's camera sees in these pictures."""
        station = self._stations[table]
        camera = station.supervisor.camera if station.supervisor else None
        name = self._settings.get_camera(table)
        if not frames or camera is None or station.supervisor is None:
            return CameraState("the camera", trouble=_explain_no_pictures(status, name))
        speed = station.supervisor.measure_speed()
        return CameraState(
            camera.name,
            tuple(frame.image for frame in frames),
            rate=speed and speed.delivered,
            not_kept=station.locked.trouble if station.locked else None,
            mock=status.mock,
            if_slow=advise_slow_camera(name),
            frozen=station.supervisor.frozen,
            longest_look=speed.longest if speed else None,
        )

    def _take_pictures(self) -> dict[int, list[Frame]]:
        """Wait for new pictures of each camera and return those that came."""
        supervisors = {
            table: station.supervisor for table, station in self._stations.items() if station.supervisor
        }
        last = {table: supervisor.newest for table, supervisor in supervisors.items()}
        frames: dict[int, list[Frame]] = {table: [] for table in supervisors}
        until = time.monotonic() + _PICTURES_SECONDS
        while any(len(taken) < EXAMINED_PICTURES for taken in frames.values()) and time.monotonic() < until:
            for table, supervisor in supervisors.items():
                frame = supervisor.newest
                if frame is not None and frame is not last[table] and len(frames[table]) < EXAMINED_PICTURES:
                    frames[table].append(frame)
                    last[table] = frame
            time.sleep(_POLL_SECONDS)
        return frames

    def _examine_bell(self) -> BellState:
        kind, _, name = self._settings.bell_used.partition(":")
        if kind == MOCK:
            return BellState()
        board, plugin = (load_board(name or "generic"), "") if kind == "gpio" else (None, kind)
        button = self._room.view(HEAD).button
        if button.stage == "missing":
            return BellState(board, Trouble(button.text, button.remedy), plugin, runs=True)
        return BellState(
            board, plugin=plugin, down=self._bell.down, seconds_pressed=self._get_seconds_pressed(), runs=True
        )


def _explain_no_pictures(camera: CameraStatus, name: str) -> Trouble:
    """Return why the camera of that name gives no pictures, in the words of the table's page if it can."""
    if camera.status == "trouble":
        return Trouble(camera.says, camera.remedy or say("Until it is fixed, enter the dice by tapping."))
    if camera.status == "starting":
        return Trouble(say("The camera is being opened."), say("Ask again in a quarter of a minute."))
    return Trouble(
        say("The camera has given no picture for {seconds} seconds.", seconds=round(_PICTURES_SECONDS)),
        CHECK_NETWORK
        if "://" in name
        else say("Check its cable, and close other programs, which slow the machine down."),
    )
