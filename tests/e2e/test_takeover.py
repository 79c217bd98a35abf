"""The head is lost, and another Pi becomes the head by a person's tap: all as real processes."""

import json
import signal
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.pis.choice import COPY_FOLDER
from pi_bunco.link.broker import PORT, find_free_port
from pi_bunco.link.messages import Roster
from pi_bunco.link.state import FOLDER, HEAD_FILE, ROSTER_FILE, HeadState, load_state, save_state
from pi_bunco.store import read_record
from pi_bunco.store.tail import LogTail
from tests.e2e.test_follow import Pi, let_in, pytestmark, wait_for

__all__ = ["pytestmark"]
NAMES = "Ann,Bob,Cy,Di,Eve,Fay,Gil,Hal,Ian,Joy,Kim,Lou"
HEAD_TABLE, BAR_TABLE, HALL_TABLE = 1, 2, 3
Dice = tuple[int, int, int]


class Room:
    """A head and two Pis that follow it, each with a table of its own."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        (folder / "head" / FOLDER).mkdir(parents=True)
        save_state(HeadState(find_free_port()), folder / "head" / FOLDER / HEAD_FILE)
        words = ("run", "--camera", "none", "--players", NAMES, "--roles", "off")
        self.head = self.start("head", *words)
        wait_for(lambda: self.head.ask("/api/table/1"))

    def start(self, name: str, *words: str) -> Pi:
        """Start a Pi, which is ended after the test."""
        pi = Pi(self._folder / name, *words, port=find_free_port())
        self._stack.callback(end, pi)
        return pi

    def begin(self, bar: Pi, hall: Pi) -> None:
        """Let each far Pi take its table, and ring the bell."""
        for pi, table in ((bar, BAR_TABLE), (hall, HALL_TABLE)):
            name = wait_for(partial(pi.ask, "/api/link/standing"))["name"]
            self.head.ask("/api/link/tables", name=name, tables=[table])
        self.head.ask("/api/table/1/ring", sure=True)
        for pi in (bar, hall):
            wait_for(partial(knows_all, pi))


def read_roster(pi: Pi) -> Roster:
    """Return who belongs to the room, as a far Pi has written it down."""
    folder = pi.folder / COPY_FOLDER if (pi.folder / COPY_FOLDER).exists() else pi.folder
    roster = load_state(Roster, folder / FOLDER / ROSTER_FILE)
    if roster is None:
        raise OSError("there is no roster yet")
    return roster


def knows_all(pi: Pi) -> bool:
    """Return whether a far Pi has heard of both far Pis, of their tables and of their addresses."""
    roster = read_roster(pi)
    return (len(roster.tables), len(roster.addresses)) == (2, 3)


def seats(pi: Pi, name: str) -> bool:
    """Return whether somebody sits at table 1 of the game that a Pi shows."""
    return name in str(pi.ask("/api/table/1"))


def end(pi: Pi) -> None:
    """End a Pi, also if it was stopped or killed."""
    pi.process.send_signal(signal.SIGCONT)
    pi.process.kill()
    pi.process.wait()


def kill(*pis: Pi) -> None:
    """Cut the power of Pis at the same moment."""
    for pi in pis:
        pi.process.kill()
    for pi in pis:
        pi.process.wait()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack, socket.socket() as usual:
        with suppress(OSError):  # two tests at the same time must not choose the same port
            usual.bind(("", PORT))
            usual.listen()
        yield Room(tmp_path, stack)


def enter(pi: Pi, table: int, dice: Dice) -> None:
    """Tap a throw in on the pages of a Pi, as a page does that tries again. It may wait there for a head."""
    token = f"page.{table}{''.join(map(str, dice))}"  # no throw comes twice at a table here
    wait_for(lambda: pi.ask(f"/api/table/{table}/enter", dice=[*dice], token=token))


def list_throws(folder: Path) -> list[tuple[int, Dice]]:
    """Return the table and the dice of each throw in a log."""
    return [
        (line.get("table", HEAD_TABLE), tuple(line["dice"]))
        for line in map(json.loads, read_record(folder))
        if line.get("event") == "throw"
    ]


def find_last(folder: Path) -> Any:
    """Return the place and the seal of the newest line of a log."""
    return LogTail(folder).find_last()


def take_over(pi: Pi) -> None:
    """Let a Pi become the head by its host's page, as soon as it misses the head."""
    wait_for(lambda: "ask-take-over" in pi.read("/host"))
    assert "api/link/take-over" in pi.read("/host/take-over")
    assert wait_for(lambda: pi.ask("/api/link/take-over", sure=True)) == {"restarting": True}
    wait_for(lambda: pi.ask("/api/link/standing")["role"] == "head")


def press(pi: Pi, button: str) -> None:
    """Tap a button of a page without a game."""
    urllib.request.urlopen(f"http://127.0.0.1:{pi.port}/{button}", b"", timeout=20).close()


def check_old_head(pi: Pi, folder: Path, lone: str) -> None:
    """Check that a Pi that was the head plays no more, and says on its page what only it has."""
    before = find_last(folder)
    pi.start()
    wait_for(lambda: "is the head now" in pi.read("/"))
    assert lone in pi.read("/")
    with pytest.raises(OSError, match="503"):
        pi.ask("/api/table/1")
    state = load_state(HeadState, folder / FOLDER / HEAD_FILE)
    assert state
    assert state.successor
    with pytest.raises(ConnectionRefusedError):  # no Pi can follow it any more
        socket.create_connection(("127.0.0.1", state.port), 5)
    assert find_last(folder) == before


