"""While a Pi of a table may still have throws of the round, nothing of it is shown as final."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.game.commands import AssignTables, EnterDice, NewGame, RingBell, SettlePi
from pi_bunco.game.keeper import Keeper
from pi_bunco.store import Log, Photos
from pi_bunco.views.room import make_room_view
from pi_bunco.views.show import list_moves
from pi_bunco.web.pages.room.view import ChairsView, make_tables

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Keeper]:
    """Return two tables after a round; another Pi has the second, and has not settled it."""
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        keeper.handle(NewGame("classic", EIGHT))
        keeper.handle(AssignTables("hall", (2,)))
        keeper.handle(RingBell())
        keeper.handle(EnterDice((1, 1, 4), table=2))
        keeper.handle(EnterDice((1, 1, 1)))
        yield keeper


def get_chairs(keeper: Keeper, table: int) -> ChairsView:
    """Return what the room's screen shows of a table."""
    shown = make_tables(make_room_view(keeper))
    found = next(view for view in shown.values() if view.table == table)
    assert isinstance(found, ChairsView)
    return found


def test_nobody_changes_seats_before_all_have_settled(two: Keeper) -> None:
    """Who goes where depends on the results."""
    assert list_moves(two.book) == ()
    two.handle(SettlePi("hall", two.book.last_end))
    assert list_moves(two.book)


def test_open_table_is_not_final(two: Keeper) -> None:
    """The room's screen says so instead of a winner. The other table has its winner."""
    assert [table.is_open for table in make_room_view(two).tables] == [False, True]
    shown = get_chairs(two, 2)
    assert (shown.chip, shown.result) == ("not final", "")
    assert get_chairs(two, 1).result
    two.handle(SettlePi("hall", two.book.last_end))
    assert "Ed and Gus won" in get_chairs(two, 2).result
