"""The links of a head and of far Pis, with threads and real logs, over a carrier in memory."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from structlog.testing import capture_logs

from pi_bunco.errors import Trouble
from pi_bunco.link import follower as follower_module
from pi_bunco.link import head as head_module
from pi_bunco.link import outbox as outbox_module
from pi_bunco.link.far import FarLink
from pi_bunco.link.head import Desk, HeadLink
from pi_bunco.link.messages import (
    Beat,
    Here,
    Items,
    LinePlace,
    LogLines,
    OutboxItem,
    PhotoFile,
    RoomDevices,
    Roster,
    pack,
    read_from_far,
    read_from_head,
)
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.topics import Topics
from pi_bunco.store import Log
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import CameraStatus
from tests.link.doubles import Hub, LogCopy, MemoryCarrier, make_devices, make_roster

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
BELL = {"event": "bell"}
TOPICS = Topics("7c1f09aa")
DEVICES = make_devices()
HERE = Here(version="1.0", run="a", place=None, waiting=0, cameras={})
LIVE = CameraStatus("live", "camera live", mock=False)
NOWHERE = LinePlace(1, 0, "0" * 32)
PATIENCE = 30.0


class Room:
    """A head with two games in its log, and a far Pi."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._stack, self.hub, self.devices = stack, Hub(), DEVICES
        self.log = stack.enter_context(Log(folder / "head"))
        self.log.start(HEADER)
        self.log.append([BELL] * 700)  # more than one message
        self.log.start(HEADER)
        self.items: SimpleQueue[tuple[str, Items]] = SimpleQueue()
        self.notices: SimpleQueue[None] = SimpleQueue()
        self.roster = make_roster()
        desk = Desk(
            lambda: self.devices,
            lambda: self.roster,
            lambda pi, items: self.items.put((pi, items)),
            lambda: self.notices.put(None),
        )
        self.head = HeadLink(LogTail(folder / "head"), TOPICS, "bunco", 1, desk)
        stack.callback(self.head.close)
        self.head.start(stack.enter_context(closing(self.hub.connect(self.head.receive, TOPICS.up("+")))))
        far_log = stack.enter_context(Log(folder / "far"))
        self.outbox = stack.enter_context(closing(OutboxFile(folder / "far")))
        self.copy = LogCopy(far_log, self.outbox)
        self.far = self.make_far()

    def make_far(self) -> FarLink:
        """Return a link of the far Pi."""
        return FarLink(self.copy, TOPICS, "hall", self.outbox)

    def start_far(self) -> MemoryCarrier:
        """Let the far Pi begin to follow, and return its carrier."""
        carrier = self.hub.connect(self.far.receive, TOPICS.all, TOPICS.to("hall"))
        self._stack.callback(self.far.close)
        self.far.start(self._stack.enter_context(closing(carrier)))
        return carrier

    def enter(self, *tokens: str) -> None:
        """Enter something at the far Pi."""
        for token in tokens:
            self.outbox.put(2, 7, "call", {"token": token})
        self.far.wake()

    def await_items(self, *numbers: int) -> Items:
        """Return the message with these numbers, once it is at the desk."""
        while True:
            pi, items = self.items.get(timeout=PATIENCE)
            assert pi == "hall"
            if [item.number for item in items.items] == [*numbers]:
                return items

    def answer(self, items: Items, count: int) -> None:
        """Write the answers to the first items into the head's log."""
        keys = [f"{items.outbox}.{item.number}" for item in items.items[:count]]
        self.log.append([BELL | {"item": key, "token": ""} for key in keys])
        self.head.wake()

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
        room.hub.carry(TOPICS.up("bar"), pack(replace(HERE, version=run, run=run)))
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
    room.far = room.make_far()
    room.start_far()
    wait_for(lambda: room.copy.is_aside)


def test_items_of_a_pi_with_another_log_are_not_taken(room: Room) -> None:
    """Earlier ones may be in its copy only, and must come first: it sends all again from a new copy."""
    room.start_far()
    wait_for(room.have_same)
    far = TOPICS.up("hall")
    item = OutboxItem(number=1, table=7, name="enter", body={"token": "a"}, age=0.0)
    room.hub.carry(far, pack(Items(outbox="0" * 8, items=(item,), place=NOWHERE)))
    room.hub.carry(far, pack(Items(outbox="1" * 8, items=(item,), place=room.copy.place)))
    assert room.await_items(1).outbox == "1" * 8


