"""While a Pi of a table may still have throws of the round, nothing of it is shown as final."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import AssignTables, EnterDice, NewGame, RingBell, SeatGuests, SettlePi
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.round_key import RoundKey
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.store import Log, Photos
from pi_bunco.views.awards import say_why_provisional
from pi_bunco.views.room import make_room_view
from pi_bunco.views.rounds import find_round
from pi_bunco.views.show import DeviceStatus, list_moves, make_table_view
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.me.view import OwnPlace, make_place
from pi_bunco.web.pages.room.chairs import ChairsView
from pi_bunco.web.pages.room.scenes import TableResultView
from pi_bunco.web.pages.room.show import make_show
from pi_bunco.web.pages.table.foot import make_turn
from pi_bunco.web.pages.table.over import make_game_over
from pi_bunco.web.pages.table.seat_map import make_map

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
    """Return who sits at a table, as the television shows it."""
    chairs: ChairsView = next(find_scenes(keeper, "chairs", table))
    return chairs


def get_result(keeper: Keeper, table: int) -> TableResultView:
    """Return how the last round ended at a table, as the television shows it."""
    result: TableResultView = next(find_scenes(keeper, "result", table))
    return result


def find_scenes(keeper: Keeper, kind: str, table: int) -> Iterator[Any]:
    """Yield what the television shows of a table in scenes of a kind."""
    show = make_show(make_room_view(keeper))
    assert show
    return (at for scene in show.scenes if scene.kind == kind for at in scene.it if at.table == table)


def test_nobody_changes_seats_before_all_have_settled(two: Keeper) -> None:
    """Who goes where depends on the results."""
    assert list_moves(two.book) == ()
    two.handle(SettlePi("hall", two.book.last_end))
    assert list_moves(two.book)


def test_open_table_is_not_final(two: Keeper) -> None:
    """The room's screen says so instead of a winner. The other table has its winner."""
    assert [table.is_open for table in make_room_view(two).tables] == [False, True]
    shown = get_result(two, 2)
    assert (get_chairs(two, 2).chip, shown.note, shown.winners) == ("not final", "not final", ())
    assert get_result(two, 1).winners
    two.handle(SettlePi("hall", two.book.last_end))
    assert get_result(two, 2).winners == ("Ed", "Gus")


def get_table(keeper: Keeper, table: int) -> TableView:
    """Return what the page of a table shows."""
    return make_table_view(keeper, table, DeviceStatus(NO_CAMERA))


def get_place(keeper: Keeper, name: str) -> OwnPlace:
    """Return what the phone of a guest shows."""
    return make_place(make_room_view(keeper), name)


def play_set(keeper: Keeper, rules: str, names: tuple[str, ...] = EIGHT) -> None:
    """Play the six rounds of a set, in which the Pi of table 2 has settled all but the last."""
    keeper.handle(NewGame(rules, names, sets=1))
    keeper.handle(AssignTables("hall", (2,)))
    for face in range(1, 7):
        keeper.handle(SettlePi("hall", keeper.book.last_end))
        keeper.handle(RingBell())
        for table in (*range(2, len(keeper.tables) + 1), 1):  # the head table ends the round
            keeper.handle(EnterDice((face, face, face), table=table))


def test_a_table_with_open_throws_names_no_winner(two: Keeper) -> None:
    """Its page keeps the tally of both sides, and has the winners when its Pi has settled the round."""
    view = get_table(two, 2)
    assert not any(side.winner for side in view.sides)
    assert [side.tally for side in view.sides] == [(2,), ()]
    assert view.rounds[-1].winners == ()
    assert view.rounds[-1].sides == ((("Ed", "Gus"), 2), (("Flo", "Hal"), 0))
    outcome = make_map(view).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.score) == ((), None)
    assert outcome.others == ((2, "Ed and Gus"), (0, "Flo and Hal"))
    assert make_turn(view).line.text == "Round 1: 2\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0, not final"
    two.handle(SettlePi("hall", two.book.last_end))
    outcome = make_map(get_table(two, 2)).outcome
    assert outcome is not None
    assert outcome.winners == ("Ed", "Gus")
    assert make_turn(get_table(two, 2)).line.text.startswith("Round 1 to Ed & Gus")


def test_a_table_whose_throws_are_all_there_names_its_winner(two: Keeper) -> None:
    """Its own result is final, although another table is awaited."""
    outcome = make_map(get_table(two, 1)).outcome
    assert outcome is not None
    assert outcome.winners == ("Ann", "Cy")


