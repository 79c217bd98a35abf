"""Dice of another Pi that come late or wait: they count where they were thrown, or somebody is asked."""

from collections.abc import Callable
from random import Random

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    AssignTables,
    DismissDoubt,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RingBell,
    WithdrawItem,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.late import MEANWHILE, TAPPED_LATE
from pi_bunco.game.lines import LateThrow
from pi_bunco.game.moment import find_moment
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Dice
from pi_bunco.views.late_throws import list_late_throws
from tests.game.conftest import Hands, get_scores, show
from tests.game.far_pi import (
    EIGHT,
    HALL,
    OUTBOX,
    ask_first,
    begin,
    far,
    get_last,
    list_pending,
    look,
    read_again,
    settle,
)


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round; another Pi has table 2. The bell is event 2."""
    return begin(open_table())


def test_late_dice_count_before_their_pi_has_settled(two: Keeper) -> None:
    """Until its Pi has settled a round, late dice of its own table count there, and may change its result."""
    seen = look(two)
    two.handle(far(EnterDice((1, 2, 2), table=2, token="a.1", after=0, seen=seen), 1))
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "ready"
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.2", after=0, seen=seen), 2, 1))
    assert get_last(two) == {
        "event": "missed", "after": 3, "table": 2, "dice": [1, 1, 4], "by": "tap", "token": "a.2",
        "item": f"{OUTBOX}.2", "late": True,
    }  # fmt: skip
    assert (get_scores(two, 2), list_pending(two)) == ([3, 0], [])


def test_late_dice_of_a_table_here_are_asked_about(two: Keeper) -> None:
    """A late tap at a table of the head itself is asked about as before."""
    seen = look(two)
    two.handle(EnterDice((1, 2, 2), table=2, token="a.1", after=0, seen=seen))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(EnterDice((1, 1, 4), table=2, token="a.2", after=0, seen=seen))
    assert (get_scores(two, 2), list_pending(two)) == ([1, 0], [5])


def test_late_dice_after_their_pi_has_settled_are_asked_about(two: Keeper) -> None:
    """After its Pi has settled the round, everybody has seen the result, so the table is asked."""
    seen = look(two)
    two.handle(far(EnterDice((1, 2, 2), table=2, token="a.1", after=0, seen=seen), 1))
    two.handle(EnterDice((1, 1, 1)))
    settle(two)
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.2", after=0, seen=seen), 2, 1))
    doubt = show(two, 2).doubt
    assert doubt is not None
    assert (doubt.kind, doubt.likely[0], doubt.reason) == ("late", (1, 1, 4), TAPPED_LATE)
    assert get_scores(two, 2) == [1, 0]
    with pytest.raises(Refused, match="table 2 is still in doubt"):
        two.handle(RingBell(sure=True))


def test_late_dice_that_end_the_round_earlier_are_asked_about(open_table: Callable[[], Keeper]) -> None:
    """Late dice at a far head table that would end the round before the host did are asked about."""
    keeper = begin(open_table(), tables=(1,))
    seen = look(keeper, 1)
    keeper.handle(EnterDice((1, 2, 2), table=2))
    keeper.handle(EndRoundNow())
    keeper.handle(far(EnterDice((1, 1, 1), seen=seen), 1))
    assert (list_pending(keeper, 1), get_scores(keeper, 2)) == ([5], [1, 0])
    keeper.handle(DismissDoubt(5))
    keeper.handle(far(EnterDice((1, 1, 4), seen=seen), 2, 1))  # this one ends nothing
    assert get_last(keeper)["event"] == "missed"


def test_late_dice_that_change_another_table_are_asked_about(open_table: Callable[[], Keeper]) -> None:
    """Late dice after which a later throw of another table would not count are asked about."""
    keeper = begin(open_table(), tables=(1,))
    seen = look(keeper, 1)
    keeper.handle(far(EnterDice((1, 1, 5), token="a.1", after=0, seen=seen), 1))
    keeper.handle(EnterDice((1, 2, 2), table=2))
    keeper.handle(EnterDice((1, 1, 1), token="a.2"))
    assert find_moment(keeper.book).part == "settling"
    keeper.handle(far(EnterDice((1, 1, 1), token="a.3", after=0, seen=seen), 2, 1))
    assert isinstance(keeper.book.lines[-1].event, LateThrow)
    assert list_pending(keeper, 1) == [keeper.book.next_seq - 1]
    assert get_scores(keeper, 1) == [23, 0]


def test_late_dice_after_the_next_bell_are_for_the_host(two: Keeper) -> None:
    """If the host went on without the Pi, its dice of the last round are the host's question."""
    seen = look(two)
    two.handle(far(EnterDice((1, 2, 2), table=2, token="a.1", after=0, seen=seen), 1))
    two.handle(EnterDice((1, 1, 1)))
    settle(two, host=True)
    assert get_last(two) == {"event": "pi:settled", "pi": HALL, "host": True, "by": "tap"}
    two.handle(RingBell(sure=True))
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.2", after=0, seen=seen), 2, 1))
    (asked,) = list_late_throws(two.book)
    assert (asked.seq, asked.table, asked.dice, asked.after) == (7, 2, (1, 1, 4), 3)
    assert asked.text == "1-1-4 was tapped for Ed in set 1, round 1, after its end. Count it there?"
    assert (show(two, 2).doubt, get_scores(two, 2)) == (None, [0, 0])
    two.handle(InsertThrow(3, (1, 1, 4), sure=True, answers=7, table=2))
    assert list_late_throws(two.book) == ()
    assert two.book.game.rounds[0].tables[1].scores["Ed"] == 3


