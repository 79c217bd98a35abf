"""With real Mosquitto, what is entered at a far Pi comes into the head's log, and only in its own name."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from pi_bunco.game.commands import CallThrow, GameCommand, NewGame
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.carrier import Access
from pi_bunco.link.far import FarLink
from pi_bunco.link.head import Desk, HeadLink
from pi_bunco.link.messages import Items, OutboxItem, pack
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.topics import Topics
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from tests.link.conftest import BrokerRoom, Client
from tests.link.doubles import LogCopy, make_devices, make_roster

TOPICS = Topics("7c1f09aa")
PIS = "near", "far"
PATIENCE = 60.0


class MqttRoom:
    """A head with a keeper, and a far Pi with an outbox."""

    def __init__(self, broker_room: BrokerRoom, folder: Path, stack: ExitStack) -> None:
        self.broker_room = broker_room
        members = {pi: Access(reads=(TOPICS.all, TOPICS.to(pi)), writes=(TOPICS.up(pi),)) for pi in PIS} | {
            "head": Access(reads=(TOPICS.up("+"),), writes=(TOPICS.all, TOPICS.to("+")))
        }
        broker_room.broker.set_members(members)
        self.taken: SimpleQueue[tuple[str, Items]] = SimpleQueue()
        self.log = stack.enter_context(Log(folder / "head"))
        self._keeper = Keeper(self.log, Photos(folder / "head"))
        self._keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        head = HeadLink(
            LogTail(folder / "head"),
            TOPICS,
            "bunco",
            1,
            Desk(make_devices, make_roster, self._take, lambda: None),
        )
        stack.callback(head.close)
        head.start(broker_room.connect("head", TOPICS.up("+"), receive=head.receive).carrier)
        far_log = stack.enter_context(Log(folder / "far"))
        self.outbox = stack.enter_context(closing(OutboxFile(folder / "far")))
        self._link = FarLink(LogCopy(far_log, self.outbox), TOPICS, "far", self.outbox)
        stack.callback(self._link.close)
        self.far = broker_room.connect(
            "far", TOPICS.all, TOPICS.to("far"), receive=self._link.receive, notice=self._link.notice
        )
        self._link.start(self.far.carrier)

    def enter(self, *tokens: str) -> None:
        """Enter something at the far Pi."""
        for token in tokens:
            self.outbox.put(1, 7, "call", {"token": token})
            self._link.wake()

    def list_logged(self) -> list[str]:
        """Return the tokens of the items in the head's log."""
        return [line["token"] for line in self.log.record() if "item" in line]

    def await_answers(self) -> None:
        """Wait until nothing waits in the outbox."""
        wait_for(lambda: not self.outbox.waiting)

    def _take(self, pi: str, items: Items) -> None:
        """Let the keeper log items; it refuses each with a line, since the sheet has no calls."""
        self.taken.put((pi, items))
        commands: list[GameCommand] = []
        previous = 0
        for item in items.items:
            key = ItemKey(items.outbox, item.number)
            commands.append(CallThrow(token=item.body["token"], item=key, previous=previous))
            previous = item.number
        self._keeper.handle_all(commands)


@pytest.fixture
def room(broker_room: BrokerRoom, tmp_path: Path) -> Iterator[MqttRoom]:
    # The links must end before their carriers do, and these before the broker.
    with ExitStack() as stack:
        for name in ("head", "far"):
            (tmp_path / name).mkdir()
        yield MqttRoom(broker_room, tmp_path, stack)


def wait_for(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def await_notice(client: Client, *, connected: bool) -> None:
    while client.notices.get(timeout=PATIENCE) != connected:
        pass


def test_items_are_answered(room: MqttRoom) -> None:
    """Each item comes into the log once, in its order, and leaves the outbox."""
    room.enter("a", "b", "c")
    room.await_answers()
    room.enter("d")
    room.await_answers()
    assert room.list_logged() == ["a", "b", "c", "d"]


@pytest.mark.nightly
def test_items_are_answered_after_the_broker_was_killed(room: MqttRoom) -> None:
    """What is entered meanwhile waits, and comes once in its order when the broker is there again."""
    room.enter("first")
    room.await_answers()
    pid = room.broker_room.broker.pid
    assert pid
    os.kill(pid, signal.SIGKILL)
    await_notice(room.far, connected=False)
    tokens = [f"t{number}" for number in range(45)]
    room.enter(*tokens)
    room.await_answers()
    assert room.list_logged() == ["first", *tokens]


def test_items_in_anothers_name_do_not_come(room: MqttRoom) -> None:
    """A Pi that sends on another's topic is not heard there, and on its own topic only in its own name."""
    near = room.broker_room.connect("near", TOPICS.all)
    room.enter("mine")
    room.await_answers()
    false = Items(
        outbox="00000001",
        items=(OutboxItem(number=1, table=7, name="call", body={"token": "false"}, age=None),),
    )
    near.received.get(timeout=PATIENCE)  # the broker has let it in
    near.carrier.send(TOPICS.up("far"), pack(false))
    near.carrier.send(TOPICS.up("near"), pack(false))
    senders = []
    while (got := room.taken.get(timeout=PATIENCE)) != ("near", false):
        senders.append((got[0], got[1].outbox))
    assert senders
    assert ("far", "00000001") not in senders