@pytest.mark.parametrize("table", [1, 2])
def test_all_pages_show_the_seats_of_the_round_until_it_is_final(two: Keeper, table: int) -> None:
    """Neither new seats nor the next thrower are named, on the pages of tables and of the room."""
    seats = EIGHT[4 * table - 4 : 4 * table]
    view = get_table(two, table)
    shown = make_map(view)
    assert {place.name: place.text for place in shown.places} == dict.fromkeys(seats, "sits here")
    assert (shown.name, shown.label, view.thrower) == ("", "Seats of round 1", None)
    assert not any(place.first for place in shown.places)
    assert tuple(chair.name for chair in get_chairs(two, table).chairs) == seats
    two.handle(SettlePi("hall", two.book.last_end))
    assert make_map(get_table(two, table)).name
    assert tuple(chair.name for chair in get_chairs(two, table).chairs) != seats


def test_the_bell_says_why_it_waits(two: Keeper) -> None:
    """When the countdown is over, the page names the round that is not final, and no throw in doubt."""
    view = make_table_view(two, 1, DeviceStatus(NO_CAMERA, bell_in=0))
    assert make_map(view).bell == "The bell waits: the round is not final"


def test_a_phone_sends_nobody_anywhere_before_that(two: Keeper) -> None:
    """A guest stays, and is told no partner for the next round."""
    place = get_place(two, "Ed")
    assert (place.text, place.partner, place.urgent) == ("Stay until the round is final.", "", False)
    two.handle(SettlePi("hall", two.book.last_end))
    assert get_place(two, "Ed").partner


def test_no_winner_while_another_table_rolls_off(two: Keeper) -> None:
    """The round has ended, but not for all: the decided table with open throws names nobody yet."""
    two.handle(SettlePi("hall", two.book.last_end))
    two.handle(RingBell())
    two.handle(EnterDice((2, 2, 2)))  # table 2 is tied
    assert get_table(two, 2).phase == "rolloff"
    two.handle(EnterDice((2, 1, 3), table=2))
    for dice in ((1, 1, 3), (1, 3, 4), (1, 3, 4)):
        if get_table(two, 2).phase == "rolloff":
            two.handle(EnterDice(dice, table=2))
    view = get_table(two, 2)
    assert not any(side.winner for side in view.sides)


def test_the_end_of_a_round_names_no_winner_at_an_open_table(two: Keeper) -> None:
    """Its alert only says that the round is over. The other table has its winner."""
    assert get_table(two, 1).alerts[-1].text == "Ann and Cy won it"
    alert = get_table(two, 2).alerts[-1]
    assert (alert.kind, alert.title, alert.text) == ("end", "STOP", "Round 1 is over")


def test_a_look_back_names_no_winner_of_an_open_round(two: Keeper) -> None:
    """The sheet with the throws of the round has its scores alone until it is final."""
    found = find_round(two.book, 2, RoundKey(1, 1))
    assert found is not None
    assert (found.winners, found.sides[0][1]) == ((), 2)
    two.handle(SettlePi("hall", two.book.last_end))
    found = find_round(two.book, 2, RoundKey(1, 1))
    assert found is not None
    assert found.winners == ("Ed", "Gus")


def test_guests_are_seated_when_the_round_is_final(two: Keeper) -> None:
    """A seating by the rules follows the results, so it waits for them."""
    two.handle(SettlePi("hall", two.book.last_end))
    two.handle(RingBell())
    two.handle(SeatGuests(leave=("Ed",)))
    two.handle(EnterDice((2, 2, 1), table=2))
    two.handle(EnterDice((2, 2, 2)))
    before = len(two.book.lines)
    assert "Ed" in {name for seats in two.book.game.seats for name in seats}
    two.handle(SettlePi("hall", two.book.last_end))
    assert len(two.book.lines) == before + 2
    assert "Ed" not in {name for seats in two.book.game.seats for name in seats}


def test_the_last_round_is_not_the_end_before_it_is_final(tmp_path: Path) -> None:
    """No set has its winner, and no award can be handed over; the page says for which Pi it waits."""
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        play_set(keeper, "boxed", (*EIGHT, "Ivy"))
        view = get_table(keeper, 1)
        assert (view.phase, view.moment.part, view.winners) == ("over", "settling", ())
        over = make_game_over(view)
        assert "not final" in over.headline
        assert over.sets == ()
        assert not view.results.final
        assert say_why_provisional(view) == view.moment.now
        assert make_turn(view).line.text.startswith("Round 6 to ")
        assert make_turn(get_table(keeper, 2)).line.text.endswith("not final")
        keeper.handle(SettlePi("hall", keeper.book.last_end))
        assert get_table(keeper, 1).results.sets
