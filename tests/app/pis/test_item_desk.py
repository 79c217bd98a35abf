"""The head gives what other Pis send to its game, and lets nothing do what is not theirs."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.app.pis.item_desk import ItemDesk
from pi_bunco.game.commands import (
    AssignTables,
    Command,
    CorrectThrow,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RefuseItem,
    RestoreThrow,
    RingBell,
    SettlePi,
    TableCommand,
    VoidThrow,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import FarAnswer, LateThrow
from pi_bunco.link.messages import Items, LinePlace, OutboxItem, pack, read_from_far
from pi_bunco.link.state import HeadState
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, LogTrouble, Photos
from pi_bunco.web.bodies import BODIES

OUTBOX = "7c1f09aa"
EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
STATE = HeadState(8883, members=("hall", "bar"), tables={"hall": (2,), "bar": (1,)})
HALL_TABLE, BAR_TABLE = 2, 1
PATIENCE = 30.0


def make_item(
    name: str,
    body: Mapping[str, Any] | None = None,
    table: int = HALL_TABLE,
    number: int = 1,
    age: float | None = 0.0,
) -> OutboxItem:
    """Return an item of the Pi ``hall``."""
    return OutboxItem(number=number, table=table, name=name, body=dict(body or {}), age=age)


class SlowRoom:
    """A room whose writer does what it gets only when a test says so."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.under_way: list[Future[None]] = []

    def begin(self, command: Command) -> Future[None]:
        """Remember a command."""
        self.commands.append(command)
        self.under_way.append(Future())
        return self.under_way[-1]


class Head:
    """A head with two tables in their first round, and its desk."""

    def __init__(self, folder: Path) -> None:
        self.log = Log(folder)
        self.keeper = Keeper(self.log, Photos(folder))
        self.keeper.handle(NewGame("classic", EIGHT))
        self.keeper.handle(AssignTables("hall", (HALL_TABLE,)))
        self.keeper.handle(RingBell())
        self.room = LiveRoom(self.keeper, {})
        self.desk = ItemDesk(self.room, lambda: STATE)

    def take(self, *items: OutboxItem, pi: str = "hall") -> None:
        """Take items as they come over the link, and wait until the writer has done them."""
        message = read_from_far(pack(Items(outbox=OUTBOX, items=items)))
        assert isinstance(message, Items)
        self.desk.take(pi, message)
        self.room.ask(SettlePi("nobody", 0))  # changes nothing, and comes after them

    def list_new(self) -> list[str]:
        """Return the names of the lines since the bell."""
        return [line.name for line in self.keeper.book.lines[2:]]

    def get_answer(self) -> str:
        """Return the sentence of the only line since the bell."""
        (line,) = self.keeper.book.lines[2:]
        assert line.item == ItemKey(OUTBOX, 1, "hall")
        assert isinstance(line.event, FarAnswer)
        return line.event.text

    def get_score(self) -> float:
        """Return the score of the first side at the far table."""
        return self.room.view(HALL_TABLE).sides[0].score


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Head]:
    head = Head(tmp_path)
    yield head
    head.room.close()
    head.log.close()


def open_item(item: OutboxItem, pi: str = "hall") -> Command:
    """Return the command that the writer gets for an item."""
    room = SlowRoom()
    ItemDesk(cast("LiveRoom", room), lambda: STATE).take(pi, Items(outbox=OUTBOX, items=(item,)))
    (command,) = room.commands
    assert (command.item, command.previous) == (ItemKey(OUTBOX, item.number, pi), 0)
    return command


def test_items_are_done_in_their_order(head: Head) -> None:
    """Two throws and a correction come together: all count, each once, also when they come again."""
    items = (
        make_item("enter", {"dice": [1, 1, 4], "token": "a.1"}, number=1),
        make_item("enter", {"dice": [1, 1, 1]}, number=2),
        make_item("correct", {"seq": 4, "dice": [1, 2, 3]}, number=3),
    )
    for _ in range(2):
        head.take(*items)
    assert head.list_new() == ["throw", "throw", "correct"]
    assert [line.item for line in head.keeper.book.lines[2:]] == [
        ItemKey(OUTBOX, each, "hall") for each in (1, 2, 3)
    ]
    assert head.get_score() == 3
    assert head.keeper.book.tokens == {"a.1"}


