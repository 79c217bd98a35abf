"""The room's screen: scores, chairs, the end."""

from dataclasses import replace

import pytest

from pi_bunco.sentences import say
from pi_bunco.views.page.room import ChairsView, ScoreView, make_end, make_grid, make_header, make_tables
from pi_bunco.views.room import RoomTableView, TableStanding
from pi_bunco.views.table import SeatMove
from tests.web.states import roomful


def shown(at: RoomTableView) -> ScoreView:
    (view,) = make_tables(replace(roomful(1), tables=(at,))).values()
    assert isinstance(view, ScoreView)
    return view


def test_who_leads_and_who_throws() -> None:
    """One side leads or none does."""
    at = roomful(1).tables[0]
    us, them = shown(at).sides
    assert (us.leading, us.throwing, them.leading) == (True, True, False)
    assert not any(side.leading for side in shown(replace(at, scores=(9, 9))).sides)


def test_a_rolloff_counts_for_the_sides_in_it() -> None:
    """Who is not in it keeps their score, and leads nobody."""
    at = replace(roomful(1).tables[0], standing="rolloff", sides=(("Ann",), ("Bob",), ("Cy",)))
    view = shown(replace(at, scores=(3, 3, 2), rolloff=(0, 1, None)))
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
def test_what_is_special_at_a_table(standing: TableStanding, doubt: bool, chip: str) -> None:  # noqa: FBT001 - a case
    """A doubt is said before anything else."""
    at = replace(roomful(1).tables[0], standing=standing, doubt=doubt)
    assert shown(at).chip == chip


def test_between_rounds_everybody_finds_their_chair() -> None:
    """Who comes from another table has its number; who moves within the table is marked alone."""
    moves = (SeatMove("Bob", 2, 1, 1, 2), SeatMove("Cy", 1, 4, 1, 3))
    (view,) = make_tables(replace(roomful(1), status="ready", moves=moves)).values()
    assert isinstance(view, ChairsView)
    assert [(chair.name, chair.origin, chair.moves) for chair in view.chairs] == [
        ("Ann", "", False),
        ("Bob", "from 2", True),
        ("Cy", "", True),
        ("Di", "", False),
    ]


def test_the_line_on_top() -> None:
    """What is rolled for; a break; for whom the room waits; when the bell rings."""
    base = roomful(3)
    assert make_header(base).target == "Rolling for threes"
    assert make_header(replace(base, rest=say("A break of {count} minutes", count=15))).die is None
    waits = make_header(replace(base, says=say("Waiting for table {table}", table=2)))
    assert (waits.text, waits.waits) == ("Waiting for table 2", True)
    assert make_header(replace(base, status="ready", bell_in=30)).text == "The bell rings in 30 seconds"
    assert make_header(replace(base, status="over")).target == ""


@pytest.mark.parametrize("count", range(1, 26))
def test_every_number_of_tables_has_its_place(count: int) -> None:
    """The grid has room for all, and no empty row."""
    layout = make_grid(roomful(count))
    assert layout.columns * layout.rows >= count > layout.columns * (layout.rows - 1)


def test_the_end_names_the_winners() -> None:
    """One, or several who share it; before the end there is nothing to say."""
    base = roomful(2)
    assert make_end(base) is None
    finished = replace(base, status="over", winners=("Ann",))
    assert (one := make_end(finished))
    assert one.headline == "Ann wins the game"
    assert (two := make_end(replace(finished, winners=("Ann", "Bob"))))
    assert two.headline == "Ann and Bob share the win"
    assert make_tables(finished) == {}