def test_the_roster_comes(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi that comes later gets it too, and a new one comes at once."""
    monkeypatch.setattr(head_module, "_ROSTER_SECONDS", 0.2)
    room.start_far()
    wait_for(lambda: room.copy.rosters)
    monkeypatch.setattr(head_module, "_ROSTER_SECONDS", 1000.0)
    assert room.copy.rosters[-1] == room.roster
    room.roster = replace(room.roster, tables={"hall": (7, 8)})
    room.head.wake()
    wait_for(lambda: room.copy.rosters[-1] == room.roster)


def test_a_pi_that_comes_gets_the_roster_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have to become the head a moment later. Those that say again that they are there get none."""
    monkeypatch.setattr(head_module, "_ROSTER_SECONDS", 1000.0)
    wait_for(lambda: room.notices.get(timeout=PATIENCE) is None)  # the first roster has gone to nobody
    room.start_far()
    wait_for(lambda: room.copy.rosters == [room.roster])
    room.log.append([BELL])
    room.head.wake()
    wait_for(room.have_same)
    wait_for(lambda: [pi.behind for pi in room.head.list_there()] == [0])
    assert room.copy.rosters == [room.roster]


def test_the_roster_of_an_older_head_is_not_kept(room: Room) -> None:
    """Who belongs to the room is what the newest head says."""
    room.start_far()
    newer, older = replace(room.roster, term=2), replace(room.roster, members=("attic",))
    room.hub.carry(TOPICS.all, pack(newer))
    wait_for(lambda: newer in room.copy.rosters)
    room.hub.carry(TOPICS.all, pack(older))
    room.hub.carry(TOPICS.all, pack(replace(newer, gone=("attic",))))
    wait_for(lambda: replace(newer, gone=("attic",)) in room.copy.rosters)
    assert older not in room.copy.rosters


def test_the_head_knows_the_address_of_each_pi(room: Room) -> None:
    """It is what the Pi says of itself, so that others can look for it there."""
    room.start_far()
    wait_for(lambda: [pi.address for pi in room.head.list_there()] == [room.copy.find_address()])


def test_a_pi_that_knows_a_newer_head_follows_no_older_one(room: Room) -> None:
    """It started with the term that it has heard before, takes nothing of the older head, and is cut off."""
    room.far = FarLink(room.copy, TOPICS, "hall", room.outbox, 2)
    room.start_far()
    wait_for(lambda: room.notices.get(timeout=PATIENCE) is None and room.head.list_there())
    time.sleep(1.5)  # a beat comes meanwhile
    assert room.copy.place is None
    assert not room.copy.devices
    assert not room.copy.rosters
    assert room.copy.status.head is None


def test_a_full_disk_is_shown_and_tried_again(room: Room) -> None:
    """While the disk takes no lines the far Pi says so; then it goes on by itself."""
    room.copy.refusal = Trouble("The card is full.", "Make room.")
    room.start_far()
    wait_for(lambda: room.copy.status.trouble)
    assert room.copy.place is None
    room.copy.refusal = None
    wait_for(room.have_same)
    wait_for(lambda: not room.copy.status.trouble)


def test_an_error_in_the_pages_holds_nothing_up(room: Room) -> None:
    """If the lines are in the copy but could not be shown, the far Pi goes on after them."""
    room.copy.fault = ValueError("a bug in a page")
    with capture_logs() as logs:
        room.start_far()
        wait_for(room.have_same)
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["a message of the head failed"]
    wait_for(lambda: [pi.behind for pi in room.head.list_there()] == [0])


def test_items_reach_the_desk(room: Room) -> None:
    """What is entered comes to the head at once, with the name of its Pi, and leaves when the log has it."""
    room.start_far()
    wait_for(room.have_same)
    room.enter("a", "b", "c")
    items = room.await_items(1, 2, 3)
    assert [(item.table, item.name, item.body) for item in items.items] == [
        (7, "call", {"token": token}) for token in "abc"
    ]
    room.answer(items, 2)
    room.answer(room.await_items(3), 1)
    wait_for(lambda: not room.outbox.waiting)


def test_items_of_a_cut_come_afterwards(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is entered while nothing gets through waits, and is sent again when it does."""
    monkeypatch.setattr(outbox_module, "PATIENCE", 0.1)
    carrier = room.start_far()
    wait_for(room.have_same)
    room.hub.cut = True
    room.enter("a")

    def count_sent() -> int:
        return sum(isinstance(read_from_far(payload), Items) for _, payload in [*carrier.sent])

    wait_for(lambda: count_sent() > 1)
    assert room.items.empty()
    room.hub.cut = False
    assert room.await_items(1).items[0].body == {"token": "a"}


def test_items_from_before_a_restart_are_sent(room: Room) -> None:
    """A far Pi that has just started sends what waits in its outbox, before it has heard the head."""
    room.enter("a")
    room.hub.cut = True
    carrier = room.start_far()
    wait_for(lambda: any(isinstance(read_from_far(payload), Items) for _, payload in [*carrier.sent]))


def test_the_head_knows_what_waits(room: Room) -> None:
    """A far Pi says how many items wait and how far its copy is, and the desk looks at it each time."""
    room.enter("a", "b")
    room.start_far()
    wait_for(lambda: [(pi.waiting, pi.place) for pi in room.head.list_there()] == [(2, room.copy.place)])
    wait_for(room.have_same)
    room.notices.get(timeout=PATIENCE)
    room.answer(room.await_items(1, 2), 2)
    wait_for(lambda: [(pi.waiting, pi.place) for pi in room.head.list_there()] == [(0, room.copy.place)])


def test_the_head_shows_the_cameras_of_others(room: Room) -> None:
    """A far Pi says at once when the state of a camera has changed."""
    room.start_far()
    wait_for(lambda: [pi.cameras for pi in room.head.list_there()] == [{}])
    room.copy.cameras = {7: LIVE}
    wait_for(lambda: [pi.cameras for pi in room.head.list_there()] == [{7: LIVE}])


def test_the_head_knows_that_results_differ(room: Room) -> None:
    """A far Pi that has counted something else than the head says so with the lines that it takes."""
    room.start_far()
    wait_for(room.have_same)
    wait_for(lambda: [pi.differs for pi in room.head.list_there()] == [False])
    room.copy.differs = True
    room.log.append([BELL])
    room.head.wake()
    wait_for(lambda: [pi.differs for pi in room.head.list_there()] == [True])


def test_a_flood_does_not_slow_the_head(tmp_path: Path) -> None:
    """The head looks for news, which takes long, when nothing more waits, and not after each message."""
    Log(tmp_path).close()
    hub, looks = Hub(), SimpleQueue[None]()

    def get_devices() -> RoomDevices:
        looks.put(None)
        return DEVICES

    head = HeadLink(
        LogTail(tmp_path), TOPICS, "bunco", 1, Desk(get_devices, make_roster, lambda *_: None, lambda: None)
    )
    for _ in range(100):
        head.receive(TOPICS.up("hall"), b"rubbish")
    head.receive(TOPICS.up("hall"), pack(HERE))
    with closing(hub.connect(head.receive)) as carrier, closing(head):
        head.start(carrier)
        wait_for(head.list_there)
        assert looks.qsize() < 50


def test_the_head_is_heard_although_its_disk_is_full(tmp_path: Path) -> None:
    """The beat and the roster come, although what a Pi has said cannot be written down."""
    Log(tmp_path).close()
    hub = Hub()

    def notice() -> None:
        raise OSError(28, "No space left on device")

    head = HeadLink(
        LogTail(tmp_path), TOPICS, "bunco", 1, Desk(make_devices, make_roster, lambda *_: None, notice)
    )
    with closing(hub.connect(head.receive)) as carrier, closing(head), capture_logs():
        head.start(carrier)
        wait_for(lambda: {Beat, Roster} <= {type(read_from_head(payload)) for _, payload in carrier.sent})


def test_a_photo_that_nobody_asks_for_is_dropped(room: Room) -> None:
    """A Pi that sends photos on its own cannot fill the head's memory."""
    room.hub.carry(TOPICS.up("hall"), pack(PhotoFile(name="2-5.jpg", file=b"/9j/")))
    room.hub.carry(TOPICS.up("hall"), pack(HERE))
    wait_for(room.head.list_there)
    assert room.head.fetch_photo("hall", "2-6.jpg", 0.1) == b""
    assert room.head._photos == {}


def test_a_photo_comes_from_its_pi(room: Room) -> None:
    """The head gets a photo that a far Pi keeps; nothing if it has none, or if nobody answers."""
    room.copy.photos = {"2-5.jpg": b"jpeg"}
    room.start_far()
    wait_for(room.have_same)
    assert room.head.fetch_photo("hall", "2-5.jpg", PATIENCE) == b"jpeg"
    assert room.head.fetch_photo("hall", "2-6.jpg", PATIENCE) == b""
    assert room.head.fetch_photo("nobody", "2-5.jpg", 0.1) == b""


def test_hostile_items_stop_at_the_link(room: Room) -> None:
    """What is no message does not reach the desk, and what comes after it does."""
    good = Items(outbox="7c1f09aa", items=(OutboxItem(number=1, table=7, name="call", body={}, age=None),))
    values = json.loads(pack(good))
    hostile: list[dict[str, object]] = [
        {"outbox": "x"},
        {"items": []},
        {"items": values["items"] * 21},
        {"items": "x" * 100_000},
    ]
    for more in hostile:
        room.hub.carry(TOPICS.up("bar"), json.dumps(values | more).encode())
    room.hub.carry(TOPICS.up("bar"), pack(good))
    assert room.items.get(timeout=PATIENCE) == ("bar", good)
    assert room.items.empty()


def test_an_error_at_the_desk_holds_nothing_up(tmp_path: Path) -> None:
    """If the head's program has a bug with one message, the next one comes to it all the same."""
    taken: SimpleQueue[Items] = SimpleQueue()

    def take(pi: str, items: Items) -> None:
        if pi == "bad":
            raise ValueError(pi)
        taken.put(items)

    items = Items(outbox="7c1f09aa", items=(OutboxItem(number=1, table=7, name="call", body={}, age=None),))
    hub = Hub()
    with Log(tmp_path) as log:
        log.start(HEADER)
        head = HeadLink(
            LogTail(tmp_path), TOPICS, "bunco", 1, Desk(lambda: DEVICES, make_roster, take, lambda: None)
        )
        with closing(hub.connect(head.receive, TOPICS.up("+"))) as carrier, closing(head):
            head.start(carrier)
            with capture_logs() as logs:
                hub.carry(TOPICS.up("bad"), pack(items))
                hub.carry(TOPICS.up("hall"), pack(items))
                assert taken.get(timeout=PATIENCE) == items
    assert [(log["event"], log["log_level"]) for log in logs] == [("a message of a far Pi failed", "error")]
