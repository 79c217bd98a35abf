"""The pages of a far Pi show the game of the head, event by event, and take what is thrown at its tables."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import (
    AnswerDoubt,
    AssignTables,
    CallThrow,
    ChangeSeats,
    Command,
    CorrectThrow,
    DiceSettled,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RedoStep,
    RingBell,
    SettlePi,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.late import MEANWHILE
from pi_bunco.game.lines import ROOM, FarAnswer
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import SameThrow
from pi_bunco.readings import Die, Reading, Snapshot, Status
from pi_bunco.room.followed_room import FollowedRoom, WaitingCommand
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.presence import PresenceState
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import Banner, CameraStatus, KeptSlip
from pi_bunco.views.show import DeviceStatus
from pi_bunco.views.table import Alert, TableView
from pi_bunco.views.television import TvShow


class PairPost:
    """The post of the copy in a :class:`Pair`. It takes items to the head at once while ``hears`` is set."""

    name = "hall"

    def __init__(self, pair: "Pair") -> None:
        self._pair = pair
        self.hears = True
        self.age = 0.0  # the age of all that waits
        self.fault: Trouble | None = None
        self.waiting: list[WaitingCommand] = []
        self.numbers = 0

    def send(self, command: Command) -> ItemKey:
        """Keep a command, and deliver it if the head hears."""
        if self.fault:
            raise self.fault
        self.numbers += 1
        self.waiting.append(WaitingCommand(str(self._name(self.numbers)), command, 0.0))
        if self.hears:
            self.deliver()
        return self._name(self.numbers)

    def deliver(self) -> None:
        """Take all that waits to the head, and its lines to the copy."""
        previous = 0
        for waiting in self.waiting:
            with suppress(Refused):
                key = ItemKey.parse(waiting.slip)
                self._pair.head.begin(replace(waiting.command, item=key, previous=previous)).result(10.0)
            previous = key.number if key else 0
        self._pair.take()
        newest = self._pair.copy.read(lambda book: book.far.items.get(("", "7c1f09aa"), 0))
        self.waiting = [each for each in self.waiting if int(each.slip.partition(".")[2]) > newest]

    def wait(self, item: ItemKey, seconds: float) -> bool:
        """Return whether the answer is in the copy, without waiting for it."""
        assert seconds > 0
        return all(waiting.slip != str(item) for waiting in self.waiting)

    def list_waiting(self) -> list[WaitingCommand]:
        """Return what is not in the copy yet."""
        return [replace(waiting, age=self.age) for waiting in self.waiting]

    @staticmethod
    def _name(number: int) -> ItemKey:
        return ItemKey("7c1f09aa", number)


class Pair:
    """A head's room, and a copy that takes its new lines when it is told to."""

    def __init__(self, folder: Path, players: int = 8) -> None:
        self.head_log = Log(folder / "head")
        self.keeper = Keeper(self.head_log, Photos(folder / "head"))
        self.keeper.handle(NewGame("classic", tuple(f"Guest {number}" for number in range(1, players + 1))))
        self.head = LiveRoom(self.keeper, {})
        self.tail = LogTail(folder / "head")
        self.post = PairPost(self)
        self.reopen_copy(folder / "copy")
        self.take()

    def reopen_copy(self, folder: Path) -> None:
        """Start the far Pi."""
        self.copy_log = Log(folder)
        self.copy = CopyKeeper(self.copy_log, Photos(folder))
        self.room = FollowedRoom(self.copy, "http://head/", self.post)

    def take(self) -> None:
        """Take what is new in the head's log."""
        place = self.copy_log.head.place if self.copy_log.head else (0, 0)
        while rows := self.tail.read_after(*place, 99, 99_999):
            lines = [row.body.decode() for row in rows]
            self.room.show_lines(self.copy.take(rows[0].game, rows[0].seq, lines, rows[-1].seal))
            place = rows[-1][:2]

    def begin(self, *tables: int) -> None:
        """Assign these tables to the far Pi, and ring the bell."""
        self.do(AssignTables("hall", tables), RingBell(sure=True))

    def do(self, *commands: Command) -> None:
        """Do commands on the head, and show them on the far Pi."""
        for command in commands:
            self.head.ask(command)
            self.take()

    def cut_off(self, seconds: float = 20.0) -> None:
        """Let the far Pi not hear the head any more."""
        self.post.hears = False
        self.room.show_link(seconds, None)

    def hear_again(self) -> None:
        """Let the far Pi hear the head again."""
        self.post.hears = True
        self.post.deliver()
        self.room.show_link(0.0, None)

    def list_kept(self, table: int = 2) -> list[str]:
        """Return the slips on a page of the far Pi."""
        return [slip.text for slip in self.room.view(table).kept]

    def close(self) -> None:
        """Stop both."""
        self.head.close()
        self.head_log.close()
        self.copy_log.close()


