"""The doctor inside a running table, for its page: it uses the devices that the table has open."""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import cast

from pi_bunco.app.doctor.bell import BellState
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import examine, select_checks
from pi_bunco.app.doctor.pis import judge_followers
from pi_bunco.app.doctor.secure import judge_no_table
from pi_bunco.app.service import is_service
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.ports import BellDevice
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.down import Examine
from pi_bunco.messages.up import Examined
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.settings.config import MOCK, Settings
from pi_bunco.station.doctor.unseen import report_lost_camera, report_no_camera
from pi_bunco.store import BACKUPS, back_up, list_backups

_EXAMINE_SECONDS = 15.0
"""How long a station may take to examine its camera: it waits five seconds for pictures."""
_RESTART_SECONDS = 1.0
"""How long the program still answers its pages before it ends."""


class BaseDoctor:
    """Backs up what is logged, and restarts the program.

    Parameters
    ----------
    get_settings
        Returns the settings of this Pi, with the cameras that its tables have now.
    """

    def __init__(self, get_settings: Callable[[], Settings]) -> None:
        self._get_settings = get_settings

    def back_up(self) -> Path:
        """Back up the state directory, unless the newest backup is the same; return the newest backup's path.

        Raises
        ------
        Trouble
            If the backup cannot be made.
        """
        state = self._get_settings().state_dir
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


class TableDoctor(BaseDoctor):
    """Makes the checks inside a running table, and implements :class:`pi_bunco.web.ports.doctor.Doctor`.

    Parameters
    ----------
    get_settings
        Returns the room's settings, with the cameras that the tables have now.
    room
        The game: what its pages show, and whether its photos are kept.
    bell
        The bell.
    get_seconds_pressed
        Returns the seconds since its button was pressed, ``None`` if it was not.
    stations
        The open stations by table number.
    judge_pis
        Judges the other Pis that follow this one.
    judge_secure
        Judges the pages over HTTPS.
    """

    def __init__(  # noqa: PLR0913 - each part of a running table
        self,
        get_settings: Callable[[], Settings],
        room: LiveRoom,
        bell: BellDevice,
        get_seconds_pressed: Callable[[], float | None],
        stations: Mapping[int, CameraStation],
        *,
        judge_pis: Callable[[], Finding] = lambda: judge_followers((), None),
        judge_secure: Callable[[], Finding] = judge_no_table,
    ) -> None:
        super().__init__(get_settings)
        self._room = room
        self._bell, self._get_seconds_pressed = bell, get_seconds_pressed
        self._stations, self._judge_pis, self._judge_secure = stations, judge_pis, judge_secure
        self._busy = threading.Lock()

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        """Run the named checks, or all if none is named, for one page at a time.

        Raises
        ------
        Trouble
            If there is no such check.
        """
        checks = select_checks(names)
        settings = self._get_settings()
        open_cameras = {
            table: camera for table, camera in settings.stations.items() if table in self._stations
        }
        with self._busy:
            # All cameras are examined at once, so that the waits for cameras without pictures do not add up.
            get_findings = cache(partial(examine_cameras, self._stations))
            context = CheckContext(
                settings.model_copy(update={"stations": open_cameras}),
                lambda _, table: get_findings().get(table) or report_no_camera(),
                get_bell_state=lambda _: self._examine_bell(),
                explain_lost_photos=self._room.explain_lost_photos,
                judge_pis=self._judge_pis,
                judge_secure=self._judge_secure,
            )
            return tuple(examine(context, checks))

    def _examine_bell(self) -> BellState:
        kind, _, name = self._get_settings().bell_used.partition(":")
        if kind == MOCK:
            return BellState()
        board, plugin = (load_board(name or "generic"), "") if kind == "gpio" else (None, kind)
        button = self._room.view(HEAD).button
        if button.stage == "missing":
            return BellState(board, Trouble(button.text, button.remedy), plugin, runs=True)
        return BellState(
            board, plugin=plugin, down=self._bell.down, seconds_pressed=self._get_seconds_pressed(), runs=True
        )


def examine_cameras(stations: Mapping[int, CameraStation]) -> Mapping[int, Mapping[str, Finding]]:
    """Return the findings about the camera, the light and the mat of each table with a station."""
    with ThreadPoolExecutor(max(len(stations), 1)) as pool:
        findings = pool.map(_examine_camera, stations.values())
        return dict(zip(stations, findings, strict=True))


def _examine_camera(station: CameraStation) -> Mapping[str, Finding]:
    """Return the findings about a table's camera, light and mat."""
    try:
        answer = cast("Examined", station.ask(Examine, _EXAMINE_SECONDS))
    except Refused:
        return report_lost_camera(station.health)
    return {finding.check: finding for finding in answer.findings}
