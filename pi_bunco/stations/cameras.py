"""The stations: which camera each table has, or none."""

from collections.abc import Callable, Mapping

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, NO_DEVICE, kind_of
from pi_bunco.devices.camera import same_name
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clipped
from pi_bunco.rules.words import names


class StationTrouble(Trouble, ValueError):
    """The stations do not fit the room, or each other."""


def cameras_of(
    camera: str, stations: Mapping[int, str], tables: int, place_of: Callable[[int], str] = lambda _: ""
) -> Mapping[int, str]:
    """Return the camera of each table, table 1 first; :data:`NO_CAMERA` where dice are tapped in.

    Parameters
    ----------
    camera
        That of table 1.
    stations
        The cameras of further tables, by their numbers.
    tables
        How many tables there are.
    place_of
        Returns where the settings name a table's station, for the one who must mend it.

    Raises
    ------
    StationTrouble
        If a station is of a table that is not there, or two tables have the same camera.
    """
    for table in stations:
        if table == HEAD:
            raise StationTrouble(
                f"{place_of(table)}Table 1 has its camera by --camera.", "Leave station 1 away."
            )
        if table > tables:
            last = f"The last is table {tables}" if tables > 1 else "There is one table"
            raise StationTrouble(
                f"{place_of(table)}There is no table {table} for its station.", f"{last} with these players."
            )
    given = {HEAD: camera, **stations}
    cameras = {table: given.get(table, NO_CAMERA) for table in range(1, tables + 1)}
    owners: dict[str, list[int]] = {}
    for table, its in cameras.items():
        if kind_of(its) not in NO_DEVICE:
            owners.setdefault(same_name(its), []).append(table)
    for shared, sharing in owners.items():
        if len(sharing) > 1:
            which = names(map(str, sharing))
            raise StationTrouble(
                f"{place_of(sharing[-1])}Tables {which} have the same camera, “{clipped(shared)}”.",
                "Give each table a camera of its own, or none.",
            )
    return cameras


def said_of(camera: str) -> str:
    """Say what a table has, for the one who starts the room.

    >>> said_of("none"), said_of("guests"), said_of("mock:7"), said_of("usb")
    ('dice are tapped in', 'mock guests tap', 'mock camera', 'camera usb')
    """
    fixed = {NO_CAMERA: "dice are tapped in", GUESTS: "mock guests tap", MOCK: "mock camera"}
    return fixed.get(kind_of(camera), f"camera {camera}")