@pytest.fixture
def players() -> int:
    return 8


def get_scores(room: LiveRoom | FollowedRoom, table: int = 2) -> list[int]:
    """Return the scores on a table's page, side by side."""
    return [side.score for side in room.view(table).sides]


def see(*values: int) -> DiceSettled:
    """Return dice that the camera of table 2 saw."""
    reading = Reading(Status.READ, tuple(Die(value, 0.99, (0.0, 0.0, 9.0, 9.0)) for value in values))
    return DiceSettled(reading, Snapshot(b"", (960, 720), 1, 0.0), table=2)


@pytest.fixture
def pair(tmp_path: Path, players: int) -> Iterator[Pair]:
    pair = Pair(tmp_path, players)
    yield pair
    pair.close()


@pytest.mark.parametrize("players", [8, 12, 48, 100])
def test_pages_are_those_of_the_head(pair: Pair) -> None:
    """After each tap, bell, undo, correction and new game both Pis show the same tables and the same room."""
    commands: list[Command] = [
        RingBell(sure=True),
        EnterDice((1, 1, 2)),
        EnterDice((2, 3, 4), table=2),
        EnterDice((1, 1, 1)),
        UndoStep(4),
        CorrectThrow(2, (1, 2, 3)),
        NewGame("boxed", ("Ann", "Bob", "Cy")),
        RingBell(sure=True),
    ]
    for command in commands:
        pair.head.ask(command)
        pair.take()
        for table in pair.keeper.tables:
            assert pair.room.view(table) == pair.head.view(table), command
        assert pair.room.view_room() == pair.head.view_room(), command
        hosts = [room.get_newest_host()[1] for room in (pair.room, pair.head)]
        # Each Pi finds out for itself when the evening will end, in a thread.
        far, head = (replace(host, follows="", facts=replace(host.facts, end="")) for host in hosts)
        assert far == head, command


def test_only_pages_of_changed_tables_change(pair: Pair) -> None:
    """A throw at table 2 gives its page and the room's a new number, and not the page of table 1."""
    pair.head.ask(RingBell(sure=True))
    pair.take()
    before = pair.room.get_newest(1)[0], pair.room.get_newest(2)[0]
    pair.head.ask(EnterDice((2, 3, 4), table=2))
    pair.take()
    assert pair.room.get_newest(1)[0] == before[0]
    assert pair.room.get_newest(2)[0] > before[1]
    assert pair.room.wait_for_change(before[1], 0) is not None


def test_without_tables_nothing_can_be_entered(pair: Pair) -> None:
    """Every command is refused with the address where it can be entered, and the copy stays as it is."""
    asked: list[Callable[[], object]] = [
        lambda: pair.room.ask(RingBell(sure=True)),
        lambda: pair.room.ask(EnterDice((1, 1, 4), table=2)),
        pair.room.draw_seats,
        lambda: pair.room.publish_seats(1),
        lambda: pair.room.choose_countdown(30),
        lambda: pair.room.show_on_tv(TvShow("all")),
    ]
    before = pair.copy_log.head
    for ask in asked:
        with pytest.raises(Refused, match="http://head/"):
            ask()
    assert (pair.copy_log.head, pair.post.numbers) == (before, 0)


def test_devices_of_the_head_are_shown(pair: Pair) -> None:
    """The head's cameras, clocks and troubles are on the far Pi's pages."""
    camera = CameraStatus("live", "camera live", mock=False)
    shared = DeviceStatus(CameraStatus("none", "no camera", mock=False), bell_in=30)
    banner = Banner("The card is full.", "Make room.")
    pair.room.show_devices(PresenceState(shared, {2: camera}, frozenset()), (banner,), 60)
    assert pair.room.view(2).camera == camera
    assert pair.room.view().bell_in == 30
    assert banner in pair.room.view().banners
    assert pair.room.view_room().countdown == 60