def test_roll_off_dice_that_come_too_late_are_for_the_host(
    two: Keeper, open_table: Callable[[], Keeper]
) -> None:
    """Dice of a roll-off that is over fit nowhere: the host sees them until they say that they know."""
    two.handle(EnterDice((1, 1, 1)))
    seen = look(two)
    for dice in ((1, 2, 2), (2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 3)):
        two.handle(EnterDice(dice, table=2))
    scores = get_scores(two, 2)
    two.handle(far(EnterDice((1, 1, 4), table=2, seen=seen), 1))
    for keeper in (two, open_table()):
        (asked,) = list_late_throws(keeper.book)
        assert (asked.seq, asked.dice, asked.after) == (9, (1, 1, 4), None)
        assert asked.text == "1-1-4 of set 1, round 1 came too late, and fits nowhere."
        assert (list_pending(keeper), get_scores(keeper, 2)) == ([], scores)
    keeper.handle(DismissDoubt(9, table=2))
    assert list_late_throws(keeper.book) == ()


@pytest.mark.parametrize("dice", [(1, 1, 4, 5, 6), (1, 1)])
def test_dice_of_another_number_are_for_the_host(two: Keeper, dice: tuple[int, ...]) -> None:
    """Dice that are no throw of three are not refused: the host sees them."""
    two.handle(far(EnterDice(dice, table=2, seen=look(two)), 1))
    assert [(late.dice, late.after) for late in list_late_throws(two.book)] == [(dice, None)]
    assert get_scores(two, 2) == [0, 0]


def test_dice_of_the_game_before_are_for_the_host(two: Keeper) -> None:
    """Dice of a game that is over fit nowhere in the new one, and the host sees them."""
    seen = look(two)
    begin(two)
    two.handle(far(EnterDice((1, 1, 4), table=2, seen=seen), 1))
    assert [late.after for late in list_late_throws(two.book)] == [None]
    assert get_scores(two, 2) == [0, 0]


def test_dice_of_a_table_that_is_gone_are_for_the_host(two: Keeper, hands: Hands) -> None:
    """A new game has one table. Dice of the second are not refused: the host sees them, and says so."""
    seen = look(two)
    two.handle(NewGame("classic", EIGHT[:4]))
    assert two.handle(far(EnterDice((1, 1, 4), table=2, seen=seen), 1)).tables == {1}
    assert two.handle(far(hands.throw(2, 3, 4, table=2), 2)).tables == {1}
    late = list_late_throws(two.book)
    assert [(each.table, each.dice) for each in late] == [(2, (1, 1, 4)), (2, (2, 3, 4))]
    for each in late:
        assert two.handle(DismissDoubt(each.seq)).tables == {1}
    assert list_late_throws(read_again(two)) == ()