def test_each_item_names_the_one_before_it() -> None:
    """The items of a message must follow each other in the log; the first one follows nothing."""
    room = SlowRoom()
    items = tuple(make_item("call", number=number) for number in (4, 5, 6))
    ItemDesk(cast("LiveRoom", room), lambda: STATE).take("hall", Items(outbox=OUTBOX, items=items))
    assert [(command.item, command.previous) for command in room.commands] == [
        (ItemKey(OUTBOX, 4, "hall"), 0),
        (ItemKey(OUTBOX, 5, "hall"), 4),
        (ItemKey(OUTBOX, 6, "hall"), 5),
    ]


def test_items_say_where_they_were_made() -> None:
    """The head hears in which game an item was made, and what it is about."""
    game = LinePlace(2, 0, "a" * 32)
    command = open_item(replace(make_item("void", {"seq": 3}), game=game, of="7c1f09aa.3"))
    wanted = VoidThrow(3, table=HALL_TABLE, header=game.make_place(), of="7c1f09aa.3")
    assert replace(command, item=None) == wanted


def test_items_are_ignored_while_earlier_ones_wait() -> None:
    """While the writer waits for the disk, items that come again do not pile up; another Pi’s still count."""
    room = SlowRoom()
    desk = ItemDesk(cast("LiveRoom", room), lambda: STATE)
    message = Items(outbox=OUTBOX, items=(make_item("call"), make_item("call", number=2)))
    for _ in range(3):
        desk.take("hall", message)
    assert len(room.commands) == 2
    desk.take("bar", replace(message, outbox="00000000"))
    assert len(room.commands) == 4
    room.under_way[0].set_result(None)
    desk.take("hall", message)
    assert len(room.commands) == 4
    room.under_way[1].set_exception(OSError())  # it failed, so its Pi sends it again
    desk.take("hall", message)
    assert len(room.commands) == 6


def test_outbox_belongs_to_one_pi(head: Head) -> None:
    """A Pi that sends items in the name of another one's outbox hinders nobody, also if it comes first."""
    head.take(make_item("call", table=BAR_TABLE, number=9_000_000), pi="bar")
    head.take(make_item("enter", {"dice": [1, 1, 4]}))
    assert [line.item for line in head.keeper.book.lines[2:]] == [
        ItemKey(OUTBOX, 9_000_000, "bar"),
        ItemKey(OUTBOX, 1, "hall"),
    ]
    assert head.get_score() == 2


UNKNOWN = "The other Pi has sent something that this version does not know."


@pytest.mark.parametrize("name", ["fly", "", "Enter", "enter ", "guests", "__class__", "../enter"])
def test_unknown_command_is_answered(head: Head, name: str) -> None:
    """A command that this version does not know gets one line, so that the items after it go on."""
    head.take(make_item(name), make_item("enter", {"dice": [1, 1, 4]}, number=2))
    assert head.list_new() == ["pi:answer", "throw"]
    answer = head.keeper.book.lines[2].event
    assert answer == FarAnswer(HALL_TABLE, UNKNOWN, "Look at the page and tap again.")


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("enter", {}),
        ("enter", {"dice": []}),
        ("enter", {"dice": [1, 1, 9]}),
        ("enter", {"dice": ["1", "1", "4"]}),
        ("enter", {"dice": [True, True, True]}),
        ("enter", {"dice": [1] * 500}),
        ("enter", {"dice": [1, 1, 4], "table": 1}),
        ("enter", {"dice": [1, 1, 4], "item": "7c1f09aa.9"}),
        ("enter", {"dice": [1, 1, 4], "by": "rules"}),
        ("enter", {"dice": [1, 1, 4], "previous": 9}),
        ("enter", {"dice": [1, 1, 4], "moment": "yesterday"}),
        ("enter", {"dice": [1, 1, 4], "token": "a" * 65}),
        ("enter", {"dice": [1, 1, 4], "after": -1}),
        ("enter", {"dice": [1, 1, 4], "after": 10**400}),
        ("enter", {"dice": [1, 1, 4], "token": "\ud800"}),
        ("undo", {"seq": 1e300}),
        ("undo", {"seq": float("nan")}),
        ("tally", {"scores": [15, 12], "winner": 2}),
        ("tally", {"scores": [15, 15]}),
        ("judge", {"best": None}),
    ],
)
def test_hostile_body_is_answered(name: str, body: dict[str, Any]) -> None:
    """A body that no page could have sent is refused with a line, and changes nothing."""
    command = open_item(make_item(name, body))
    assert isinstance(command, RefuseItem)
    assert (command.text, command.table) == (UNKNOWN, HALL_TABLE)


