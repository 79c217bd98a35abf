"""Items of another Pi: each counts once, always gets an answer, and may be taken back."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pi_bunco.game import decide as decide_module
from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    AssignTables,
    CallThrow,
    CorrectThrow,
    DismissDoubt,
    EndRoundNow,
    EnterDice,
    GameCommand,
    InsertThrow,
    NewGame,
    RefuseItem,
    RingBell,
    SettlePi,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.line_format import read_line, write_line
from pi_bunco.game.lines import HEAD, FarAnswer, FarSettled, FarTables, LateThrow, Line, Sighting
from pi_bunco.game.moment import find_moment
from pi_bunco.game.refused import Refused
from pi_bunco.rules.events import Bell
from pi_bunco.store import LogTrouble
from pi_bunco.views.late_throws import list_late_throws
from tests.game.conftest import get_scores, show
from tests.game.far_pi import (
    EIGHT,
    HALL,
    OUTBOX,
    ask_first,
    begin,
    describe_far,
    end_round,
    far,
    get_last,
    list_pending,
    look,
    name,
    read_again,
    settle,
)


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
    assert two.book.far.items == {("", OUTBOX): 1, ("", "00000000"): 1}


def test_pi_that_joins_again_doubles_and_loses_nothing(two: Keeper) -> None:
    """It has a new name, and sends again what it had sent under the one before, and what is new."""
    for number, pi, former in ((1, "hall", ()), (1, "hall-2", ("hall",)), (2, "hall-2", ("hall",))):
        tap = EnterDice((1, 1, 4), table=2, item=ItemKey(OUTBOX, number, pi), former=former)
        two.handle(tap)
    items = [line.item for line in read_again(two).lines[2:]]
    assert items == [ItemKey(OUTBOX, 1, "hall"), ItemKey(OUTBOX, 2, "hall-2")]
    assert get_scores(two, 2) == [4, 0]


def test_copies_of_one_card_count_no_throw_twice(two: Keeper) -> None:
    """Both have kept the same item. The host says whether the second one is another throw."""
    for number, pi in ((1, "hall"), (1, "bar"), (2, "bar"), (2, "hall")):
        two.handle(EnterDice((1, 1, 4), table=2, item=ItemKey(OUTBOX, number, pi)))
    assert get_scores(two, 2) == [4, 0]
    assert len(list_late_throws(two.book)) == 2
    two.handle(EnterDice((1, 1, 4), table=1, item=ItemKey(OUTBOX, 2, "hut")))  # a name in vain hinders nobody
    assert get_scores(two, 1) == [2, 0]


def test_copies_of_one_card_that_join_again_count_no_throw_twice(two: Keeper) -> None:
    """Both were removed with the same item in their outboxes, and send it under new names: once it counts."""
    two.handle(EnterDice((1, 1, 4), table=2, item=ItemKey(OUTBOX, 1, "hall")))
    for pi in ("hall-2", "hall-3", "hall-2"):
        for number in (1, 2):
            item = ItemKey(OUTBOX, number, pi)
            two.handle(EnterDice((1, 1, 4), table=2, item=item, previous=number - 1, former=("hall",)))
    assert get_scores(two, 2) == [4, 0]
    assert len(list_late_throws(two.book)) == 1


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
        (CallThrow(table=9), 9, "There is no table 9 now."),
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


@pytest.mark.parametrize("by_host", [False, True])
def test_dice_are_not_withdrawn_from_a_final_result(two: Keeper, *, by_host: bool) -> None:
    """Before their Pi has settled the round, people may take them back; then the host must."""
    for number in (1, 2):
        two.handle(far(EnterDice((1, 1, 4), table=2), number))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(far(WithdrawItem(name(2), table=2), 3))
    assert get_scores(two, 2) == [2, 0]
    settle(two, host=by_host)
    two.handle(far(WithdrawItem(name(1), table=2), 4))
    assert show(two, 2).told.startswith("The results of that round are final.")
    assert get_scores(two, 2) == [2, 0]


@pytest.mark.parametrize("kind", ["answer", "dismiss", "insert"])
def test_only_the_host_answers_what_is_for_the_host(two: Keeper, kind: str) -> None:
    """An item of another Pi does not answer a question about a round that is over."""
    seen = look(two)
    end_round(two)
    settle(two, host=True)
    two.handle(RingBell(sure=True))
    two.handle(far(EnterDice((1, 1, 3), table=2, seen=seen), 1))
    (late,) = list_late_throws(two.book)
    commands: dict[str, GameCommand] = {
        "answer": AnswerDoubt(late.seq, (1, 1, 3), table=2),
        "dismiss": DismissDoubt(late.seq, table=2),
        "insert": InsertThrow(two.book.last_bell, (1, 1, 3), answers=late.seq, table=2),
    }
    two.handle(far(commands[kind], 2))
    assert show(two, 2).told.startswith("Only the host can answer that.")
    assert list_late_throws(two.book) == (late,)
    assert isinstance(two.handle(DismissDoubt(late.seq, table=2)), CommandEffect)
    assert list_late_throws(two.book) == ()


def test_lines_survive_writing_and_reading(two: Keeper) -> None:
    """A book that is made of the lines knows the same items, tables, questions and settled rounds."""
    seen = look(two)
    commands: list[GameCommand] = [
        far(EnterDice((1, 2, 2), table=2, token="far.1", after=0, seen=seen), 1),
        EnterDice((1, 1, 3), table=2, token="head.1", after=3, seen=seen),
        far(EnterDice((1, 1, 4), table=2, token="far.2", after=3, seen=seen), 2),  # a question
        far(EnterDice((1, 1, 5), table=2, token="far.3", after=4, seen=seen), 3),  # waits
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
    assert two.book.far.items == {("", OUTBOX): 6}
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
    assert Book(lines).far.items == {("", OUTBOX): 3}
