"""A round is final when each Pi with a table has settled it, or the host goes on without one."""

from collections.abc import Callable
from random import Random

import pytest

from pi_bunco.game.commands import (
    AssignTables,
    ChangeSeats,
    CorrectThrow,
    DismissDoubt,
    DrawNames,
    EnterDice,
    GameCommand,
    RingBell,
    SeatGuests,
    SettlePi,
    UndoStep,
)
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.moment import find_moment
from pi_bunco.game.refused import Refused
from pi_bunco.rules.night import Draw, OrderThrow
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.moment import say_next, say_now
from tests.game.conftest import get_scores, list_kinds, show
from tests.game.far_pi import (
    EIGHT,
    HALL,
    ask_first,
    begin,
    describe_far,
    end_round,
    far,
    get_last,
    list_pending,
    look,
    play_game,
    settle,
)


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round; another Pi has table 2. The bell is event 2."""
    return begin(open_table())


def test_room_waits_until_far_pis_have_settled(two: Keeper) -> None:
    """Between the end of a round and the settling the room says that the result is not final."""
    assert find_moment(two.book).part == "round"
    end_round(two)
    moment = find_moment(two.book)
    assert (moment.part, moment.unsettled, moment.waiting, moment.doubtful) == ("settling", (2,), (2,), ())
    assert say_now(moment) == "Set 1, round 1 is over, but not final: the Pi of table 2 is not heard."
    assert say_next(moment) == "Next: round 2, rolling for twos."
    assert [show(two, table).here.text for table in (1, 2)] == ["Waiting for table 2."] * 2
    settle(two)
    moment = find_moment(two.book)
    assert (moment.part, moment.unsettled, moment.waiting) == ("between", (), ())
    assert say_now(moment) == "Set 1, round 1 is over: everybody waits for the bell."
    assert get_last(two) == {"event": "pi:settled", "pi": HALL, "by": "tap"}


def test_several_far_tables_are_named(open_table: Callable[[], Keeper]) -> None:
    """If two Pis have not settled, the sentence names their tables in order, and both must settle."""
    keeper = begin(open_table(), tables=(2,), sets=1)
    keeper.handle(AssignTables("cellar", (1,)))
    end_round(keeper)
    now = say_now(find_moment(keeper.book))
    assert now == "Round 1 is over, but not final: the Pis of tables 1 and 2 are not heard."
    settle(keeper)
    now = say_now(find_moment(keeper.book))
    assert now == "Round 1 is over, but not final: the Pi of table 1 is not heard."
    keeper.handle(SettlePi("cellar", keeper.book.last_end))
    assert find_moment(keeper.book).part == "between"


def test_round_is_settled_while_tables_finish_it(two: Keeper) -> None:
    """During a roll-off the room says so; a Pi that has settled the end by then is not awaited later."""
    two.handle(EnterDice((1, 1, 1)))
    moment = find_moment(two.book)
    assert (moment.part, moment.waiting, moment.unsettled) == ("rolloff", (2,), ())
    assert say_now(moment) == "Set 1, round 1 has ended: a roll-off decides table 2."
    settle(two)
    for dice in ((1, 2, 2), (2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 3)):
        two.handle(EnterDice(dice, table=2))
    assert find_moment(two.book).part == "between"
    two.handle(RingBell(sure=True))


def test_roll_off_does_not_settle_a_round(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """If the roll-off is over first, the room waits for the Pi that has not settled, also after a restart."""
    two.handle(EnterDice((1, 1, 1)))
    for dice in ((1, 2, 2), (2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 3)):
        two.handle(EnterDice(dice, table=2))
    again = open_table()
    for book in (two.book, again.book):
        assert (book.last_end, book.last_finish) == (3, 8)
        assert find_moment(book).part == "settling"
    settle(again)
    assert find_moment(again.book).part == "between"


def test_doubt_comes_before_settling(two: Keeper) -> None:
    """While a throw is in doubt, the sentence says that; after its answer, who is not heard."""
    ask_first(two)
    two.handle(EnterDice((1, 1, 1)))
    now = say_now(find_moment(two.book))
    assert now == "Set 1, round 1 has ended, but a throw at table 2 is in doubt."
    two.handle(DismissDoubt(list_pending(two)[0], table=2))
    assert "is not heard" in say_now(find_moment(two.book))


NOT_HEARD = "The Pi of table 2 may still have throws of this round"


@pytest.mark.parametrize(
    "command",
    [RingBell(sure=True), SeatGuests(come=("Ida",)), ChangeSeats((EIGHT[:4], EIGHT[4:]))],
)
def test_nobody_goes_on_before_far_pis_have_settled(two: Keeper, command: GameCommand) -> None:
    """The bell, guests and seats are refused until the far Pi has settled, or the host goes on."""
    end_round(two)
    with pytest.raises(Refused, match=NOT_HEARD):
        two.handle(command)
    settle(two, host=True)
    two.handle(command)


def test_guests_may_come_while_a_round_is_played(two: Keeper) -> None:
    """During a round nobody waits for a far Pi or an answer: guests get their seats later."""
    ask_first(two)
    two.handle(SeatGuests(come=("Ida",)))
    assert two.book.guests.waiting == ("Ida",)


def test_nothing_is_thrown_outside_the_rounds_before_settling(open_table: Callable[[], Keeper]) -> None:
    """The roll-off of a tied set begins when the far Pi has settled."""
    keeper = begin(open_table(), "boxed")
    play_game(keeper, Random(6))
    moment = find_moment(keeper.book)
    assert (moment.part, moment.ask, moment.tables[0].dice) == ("settling", None, 0)
    assert say_next(moment) == "Next: the winner."
    with pytest.raises(Refused, match="No round is being played"):
        keeper.handle(EnterDice((1, 2, 3)))
    settle(keeper)
    moment = find_moment(keeper.book)
    assert (moment.part, isinstance(moment.ask, OrderThrow)) == ("set_tied", True)
    keeper.handle(EnterDice((1, 2, 3)))


def test_nothing_is_drawn_before_settling(open_table: Callable[[], Keeper]) -> None:
    """Players are drawn for the semi-final when the far Pi has settled."""
    keeper = begin(open_table(), "tournament")
    play_game(keeper, Random(2))
    moment = find_moment(keeper.book)
    assert (moment.part, moment.drawing) == ("settling", None)
    assert say_now(moment).startswith("Set 3, round 6 is over, but not final")
    with pytest.raises(Refused, match="Nothing is drawn now"):
        keeper.handle(DrawNames())
    settle(keeper)
    assert isinstance(find_moment(keeper.book).drawing, Draw)
    keeper.handle(DrawNames())


def test_end_of_the_game_is_told_after_settling(open_table: Callable[[], Keeper]) -> None:
    """The game is over, and its winner told, only when the far Pi has settled its last round."""
    keeper = begin(open_table(), "boxed")
    play_game(keeper, Random(1))
    assert (keeper.book.game.status, keeper.finished) == ("over", False)
    assert "over" not in [make_alert(news).kind for news in keeper.get_news(1)]
    effect = keeper.handle(SettlePi(HALL, keeper.book.last_end))
    assert list_kinds(effect) == ["over"]
    assert make_alert(keeper.get_news(1)[-1]).text == "Ann wins"
    assert (find_moment(keeper.book).part, keeper.finished) == ("over", True)


def test_only_the_right_end_is_settled(two: Keeper) -> None:
    """A settling of another event, of an unknown Pi, or during a round is not logged."""
    two.handle(SettlePi(HALL, 0))
    end_round(two)
    end = two.book.last_end
    for command in (SettlePi(HALL, end - 1), SettlePi(HALL, end + 1), SettlePi("attic", end)):
        assert two.handle(command) == CommandEffect()
    assert find_moment(two.book).part == "settling"
    effect = two.handle(SettlePi(HALL, end))
    assert effect.tables == {1, 2}
    two.handle(SettlePi(HALL, end))
    assert [line.name for line in two.book.lines].count("pi:settled") == 1


def test_each_round_is_settled(two: Keeper) -> None:
    """The settling of a round is not that of the next one."""
    end_round(two)
    settle(two)
    two.handle(RingBell(sure=True))
    two.handle(EnterDice((2, 1, 1), table=2))
    two.handle(EnterDice((2, 2, 2)))
    assert two.book.unsettled == ((2,), (HALL,))


def test_round_that_was_opened_again_is_settled_again(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """If the end of a round is undone and comes again, the far Pi must settle it anew; a restart knows it."""
    end_round(two)
    settle(two)
    two.handle(UndoStep(4))
    two.handle(EnterDice((1, 1, 1)))
    assert two.book.last_end == two.book.next_seq - 1
    again = open_table()
    assert describe_far(again.book) == describe_far(two.book)
    with pytest.raises(Refused, match=NOT_HEARD):
        again.handle(RingBell(sure=True))


def test_late_dice_count_in_a_round_that_ended_again(two: Keeper) -> None:
    """If the end of a round comes again, its result is open again until the far Pi has settled it anew."""
    seen = look(two)
    end_round(two)
    settle(two)
    two.handle(UndoStep(4))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.1", after=3, seen=seen), 1))
    assert (list_pending(two), get_scores(two, 2)) == ([], [3, 0])


def test_round_that_a_correction_ends_is_settled_once(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """A correction may end a round: after a restart its settling counts as before."""
    two.handle(EnterDice((1, 2, 2), table=2))
    two.handle(EnterDice((1, 1, 2)))
    two.handle(CorrectThrow(4, (1, 1, 1)))
    assert two.book.last_end == 5
    settle(two)
    again = open_table()
    assert describe_far(again.book) == describe_far(two.book)
    assert again.book.unsettled == ((), ())


def test_pi_without_tables_is_never_awaited(two: Keeper) -> None:
    """A Pi that only shows the game, or whose tables were taken away, holds nobody up."""
    two.handle(AssignTables("attic", ()))
    assert two.book.next_seq == 3  # it had none before
    two.handle(AssignTables(HALL, ()))
    assert get_last(two) == {"event": "pi:tables", "pi": HALL, "tables": [], "by": "tap"}
    end_round(two)
    assert (find_moment(two.book).part, two.book.unsettled) == ("between", ((), ()))
    two.handle(RingBell(sure=True))


def test_same_tables_are_logged_once(two: Keeper) -> None:
    """To assign the tables that a Pi has already changes nothing, and a change shows on all pages."""
    assert two.handle(AssignTables(HALL, (2,))) == CommandEffect()
    assert two.handle(AssignTables(HALL, (1, 2))).tables == {1, 2}
    assert two.book.far.find_pi(1) == two.book.far.find_pi(2) == HALL
    assert two.book.far.find_pi(3) is None
