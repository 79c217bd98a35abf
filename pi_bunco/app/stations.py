"""The stations: which camera each table has, or none, and how it reaches the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA
from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clipped
from pi_bunco.rules.words import names
from pi_bunco.table import snapshot as s
from pi_bunco.table.commands import Command, Seen
from pi_bunco.table.desk import Desk
from pi_bunco.table.refused import Refused
from pi_bunco.table.table_lines import HEAD


class StationTrouble(Trouble, ValueError):
    """The stations do not fit the room, or each other."""


def cameras_of(camera: str, stations: Mapping[int, str], tables: int) -> Mapping[int, str]:
    """Return the camera of each table, table 1 first; :data:`NO_CAMERA` where dice are tapped in.

    Parameters
    ----------
    camera
        That of table 1.
    stations
        The cameras of further tables, by their numbers.
    tables
        How many tables there are.

    Raises
    ------
    StationTrouble
        If a station is of a table that is not there, or two tables have the same camera.
    """
    for table in stations:
        if table == HEAD:
            raise StationTrouble("Table 1 has its camera by --camera.", "Leave station 1 away.")
        if table > tables:
            last = f"The last is table {tables}" if tables > 1 else "There is one table"
            raise StationTrouble(f"There is no table {table} for its station.", f"{last} with these players.")
    given = {HEAD: camera, **stations}
    cameras = {table: given.get(table, NO_CAMERA) for table in range(1, tables + 1)}
    owners: dict[str, list[str]] = {}
    for table, its in cameras.items():
        if its.partition(":")[0] not in _SHARED:
            owners.setdefault(its, []).append(str(table))
    for shared, tables_of_it in owners.items():
        if len(tables_of_it) > 1:
            raise StationTrouble(
                f"Tables {names(tables_of_it)} have the same camera, “{clipped(shared)}”.",
                "Give each table a camera of its own, or none.",
            )
    return cameras


_SHARED = (MOCK, NO_CAMERA, GUESTS)
"""Kinds of cameras of which every table has its own."""


def said_of(camera: str) -> str:
    """Say what a table has, for the one who starts the room.

    >>> said_of("none"), said_of("guests"), said_of("mock:7"), said_of("usb")
    ('dice are tapped in', 'mock guests tap', 'mock camera', 'camera usb')
    """
    kind = camera.partition(":")[0]
    fixed = {NO_CAMERA: "dice are tapped in", GUESTS: "mock guests tap", MOCK: "mock camera"}
    return fixed.get(kind, f"camera {camera}")


@dataclass(frozen=True, slots=True)
class TableDesk:
    """The desk, as one table has it: what it tells and asks is of this ``table``."""

    desk: Desk
    table: int

    def snapshot(self) -> s.Snapshot:
        """Return what the page of the table shows; at a table that does not play now nobody throws."""
        try:
            return self.desk.snapshot(self.table)
        except Refused:
            return replace(self.desk.snapshot(), table=self.table, dice=0, phase="over", doubt=None)

    def tell(self, said: Seen | s.Camera) -> None:
        """Tell what the camera saw, or how it does, and go on."""
        self.desk.tell(replace(said, table=self.table) if isinstance(said, Seen) else said, self.table)

    def ask(self, command: Command) -> s.Snapshot:
        """Do a command; see :meth:`Desk.ask`."""
        return self.desk.ask(command)