def test_pages_say_that_they_are_cut_off(pair: Pair) -> None:
    """Pages know for how long the head was not heard, and why lines are not taken; then no more."""
    full = Trouble("The card is full.", "Make room.")
    pair.room.show_link(20.0, full)
    assert pair.room.measure_age() == 20.0
    assert pair.room.view(2).banners[0].text == full.text
    pair.room.show_link(0.0, None)
    assert pair.room.measure_age() == 0.0
    assert full.text not in [banner.text for banner in pair.room.view(2).banners]


def test_game_that_cannot_be_read_is_kept(pair: Pair, tmp_path: Path) -> None:
    """From an event of a newer program on, the far Pi says so and keeps the lines, until another game."""
    pair.head_log.append([{"event": "throw", "table": 1, "dice": [7, 7, 7]}])
    with pytest.raises(Trouble, match="same version"):
        pair.take()
    pair.head_log.append([{"event": "bell"}])
    with pytest.raises(Trouble, match="same version"):
        pair.take()
    assert pair.copy_log.head == pair.head_log.head
    pair.copy_log.close()
    with Log(tmp_path / "copy") as log:
        again = CopyKeeper(log, Photos(tmp_path / "copy"))
        assert (again.has_game, "same version" in str(again.unreadable)) == (False, True)
    pair.reopen_copy(tmp_path / "copy")
    pair.head_log.start(pair.head_log.record()[0])
    pair.take()
    assert pair.room.view().sides


def test_copy_is_read_again(pair: Pair, tmp_path: Path) -> None:
    """After a restart the far Pi shows the game without the head."""
    pair.head.ask(RingBell(sure=True))
    pair.take()
    shown = pair.room.view()
    pair.copy_log.close()
    with Log(tmp_path / "copy") as log:
        again = FollowedRoom(CopyKeeper(log, Photos(tmp_path / "copy")), "http://head/", pair.post)
        assert again.view().sides == shown.sides


def test_tap_at_an_own_table_goes_to_the_head(pair: Pair) -> None:
    """A tap returns what the page shows when the head has logged it, and nothing waits then."""
    pair.begin(2)
    assert [pair.room.plays(table) for table in (1, 2)] == [False, True]
    seen = pair.room.view(2).here.moment
    view = pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="a.1", seen=seen))
    assert [side.score for side in view.sides] == [2, 0]
    assert view == pair.room.view(2) == pair.head.view(2)
    assert (view.kept, view.alone, pair.post.waiting) == ((), None, [])
    assert pair.keeper.book.lines[-1].item == ItemKey("7c1f09aa", 1)


