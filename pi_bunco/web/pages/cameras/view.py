"""What the page of the cameras shows."""

from dataclasses import dataclass

from pi_bunco.rules.words import join_names
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.web.ports.cameras import CameraDesk, OfferedCamera


@dataclass(frozen=True, slots=True)
class DeskView:
    """The cameras, and the tables that may have one.

    Attributes
    ----------
    tables
        The numbers of the tables.
    cameras
        The cameras: those of tables first, in the order of the tables.
    tapped
        Which tables have no camera, in words; ``""``: each has one.
    free
        How many cameras no table has, so that they can be given to the tables without one, in words;
        ``""``: none, or each table has one.
    """

    tables: tuple[int, ...]
    cameras: tuple[OfferedCamera, ...]
    tapped: Sentence | str
    free: Sentence | str


def view_desk(desk: CameraDesk) -> DeskView:
    """Return what the page shows."""
    tables, cameras = tuple(desk.list_tables()), tuple(desk.list_cameras())
    taken = {camera.table for camera in cameras if camera.connected}
    empty = [table for table in tables if table not in taken]
    free = sum(camera.table is None for camera in cameras)
    return DeskView(
        tables,
        tuple(sorted(cameras, key=lambda camera: camera.table or len(tables) + 1)),
        tapped=_say_tapped(empty, len(tables)),
        free=say_count(
            "Give the free camera to the first table without one",
            "Give the free cameras to tables without one, in order",
            free,
        )
        if free and empty
        else "",
    )


def _say_tapped(empty: list[int], tables: int) -> Sentence | str:
    if not empty:
        return ""
    if len(empty) == tables:
        return say("No table has a camera. Everybody taps the dice.")
    if len(empty) == 1:
        return say("Table {table} has no camera. Its players tap the dice.", table=empty[0])
    numbers = join_names(map(str, empty))
    return say("Tables {tables} have no camera. Their players tap the dice.", tables=numbers)
