"""What the checks of one table need: its settings, its machine, its camera and its bell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from pi_bunco.app.doctor.bell import BellState, examine_bell
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.pis import judge_followers
from pi_bunco.app.doctor.secure import judge_no_table
from pi_bunco.app.wifi_device import open_wifi
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.lines import HEAD
from pi_bunco.settings.config import GUESTS, NO_CAMERA, Settings, get_camera_kind


@dataclass(frozen=True)
class CheckContext:
    """What the checks of one table need. The camera and the bell are examined once, when first needed.

    Attributes
    ----------
    settings
        The settings that the table runs with.
    examine_camera
        Examines a table's camera, light and mat: it opens the camera, or asks the running table's station.
    machine
        The machine that the table runs on.
    now
        Returns the current date and time, with the time zone.
    get_bell_state
        Examines the bell: it opens the bell, or uses the one that the running table has open.
    explain_lost_photos
        Returns since when a running table does not keep photos, and why, ``None`` if it keeps them.
    judge_pis
        Judges the other Pis that follow a running table, or the head that this Pi follows.
    look_at_wifi
        Returns what the Wi-Fi of the machine does now.
    judge_secure
        Judges the pages of a running table over HTTPS.
    table
        The first table, whose camera, light and mat are examined.
    """

    settings: Settings
    examine_camera: Callable[[Settings, int], Mapping[str, Finding]]
    machine: Machine = field(default_factory=Machine)
    now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    get_bell_state: Callable[[Settings], BellState] = examine_bell
    explain_lost_photos: Callable[[], Trouble | None] = lambda: None
    judge_pis: Callable[[], Finding] = lambda: judge_followers((), None)
    judge_secure: Callable[[], Finding] = judge_no_table
    look_at_wifi: Callable[[Settings], WifiState] = lambda settings: open_wifi(settings).look()
    table: int = HEAD

    @cached_property
    def tables(self) -> Mapping[int, "CheckContext"]:
        """The contexts of all tables to check: the first, and each other one with a camera."""
        further = [
            table
            for table, camera in sorted(self.settings.stations.items())
            if get_camera_kind(camera) not in {NO_CAMERA, GUESTS}
        ]
        return {
            table: self if table == self.table else replace(self, table=table)
            for table in (self.table, *further)
        }

    @cached_property
    def camera_findings(self) -> Mapping[str, Finding]:
        """The findings about the table's camera, light and mat, by check."""
        return self.examine_camera(self.settings, self.table)

    @cached_property
    def bell_state(self) -> BellState:
        """The facts about the bell."""
        return self.get_bell_state(self.settings)