def test_all_taps_of_a_table_go_to_the_head(pair: Pair) -> None:
    """Undo, redo, corrections and answers work at an own table as on the head."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    for command, score in (
        (UndoStep(3, table=2), 0),
        (RedoStep(4, table=2), 2),
        (CorrectThrow(3, (1, 2, 3), table=2), 1),
        (InsertThrow(3, (1, 1, 5), table=2), 3),
        (VoidThrow(3, table=2), 2),
    ):
        pair.room.ask(command)
        assert get_scores(pair.room) == [score, 0], command


@pytest.mark.parametrize("table", [2, 9])
@pytest.mark.parametrize("cut_off", [False, True])
def test_tap_at_a_table_of_others_is_refused(pair: Pair, table: int, *, cut_off: bool) -> None:
    """Only the tables of this Pi take taps here, also while the head is not heard."""
    pair.begin(1)
    if cut_off:
        pair.cut_off()
    for command in (
        EnterDice((1, 1, 4), table=table),
        WithdrawItem("7c1f09aa.1", table=table),
        CallThrow(table=table),
    ):
        with pytest.raises(Refused, match="only shows the game of http://head/"):
            pair.room.ask(command)
    assert pair.post.numbers == 0


def test_tables_move_to_another_pi(pair: Pair) -> None:
    """When the host takes a table away, its page here takes nothing any more."""
    pair.begin(2)
    pair.do(AssignTables("hall", ()), AssignTables("bar", (2,)))
    with pytest.raises(Refused, match="only shows"):
        pair.room.ask(EnterDice((1, 1, 4), table=2))


@pytest.mark.parametrize(
    "command", [ChangeSeats(()), DrawNames(), NewGame("classic", ("Ann", "Bob", "Cy", "Di"))]
)
def test_room_is_not_changed_here(pair: Pair, command: Command) -> None:
    """Only the head does what concerns the whole room, also if this Pi has the head table."""
    pair.begin(1, 2)
    with pytest.raises(Refused, match="only shows"):
        pair.room.ask(command)


def test_bell_belongs_to_the_head_table(pair: Pair) -> None:
    """The bell rings and the round ends here only if this Pi has table 1."""
    pair.begin(2)
    with pytest.raises(Refused, match="only shows"):
        pair.room.ask(EndRoundNow())
    pair.do(AssignTables("hall", (1,)))
    pair.room.ask(EnterDice((1, 1, 2)))
    pair.room.ask(EndRoundNow())
    assert pair.keeper.book.game.ended


def test_refusal_of_the_head_is_shown(pair: Pair) -> None:
    """If the head refuses a tap, the page gets the head's sentence and remedy, and nothing waits."""
    pair.begin(2)
    with pytest.raises(Refused, match=r"The game has moved on since. Look at the page and tap again."):
        pair.room.ask(UndoStep(99, table=2))
    assert isinstance(pair.keeper.book.lines[-1].event, FarAnswer)
    assert pair.post.waiting == []


def test_tap_that_changes_nothing_is_no_refusal(pair: Pair) -> None:
    """If a tap came twice, the page is shown as it is."""
    pair.begin(2)
    for _ in range(2):
        view = pair.room.ask(EnterDice((1, 1, 4), table=2, token="a.1"))
        assert [side.score for side in view.sides] == [2, 0]
    assert pair.post.numbers == 2


def test_full_disk_is_reported(pair: Pair) -> None:
    """If the outbox cannot keep a tap, the page says that, and the tap does not wait."""
    pair.begin(2)
    pair.post.fault = Trouble("The card is full.", "Make room.")
    with pytest.raises(Trouble, match="The card is full"):
        pair.room.ask(EnterDice((1, 1, 4), table=2))
    assert pair.room.view(2).kept == ()


def test_taps_are_kept_until_the_head_is_heard(pair: Pair) -> None:
    """While the head is not heard, each tap is a slip on its own page; later all count."""
    pair.begin(2)
    seen = pair.room.view(2).here.moment
    pair.cut_off(130.0)
    for number, dice in enumerate([(1, 1, 4), (1, 2, 3)], start=1):
        view = pair.room.ask(EnterDice(dice, table=2, after=0, token=f"a.{number}", seen=seen))
        assert [side.score for side in view.sides] == [0, 0]
    assert view.kept == (
        KeptSlip("7c1f09aa.1", "1-1-4", (1, 1, 4)),
        KeptSlip("7c1f09aa.2", "1-2-3", (1, 2, 3)),
    )
    assert (view.alone, pair.room.view(1).kept, pair.room.view(1).alone) == (2, (), None)
    assert [pair.room.measure_age(table) for table in (ROOM, 1, 2)] == [130.0, 130.0, 0.0]
    pair.hear_again()
    assert (pair.list_kept(), get_scores(pair.room), pair.room.view(2).alone) == ([], [3, 0], None)
    assert pair.room.view(2) == pair.head.view(2)


