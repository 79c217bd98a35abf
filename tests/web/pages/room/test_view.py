"""The room's screen while people throw: its header, its scores and the announcer's line."""

from dataclasses import replace

import pytest

from pi_bunco.views.moment import MomentView
from pi_bunco.views.room import RoomTableView, TableStanding
from pi_bunco.views.room_header import make_header
from pi_bunco.web.pages.room.view import ScoreView, make_call, make_grid, make_tables
from tests.web.states import roomful

TABLE = roomful(1).tables[0]


def make_score(table: RoomTableView) -> ScoreView:
    """Return what the screen shows of a room's only table."""
    (view,) = make_tables(replace(roomful(1), tables=(table,))).values()
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


def test_the_chip_of_three_ones_says_how_many_points_were_lost() -> None:
    """It also comes before the end of the round."""
    view = make_score(replace(TABLE, standing="finishing", lost=17))
    assert (view.chip, view.kind) == ("Three ones! −17", "wipe")


def test_the_header_says_what_happens() -> None:
    """The header shows what happens now and next, the target of a round, and when the bell rings.

    In a break it shows only the clock of the break.
    """
    base = roomful(3)
    header = make_header(base)
    assert (header.now, header.next, header.die, header.waits) == (
        base.moment.now, base.moment.next, 3, False)  # fmt: skip
    for part in ("break", "final", "over"):
        assert make_header(replace(base, moment=replace(base.moment, part=part))).die is None
    assert make_header(replace(base, moment=replace(base.moment, waiting=(2,)))).waits
    assert make_header(replace(base, status="ready", bell_in=30)).text == "The bell rings in 30 seconds"
    rests = replace(base.moment, part="break")
    assert not make_header(replace(base, status="ready", bell_in=30, moment=rests)).text


@pytest.mark.parametrize("count", range(1, 26))
def test_the_grid_has_room_for_every_number_of_tables(count: int) -> None:
    """The grid of tables has no empty row."""
    layout = make_grid(roomful(count))
    assert layout.columns * layout.rows >= count > layout.columns * (layout.rows - 1)


def test_only_a_round_has_scores_and_an_announcer() -> None:
    """Between two bells the scenes of the television take their place."""
    base = replace(roomful(2), sets=4, set=2, round=4, target=4)
    assert make_tables(replace(base, status="ready")) == {}
    round_ = MomentView("round", "Set 2, round 4: rolling for fours.")
    call = make_call(replace(base, moment=round_))
    assert call
    assert (call.where, call.round, call.faces, call.die) == (
        "Set 2 of 4",
        "Round four",
        "Rolling for fours",
        4,
    )
    assert make_call(replace(base, moment=replace(round_, part="between"))) is None
    one = make_call(replace(base, sets=1, moment=round_))
    last = make_call(replace(base, stage="semi_final", moment=round_))
    assert [each and each.where for each in (one, last)] == ["", "The semi-final"]