def test_dice_without_a_moment_mean_now(two: Keeper) -> None:
    """Dice that do not say what their sender saw are a throw now, or for the host if nobody throws now."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    assert get_scores(two, 2) == [2, 0]
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 5), table=2), 2, 1))
    assert [late.dice for late in list_late_throws(two.book)] == [(1, 1, 5)]


def test_dice_that_another_device_may_have_entered_are_asked_about(
    two: Keeper, open_table: Callable[[], Keeper]
) -> None:
    """If a device of the head has entered a throw meanwhile, the table is asked; they are not refused."""
    question = ask_first(two)
    for keeper in (two, open_table()):
        doubt = show(keeper, 2).doubt
        assert doubt is not None
        assert (doubt.seq, doubt.likely[0], doubt.reason) == (question, (1, 1, 3), MEANWHILE)
        assert get_scores(keeper, 2) == [1, 0]
    keeper.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert (get_scores(keeper, 2), list_pending(keeper)) == ([3, 0], [])


def test_dice_that_people_call_another_throw_count(two: Keeper) -> None:
    """If people have said that it is another throw, nobody is asked."""
    seen = look(two)
    two.handle(EnterDice((1, 2, 2), table=2, token="head.1", after=0, seen=seen))
    two.handle(far(EnterDice((1, 2, 2), table=2, token="far.1", after=0, seen=seen, another=True), 1))
    assert (get_scores(two, 2), list_pending(two)) == ([2, 0], [])


def test_late_dice_after_those_of_another_device_are_asked_about(two: Keeper) -> None:
    """Late dice are not counted silently if another device has entered a throw of that round."""
    seen = look(two)
    two.handle(EnterDice((1, 2, 2), table=2, token="head.1", after=0, seen=seen))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 2, 2), table=2, token="far.1", after=0, seen=seen), 1))
    assert (get_scores(two, 2), list_pending(two)) == ([1, 0], [5])


def test_one_die_each_from_two_devices_is_for_the_host(open_table: Callable[[], Keeper]) -> None:
    """The dice of a die-off that another device has entered fit nowhere later, so no table waits for them."""
    keeper = begin(open_table(), "tournament")
    keeper.handle(EnterDice((1, 1, 1)))
    seen = look(keeper)
    assert seen.phase == "dieoff"
    keeper.handle(EnterDice((3, 3), table=2, token="head.1", after=0, seen=seen))
    keeper.handle(far(EnterDice((4, 4), table=2, token="far.1", after=0, seen=seen), 1))
    for book in (keeper.book, read_again(keeper)):
        assert [(late.dice, late.after) for late in list_late_throws(book)] == [((4, 4), None)]
        assert book.in_doubt == ()
    assert show(keeper, 2).here.awaits == "one_each"


def test_dice_wait_behind_a_question(two: Keeper) -> None:
    """While a question waits, dice wait behind it, and score in their order when it is answered."""
    question, seen = ask_first(two), look(two)
    for number, dice in enumerate([(1, 1, 5), (2, 3, 4)], start=2):
        tap = EnterDice(dice, table=2, token=f"far.{number}", after=3, seen=seen)
        two.handle(far(tap, number, number - 1))
    assert [line.name for line in two.book.lines[-2:]] == ["camera:waiting"] * 2
    assert (list_pending(two), get_scores(two, 2)) == ([question, question + 1, question + 2], [1, 0])
    assert two.book.lines[-1].item == ItemKey(OUTBOX, 3)
    two.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert (list_pending(two), get_scores(two, 2)) == ([], [5, 0])
    assert [throw.dice for throw in show(two, 2).course] == [(1, 2, 2), (1, 1, 3), (1, 1, 5), (2, 3, 4)]
    assert show(two, 2).thrower == "Flo"


def test_dice_wait_behind_a_question_that_is_dismissed(two: Keeper) -> None:
    """If the question was no throw, the dice behind it count all the same."""
    question = ask_first(two)
    two.handle(far(EnterDice((1, 1, 5), table=2, after=3, token="far.2", seen=look(two)), 2, 1))
    two.handle(DismissDoubt(question, table=2))
    assert (list_pending(two), get_scores(two, 2)) == ([], [3, 0])


def test_late_dice_wait_behind_a_question(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """Late dice behind a question count in their round when it is answered, also after a restart."""
    question, seen = ask_first(two), look(two)
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 5), table=2, after=3, token="far.2", seen=seen), 2, 1))
    again = open_table()
    assert list_pending(again) == [question, question + 2]
    again.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert (list_pending(again), get_scores(again, 2)) == ([], [5, 0])
    assert again.book.lines[-1].name == "missed"


def test_dice_of_an_earlier_round_do_not_wait_behind_a_question(two: Keeper) -> None:
    """A question of this round has nothing to do with dice of the last one: these are the host's question."""
    seen = look(two)
    two.handle(far(EnterDice((1, 2, 2), table=2, token="far.1", after=0, seen=seen), 1))
    two.handle(EnterDice((1, 1, 1)))
    settle(two, host=True)
    two.handle(RingBell(sure=True))
    two.handle(EnterDice((2, 2, 3), table=2, token="head.1", after=0))
    two.handle(far(EnterDice((2, 4, 4), table=2, token="far.2", after=0, seen=look(two)), 2, 1))
    (question,) = list_pending(two)
    two.handle(far(EnterDice((1, 1, 4), table=2, token="far.3", after=0, seen=seen), 3, 2))
    assert list_pending(two) == [question]
    assert [(late.dice, late.after) for late in list_late_throws(two.book)] == [((1, 1, 4), 3)]
    two.handle(DismissDoubt(question, table=2))
    assert two.book.game.rounds[0].tables[1].scores["Ed"] == 1


