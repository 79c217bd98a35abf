"""The links of a head and of far Pis, with threads and real logs, over a carrier in memory."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.link import follower as follower_module
from pi_bunco.link.far import FarLink, LinkStatus
from pi_bunco.link.head import HeadLink
from pi_bunco.link.messages import Here, LinePlace, LogLines, RoomDevices, pack
from pi_bunco.link.topics import Topics
from pi_bunco.store import Log
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import BellButton
from tests.link.doubles import Hub

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
BELL = {"event": "bell"}
TOPICS = Topics("7c1f09aa")
DEVICES = RoomDevices(
    term=1,
    cameras={},
    moving=frozenset(),
    button=BellButton("up"),
    banners=(),
    bell_in=None,
    minutes_left=None,
    break_left=None,
    countdown=0,
)
PATIENCE = 30.0


class LogCopy:
    """A copy without pages; implements :class:`pi_bunco.link.far.Copy`."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.devices: list[RoomDevices] = []
        self.status = LinkStatus(None, 0.0, behind=False, trouble=None)
        self.is_aside = False
        self.refusal: Trouble | None = None

    @property
    def place(self) -> LinePlace | None:
        """The newest line."""
        head = self.log.head
        return LinePlace(head.game, head.seq, head.seal.hex()) if head else None

    def keep(self, lines: LogLines) -> None:
        """Log lines."""
        if self.refusal:
            raise self.refusal
        self.log.take(lines.game, lines.seq, lines.lines, bytes.fromhex(lines.seal))

    def show_devices(self, devices: RoomDevices) -> None:
        """Remember the devices."""
        self.devices.append(devices)

    def show_link(self, status: LinkStatus) -> None:
        """Remember the status."""
        self.status = status

    def set_aside(self) -> None:
        """Remember that the copy does not belong to the log."""
        self.is_aside = True


class Room:
    """A head with two games in its log, and a far Pi."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._stack, self.hub, self.devices = stack, Hub(), DEVICES
        self.log = stack.enter_context(Log(folder / "head"))
        self.log.start(HEADER)
        self.log.append([BELL] * 700)  # more than one message
        self.log.start(HEADER)
        self.head = HeadLink(LogTail(folder / "head"), TOPICS, "bunco", 1, lambda: self.devices)
        stack.callback(self.head.close)
        self.head.start(stack.enter_context(closing(self.hub.connect(self.head.receive, TOPICS.up("+")))))
        self.copy = LogCopy(stack.enter_context(Log(folder / "far")))
        self.far = FarLink(self.copy, TOPICS, "hall")

    def start_far(self) -> None:
        """Let the far Pi begin to follow."""
        carrier = self.hub.connect(self.far.receive, TOPICS.all, TOPICS.to("hall"))
        self._stack.callback(self.far.close)
        self.far.start(self._stack.enter_context(closing(carrier)))

    def have_same(self) -> bool:
        """Return whether both logs have the same newest line."""
        return self.copy.log.head == self.log.head


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, stack)


def wait_for(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_copy_gets_earlier_games_and_what_comes(room: Room) -> None:
    """A Pi that comes later gets all lines, then each new one, and the head knows how far it has come."""
    room.start_far()
    wait_for(room.have_same)
    room.log.append([BELL])
    room.head.wake()
    wait_for(room.have_same)
    wait_for(lambda: [(pi.name, pi.behind) for pi in room.head.list_there()] == [("hall", 0)])


def test_devices_and_the_heads_name_come(room: Room) -> None:
    """The far Pi knows the head's devices, its name, and that it is up to date."""
    room.start_far()
    wait_for(lambda: room.copy.devices and room.copy.status.head and not room.copy.status.behind)
    assert room.copy.devices[-1] == DEVICES
    assert room.copy.status.head
    assert room.copy.status.head.name == "bunco"


def test_cut_is_noticed_and_made_up_for(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing comes the far Pi says for how long; afterwards it gets what it has missed."""
    monkeypatch.setattr("pi_bunco.link.far.SILENCE", 0.2)
    room.start_far()
    wait_for(room.have_same)
    room.hub.cut = True
    room.log.append([BELL])
    room.head.wake()
    wait_for(lambda: room.copy.status.silent > 0.2)
    assert not room.have_same()
    room.hub.cut = False
    monkeypatch.setattr("pi_bunco.link.far.SILENCE", follower_module.SILENCE)
    wait_for(lambda: room.have_same() and not room.copy.status.silent)


def test_rubbish_changes_nothing(room: Room) -> None:
    """What is no message is dropped at both ends, also a message of the other direction and a broken seal."""
    room.start_far()
    wait_for(room.have_same)
    assert room.copy.place
    lines = LogLines(
        term=1,
        before=room.copy.place.seal,
        game=2,
        seq=room.copy.place.seq + 1,
        lines=('{"event": "bell"}',),
        seal="a" * 32,
    )
    for payload in (
        b"",
        b"{}",
        b"\xff",
        b"null",
        b"[" * 100_000,
        b'{"type":"ask","place":null}',
        pack(lines),
    ):
        room.hub.carry(TOPICS.all, payload)
        room.hub.carry(TOPICS.up("hall"), payload)
    room.log.append([BELL])
    room.head.wake()
    wait_for(room.have_same)


def test_devices_of_an_older_head_are_not_shown(room: Room) -> None:
    """After another Pi has become the head, the devices of the older one do not come back."""
    room.start_far()
    wait_for(lambda: room.copy.devices)
    newer, older = replace(DEVICES, term=2, countdown=30), replace(DEVICES, countdown=60)
    room.hub.carry(TOPICS.all, pack(newer))
    wait_for(lambda: newer in room.copy.devices)
    room.hub.carry(TOPICS.all, pack(older))
    room.hub.carry(TOPICS.all, pack(replace(newer, countdown=90)))
    wait_for(lambda: replace(newer, countdown=90) in room.copy.devices)
    assert older not in room.copy.devices


def test_two_pis_from_one_card_are_noticed(room: Room) -> None:
    """If two runs say by turns that they are there, the head knows that a card was copied."""
    for run, twins in (("a", False), ("a", False), ("b", False), ("c", False), ("b", True)):
        room.hub.carry(TOPICS.up("bar"), pack(Here(version=run, run=run, place=None)))
        while [pi.version for pi in room.head.list_there()] != [run]:
            time.sleep(0.01)
        assert [pi.has_twin for pi in room.head.list_there()] == [twins]


def test_last_will_is_heard(room: Room) -> None:
    """A far Pi whose connection breaks is not there any more."""
    room.start_far()
    wait_for(room.head.list_there)
    room.far.close()
    room.hub.carry(TOPICS.up("hall"), b"")
    wait_for(lambda: not room.head.list_there())


def test_another_log_sets_the_copy_aside(room: Room) -> None:
    """A copy that has lines of its own does not belong to the head's log."""
    room.copy.log.start(HEADER | {"rules": "boxed"})
    room.far = FarLink(room.copy, TOPICS, "hall")
    room.start_far()
    wait_for(lambda: room.copy.is_aside)


def test_a_full_disk_is_shown_and_tried_again(room: Room) -> None:
    """While the disk takes no lines the far Pi says so; then it goes on by itself."""
    room.copy.refusal = Trouble("The card is full.", "Make room.")
    room.start_far()
    wait_for(lambda: room.copy.status.trouble)
    assert room.copy.place is None
    room.copy.refusal = None
    wait_for(room.have_same)
    wait_for(lambda: not room.copy.status.trouble)