@pytest.mark.nightly
def test_the_head_is_killed_twice(room: Room, tmp_path: Path) -> None:
    """Each throw counts once, but for one that only the first head has: its page names that one."""
    head = room.head
    bar = room.start("bar", "follow", f"127.0.0.1:{head.port}")
    let_in(head, bar)
    hall = room.start("hall", "follow", f"127.0.0.1:{head.port}")
    let_in(head, hall)
    room.begin(bar, hall)
    enter(bar, BAR_TABLE, (1, 2, 2))
    enter(hall, HALL_TABLE, (1, 3, 3))
    enter(head, HEAD_TABLE, (1, 4, 4))
    wait_for(lambda: find_last(bar.folder) == find_last(hall.folder) == find_last(head.folder))
    kill(bar, hall)  # as if they did not hear what follows
    enter(head, HEAD_TABLE, (1, 1, 5))
    kill(head)

    for pi, table, dice in ((bar, BAR_TABLE, (1, 2, 3)), (hall, HALL_TABLE, (1, 3, 4))):
        pi.start()
        enter(pi, table, dice)
    take_over(bar)
    wait_for(lambda: find_last(hall.folder) == find_last(bar.folder))
    wait_for(lambda: len(list_throws(bar.folder)) == 5)
    wait_for(lambda: read_roster(hall).term == 2)
    enter(bar, BAR_TABLE, (1, 2, 4))
    enter(bar, HEAD_TABLE, (1, 4, 5))
    enter(hall, HALL_TABLE, (1, 3, 5))
    wait_for(lambda: len(list_throws(hall.folder)) == 8)

    kill(bar)
    enter(hall, HALL_TABLE, (1, 3, 6))
    take_over(hall)
    enter(hall, BAR_TABLE, (1, 2, 5))
    throws = list_throws(hall.folder)
    assert [dice for table, dice in throws if table == HEAD_TABLE] == [(1, 4, 4), (1, 4, 5)]
    assert [dice for table, dice in throws if table == BAR_TABLE] == [
        (1, 2, 2),
        (1, 2, 3),
        (1, 2, 4),
        (1, 2, 5),
    ]
    assert [dice for table, dice in throws if table == HALL_TABLE] == [
        (1, 3, 3),
        (1, 3, 4),
        (1, 3, 5),
        (1, 3, 6),
    ]

    check_old_head(head, tmp_path / "head", "Table 1: Ann 1-1-5")
    press(head, "follow")
    let_in(hall, head)
    wait_for(lambda: find_last(head.folder / COPY_FOLDER) == find_last(hall.folder))
    assert read_record(head.folder / COPY_FOLDER) == read_record(hall.folder)
    wait_for(lambda: head.ask("/api/link/standing")["role"] == "far")


@pytest.mark.nightly
def test_pis_with_games_of_their_own_take_over(room: Room, tmp_path: Path) -> None:
    """Pis that the host let follow on a page do the same, and each can go back to its own games."""
    head = room.head
    bar, hall = (
        room.start(name, "run", "--camera", "none", "--players", "Xi,Yo") for name in ("bar", "hall")
    )
    for pi in (bar, hall):
        wait_for(partial(pi.ask, "/api/table/1"))
        assert pi.ask("/api/link/follow", head=f"127.0.0.1:{head.port}") == {"restarting": True}
        let_in(head, pi)
        wait_for(partial(seats, pi, "Ann"))
    room.begin(bar, hall)
    enter(bar, BAR_TABLE, (1, 2, 2))
    enter(hall, HALL_TABLE, (1, 3, 3))
    copies = bar.folder / COPY_FOLDER, hall.folder / COPY_FOLDER
    wait_for(lambda: [*map(find_last, copies)] == [find_last(head.folder)] * 2)
    kill(head)
    enter(bar, BAR_TABLE, (1, 2, 3))
    enter(hall, HALL_TABLE, (1, 3, 4))
    assert sorted(list_throws(copies[0])) == [(2, (1, 2, 2)), (3, (1, 3, 3))]
    take_over(bar)
    wait_for(lambda: len(list_throws(copies[1])) == 4)
    assert sorted(list_throws(copies[1])) == [
        (2, (1, 2, 2)),
        (2, (1, 2, 3)),
        (3, (1, 3, 3)),
        (3, (1, 3, 4)),
    ]
    enter(bar, HEAD_TABLE, (1, 4, 4))
    wait_for(lambda: find_last(copies[1]) == find_last(copies[0]))

    check_old_head(head, tmp_path / "head", "has nothing that")
    press(head, "alone")
    wait_for(lambda: head.ask("/api/table/1/enter", dice=[1, 4, 5]))
    with pytest.raises(OSError, match="404"):  # its room is forgotten
        head.ask("/api/link/standing")
    assert "ask-leave" in bar.read("/host")
    assert bar.ask("/api/link/leave", sure=True) == {"restarting": True}
    wait_for(partial(seats, bar, "Xi"))
    assert len(list_throws(copies[0])) == 5