def test_too_long_item_is_answered(head: Head) -> None:
    """Its line would not fit into a message, so no Pi would get that line, and none after it."""
    reading = {"status": "doubtful", "dice": [], "reason": '\\"' * 130_000, "doubt": "cocked"}
    seen = {"reading": reading, "moment": "", "age": 0.0, "index": 1, "size": [320, 240]}
    head.take(make_item("dice", seen))
    assert head.get_answer() == UNKNOWN


def test_dice_do_not_pile_up_while_the_disk_is_full(head: Head, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their Pi hears no answer and sends them again, until they are in the log once."""
    dice = [{"value": 4, "confidence": 0.9, "box": [90.0 * place, 0.0, 80.0, 50.0]} for place in range(3)]
    reading = {"status": "read", "dice": dice, "reason": "", "doubt": None}
    seen = {"reading": reading, "moment": "", "age": 0.0, "index": 1, "size": [320, 240]}
    items = Items(outbox=OUTBOX, items=(make_item("dice", seen),))

    def refuse(_: object) -> None:
        raise LogTrouble("full", "make room")

    with monkeypatch.context() as patched:
        patched.setattr(head.log, "append", refuse)
        for _ in range(3):
            (done,) = head.desk.take("hall", items)
            assert isinstance(done.exception(PATIENCE), LogTrouble)
    assert "full" in head.room.list_banners()[0].text
    (done,) = head.desk.take("hall", items)
    done.result(PATIENCE)
    assert head.list_new() == ["throw"]
    assert not head.room.list_banners()


def test_refused_item_is_logged_once(head: Head) -> None:
    """The line of a refused item is its answer, so it is not refused again."""
    for _ in range(2):
        head.take(make_item("enter", {"dice": [7, 7, 7]}))
    assert head.get_answer() == UNKNOWN


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({field for body in BODIES.values() for field in body.model_fields} | {"item", "by", "table"})


@given(
    name=st.sampled_from([*BODIES, "fly"]) | st.text(max_size=8),
    body=st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), JSON, max_size=4),
    table=st.integers(1, 25),
    age=st.none() | st.floats(0, 1e9),
)
def test_any_item_becomes_a_command_of_its_pi(
    name: str, body: dict[str, Any], table: int, age: float | None
) -> None:
    """Whatever a Pi sends becomes a command about its own tables, or one that refuses it."""
    command = open_item(make_item(name, body, table, age=age))
    assert isinstance(command, TableCommand)  # no bell: it belongs to the head table
    assert command.table == table
    assert table == HALL_TABLE or isinstance(command, RefuseItem) or command.not_own
    assert (command.by, getattr(command, "sure", False)) == ("tap", False)


@pytest.mark.parametrize(("pi", "table"), [("hall", BAR_TABLE), ("nobody", HALL_TABLE), ("bar", HALL_TABLE)])
def test_tables_of_others_are_refused(head: Head, pi: str, table: int) -> None:
    """A Pi does nothing at a table that the host has not given to it; about its dice the host is asked."""
    head.take(make_item("call", {}, table), make_item("enter", {"dice": [1, 1, 4]}, table, number=2), pi=pi)
    (answer, dice) = head.keeper.book.lines[2:]
    assert isinstance(answer.event, FarAnswer)
    assert answer.event.text == f"Table {table} does not belong to that Pi."
    assert dice.event == LateThrow(table, "", 1, 1, host=True)
    assert [late.dice for late in head.room.list_late_throws()] == [(1, 1, 4)]
    assert head.get_score() == 0


def test_table_that_does_not_exist_is_refused(head: Head) -> None:
    """An item for a table that the game does not have gets its line; about its dice the host is asked."""
    head.take(make_item("call", {}, 25), make_item("enter", {"dice": [1, 1, 4]}, 25, number=2))
    answer, dice = (line.event for line in head.keeper.book.lines[2:])
    assert answer == FarAnswer(25, "There is no table 25 now.", "The last is table 2.")
    assert dice == LateThrow(25, "", 1, 1, host=True)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("seating", {"tables": [list(EIGHT[:4]), list(EIGHT[4:])]}),
        ("draw", {}),
        ("confirm", {"claims": ["bunco:17:Ann"]}),
        ("judge", {"best": "Ann"}),
        ("offer", {"awards": []}),
    ],
)
def test_commands_of_the_host_are_refused(name: str, body: dict[str, Any]) -> None:
    """A Pi may not send what concerns the whole room, even if it has the head table."""
    for pi, table in (("hall", HALL_TABLE), ("bar", BAR_TABLE)):
        command = open_item(make_item(name, body, table), pi)
        assert isinstance(command, RefuseItem)
        assert command.text == f"Table {table} does not belong to that Pi."


@pytest.mark.parametrize(("name", "kind"), [("ring", RingBell), ("end-round", EndRoundNow)])
def test_bell_is_rung_at_the_head_table(name: str, kind: type[Command]) -> None:
    """Only the Pi with the head table may ring the bell, also if its item names another table."""
    for table in (HALL_TABLE, BAR_TABLE):
        assert isinstance(open_item(make_item(name, table=table), "hall"), RefuseItem)
        assert isinstance(open_item(make_item(name, table=table), "bar"), kind)


@pytest.mark.parametrize(
    ("age", "rings"), [(0.0, True), (9.9, True), (10.1, False), (3600.0, False), (None, False)]
)
def test_old_bell_is_not_rung(age: float | None, *, rings: bool) -> None:
    """A bell that comes late, or after a restart of its Pi, is refused: nobody expects it any more."""
    for name in ("ring", "end-round"):
        command = open_item(make_item(name, table=BAR_TABLE, age=age), "bar")
        assert isinstance(command, RefuseItem) is not rings
        if isinstance(command, RefuseItem):
            assert command.text == "The bell was rung too long ago."
            assert command.remedy


@pytest.mark.parametrize("age", [0.0, 3600.0, None])
def test_old_dice_count(age: float | None) -> None:
    """Dice are never too old."""
    command = open_item(make_item("enter", {"dice": [1, 1, 4], "after": 0}, age=age))
    assert command == EnterDice((1, 1, 4), after=0, table=HALL_TABLE, item=ItemKey(OUTBOX, 1, "hall"))


@pytest.mark.parametrize(
    ("name", "body", "command"),
    [
        ("correct", {"seq": 3, "dice": [1, 1, 4]}, CorrectThrow(3, (1, 1, 4), table=HALL_TABLE)),
        ("void", {"seq": 3}, VoidThrow(3, table=HALL_TABLE)),
        ("restore", {"seq": 3}, RestoreThrow(3, table=HALL_TABLE)),
        ("insert", {"after": 3, "dice": [1, 1, 4]}, InsertThrow(3, (1, 1, 4), table=HALL_TABLE)),
    ],
)
def test_sure_corrections_are_not_sure_here(name: str, body: dict[str, Any], command: Command) -> None:
    """Who taps on another Pi has not seen what a correction changes in earlier rounds."""
    item = make_item(name, body | {"sure": True, "pin": "2580"})
    assert open_item(item) == replace(command, item=ItemKey(OUTBOX, 1, "hall"))


def test_earlier_rounds_stay_as_they_are(head: Head) -> None:
    """A correction of an earlier round is refused with a line, although its sender is sure."""
    head.room.ask(EnterDice((1, 2, 2), table=HALL_TABLE))
    head.room.ask(EnterDice((1, 1, 1)))
    head.room.ask(SettlePi("hall", 4))
    head.room.ask(RingBell(sure=True))
    head.take(make_item("correct", {"seq": 3, "dice": [1, 1, 2], "sure": True}))
    answer = head.keeper.book.lines[-1].event
    assert isinstance(answer, FarAnswer)
    assert answer.text == "That throw is from an earlier round."
    assert head.keeper.book.game.rounds[0].tables[1].scores["Ed"] == 1
