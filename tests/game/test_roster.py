"""The roster of earlier guests comes from the log alone."""

from pathlib import Path

from pi_bunco.game.renaming import rename
from pi_bunco.game.roster import EarlierGuest, list_earlier_guests, read_evenings
from pi_bunco.store import Log
from pi_bunco.store.deleted import DELETED_LINE

BELL = '{"event": "bell", "by": "tap"}'


def make_header(*names: str, day: int = 1, more: str = "") -> str:
    seats = ", ".join(f'"{name}"' for name in names)
    time = f"2026-01-{day:02}T20:15:00.000+00:00"
    return f'{{"record": "bunco/1", "rules": "classic", "tables": [[{seats}]], "time": "{time}"{more}}}'


def test_guests_of_all_evenings_are_listed(tmp_path: Path) -> None:
    """The newest come first, names that look alike are one guest, and ghosts and mock games do not count."""
    with Log(tmp_path) as log:
        log.copy([make_header("Ann", "Bob"), BELL])
        log.copy([make_header("ann ", "ghost 1", day=8), BELL, '{"event": "seating", "tables": [["Cy"]]}'])
        log.copy([make_header("Mock", "Mick", day=9), BELL.replace("tap", "mock host")])
        log.copy([make_header("Waiter", day=10), '{"event": "room:guests", "waiting": ["Di"], "away": []}'])
        log.copy([make_header("Only listed", day=11)])
    assert list_earlier_guests(tmp_path) == (
        EarlierGuest("Waiter", 1, "2026-01-10", 4),
        EarlierGuest("Di", 1, "2026-01-10", 4),
        EarlierGuest("ann", 2, "2026-01-08", 2),
        EarlierGuest("Cy", 1, "2026-01-08", 2),
        EarlierGuest("Bob", 1, "2026-01-01", 1),
    )


def test_deleted_guests_and_evenings_are_no_guests(tmp_path: Path) -> None:
    """A name that stands for a deleted guest is hidden, but known; a deleted evening has nobody."""
    with Log(tmp_path) as log:
        log.copy(rename([make_header("Ann", "Bob"), BELL], {"Ann": "Guest 1"}))
        log.copy([DELETED_LINE])
    assert [guest.name for guest in list_earlier_guests(tmp_path)] == ["Bob"]
    assert [evening.names for evening in read_evenings(tmp_path, hide=False)] == [("Guest 1", "Bob")]


def test_no_log_has_no_guests(tmp_path: Path) -> None:
    """Before the first evening the list is empty, and odd records of others are no obstacle."""
    assert list_earlier_guests(tmp_path) == ()
    with Log(tmp_path) as log:
        log.copy(
            ['{"record": "bunco/1", "tables": 3, "time": 7}', '{"event": "x:y", "tables": [7, ["Ann", 3]]}']
        )
    assert [guest.name for guest in list_earlier_guests(tmp_path)] == ["Ann"]
