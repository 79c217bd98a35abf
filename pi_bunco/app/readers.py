"""The reader of each table, with the calibration of its mat."""

from collections.abc import Callable

import structlog

from pi_bunco.config import Settings
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.stations.table_reader import TableReader, find_calibration
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader

_log = structlog.get_logger()


class Readers:
    """Makes the readers of a room. Each table has its own, since only one thread may use a reader.

    Parameters
    ----------
    settings
        The settings of the room.
    notes
        Collects sentences about readers and calibrations that cannot be used, for the person who starts
        the room.

    Attributes
    ----------
    head
        The head table's reader.

    Raises
    ------
    pi_bunco.vision.calibrate.file.CalibrationTrouble
        If the calibration that the settings name cannot be used.
    Trouble
        If the reader that the settings name is missing or cannot be used.
    """

    def __init__(self, settings: Settings, notes: list[str]) -> None:
        self._settings, self._notes = settings, notes
        self.head = self._make(HEAD, self.make_plain(notes.append))

    def make_plain(self, note: Callable[[str], object] = _log.warning) -> Reader:
        """Return a new reader without a calibration. `note` receives what is wrong with it, if anything."""
        with self._settings.add_place("reader"):
            return open_reader(self._settings.reader, note)

    def make_for_table(self, table: int) -> TableReader:
        """Return the reader of a table, a new one for each table after the first."""
        return self.head if table == HEAD else self._make(table, self.make_plain())

    def _make(self, table: int, plain: Reader) -> TableReader:
        """Return a reader with a table's calibration. If that cannot be used, note why."""
        named = self._settings.calibration if table == HEAD else None
        with self._settings.add_place("calibration"):
            # Only a calibration that the settings name stops the room; trouble with another is noted.
            calibration, trouble = find_calibration(named, self._settings.state_dir, table)
        if trouble:
            self._notes.append(
                say(
                    "{text} {remedy} Until then table {table} plays without it.",
                    text=trouble.text,
                    remedy=trouble.remedy,
                    table=table,
                )
            )
        return TableReader(plain, calibration, trouble)