def test_other_taps_are_kept_too(pair: Pair) -> None:
    """A correction and an answer wait as slips that say what they are."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    pair.cut_off()
    pair.room.ask(CorrectThrow(3, (1, 2, 3), table=2))
    pair.room.ask(AnswerDoubt(7, (1, 1, 1), table=2))
    pair.room.ask(DismissDoubt(7, table=2))
    assert pair.list_kept() == [
        "1-2-3 (an answer or a correction)",
        "1-1-1 (an answer or a correction)",
        "another entry",
    ]
    pair.hear_again()
    assert get_scores(pair.room) == [1, 0]


def test_page_changes_when_a_tap_waits(pair: Pair) -> None:
    """A page that waits for changes gets each slip, and the end of the waiting."""
    pair.begin(2)
    pair.cut_off()
    before, _ = pair.room.get_newest(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    newest, view = pair.room.get_newest(2)
    assert (newest > before, len(view.kept)) == (True, 1)
    pair.hear_again()
    assert pair.room.get_newest(2)[0] > newest
    assert pair.room.get_newest(2)[1].kept == ()


def test_slip_of_a_slow_head_shows_after_a_second(pair: Pair) -> None:
    """A tap that waits although the head is heard is shown when it has waited for a second."""
    pair.begin(2)
    pair.post.hears = False
    view = pair.room.ask(EnterDice((1, 1, 4), table=2))
    assert (view.kept, view.alone) == ((), None)
    pair.post.age = 1.5
    before, _ = pair.room.get_newest(2)
    pair.room.show_link(0.0, None)
    newest, view = pair.room.get_newest(2)
    assert newest > before
    assert view.kept == (KeptSlip("7c1f09aa.1", "1-1-4", (1, 1, 4)),)
    pair.room.show_link(0.0, None)
    assert pair.room.get_newest(2)[0] == newest  # nothing has changed since


@pytest.mark.parametrize(
    "command", [UndoStep(3, table=2), RedoStep(4, table=2), RingBell(sure=True), EndRoundNow()]
)
def test_what_means_now_is_refused_while_cut_off(pair: Pair, command: Command) -> None:
    """Undo and the bell are not kept for later: who knows what they would mean then."""
    pair.begin(1, 2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    pair.cut_off()
    with pytest.raises(Refused, match="is not heard"):
        pair.room.ask(command)
    assert (pair.list_kept(), pair.post.waiting) == ([], [])


def test_undo_is_refused_while_a_tap_waits(pair: Pair) -> None:
    """Undo would take back another throw than the one that waits, also while the head is heard."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    pair.post.hears, pair.post.age = False, 2.0
    pair.room.ask(EnterDice((1, 2, 3), table=2))
    with pytest.raises(Refused, match="is not heard"):
        pair.room.ask(UndoStep(3, table=2))
    assert len(pair.post.waiting) == 1


def test_page_offers_only_dice_while_cut_off(pair: Pair) -> None:
    """While the head is not heard, an own table's page offers no undo and no bell, but takes dice."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    assert pair.room.view(2).can.undo is not None
    pair.cut_off()
    can = pair.room.view(2).can
    assert (can.undo, can.redo, can.ring, can.end_round, can.enter) == (None, None, False, False, True)


def test_slip_is_taken_back(pair: Pair) -> None:
    """A slip that people take back is not shown any more, and its throw does not count later."""
    pair.begin(2)
    pair.cut_off()
    for number, dice in enumerate([(1, 1, 4), (1, 1, 5)], start=1):
        pair.room.ask(EnterDice(dice, table=2, after=0, token=f"a.{number}"))
    view = pair.room.ask(WithdrawItem("7c1f09aa.2", table=2))
    assert [slip.slip for slip in view.kept] == ["7c1f09aa.1"]
    pair.hear_again()
    assert (get_scores(pair.room), pair.list_kept()) == ([2, 0], [])
    assert [line.name for line in pair.keeper.book.lines[2:]] == ["throw", "throw", "void"]


def test_throw_that_is_logged_is_taken_back(pair: Pair) -> None:
    """If the head has counted a slip meanwhile, taking it back voids the throw."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 1, 4), table=2))
    assert [side.score for side in pair.room.ask(WithdrawItem("7c1f09aa.1", table=2)).sides] == [0, 0]
    with pytest.raises(Refused, match="cannot be taken back any more"):
        pair.room.ask(WithdrawItem("7c1f09aa.1", table=2))


