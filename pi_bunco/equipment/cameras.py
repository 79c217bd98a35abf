"""Assigns to each table its camera, if it has one."""

from collections.abc import Callable, Mapping, Sequence

from pi_bunco.devices.camera import check_name, normalize_name
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say, say_count
from pi_bunco.settings.chosen_cameras import load_chosen
from pi_bunco.settings.config import (
    GUESTS,
    MOCK,
    NO_CAMERA,
    NO_DEVICE,
    Settings,
    get_camera_kind,
    hide_password,
)


class StationTrouble(Trouble, ValueError):
    """The stations do not fit the room, or two of them conflict."""


def assign_cameras(
    camera: str, stations: Mapping[int, str], tables: int, find_place: Callable[[int], str] = lambda _: ""
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
    find_place
        Returns where the settings name a table's station, for the error message.

    Raises
    ------
    StationTrouble
        If a station belongs to a table that does not exist, or two tables have the same camera.
    """
    for table in stations:
        if table > tables:
            raise StationTrouble(
                say(
                    "{place}{none}",
                    place=find_place(table),
                    none=say("There is a station for table {table}, but no such table.", table=table),
                ),
                say_count(
                    "There is one table with these players.",
                    "The last is table {count} with these players.",
                    tables,
                ),
            )
    cameras = dict.fromkeys(range(1, tables + 1), NO_CAMERA) | {HEAD: camera, **stations}
    if shared := find_shared_camera(cameras):
        name, sharing = shared
        raise StationTrouble(
            say(
                "{place}{same}",
                place=find_place(sharing[-1]),
                same=say(
                    "Tables {tables} have the same camera, “{camera}”.",
                    tables=join_names(map(str, sharing)),
                    camera=clip_text(name),
                ),
            ),
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
        if get_camera_kind(camera) not in NO_DEVICE:
            owners.setdefault(normalize_name(camera), []).append(table)
    return next(((name, tables) for name, tables in owners.items() if len(tables) > 1), None)


def describe_camera(camera: str) -> str:
    """Return a table's equipment in words, for the person who starts the room.

    >>> describe_camera("none"), describe_camera("guests"), describe_camera("mock:7"), describe_camera("http://ann:s3cret@10.0.0.7")
    ('dice are tapped in', 'mock guests tap', 'mock camera', 'camera http://10.0.0.7')
    """
    fixed = {NO_CAMERA: say("dice are tapped in"), GUESTS: say("mock guests tap"), MOCK: say("mock camera")}
    return fixed.get(get_camera_kind(camera), say("camera {camera}", camera=hide_password(camera)))


def use_chosen(settings: Settings, note: Callable[[str], object]) -> Settings:
    """Return the settings with the cameras that were chosen on pages, as far as they can be used.

    Parameters
    ----------
    settings
        The settings.
    note
        Receives a sentence about each camera that cannot be used. Its table has none then.

    Raises
    ------
    Trouble
        If the file of what was chosen cannot be read.
    """
    chosen = load_chosen(settings.state_dir)
    for table, camera in chosen.cameras.items():
        if get_camera_kind(camera) not in NO_DEVICE:
            try:
                check_name(camera)
            except Trouble as trouble:
                note(say("Table {table}: {text}", table=table, text=trouble.text))
                chosen = chosen.give(table, NO_CAMERA)
    return chosen.apply(settings)
