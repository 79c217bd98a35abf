"""What waited in the outbox of a Pi that has become the head counts in its log, once."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi_bunco.app.pis.own_items import enter_own_items
from pi_bunco.app.pis.photos import FetchedPhotos
from pi_bunco.app.pis.post import OutboxPost
from pi_bunco.game.commands import AssignTables, NewGame, RingBell
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import FarAnswer
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.outbox_file import FILE, OutboxFile
from pi_bunco.link.state import HeadState
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from tests.at_night import leave_to_night
from tests.game.conftest import Hands, hands

__all__ = ["hands"]

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
OWN_TABLE = 2
STATE = HeadState(
    8883,
    term=2,
    name="hall",
    own_tables=(OWN_TABLE,),
    begun=(LinePlace(1, 2, "a" * 32),),
    tables={"bar": (1,)},
)
PATIENCE = 60.0


class Pi:
    """A Pi that has become the head in the first round of a game with two tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = Log(folder)
        self.keeper = Keeper(self.log, Photos(folder))
        if self.log.head is None:
            self.keeper.handle(NewGame("classic", EIGHT))
            self.keeper.handle(AssignTables("hall", (OWN_TABLE,)))
            self.keeper.handle(RingBell())
        self.room = LiveRoom(self.keeper, {})

    def enter(self) -> None:
        """Enter what waits."""
        enter_own_items(self.folder, self.room, STATE, Photos(self.folder))

    def list_new(self) -> list[str]:
        """Return the names of the lines since the bell."""
        return [line.name for line in self.keeper.book.lines[2:]]

    def list_answers(self) -> list[str]:
        """Return the sentences of the lines that only answer."""
        return [line.event.text for line in self.keeper.book.lines if isinstance(line.event, FarAnswer)]

    def close(self) -> None:
        """End it."""
        self.room.close()
        self.log.close()


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    with closing(Pi(tmp_path)) as pi:
        yield pi


def put(folder: Path, *items: tuple[int, str, dict[str, object]]) -> None:
    """Let a program that has ended have put items into the outbox."""
    with closing(OutboxFile(folder)) as outbox:
        for table, name, body in items:
            outbox.put(1, table, name, body)


def list_waiting(folder: Path) -> list[int]:
    """Return the numbers of the items that wait."""
    with closing(OutboxFile(folder)) as outbox:
        return [kept.number for kept in outbox.waiting]


def make_dice(*values: int) -> tuple[int, str, dict[str, object]]:
    """Return an item of the own table."""
    return OWN_TABLE, "enter", {"dice": [*values]}


def test_what_waited_counts_once_in_its_order(pi: Pi, tmp_path: Path) -> None:
    """Dice and corrections are in the log when the call returns, and a second call changes nothing."""
    put(tmp_path, make_dice(1, 1, 4), make_dice(1, 2, 3))
    put(tmp_path, (OWN_TABLE, "correct", {"seq": 4, "dice": [1, 2, 2]}))  # after a restart: another name
    pi.enter()
    assert pi.list_new() == ["throw", "throw", "correct"]
    assert pi.room.view(OWN_TABLE).sides[0].score == 3
    assert list_waiting(tmp_path) == []
    pi.enter()
    assert len(pi.list_new()) == 3


def test_what_is_in_the_log_already_is_not_entered_again(pi: Pi, tmp_path: Path) -> None:
    """The head that was lost may have answered just before; the outbox does not know that yet."""
    put(tmp_path, make_dice(1, 1, 4), make_dice(1, 2, 3))
    pi.enter()
    with closing(OutboxFile(tmp_path)) as outbox:
        outbox._database.execute("UPDATE item SET done = 0")
    assert list_waiting(tmp_path) == [1, 2]
    pi.enter()
    assert pi.list_new() == ["throw", "throw"]
    assert list_waiting(tmp_path) == []


