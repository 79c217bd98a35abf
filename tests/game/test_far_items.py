"""Items of another Pi: each counts once, always gets an answer, and its dice are never lost."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import pytest

from pi_bunco.game import decide as decide_module
from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    AssignTables,
    ChangeSeats,
    CorrectThrow,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    GameCommand,
    InsertThrow,
    NewGame,
    RefuseItem,
    RingBell,
    SeatGuests,
    SettlePi,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.late import MEANWHILE, TAPPED_LATE
from pi_bunco.game.line_format import read_line, write_line
from pi_bunco.game.lines import HEAD, FarAnswer, FarSettled, FarTables, LateThrow, Line, Sighting
from pi_bunco.game.moment import find_moment, get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.seen import SeenMoment
from pi_bunco.rules.events import Bell
from pi_bunco.rules.night import Draw, OrderThrow
from pi_bunco.store import LogTrouble
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.late_throws import list_late_throws
from pi_bunco.views.moment import say_next, say_now
from tests.game.conftest import get_scores, list_kinds, show

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
OUTBOX = "7c1f09aa"
HALL = "hall-2"
ItemCommand = TypeVar("ItemCommand", bound=GameCommand)


def far(command: ItemCommand, number: int, previous: int = 0, outbox: str = OUTBOX) -> ItemCommand:
    """Return a command as an item of another Pi."""
    return replace(command, item=ItemKey(outbox, number), previous=previous)


def name(number: int) -> str:
    """Return the name of an item, as a slip has it."""
    return str(ItemKey(OUTBOX, number))


def look(keeper: Keeper, table: int = 2) -> SeenMoment:
    """Return the moment that a table's page shows now."""
    return get_table_moment(keeper.book, table).seen


def get_last(keeper: Keeper) -> dict[str, Any]:
    """Return the last line of the log without its time, and without a digest of results."""
    line = write_line(keeper.book.lines[-1])
    return {key: value for key, value in line.items() if key not in ("time", "digest")}


def list_pending(keeper: Keeper, table: int = 2) -> list[int]:
    """Return the numbers of the questions and throws that wait at a table."""
    return list(keeper.book.get_table_lines(table).pending)


def settle(keeper: Keeper, *, host: bool = False) -> None:
    """Let the far Pi settle the round that is over, or let the host go on without it."""
    keeper.handle(SettlePi(HALL, keeper.book.last_end, host=host))


def read_again(keeper: Keeper) -> Book:
    """Return the book that another program reads from the lines."""
    lines = json.loads(json.dumps(keeper.book.to_dicts(keeper.book.next_seq)))
    return Book(lines, keeper.number)


def describe_far(book: Book) -> object:
    """Return all that a book says of other Pis, and what follows from it."""
    tables = [book.get_table_lines(table) for table in range(1, len(book.played.tables) + 1)]
    waiting = [(here.pending, here.for_host) for here in tables]
    items = [line.item for line in book.lines]
    ends = book.last_end, book.last_finish
    return book.far.items, book.far.tables, book.unsettled, ends, waiting, items, book.over


def begin(keeper: Keeper, rules: str = "classic", tables: tuple[int, ...] = (2,), **more: Any) -> Keeper:
    """Begin a game of two tables, of which another Pi has some, and ring its bell."""
    keeper.handle(NewGame(rules, EIGHT, **more))
    keeper.handle(AssignTables(HALL, tables))
    keeper.handle(RingBell())
    return keeper


def play_round(keeper: Keeper, luck: Random) -> None:
    """Play the rest of a round; the host ends it soon."""
    for number in range(400):
        if keeper.book.played.status != "playing":
            return
        if number == 3 and not keeper.book.played.ended:
            keeper.handle(EndRoundNow())
            continue
        here = next(table for table in find_moment(keeper.book).tables if table.dice)
        keeper.handle(EnterDice(tuple(luck.randint(1, 6) for _ in range(here.dice)), table=here.table))


