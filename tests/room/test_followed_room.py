"""The pages of a far Pi show the game of the head, event by event, and take nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command, CorrectThrow, EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.room.followed_room import FollowedRoom
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.presence import PresenceState
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import Banner, CameraStatus
from pi_bunco.views.show import DeviceStatus


class Pair:
    """A head's room, and a copy that takes its new lines when it is told to."""

    def __init__(self, folder: Path, players: int = 8) -> None:
        self.head_log = Log(folder / "head")
        self.keeper = Keeper(self.head_log, Photos(folder / "head"))
        self.keeper.handle(NewGame("classic", tuple(f"Guest {number}" for number in range(1, players + 1))))
        self.head = LiveRoom(self.keeper, {})
        self.tail = LogTail(folder / "head")
        self.reopen_copy(folder / "copy")
        self.take()

    def reopen_copy(self, folder: Path) -> None:
        """Start the far Pi."""
        self.copy_log = Log(folder)
        self.copy = CopyKeeper(self.copy_log, Photos(folder))
        self.room = FollowedRoom(self.copy, "http://head/")

    def take(self) -> None:
        """Take what is new in the head's log."""
        place = self.copy_log.head.place if self.copy_log.head else (0, 0)
        while rows := self.tail.read_after(*place, 99, 99_999):
            lines = [row.body.decode() for row in rows]
            self.room.show_lines(self.copy.take(rows[0].game, rows[0].seq, lines, rows[-1].seal))
            place = rows[-1][:2]

    def close(self) -> None:
        """Stop both."""
        self.head.close()
        self.head_log.close()
        self.copy_log.close()


@pytest.fixture
def players() -> int:
    return 8


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
        assert pair.room.get_newest_host()[1] == pair.head.get_newest_host()[1], command


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


def test_nothing_can_be_entered(pair: Pair) -> None:
    """Every command is refused with the address where it can be entered, and the copy stays as it is."""
    asked: list[Callable[[], object]] = [
        lambda: pair.room.ask(RingBell(sure=True)),
        pair.room.draw_seats,
        lambda: pair.room.publish_seats(1),
        lambda: pair.room.choose_countdown(30),
    ]
    before = pair.copy_log.head
    for ask in asked:
        with pytest.raises(Refused, match="http://head/"):
            ask()
    assert pair.copy_log.head == before


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
        again = FollowedRoom(CopyKeeper(log, Photos(tmp_path / "copy")), "http://head/")
        assert again.view().sides == shown.sides
