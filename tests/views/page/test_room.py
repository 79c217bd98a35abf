"""The room's screen: its header, scores, chairs and the end."""

from dataclasses import replace

import pytest

from pi_bunco.sentences import say
from pi_bunco.views.page.room import ChairsView, ScoreView, make_end, make_grid, make_header, make_tables
from pi_bunco.views.room import RoomTableView, TableStanding
from pi_bunco.views.table import SeatMove
from tests.web.states import roomful

TABLE = roomful(1).tables[0]


def make_score(table: RoomTableView) -> ScoreView:
    """Return what the screen shows of a room's only table."""
    (view,) = make_tables(replace(roomful(1), tables=(table,))).values()
    assert isinstance(view, ScoreView)
    return view


def test_who_leads_and_who_throws() -> None:
    """One side leads. If both have the same score, none does."""
    us, them = make_score(TABLE).sides
    assert (us.leading, us.throwing, them.leading) == (True, True, False)
    assert not any(side.leading for side in make_score(replace(TABLE, scores=(9, 9))).sides)


def test_a_rolloff_shows_points_of_the_sides_in_it() -> None:
    """A player who is not in it keeps their score, and does not lead."""
    table = replace(TABLE, standing="rolloff", sides=(("Ann",), ("Bob",), ("Cy",)))
    view = make_score(replace(table, scores=(3, 3, 2), rolloff=(0, 1, None)))
    assert [(side.score, side.leading) for side in view.sides] == [("0", False), ("1", True), ("2", False)]
    assert (view.chip, view.kind) == ("roll-off", "rolloff")


@pytest.mark.parametrize(
    ("standing", "doubt", "chip"),
    [
        ("playing", False, ""),
        ("playing", True, "in doubt"),
        ("rolloff", False, "roll-off"),
        ("finishing", False, "last turn"),
        ("decided", False, "done"),
        ("decided", True, "in doubt"),
    ],
)
def test_a_chip_says_what_is_special_at_a_table(standing: TableStanding, doubt: bool, chip: str) -> None:  # noqa: FBT001 - a case
    """A doubt comes before everything else."""
    assert make_score(replace(TABLE, standing=standing, doubt=doubt)).chip == chip


def test_between_rounds_everybody_finds_their_chair() -> None:
    """A player from another table has its number. A player who moves within the table gets a new chair."""
    moves = (SeatMove("Bob", 2, 1, 1, 2), SeatMove("Cy", 1, 4, 1, 3))
    (view,) = make_tables(replace(roomful(1), status="ready", moves=moves)).values()
    assert isinstance(view, ChairsView)
    assert [(chair.name, chair.origin, chair.moves) for chair in view.chairs] == [
        ("Ann", "", False),
        ("Bob", "from table 2", True),
        ("Cy", "new chair", True),
        ("Di", "", False),
    ]


def test_the_header_says_what_happens() -> None:
    """The header shows the target, a break, the tables that the room waits for, or when the bell rings."""
    base = roomful(3)
    assert make_header(base).target == "Rolling for threes"
    assert make_header(replace(base, rest=say("A break of {count} minutes", count=15))).die is None
    header = make_header(replace(base, says=say("Waiting for table {table}", table=2)))
    assert (header.text, header.waits) == ("Waiting for table 2", True)
    assert make_header(replace(base, status="ready", bell_in=30)).text == "The bell rings in 30 seconds"
    assert make_header(replace(base, status="over")).target == ""


@pytest.mark.parametrize("count", range(1, 26))
def test_the_grid_has_room_for_every_number_of_tables(count: int) -> None:
    """The grid of tables has no empty row."""
    layout = make_grid(roomful(count))
    assert layout.columns * layout.rows >= count > layout.columns * (layout.rows - 1)


def test_the_end_names_the_winners() -> None:
    """Several winners share the win. Before the end there is no such view, and at the end no table."""
    base = roomful(2)
    assert make_end(base) is None
    over = replace(base, status="over", winners=("Ann",))
    assert (end := make_end(over))
    assert end.headline == "Ann wins the game"
    assert (shared := make_end(replace(over, winners=("Ann", "Bob"))))
    assert shared.headline == "Ann and Bob share the win"
    assert make_tables(over) == {}