def test_two_devices_enter_the_same_throw_while_it_waits(pair: Pair) -> None:
    """The second device is asked if it is another throw; if people say so, it waits too."""
    pair.begin(2)
    pair.cut_off()
    first = EnterDice((1, 1, 4), table=2, after=0, token="left.1")
    second = replace(first, token="right.1")
    pair.room.ask(first)
    with pytest.raises(SameThrow) as asked:
        pair.room.ask(second)
    assert (asked.value.entered, asked.value.newest) == ((1, 1, 4), 0)
    assert pair.list_kept() == ["1-1-4"]
    pair.room.ask(replace(second, another=True, token="right.2"))
    assert pair.list_kept() == ["1-1-4", "1-1-4"]
    pair.hear_again()
    assert get_scores(pair.room) == [4, 0]


def test_a_slip_that_people_have_seen_asks_nothing(pair: Pair) -> None:
    """After a while the second device certainly means another throw: both pages have long shown the slip."""
    pair.begin(2)
    pair.cut_off()
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="left.1"))
    pair.post.age = 20.0
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="right.1"))
    assert pair.list_kept() == ["1-1-4", "1-1-4"]


@pytest.mark.parametrize(
    "second",
    [
        EnterDice((1, 1, 4), table=2, after=0, token="left.2"),  # the same page: its next throw
        EnterDice((1, 1, 4), table=2, after=2, token="right.1"),  # another one was seen meanwhile
        EnterDice((1, 1, 4), table=1, after=0, token="right.1"),
    ],
)
def test_other_throws_wait_without_a_question(pair: Pair, second: EnterDice) -> None:
    """A throw of the same page, after another throw, or at another table is surely another one."""
    pair.begin(1, 2)
    pair.cut_off()
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="left.1"))
    pair.room.ask(second)
    assert len(pair.post.waiting) == 2


def test_throws_of_programs_wait_without_a_question(pair: Pair) -> None:
    """Two throws that do not say what their senders saw mean now, so nobody is asked."""
    pair.begin(2)
    pair.cut_off()
    for token in ("left.1", "right.1"):
        pair.room.ask(EnterDice((1, 1, 4), table=2, token=token))
    assert pair.list_kept() == ["1-1-4", "1-1-4"]


def test_throw_that_was_taken_back_can_be_entered_on_another_device(pair: Pair) -> None:
    """After people have taken a slip back, the same dice from another device are no second throw."""
    pair.begin(2)
    pair.cut_off()
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="left.1"))
    pair.room.ask(WithdrawItem("7c1f09aa.1", table=2))
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="right.1"))
    assert pair.list_kept() == ["1-1-4"]
    pair.hear_again()
    assert get_scores(pair.room) == [2, 0]


def test_throw_that_the_head_has_is_asked_about_here(pair: Pair) -> None:
    """If a device of the head has entered a throw that is in the copy, the page is asked at once."""
    pair.begin(2)
    pair.do(EnterDice((1, 1, 5), table=2, after=0, token="head.1"))
    with pytest.raises(SameThrow) as asked:
        pair.room.ask(EnterDice((1, 1, 4), table=2, after=0, token="far.1"))
    assert (asked.value.entered, pair.post.numbers) == ((1, 1, 5), 0)


