"""A far Pi that has become the head goes on with the room: with its name, its certificate and its members."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.game.commands import AssignTables, EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.authority import Authority, find_credentials, join_bundles, save_identity
from pi_bunco.link.broker import find_free_port
from pi_bunco.link.join_messages import JoinAsk
from pi_bunco.link.messages import PROTOCOL, LinePlace
from pi_bunco.link.mqtt import probe_server
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import FOLDER, HEAD_FILE, HEAD_NAME, HeadState, load_state, save_state
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from tests.app.pis.test_head import FarPi, needs_mosquitto
from tests.link.certificates import join

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
PATIENCE = 60.0
pytestmark = needs_mosquitto


class Promoted:
    """The Pi ``hall``, which has become the head while round 1 was over and its own table not settled."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder / "hall"
        self.old = Authority(folder / "old")
        self.identity = join(self.old, self.folder / FOLDER, "hall")
        self.bar = join(self.old, folder / "bar", "bar")
        keeper = Keeper(stack.enter_context(Log(self.folder)), Photos(self.folder))
        keeper.handle(NewGame("classic", EIGHT))
        keeper.handle(AssignTables("hall", (2,)))
        keeper.handle(RingBell())
        keeper.handle(EnterDice((1, 1, 1)))
        self.room = LiveRoom(keeper, {})
        stack.callback(self.room.close)
        head = keeper.book.next_seq - 1
        self.begun = LinePlace(1, head, "a" * 32)
        self.port = find_free_port()
        state = HeadState(
            self.port,
            term=2,
            name="hall",
            members=("bar",),
            addresses={"head": "http://127.0.0.1:1/"},
            own_tables=(2,),
            begun=(self.begun,),
        )
        save_state(state, self.folder / FOLDER / HEAD_FILE)
        self._stack = stack

    def start(self) -> HeadOfPis:
        """Start its program."""
        pis = HeadOfPis(self.folder, self.room, lambda: "http://10.0.0.9:8080/")
        return self._stack.enter_context(closing(pis))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Promoted]:
    with ExitStack() as stack:
        yield Promoted(tmp_path, stack)


def wait_for(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_members_know_it_by_its_name(hall: Promoted, tmp_path: Path) -> None:
    """Its broker has the certificate with its name, and it says so on its pages."""
    pis = hall.start()
    assert pis.trouble is None
    credentials = find_credentials(tmp_path / "bar", hall.bar)
    wait_for(lambda: probe_server("127.0.0.1", hall.port, credentials, "hall"))
    assert not probe_server("127.0.0.1", hall.port, credentials, HEAD_NAME)
    standing = pis.get_standing()
    assert standing
    assert (standing.room, standing.name, standing.role) == (hall.old.room, "hall", "head")
    assert (standing.term, standing.port, standing.begun) == (2, hall.port, (hall.begun,))
    assert [pi.name for pi in pis.list_pis()] == ["bar"]


def test_its_own_items_come_first_and_its_table_is_settled(hall: Promoted) -> None:
    """What waited is in the log before others can connect, and nobody waits for the Pi any more."""
    with closing(OutboxFile(hall.folder / FOLDER)) as outbox:
        outbox.put(1, 2, "enter", {"dice": [1, 2, 3]})
    assert hall.room.list_unsettled().pis == ("hall",)
    pis = hall.start()
    assert pis.trouble is None
    assert sum(hall.room.list_items().values()) == 1
    wait_for(lambda: not hall.room.list_far_tables().get("hall"))
    assert hall.room.list_unsettled().pis == ()


def test_another_pi_joins_the_same_room(hall: Promoted, tmp_path: Path) -> None:
    """It gets the authorities of both heads, is signed by the new one, and is believed by the older Pis."""
    pis = hall.start()
    far = FarPi(pis, "10.0.0.7", "head")
    pis.let_in(pis.list_waiting()[0].number)
    answer = pis.get_answer(far.wait)
    assert answer.state == "in"
    own = Authority(hall.folder / FOLDER)
    bundle = join_bundles(hall.old.certificate, own.certificate)
    identity = save_identity(tmp_path / "new", far.key, answer.certificate.encode(), bundle)
    assert (identity.room, identity.name) == (hall.old.room, "head-2")  # nobody else is called like the first
    credentials = find_credentials(tmp_path / "new", identity)
    wait_for(lambda: probe_server("127.0.0.1", hall.port, credentials, "hall"))
    state = load_state(HeadState, hall.folder / FOLDER / HEAD_FILE)
    assert state
    assert state.members == ("bar", "head-2")


def test_the_offer_shows_the_whole_room(hall: Promoted) -> None:
    """The code on both screens is made of all authorities and of the head's name."""
    pis = hall.start()
    offer = pis.ask(
        "10.0.0.7", JoinAsk("loft", PROTOCOL, "1.0", FarPi(pis, "10.0.0.8").request.decode(), "0" * 64)
    )
    own = Authority(hall.folder / FOLDER)
    assert offer.authorities.encode() == hall.old.certificate + own.certificate
    assert offer.head == "hall"
    assert offer.room == hall.old.certificate + own.certificate + b"hall"


def test_no_pi_gets_the_name_of_an_earlier_one(hall: Promoted) -> None:
    """Those that are members, were put out, are known by their address, or are the head keep their names."""
    state = load_state(HeadState, hall.folder / FOLDER / HEAD_FILE)
    assert state
    pis = hall.start()
    names = []
    for number, host in enumerate(("bar", "hall", "head", "Bar.local")):
        FarPi(pis, f"10.0.0.{number + 1}", host)
        pis.let_in(pis.list_waiting()[0].number)
        names.append(pis.list_pis()[-1].name)
    assert names == ["bar-2", "hall-2", "head-2", "bar-3"]


def test_without_its_identity_it_says_so(hall: Promoted) -> None:
    """The table plays on alone, and the host's page has the remedy."""
    (hall.folder / FOLDER / "identity.pem").unlink()
    pis = hall.start()
    assert "identity.pem is missing" in str(pis.trouble)


def test_its_standing_is_the_one_that_others_read(hall: Promoted) -> None:
    """The place is the newest line of its log now."""
    pis = hall.start()
    hall.room.ask(AssignTables("bar", (2,)))
    standing = pis.get_standing()
    assert isinstance(standing, PiStanding)
    assert standing.place
    assert standing.place.seq > hall.begun.seq
