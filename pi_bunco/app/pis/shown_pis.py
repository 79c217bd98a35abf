"""What pages of the head show of other Pis: cameras, which of them are silent, and how far they have come."""

from collections.abc import Iterable, Mapping, Sequence

from pi_bunco.link.head import FarPi, LastWord
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.sentences import say, say_count
from pi_bunco.views.devices import CameraStatus


def list_far_cameras(
    tables: Mapping[str, Sequence[int]], there: Iterable[FarPi], shown: Iterable[int]
) -> dict[int, CameraStatus]:
    """Return the state of the cameras of other Pis by table.

    Parameters
    ----------
    tables
        The tables of each Pi.
    there
        The Pis that are there.
    shown
        The tables that have shown the camera of another Pi before. If that Pi is not there, their page says
        so; if no Pi has the table any more, it has no camera.
    """
    statuses = dict.fromkeys(shown, NO_CAMERA)
    pis = {pi.name: pi for pi in there}
    for name, own in tables.items():
        for table in own:
            if pi := pis.get(name):
                statuses |= {table: pi.cameras[table]} if table in pi.cameras else {}
            elif table in statuses:
                statuses[table] = _make_gone(table)
    return statuses


def list_silent_tables(tables: Mapping[str, Sequence[int]], there: Iterable[FarPi]) -> frozenset[int]:
    """Return the tables whose own Pi is not heard, by the tables of each Pi and the Pis that are there."""
    heard = {pi.name for pi in there}
    return frozenset(table for name, own in tables.items() if name not in heard for table in own)


def _make_gone(table: int) -> CameraStatus:
    return CameraStatus(
        "trouble",
        say("The Pi of table {table} is not heard.", table=table),
        mock=False,
        remedy=say("Check its power and network. Until it is back, tap the dice in on this page."),
    )


def describe_pi(pi: FarPi) -> str:
    """Return how far a Pi has come, in words.

    >>> describe_pi(FarPi("hall", "3.0", 0, False)), describe_pi(FarPi("hall", "3.0", 2, False))
    ('up to date · version 3.0', '2 lines behind · version 3.0')
    """
    behind, version = pi.behind, pi.version
    if pi.has_twin:
        return say(
            "two Pis have this name, because an SD card was copied: remove this Pi, then let both join again"
        )
    if pi.differs:
        return say("counts different results from this Pi: install the same version on both")
    if behind is None:
        text = say("fetches earlier games")
    elif behind > 0:
        text = say_count("{count} line behind", "{count} lines behind", behind)
    else:
        text = say("up to date")
    return say("{text} · version {version}", text=text, version=version)


def describe_silent(last: LastWord | None) -> str:
    """Return for how long a Pi was not heard, and its version, in words.

    >>> describe_silent(None), describe_silent(LastWord("3.0", 200.0)), describe_silent(LastWord("3.0", 9.0))
    ('not heard since the start', 'not heard for 3 minutes · version 3.0', 'not heard now · version 3.0')
    """
    if last is None:
        return say("not heard since the start")
    minutes = int(last.seconds // 60)
    text = (
        say_count("not heard for {count} minute", "not heard for {count} minutes", minutes)
        if minutes
        else say("not heard now")
    )
    return say("{text} · version {version}", text=text, version=last.version)