@pytest.mark.parametrize("late", [False, True])
def test_wrong_number_of_dice_does_not_wait_behind_a_question(two: Keeper, *, late: bool) -> None:
    """Five dice behind a question cannot score later, so the host sees them and the table goes on."""
    question, seen = ask_first(two), look(two)
    if late:
        two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 3, 4, 5), table=2, seen=seen), 2, 1))
    assert list_pending(two) == [question]
    assert [late.dice for late in list_late_throws(two.book)] == [(1, 1, 3, 4, 5)]
    two.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert get_scores(two, 2) == [3, 0]


def test_waiting_dice_whose_number_no_longer_fits_stop_nobody(two: Keeper) -> None:
    """If a log has five dice that wait, a question before them can be answered, and they do not count."""
    question = ask_first(two)
    waiting = {"event": "camera:waiting", "table": 2, "values": [1] * 5, "confidence": [1] * 5}
    two.book.extend([waiting])
    two.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert (list_pending(two), get_scores(two, 2)) == ([], [3, 0])


def test_late_dice_that_waited_are_asked_about_too(open_table: Callable[[], Keeper]) -> None:
    """Late dice behind a question do not count by themselves if a later throw elsewhere would not count."""
    keeper = begin(open_table(), tables=(1,))
    seen = look(keeper, 1)
    keeper.handle(far(EnterDice((1, 1, 5), token="a.1", after=0, seen=seen), 1))
    keeper.handle(EnterDice((1, 2, 2), table=2))
    keeper.handle(EnterDice((1, 1, 1), token="a.2"))
    for number in (2, 3):
        keeper.handle(
            far(EnterDice((1, 1, 1), token=f"a.{number + 1}", after=0, seen=seen), number, number - 1)
        )
    question, waiting = list_pending(keeper, 1)
    keeper.handle(DismissDoubt(question))
    assert (list_pending(keeper, 1), keeper.book.game.unused) == ([waiting], ())
    doubt = show(keeper, 1).doubt
    assert doubt is not None
    assert (doubt.seq, doubt.dice, show(keeper, 1).here.awaits) == (waiting, (1, 1, 1), "answer")
    keeper.handle(DismissDoubt(waiting))
    assert (list_pending(keeper, 1), get_scores(keeper, 1)) == ([], [23, 0])


def test_dice_after_those_that_ended_a_far_turn_fit_nowhere(open_table: Callable[[], Keeper]) -> None:
    """A far table's throws come in their order, so none stands before the one that finished its turn."""
    keeper = begin(open_table(), "casino")
    seen = look(keeper)
    keeper.handle(far(EnterDice((1, 2, 3), table=2, token="a.1", after=0, seen=seen), 1))
    keeper.handle(EnterDice((1, 1, 1)))
    for number, dice in enumerate([(2, 3, 4), (1, 1, 4)], start=2):  # the first one finishes the turn
        tap = EnterDice(dice, table=2, token=f"a.{number}", after=0, seen=seen)
        keeper.handle(far(tap, number, number - 1))
    assert list_pending(keeper) == []
    assert [(late.dice, late.after) for late in list_late_throws(keeper.book)] == [((1, 1, 4), None)]
    assert (get_scores(keeper, 2), keeper.book.game.unused) == ([1, 0], ())


def test_late_dice_keep_their_order(open_table: Callable[[], Keeper]) -> None:
    """Late dice stand after those of their own table, however many of other tables came meanwhile."""
    names = tuple(f"Guest {number}" for number in range(1, 17))
    keeper = open_table()
    keeper.handle(NewGame("classic", names))
    keeper.handle(AssignTables(HALL, (2, 3, 4)))
    keeper.handle(RingBell())
    seen = {table: look(keeper, table) for table in (2, 3, 4)}
    keeper.handle(EnterDice((1, 1, 1)))
    luck = Random(5)
    dice: dict[int, list[Dice]] = {2: [], 3: [], 4: []}
    for number in range(1, 60):
        table, previous = luck.choice((2, 3, 4)), number - 1
        if luck.random() < 0.5:  # lines about something else come between
            keeper.handle(far(WithdrawItem("7c1f09ab.1", table=table), number, previous))
            continue
        dice[table].append((luck.choice((1, 2)), luck.randint(2, 6), number % 5 + 2))
        tap = EnterDice(dice[table][-1], table=table, token=f"a.{number}", after=0, seen=seen[table])
        keeper.handle(far(tap, number, previous))
    played = keeper.book.game.rounds[0].tables
    assert {table: [throw.dice for throw in played[table - 1].throws] for table in dice} == dice