def test_earlier_rounds_are_put_right_on_the_head(pair: Pair) -> None:
    """A correction of an earlier round is refused here, since people could not see what it changes."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 2, 2), table=2))
    pair.do(EnterDice((1, 1, 1)))
    pair.room.ask(CorrectThrow(3, (1, 1, 2), table=2))  # the present round may be put right
    pair.do(AssignTables("hall", ()), RingBell(sure=True), AssignTables("hall", (2,)))
    for command in (CorrectThrow(3, (1, 2, 2), sure=True, table=2), VoidThrow(3, sure=True, table=2)):
        with pytest.raises(Refused, match="Put it right on a page of http://head/"):
            pair.room.preview_correction(command)
        with pytest.raises(Refused, match="Put it right on a page of http://head/"):
            pair.room.ask(command)
    assert pair.post.numbers == 2


def test_late_dice_count_when_the_head_is_heard(pair: Pair) -> None:
    """Dice that were kept while the round ended elsewhere count in it, before the next bell can ring."""
    pair.begin(2)
    pair.room.ask(EnterDice((1, 2, 2), table=2, after=0, token="a.1", seen=pair.room.view(2).here.moment))
    seen = pair.room.view(2).here.moment
    pair.cut_off()
    pair.room.ask(EnterDice((1, 1, 4), table=2, after=3, token="a.2", seen=seen))
    pair.head.ask(EnterDice((1, 1, 1)))
    with pytest.raises(Refused, match="may still have throws of this round"):
        pair.head.ask(RingBell(sure=True))
    pair.hear_again()
    assert get_scores(pair.room) == get_scores(pair.head) == [3, 0]


def test_dice_without_a_moment_keep_the_present_one(pair: Pair) -> None:
    """A program says no moment. Its dice of round 1 do not count in round 2: the host is asked."""
    pair.begin(2)
    pair.cut_off()
    pair.room.ask(EnterDice((1, 1, 3), table=2))
    pair.head.ask(EnterDice((1, 2, 2), table=2))
    pair.head.ask(EnterDice((1, 1, 1)))
    pair.head.ask(SettlePi("hall", pair.keeper.book.last_end, host=True))
    pair.head.ask(RingBell(sure=True))
    pair.hear_again()
    assert get_scores(pair.head) == [0, 0]
    assert [late.dice for late in pair.head.list_late_throws()] == [(1, 1, 3)]


def test_dice_that_the_disk_does_not_take_are_named(pair: Pair) -> None:
    """The camera’s thread goes on. Each page says which dice are lost, until the disk takes the next ones."""
    dice = see(1, 1, 4)
    pair.post.fault = Trouble("The card is full.", "Make room.")
    pair.room.send(dice, 2)
    [banner] = pair.room.view(2).banners
    assert banner.text == "The dice of table 2 were not kept."
    assert "Make room." in banner.remedy
    pair.post.fault = None
    pair.room.send(dice, 2)
    assert pair.room.view(2).banners == ()


def test_camera_does_not_count_again_what_people_tapped_on_the_head(pair: Pair) -> None:
    """While the table was cut off, its throw was tapped in there: the table is asked. Others count."""
    pair.begin(2)
    pair.room.send(see(2, 3, 4), 2)
    pair.cut_off()
    pair.room.send(see(2, 2, 1), 2)
    pair.head.ask(EnterDice((2, 2, 1), table=2, token="head.1"))
    pair.hear_again()
    doubt = pair.head.view(2).doubt
    assert doubt
    assert (doubt.reason, get_scores(pair.head)) == (MEANWHILE, [0, 1])
    pair.do(DismissDoubt(doubt.seq, table=2))
    pair.room.send(see(1, 3, 4), 2)
    assert (get_scores(pair.head), pair.head.view(2).doubt) == ([0, 2], None)


def test_dice_of_a_table_that_is_gone_are_sent(pair: Pair) -> None:
    """A camera may still see dice there. The head asks its host."""
    pair.begin(2)
    pair.do(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    pair.room.send(see(1, 1, 4), 2)
    assert [late.dice for late in pair.head.list_late_throws()] == [(1, 1, 4)]


def test_the_bell_sounds_before_the_pages_change(pair: Pair) -> None:
    """The buzzer of a table here does not wait for pages. Then it gets what they show."""
    pair.do(AssignTables("hall", (2,)))
    events: list[tuple[object, bool]] = []

    class Bell:
        def hear(self, alerts: Sequence[Alert]) -> None:
            events.extend((alert.kind, is_shown()) for alert in alerts)

        def look(self, view: TableView) -> None:
            events.append((view.phase, is_shown()))

    def is_shown() -> bool:
        return pair.room.wait_for_change(before, 0) is not None

    pair.room = FollowedRoom(pair.copy, "http://head/", pair.post, Bell())
    before = pair.room.wait_for_change(0, 1.0) or 0
    pair.do(RingBell(sure=True))
    assert events == [("start", False), ("playing", True)]


def test_what_a_copy_alone_had_is_shown_until_somebody_taps(pair: Pair) -> None:
    """It stands above everything else, and goes with the next tap here."""
    pair.begin(2)
    pair.room.lone = Banner("Only this Pi has the following.", "Table 1: Ann 1-2-5")
    assert pair.room.list_banners() == (pair.room.lone,)
    pair.room.ask(EnterDice((1, 2, 2), table=2, after=0, token="a.1", seen=pair.room.view(2).here.moment))
    assert pair.room.list_banners() == ()
