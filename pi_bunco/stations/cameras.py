"""Which camera each table has, if any."""

from collections.abc import Callable, Mapping, Sequence

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, NO_DEVICE, kind_of, without_password
from pi_bunco.devices.camera import normalize_name
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.words import names
from pi_bunco.sentences import say, say_count


class StationTrouble(Trouble, ValueError):
    """The stations do not fit the room, or two of them conflict."""


def cameras_of(
    camera: str, stations: Mapping[int, str], tables: int, place_of: Callable[[int], str] = lambda _: ""
) -> Mapping[int, str]:
    """Return the camera of each table, table 1 first; :data:`NO_CAMERA` where dice are tapped in.

    Parameters
    ----------
    camera
        The camera of table 1.
    stations
        The cameras of the other tables, by table number.
    tables
        The number of tables.
    place_of
        Returns where the settings name a table's station, for the error message.

    Raises
    ------
    StationTrouble
        If a station belongs to a table that does not exist, or two tables have the same camera.
    """
    for table in stations:
        if table > tables:
            last = say_count(
                "There is one table with these players.",
                "The last is table {count} with these players.",
                tables,
            )
            none = say("There is no table {table} for its station.", table=table)
            raise StationTrouble(say("{place}{none}", place=place_of(table), none=none), last)
    given = {HEAD: camera, **stations}
    cameras = {table: given.get(table, NO_CAMERA) for table in range(1, tables + 1)}
    if shared := find_shared_camera(cameras):
        name, tables_of_it = shared
        same = say(
            "Tables {tables} have the same camera, “{camera}”.",
            tables=names(map(str, tables_of_it)),
            camera=clip_text(name),
        )
        raise StationTrouble(
            say("{place}{same}", place=place_of(tables_of_it[-1]), same=same),
            say("Give each table a camera of its own, or none."),
        )
    return cameras


def find_shared_camera(cameras: Mapping[int, str]) -> tuple[str, Sequence[int]] | None:
    """Return the first camera that several tables share, with these tables, ``None`` if there is none.

    >>> find_shared_camera({1: "usb", 2: "0", 3: "/dev/video0", 4: "none", 5: "none"})
    ('/dev/video0', [2, 3])
    """
    owners: dict[str, list[int]] = {}
    for table, camera in cameras.items():
        if kind_of(camera) not in NO_DEVICE:
            owners.setdefault(normalize_name(camera), []).append(table)
    return next(((name, tables) for name, tables in owners.items() if len(tables) > 1), None)


def describe_camera(camera: str) -> str:
    """Return a table's equipment in words, for the person who starts the room.

    >>> describe_camera("none"), describe_camera("guests"), describe_camera("mock:7"), describe_camera("http://ann:s3cret@10.0.0.7")
    ('dice are tapped in', 'mock guests tap', 'mock camera', 'camera http://10.0.0.7')
    """
    fixed = {NO_CAMERA: say("dice are tapped in"), GUESTS: say("mock guests tap"), MOCK: say("mock camera")}
    return fixed.get(kind_of(camera), say("camera {camera}", camera=without_password(camera)))