def test_dice_keep_their_photo(pi: Pi, tmp_path: Path, hands: Hands) -> None:
    """The camera was not sure of them: people look at the picture, which is among those of this Pi."""
    with closing(OutboxFile(tmp_path)) as outbox:
        dice = hands.throw(1, 1, 4, table=OWN_TABLE, reason="One leans.")
        OutboxPost(
            "hall", outbox, tmp_path, CopyKeeper(pi.log, Photos(tmp_path)), FetchedPhotos(tmp_path)
        ).send(dice)
    pi.enter()
    image = pi.keeper.book.lines[-1].image
    assert image
    path = Photos(tmp_path).find_path(image)
    assert path
    assert path.read_bytes() == dice.snapshot.jpeg


def test_more_than_one_message_is_entered(pi: Pi, tmp_path: Path) -> None:
    """However long the head was lost, everything is there before the room goes on."""
    put(tmp_path, *[make_dice(1, 2, 3 + number % 4) for number in range(45)])
    pi.enter()
    assert pi.list_new() == ["throw"] * 45
    assert list_waiting(tmp_path) == []


def test_only_its_own_tables_count(pi: Pi, tmp_path: Path) -> None:
    """Nothing is entered for a table of another Pi or of the older head: the host is asked instead."""
    put(tmp_path, (1, "enter", {"dice": [1, 1, 1]}), make_dice(1, 1, 4), (7, "enter", {"dice": [1, 1, 1]}))
    pi.enter()
    assert pi.list_new().count("throw") == 1
    assert pi.room.view(1).sides[0].score == 0
    assert [late.table for late in pi.room.list_late_throws()] == [1, 7]
    assert list_waiting(tmp_path) == []


def test_no_old_bell_rings(pi: Pi, tmp_path: Path) -> None:
    """People have long seen that nothing happened."""
    put(tmp_path, (OWN_TABLE, "end-round", {}), (OWN_TABLE, "rubbish", {}), make_dice(1, 1, 4))
    pi.enter()
    assert pi.room.view(OWN_TABLE).phase == "playing"
    assert pi.list_new().count("throw") == 1
    assert len(pi.list_answers()) == 2
    assert list_waiting(tmp_path) == []


def test_a_pi_that_followed_nobody_has_no_outbox(pi: Pi, tmp_path: Path) -> None:
    """None is made, and the game stays as it is."""
    pi.enter()
    assert not (tmp_path / FILE).exists()
    assert pi.list_new() == []


def test_a_disk_that_takes_nothing_holds_nothing_up(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program starts all the same; the items stay, and count after the next start."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    put(tmp_path, make_dice(1, 1, 4))
    with monkeypatch.context() as patch:
        patch.setattr(pi.log, "append", fail)
        pi.enter()
    assert pi.list_new() == []
    assert list_waiting(tmp_path) == [1]
    pi.enter()
    assert pi.list_new() == ["throw"]


ENTER = """
import sys
from pathlib import Path
from tests.app.pis.test_own_items import Pi

pi = Pi(Path(sys.argv[1]))
print("ready", flush=True)
pi.enter()
print("done", flush=True)
"""


@pytest.mark.parametrize("lines", leave_to_night((1, 20, 90), (20,)))
def test_a_power_cut_in_the_middle_loses_and_doubles_nothing(tmp_path: Path, lines: int) -> None:
    """The program is killed while it enters a hundred throws. The next start goes on where it was."""
    Pi(tmp_path).close()
    put(tmp_path, *[make_dice(1, 2, 3 + number % 4) for number in range(100)])
    tail = LogTail(tmp_path)
    with subprocess.Popen([sys.executable, "-c", ENTER, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        end = time.monotonic() + PATIENCE
        while (place := tail.find_last()) is None or place.seq < 2 + lines:
            assert time.monotonic() < end
        process.send_signal(signal.SIGKILL)
    with closing(Pi(tmp_path)) as pi:
        assert len(pi.list_new()) >= lines
        pi.enter()
        items = [line.item.number for line in pi.keeper.book.lines if line.item]
    assert items == [*range(1, 101)]
    assert list_waiting(tmp_path) == []
