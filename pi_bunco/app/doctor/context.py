"""What the checks of one table need: its settings, its machine, its camera and its bell."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from pi_bunco.app.doctor.bell import BellState, examine_bell
from pi_bunco.app.doctor.camera import CameraState, examine_camera
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import GUESTS, NO_CAMERA, Settings, get_camera_kind
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, load, name_file


@dataclass(frozen=True)
class CheckContext:
    """What the checks of one table need. The camera and the bell are examined once, when first needed.

    Attributes
    ----------
    settings
        The settings that the table runs with.
    machine
        The machine that the table runs on.
    now
        Returns the current date and time, with the time zone.
    get_camera_state, get_bell_state
        Examine a table's camera, and the bell: they open it, or use the running table's open device.
    explain_lost_photos
        Returns since when a running table does not keep photos, and why, ``None`` if it keeps them.
    table
        The table whose camera, light and mat are examined.
    """

    settings: Settings
    machine: Machine = field(default_factory=Machine)
    now: Callable[[], datetime] = lambda: datetime.now().astimezone()
    get_camera_state: Callable[[Settings, Mapping[str, float], int], CameraState] = examine_camera
    get_bell_state: Callable[[Settings], BellState] = examine_bell
    explain_lost_photos: Callable[[], Trouble | None] = lambda: None
    table: int = HEAD

    @cached_property
    def tables(self) -> Mapping[int, "CheckContext"]:
        """The contexts of all tables to check: table 1, and each other one with a camera in the settings."""
        further = [
            table
            for table, camera in sorted(self.settings.stations.items())
            if get_camera_kind(camera) not in {NO_CAMERA, GUESTS}
        ]
        return {
            table: self if table == self.table else replace(self, table=table) for table in (HEAD, *further)
        }

    @cached_property
    def camera_state(self) -> CameraState:
        """What the camera sees with the table's locked settings."""
        return self.get_camera_state(
            self.settings, self.readable_calibration.locked if self.readable_calibration else {}, self.table
        )

    @cached_property
    def bell_state(self) -> BellState:
        """The facts about the bell."""
        return self.get_bell_state(self.settings)

    @property
    def readable_calibration(self) -> Calibration | None:
        """The calibration of the mat, ``None`` if there is none or this user may not read it."""
        try:
            return self.calibration[0]
        except NotReadable:
            return None

    @property
    def calibration_path(self) -> Path:
        """The file of the mat's calibration, which may not exist."""
        named = self.settings.calibration if self.table == HEAD else None
        return named or self.settings.state_dir / name_file(self.table)

    @cached_property
    def calibration(self) -> tuple[Calibration | None, Trouble | None]:
        """The calibration of the mat, or why it cannot be used; both are ``None`` without a calibration."""
        path = self.calibration_path
        try:
            with check_access(path):
                path.stat()
        except FileNotFoundError:
            if path != self.settings.calibration:
                return None, None
        except OSError:
            pass  # load() explains why
        try:
            return load(path), None
        except CalibrationTrouble as trouble:
            return None, trouble


class NotReadable(Exception):
    """A check needs a path that this user may not read. :func:`~.examine.examine` reports it as a finding."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


@contextmanager
def check_access(path: Path) -> Iterator[None]:
    """Raise :class:`NotReadable` if the body of the ``with`` may not look at this path."""
    try:
        yield
    except PermissionError:
        raise NotReadable(path) from None