def test_late_bunco_does_not_take_throws_of_other_tables(open_table: Callable[[], Keeper]) -> None:
    """A late bunco that ends the round earlier is asked about, also while the other tables finish it."""
    keeper = begin(open_table(), "houseparty")
    seen = look(keeper)
    keeper.handle(EnterDice((1, 1, 1)))  # a bunco at table 1, which goes on
    keeper.handle(far(EnterDice((1, 1, 1), table=2, token="a.1", after=0, seen=seen), 1))
    assert (len(list_pending(keeper)), get_scores(keeper, 1)) == (1, [21, 0])
    assert keeper.book.game.players["Ann"].buncos == 1


def test_a_bunco_that_waited_takes_no_throw_of_another_table(open_table: Callable[[], Keeper]) -> None:
    """A bunco waits behind a question, and meanwhile another table ends the round: its table is asked."""
    keeper = begin(open_table(), "boxed")
    question = ask_first(keeper)
    keeper.handle(far(EnterDice((1, 1, 1), table=2, after=3, token="far.2", seen=look(keeper)), 2, 1))
    keeper.handle(EnterDice((1, 1, 1)))
    assert get_scores(keeper, 1) == [21, 0]
    keeper.handle(DismissDoubt(question, table=2))
    (waiting,) = list_pending(keeper)
    assert (get_scores(keeper, 1), keeper.book.game.players["Ann"].buncos) == ([21, 0], 1)
    doubt = show(keeper, 2).doubt
    assert doubt is not None
    assert (doubt.seq, doubt.dice) == (waiting, (1, 1, 1))
    keeper.handle(DismissDoubt(waiting, table=2))
    assert (list_pending(keeper), keeper.book.in_doubt) == ([], ())


def test_dice_that_waited_count_if_the_question_was_no_throw(two: Keeper) -> None:
    """They came before another table ended the round, so they count in it, however late the answer is."""
    question = ask_first(two)
    two.handle(far(EnterDice((1, 1, 5), table=2, after=3, token="far.2", seen=look(two)), 2, 1))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(DismissDoubt(question, table=2))
    assert (list_pending(two), get_scores(two, 2)) == ([], [3, 0])
    assert two.book.lines[-1].name == "missed"


def test_dice_that_waited_keep_their_order(open_table: Callable[[], Keeper]) -> None:
    """Dice that come while others still wait stand after these, although some count already."""
    keeper = begin(open_table(), "boxed")
    seen = look(keeper)
    keeper.handle(EnterDice((1, 1, 1)))

    def send(number: int, *dice: int) -> None:
        tap = EnterDice((dice[0], dice[1], dice[2]), table=2, token=f"a.{number}", after=0, seen=seen)
        keeper.handle(far(tap, number, number - 1))

    send(1, 1, 1, 1)
    send(2, 1, 2, 4)
    send(3, 1, 1, 1)
    send(4, 2, 1, 6)
    question, _, other, _ = list_pending(keeper)
    keeper.handle(DismissDoubt(question, table=2))
    send(5, 6, 5, 1)
    keeper.handle(DismissDoubt(other, table=2))
    throws = keeper.book.game.rounds[0].tables[1].throws
    assert [throw.dice for throw in throws] == [(1, 2, 4), (2, 1, 6), (6, 5, 1)]


def test_dice_that_waited_and_fit_nowhere_are_for_the_host(open_table: Callable[[], Keeper]) -> None:
    """Their table was decided while they waited. They are not refused: the host sees them."""
    keeper = begin(open_table(), "boxed")
    seen = look(keeper)
    keeper.handle(EnterDice((1, 1, 1)))
    for number, dice in enumerate([(1, 1, 1), *[(2, 2, 2)] * 7], start=1):
        tap = EnterDice(dice, table=2, token=f"a.{number}", after=0, seen=seen)
        keeper.handle(far(tap, number, number - 1))
    keeper.handle(DismissDoubt(list_pending(keeper)[0], table=2))
    assert (list_pending(keeper), get_scores(keeper, 2)) == ([], [25, 0])
    assert [late.dice for late in list_late_throws(keeper.book)] == [(2, 2, 2)] * 2