def play_game(keeper: Keeper, luck: Random) -> None:
    """Play the rest of a game. The far Pi settles each round but the last."""
    while True:
        play_round(keeper, luck)
        if keeper.book.game.status == "over":
            return
        settle(keeper)
        keeper.handle(RingBell())


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round; another Pi has table 2. The bell is event 2."""
    return begin(open_table())


def test_item_counts_once(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """Dice that come three times, once after a restart, are one throw and one line."""
    tap = far(EnterDice((1, 1, 4), table=2), 1)
    assert two.handle(tap).tables
    after = two.book.next_seq
    assert two.handle(tap) == CommandEffect()
    again = open_table()
    assert again.handle(tap) == CommandEffect()
    assert again.book.next_seq == two.book.next_seq == after
    assert get_scores(again, 2) == [2, 0]
    assert again.book.lines[-1].item == ItemKey(OUTBOX, 1)


def test_items_that_come_together_count_once(two: Keeper) -> None:
    """If the same items come twice in one group of taps, each counts once."""
    taps = [far(EnterDice((1, 1, 4), table=2), 1), far(EnterDice((1, 2, 3), table=2), 2, 1)]
    assert all(isinstance(outcome, CommandEffect) for outcome in two.handle_all([*taps, *taps]))
    assert get_scores(two, 2) == [3, 0]
    assert two.book.next_seq == 5


def test_two_outboxes_have_their_own_numbers(two: Keeper) -> None:
    """Item 1 of another outbox is another item."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(EnterDice((1, 1, 4), table=2), 1, outbox="00000000"))
    assert get_scores(two, 2) == [4, 0]
    assert two.book.far.items == {OUTBOX: 1, "00000000": 1}


def test_item_waits_for_the_one_before_it(two: Keeper) -> None:
    """Dice before which an item is missing are not logged, and count when both come in their order."""
    second = far(EnterDice((1, 1, 4), table=2), 2, previous=1)
    with pytest.raises(Refused, match="The entry before this one is missing"):
        two.handle(second)
    assert two.book.next_seq == 3
    two.handle_all([far(EnterDice((1, 2, 3), table=2), 1), second])
    assert [line.faces for line in two.book.lines[2:]] == [(1, 2, 3), (1, 1, 4)]


