"""The doctor of a Pi that follows another one: its card, its board, its network and its link."""

import threading
from collections.abc import Callable, Mapping
from functools import cache, partial

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import CAMERA_CHECKS, examine, select_checks
from pi_bunco.app.doctor.secure import judge_no_table
from pi_bunco.app.doctor.table_doctor import BaseDoctor, examine_cameras
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.findings import Finding
from pi_bunco.game.lines import HEAD
from pi_bunco.settings.config import Settings

CHECKS = (
    "disk",
    "card",
    "memory",
    "undervoltage",
    "throttling",
    "temperature",
    "clock",
    "network",
    "secure",
    "pis",
    "versions",
)
"""The checks that say something about a Pi without a table."""


class FarDoctor(BaseDoctor):
    """Makes the checks of a Pi that follows, and implements :class:`pi_bunco.web.ports.doctor.Doctor`.

    Parameters
    ----------
    get_settings
        Returns the settings of this Pi, with the cameras that its tables have now.
    stations
        The open stations of its tables.
    judge_link
        Judges the link to the head.
    judge_secure
        Judges the pages over HTTPS.
    """

    def __init__(
        self,
        get_settings: Callable[[], Settings],
        stations: Mapping[int, CameraStation],
        judge_link: Callable[[], Finding],
        judge_secure: Callable[[], Finding] = judge_no_table,
    ) -> None:
        super().__init__(get_settings)
        self._stations, self._judge_link, self._judge_secure = stations, judge_link, judge_secure
        self._busy = threading.Lock()

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        """Run the named checks, or all of this Pi if none is named."""
        known = CHECKS + (CAMERA_CHECKS if self._stations else ())
        checks = [check for check in select_checks(names) if check in known]
        with self._busy:
            get_findings = cache(partial(examine_cameras, self._stations))
            context = CheckContext(
                self._get_settings(),
                lambda _, table: get_findings()[table],
                judge_pis=self._judge_link,
                judge_secure=self._judge_secure,
                table=min(self._stations, default=HEAD),
            )
            return tuple(examine(context, checks))