def test_items_that_the_disk_did_not_take_come_again(two: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full, nothing of a group of items has happened, and all of them count later."""
    taps = [far(EnterDice((1, 1, 4), table=2), 1), far(EnterDice((1, 2, 3), table=2), 2, 1)]

    def refuse(*_: object) -> None:
        raise LogTrouble("The disk is full.", "Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(two._log, "append", refuse)
        with pytest.raises(LogTrouble):
            two.handle_all(taps)
    assert (two.book.far.items, two.book.far.tables) == ({}, {HALL: (2,)})
    two.handle_all(taps)
    assert get_scores(two, 2) == [3, 0]


@pytest.mark.parametrize(
    ("command", "table", "text"),
    [
        (UndoStep(99, table=2), 2, "The game has moved on since."),
        (
            RefuseItem("The bell was too long ago.", "Look.", table=2),
            2,
            "The bell was too long ago.",
        ),
        (RingBell(), HEAD, "The round is being played."),
        (EnterDice((1, 1, 4), table=9), 9, "There is no table 9 now."),
        (WithdrawItem(name(7), table=2), 2, "Those dice cannot be taken back any more."),
        (CorrectThrow(9, (1, 1, 1), table=2), 2, "There is no throw 9 in this game."),
    ],
)
def test_refused_item_gets_one_answer(two: Keeper, command: GameCommand, table: int, text: str) -> None:
    """A refused item is one line with its name, the sentence and the remedy; it is answered only once."""
    item = far(command, 1)
    two.handle(item)
    two.handle(item)
    (line,) = two.book.lines[2:]
    assert isinstance(line.event, FarAnswer)
    assert (line.event.table, line.event.text, line.item) == (table, text, ItemKey(OUTBOX, 1))
    assert line.event.remedy


def test_page_says_why_an_item_was_refused(two: Keeper) -> None:
    """The page of the item's table changes and shows both sentences; no other page does."""
    effect = two.handle(far(UndoStep(99, table=2), 1))
    assert effect == CommandEffect(frozenset({2}))
    assert show(two, 2).told == "The game has moved on since. Look at the page and tap again."
    assert show(two, 1).told == ""


def test_item_that_changes_nothing_gets_an_answer(two: Keeper) -> None:
    """An item that changes nothing is one line without a sentence, and the page says nothing of it."""
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.1"), 1))
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.1"), 2, 1))  # the tap was sent again
    two.handle(far(CorrectThrow(3, (1, 1, 4), table=2), 3, 2))  # the throw is right already
    assert [line.event for line in two.book.lines[3:]] == [FarAnswer(2), FarAnswer(2)]
    assert get_last(two) == {"event": "pi:answer", "table": 2, "by": "tap", "item": f"{OUTBOX}.3"}
    assert show(two, 2).told == ""


def test_answer_cannot_be_undone(two: Keeper) -> None:
    """An answer to an item is no step of people, so Undo still takes back the throw before it."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(UndoStep(99, table=2), 2, 1))
    undo = show(two, 2).can.undo
    assert undo is not None
    assert undo.seq == 3


def test_command_of_a_page_here_gets_no_answer(two: Keeper) -> None:
    """What people tap on the head itself is refused at once, without a line."""
    with pytest.raises(Refused):
        two.handle(UndoStep(99, table=2))
    assert two.book.next_seq == 3


def test_bug_in_an_item_does_not_stop_those_after_it(two: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item that fails inside pi-bunco gets a line too, so that its Pi does not send it for ever."""

    def fail(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setitem(decide_module._DECIDERS, EndRoundNow, fail)
    outcomes = two.handle_all([far(EndRoundNow(), 1), far(EnterDice((1, 1, 4), table=2), 2, 1)])
    assert isinstance(outcomes[0], KeyError)
    answer = two.book.lines[2].event
    assert isinstance(answer, FarAnswer)
    assert "KeyError" in answer.text
    assert get_scores(two, 2) == [2, 0]


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


def test_dice_without_a_moment_mean_now(two: Keeper) -> None:
    """Dice that do not say what their sender saw are a throw now, or for the host if nobody throws now."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    assert get_scores(two, 2) == [2, 0]
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 5), table=2), 2, 1))
    assert [late.dice for late in list_late_throws(two.book)] == [(1, 1, 5)]


def ask_first(keeper: Keeper) -> int:
    """Let another device enter a throw while a far tap is under way, and return the question's number."""
    seen = look(keeper)
    keeper.handle(EnterDice((1, 2, 2), table=2, token="head.1", after=0, seen=seen))
    keeper.handle(far(EnterDice((1, 1, 3), table=2, token="far.1", after=0, seen=seen), 1))
    return keeper.book.next_seq - 1


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


def test_withdrawn_throw_is_voided(two: Keeper) -> None:
    """A throw that people take back on the far Pi is voided, with an answer, and only once."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(WithdrawItem(name(1), table=2), 2, 1))
    assert get_last(two) == {"event": "void", "seq": 3, "by": "tap", "item": f"{OUTBOX}.2"}
    assert get_scores(two, 2) == [0, 0]
    two.handle(far(WithdrawItem(name(1), table=2), 3, 2))
    assert get_last(two)["event"] == "pi:answer"


def test_withdrawn_late_throw_is_voided(two: Keeper) -> None:
    """A throw that counted late can be taken back until the next bell."""
    seen = look(two)
    two.handle(far(EnterDice((1, 2, 2), table=2, token="a.1", after=0, seen=seen), 1))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(EnterDice((1, 1, 4), table=2, token="a.2", after=0, seen=seen), 2, 1))
    two.handle(far(WithdrawItem(name(2), table=2), 3, 2))
    assert get_scores(two, 2) == [1, 0]


def test_withdrawn_question_is_dismissed(two: Keeper) -> None:
    """A question about dice that people take back is answered: the table goes on."""
    question = ask_first(two)
    two.handle(far(WithdrawItem(name(1), table=2), 2, 1))
    assert (get_last(two)["event"], get_last(two)["answers"]) == ("table:no_throw", question)
    assert (list_pending(two), get_scores(two, 2)) == ([], [1, 0])


def test_withdrawn_question_to_the_host_is_dismissed(two: Keeper) -> None:
    """The host is not asked any more about dice that people take back."""
    two.handle(far(EnterDice((1, 1, 4, 5), table=2), 1))
    assert list_late_throws(two.book)
    two.handle(far(WithdrawItem(name(1), table=2), 2, 1))
    assert list_late_throws(two.book) == ()


def test_withdrawn_dice_behind_a_question_do_not_count(two: Keeper) -> None:
    """Dice that wait behind a question can be taken back, before and after they have scored."""
    question = ask_first(two)
    for number, dice in enumerate([(1, 1, 5), (1, 1, 6)], start=2):
        two.handle(
            far(EnterDice(dice, table=2, after=3, token=f"far.{number}", seen=look(two)), number, number - 1)
        )
    two.handle(far(WithdrawItem(name(2), table=2), 4, 3))
    assert list_pending(two) == [question, question + 2]
    two.handle(AnswerDoubt(question, (1, 1, 3), table=2))
    assert get_scores(two, 2) == [5, 0]
    two.handle(far(WithdrawItem(name(3), table=2), 5, 4))
    assert (list_pending(two), get_scores(two, 2)) == ([], [3, 0])


def test_withdrawn_answer_opens_its_question(two: Keeper) -> None:
    """If people take back an answer, the question waits again; if they take back its dice, it does not."""
    question = ask_first(two)
    two.handle(far(AnswerDoubt(question, (1, 1, 3), table=2), 2, 1))
    assert get_scores(two, 2) == [3, 0]
    two.handle(far(WithdrawItem(name(2), table=2), 3, 2))
    assert (list_pending(two), get_scores(two, 2)) == ([question], [1, 0])
    two.handle(far(AnswerDoubt(question, (1, 1, 3), table=2), 4, 3))
    two.handle(far(WithdrawItem(name(1), table=2), 5, 4))
    assert (list_pending(two), get_scores(two, 2)) == ([], [1, 0])


@pytest.mark.parametrize(
    "command",
    [
        WithdrawItem(name(1), table=1),
        WithdrawItem(name(2), table=2),
        WithdrawItem(name(0), table=2),
        WithdrawItem(name(9), table=2),
    ],
)
def test_only_own_dice_are_withdrawn(two: Keeper, command: WithdrawItem) -> None:
    """Nothing is voided at another table, and nothing that is no throw."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(UndoStep(99, table=2), 2, 1))
    two.handle(far(command, 3, 2))
    answer = two.book.lines[-1].event
    assert isinstance(answer, FarAnswer)
    assert answer.text == "Those dice cannot be taken back any more."
    assert get_scores(two, 2) == [2, 0]


@pytest.mark.parametrize("slip", ["7c1f09aa.1", "00000000.1", "7c1f09aa", ""])
def test_only_dice_of_the_same_table_are_withdrawn(two: Keeper, slip: str) -> None:
    """What came from another table stays, and what is no name finds nothing."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(WithdrawItem(slip, table=1), 2, 1))
    assert get_last(two)["event"] == "pi:answer"
    assert get_scores(two, 2) == [2, 0]


def test_dice_are_withdrawn_after_a_restart_of_their_pi(two: Keeper) -> None:
    """Its outbox has another name since then, and its page still shows the slip."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(far(WithdrawItem(name(1), table=2), 2, outbox="00000000"))
    assert get_scores(two, 2) == [0, 0]


def test_dice_are_not_withdrawn_after_the_next_bell(two: Keeper) -> None:
    """After the next bell a throw stays, and the far Pi gets a sentence."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(EnterDice((1, 1, 1)))
    settle(two)
    two.handle(RingBell(sure=True))
    two.handle(far(WithdrawItem(name(1), table=2), 2, 1))
    assert show(two, 2).told.startswith("Those dice cannot be taken back any more.")
    assert two.book.game.rounds[0].tables[1].scores["Ed"] == 2


def end_round(keeper: Keeper) -> None:
    """End the first round; table 2 is decided."""
    keeper.handle(EnterDice((1, 2, 2), table=2))
    keeper.handle(EnterDice((1, 1, 1)))


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


def test_lines_survive_writing_and_reading(two: Keeper) -> None:
    """A book that is made of the lines knows the same items, tables, questions and settled rounds."""
    seen = look(two)
    commands: list[GameCommand] = [
        far(EnterDice((1, 2, 2), table=2, token="far.1", after=0, seen=seen), 1),
        EnterDice((1, 1, 3), table=2, token="head.1", after=3, seen=seen),
        far(EnterDice((1, 1, 4), table=2, token="far.2", after=3, seen=seen), 2),  # a question
        far(EnterDice((1, 1, 5), table=2, token="far.3", after=3, seen=seen), 3),  # waits
        far(UndoStep(99, table=2), 4),
        AnswerDoubt(5, (1, 1, 4), table=2),
        far(WithdrawItem(name(1), table=2), 5),
        EnterDice((1, 1, 1)),
        far(EnterDice((1, 1), table=2, seen=seen), 6),  # fits nowhere
        VoidThrow(4, table=2),
        SettlePi(HALL, 11, host=True),
        AssignTables("attic", (1,)),
        AssignTables("attic", ()),
    ]
    for command in commands:
        two.handle(command)
        assert describe_far(read_again(two)) == describe_far(two.book), command
        inner = Book(two.book.to_dicts(two.book.next_seq), two.number)  # as after a command that failed
        assert describe_far(inner) == describe_far(two.book), command
    assert two.book.far.items == {OUTBOX: 6}
    assert (two.book.far.tables, two.book.far.has_settled(HALL, 11)) == ({HALL: (2,), "attic": ()}, True)


def test_new_game_begins_with_nobody_far(two: Keeper) -> None:
    """A new game knows no tables of other Pis until the head assigns them again."""
    two.handle(far(EnterDice((1, 1, 4), table=2), 1))
    two.handle(NewGame("classic", EIGHT))
    assert (two.book.far.tables, two.book.far.items) == ({}, {})
    two.handle(RingBell())
    end_round(two)
    assert find_moment(two.book).part == "between"


def test_item_of_the_game_before_does_not_count_again(two: Keeper) -> None:
    """An item that is in the log of the game before, and comes once more, changes nothing in the new one."""
    tap = far(EnterDice((1, 1, 4), table=2), 7)
    two.handle(tap)
    begin(two)
    two.handle(tap)
    assert (two.book.next_seq, get_scores(two, 2)) == (3, [0, 0])
    two.handle(far(EnterDice((1, 2, 3), table=2), 8, previous=7))
    assert get_scores(two, 2) == [1, 0]


@pytest.mark.parametrize(
    "line",
    [
        Line(FarAnswer(2)),
        Line(FarAnswer(2, "No.", "Look."), item=ItemKey(OUTBOX, 3)),
        Line(FarTables(HALL, (7, 8))),
        Line(FarTables(HALL, ())),
        Line(FarSettled(HALL)),
        Line(FarSettled(HALL, host=True, digest="02de8446a7366582")),
        Line(Bell(), item=ItemKey("00000000", 999_999_999)),
        Line(LateThrow(2, "", 1, 3, host=True), sighting=Sighting((1, 1), (1.0, 1.0), "Why?", "late")),
        Line(LateThrow(2, "Ed", 1, 3), sighting=Sighting((1, 1, 2), (1.0,) * 3, "Why?", "late", after=4)),
    ],
)
def test_line_is_read_as_it_was_written(line: Line) -> None:
    """Each new kind of line is the same after writing and reading, and no line of another program."""
    body = write_line(line)
    assert json.loads(json.dumps(body)) == body
    again = read_line(body, [])
    assert (again, again.foreign) == (line, False)


HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
LATE: dict[str, Any] = {"event": "table:late_throw", "table": 2, "set": 1, "round": 1}


@pytest.mark.parametrize(
    "body",
    [
        {"event": "pi:tables"},
        {"event": "pi:tables", "pi": HALL},
        {"event": "pi:tables", "pi": HALL, "tables": 1},
        {"event": "pi:tables", "pi": HALL, "tables": [0]},
        {"event": "pi:tables", "pi": HALL, "tables": [True]},
        {"event": "pi:tables", "pi": HALL, "tables": ["1"]},
        {"event": "pi:tables", "pi": "", "tables": [1]},
        {"event": "pi:tables", "pi": 7, "tables": [1]},
        {"event": "pi:settled"},
        {"event": "pi:settled", "pi": ""},
        {"event": "pi:settled", "pi": [HALL]},
        {"event": "pi:answer"},
        {"event": "pi:answer", "table": 0},
        {"event": "pi:answer", "table": "2", "text": "No."},
        {"event": "pi:other", "pi": HALL, "tables": [1]},
        LATE | {"values": [1, 1], "confidence": [1, 1]},
        LATE | {"host": True},
        LATE | {"host": True, "values": [1, 7], "confidence": [1, 1]},
    ],
)
def test_damaged_line_has_no_effect(body: Mapping[str, Any]) -> None:
    """A damaged line keeps its number and its keys, and changes nothing of what is known of other Pis."""
    lines: list[Mapping[str, Any]] = [
        HEADER,
        {"event": "pi:tables", "pi": HALL, "tables": [1]},
        {"event": "bell"},
    ]
    before, book = Book(lines), Book([*lines, body])
    assert (book.lines[-1].foreign, book.next_seq) == (True, 4)
    assert write_line(book.lines[-1]) == body
    for known in (before, book):
        assert (known.far.tables, known.far.items, known.in_doubt) == ({HALL: (1,)}, {}, ())
        assert not known.far.has_settled(HALL, 0)
        assert list_late_throws(known) == ()


@pytest.mark.parametrize(
    "item",
    ["", "7c1f09aa", "7c1f09aa.0", "7C1F09AA.1", "7c1f09aa.-1", "7c1f09aa.1 ", "7c1f09aa.9999999999", 7],
)
def test_damaged_name_of_an_item_is_left_out(item: object) -> None:
    """A line with a damaged name of an item counts, and is the answer to no item."""
    book = Book([HEADER, {"event": "bell", "item": item}])
    assert (book.lines[0].item, book.far.items, book.game.status) == (None, {}, "playing")


def test_newest_item_stays_the_newest() -> None:
    """If a log has items in another order, the highest number of each outbox counts."""
    lines: list[Mapping[str, Any]] = [
        HEADER,
        *({"event": "a:b", "item": f"{OUTBOX}.{number}"} for number in (2, 3, 1)),
    ]
    assert Book(lines).far.items == {OUTBOX: 3}
