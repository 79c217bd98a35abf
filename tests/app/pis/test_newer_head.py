"""Of two heads of a room one stops: the older one, as soon as it hears of the newer one."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.pis import head as module
from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.authority import Authority
from pi_bunco.link.broker import find_free_port
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import FOLDER, HEAD_FILE, HEAD_NAME, HeadState, Successor, load_state, save_state
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from tests.app.pis.test_head import needs_mosquitto
from tests.link.certificates import issue
from tests.link.pages import PLACE, Pages, TlsPort, write_standing

PATIENCE = 60.0
pytestmark = needs_mosquitto


class OldHead:
    """A head whose only member ``hall`` says on its pages what a test sets."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        (folder / FOLDER).mkdir()
        self.authority = Authority(folder / FOLDER)
        self.starts: list[str] = []
        self.port = find_free_port()
        self.hall = stack.enter_context(Pages(b"<html>"))
        self.keeper = keeper = Keeper(stack.enter_context(Log(folder)), Photos(folder))
        keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        self._room = LiveRoom(keeper, {})
        stack.callback(self._room.close)
        self.write(HeadState(self.port, members=("hall",), addresses={"hall": self.hall.address}))

    def write(self, state: HeadState) -> None:
        """Write what it remembers."""
        save_state(state, self._folder / FOLDER / HEAD_FILE)

    def read(self) -> HeadState:
        """Return what it remembers."""
        state = load_state(HeadState, self._folder / FOLDER / HEAD_FILE)
        assert state
        return state

    def claim(self, name: str = "hall", proves: str = "", **fields: Any) -> None:
        """Let the pages of ``hall`` say that this Pi is the head."""
        own = issue(self.authority, self._folder / f"{name}.pem", proves or name)
        trusted = self._folder / FOLDER / "authority.pem"
        port = self._stack.enter_context(closing(TlsPort(trusted, own))).port
        standing = PiStanding(self.authority.room, name, "head", 2, port, PLACE, (PLACE,))
        self.hall.body = write_standing(replace(standing, **fields))

    def start(self) -> HeadOfPis:
        """Start the program."""
        start_again = lambda: self.starts.append("again")  # noqa: E731 - shorter
        pis = HeadOfPis(self._folder, self._room, lambda: "http://10.0.0.7:8080/", start_again)
        return self._stack.enter_context(closing(pis))

    def find_place(self) -> LinePlace:
        """Return the newest place of the log."""
        place = LogTail(self._folder).find_last()
        assert place
        return LinePlace(place.game, place.seq, place.seal.hex())

    def has_broker(self) -> bool:
        """Return whether another Pi could connect to it."""
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", self.port)) == 0


@pytest.fixture
def old(tmp_path: Path) -> Iterator[OldHead]:
    with ExitStack() as stack:
        yield OldHead(tmp_path, stack)


def wait_for(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_head_that_comes_back_does_not_play(old: OldHead) -> None:
    """It asks its members before it opens its broker, writes down who is the head, and starts again."""
    old.claim()
    pis = old.start()
    assert old.starts
    assert old.read().successor == Successor("hall", old.hall.address, PLACE)
    standing = pis.get_standing()
    assert standing
    assert standing.port == 0
    assert not old.has_broker()
    assert pis.trouble is None


def test_the_newest_common_place_is_found(old: OldHead) -> None:
    """After several changes of the head, what counts is the newest of their places that this Pi has."""
    first = old.find_place()
    old.keeper.handle(RingBell())
    common = old.find_place()
    old.keeper.handle(EnterDice((1, 1, 4)))
    foreign = LinePlace(1, common.seq + 1, "b" * 32), LinePlace(1, common.seq + 9, "c" * 32)
    old.claim(begun=(first, common, *foreign))
    old.start()
    assert old.read().successor == Successor("hall", old.hall.address, common)


def test_without_their_places_its_own_beginning_counts(old: OldHead) -> None:
    """A Pi that became the head in the same term had more lines, so it has those from which this Pi began."""
    own = old.find_place()
    old.keeper.handle(RingBell())
    old.write(replace(old.read(), begun=(own,)))
    old.claim(begun=(LinePlace(1, 9, "b" * 32),))
    old.start()
    assert old.read().successor == Successor("hall", old.hall.address, own)


def test_it_opens_no_broker_at_the_next_start(old: OldHead) -> None:
    """That holds also if the new head does not answer then."""
    old.write(replace(old.read(), successor=Successor("hall", old.hall.address, PLACE)))
    old.start()
    time.sleep(0.5)
    assert not old.has_broker()


def test_a_head_stops_while_it_plays(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that was cut in two may come together again."""
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.1)
    old.start()
    wait_for(old.has_broker)
    assert old.starts == []
    old.claim()
    wait_for(lambda: old.starts)
    assert old.read().successor == Successor("hall", old.hall.address, PLACE)


def look(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a head look several times, and check that it plays on."""
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.1)
    old.start()
    asked = len(old.hall.asked)
    wait_for(lambda: len(old.hall.asked) >= asked + 3)
    wait_for(old.has_broker)
    assert old.starts == []
    assert old.read().successor is None


def test_a_member_that_follows_another_head_leads_there(old: OldHead) -> None:
    """The new head has another address than this Pi remembers, or none. It must prove that it is the head."""
    old.claim()
    with Pages(old.hall.body) as moved, Pages() as far:
        follows = PiStanding(old.authority.room, "bar", "far", 2, 0, PLACE, head=moved.address)
        far.body = write_standing(follows)
        old.write(replace(old.read(), members=("hall", "bar"), addresses={"bar": far.address}))
        old.start()
        assert old.starts
        assert old.read().successor == Successor("hall", moved.address, PLACE)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        pytest.param("hall", {"term": 0}, marks=pytest.mark.nightly),
        ("hall", {"term": 1}),  # the same term, and the name is not later than "head"
        pytest.param("hall", {"term": 2, "role": "far"}, marks=pytest.mark.nightly),
        pytest.param("hall", {"term": 2, "begun": ()}, marks=pytest.mark.nightly),
        ("hall", {"term": 2, "room": "00000000"}),
        ("hall", {"term": 2, "port": 0}),
        ("bar", {"term": 2}),
    ],
)
def test_other_claims_change_nothing(
    old: OldHead, monkeypatch: pytest.MonkeyPatch, name: str, fields: dict[str, Any]
) -> None:
    """An older head, a Pi that only follows, one that began its room itself, and another name or room."""
    old.claim(name, **fields)
    look(old, monkeypatch)


def test_a_claim_without_proof_changes_nothing(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi that says so must have a broker with the certificate of its name."""
    old.claim(proves="attic")
    look(old, monkeypatch)


def test_in_the_same_term_the_later_name_stays(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """If people have let two Pis become the head, one stops and the other does not."""
    old.claim("hall", term=1)
    look(old, monkeypatch)
    assert HEAD_NAME > "hall"
    old.write(replace(old.read(), addresses={"zoo": old.hall.address}, members=("zoo",)))
    old.claim("zoo", term=1)
    old.port = find_free_port()
    old.write(replace(old.read(), port=old.port))
    old.start()
    assert old.read().successor == Successor("zoo", old.hall.address, PLACE)


def test_a_pi_that_was_put_out_is_not_asked(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its certificate is still valid, but it does not belong to the room any more."""
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.1)
    pis = old.start()
    wait_for(old.has_broker)
    pis.put_out("hall")
    time.sleep(0.3)  # a search may be under way
    old.hall.asked.clear()
    old.claim()
    time.sleep(1.0)
    assert old.hall.asked == []
    assert old.starts == []
    assert (old.read().successor, old.read().gone, dict(old.read().addresses)) == (None, ("hall",), {})


def test_an_odd_address_stops_no_head(old: OldHead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a Pi has said of its address, the program starts, and still finds a newer head."""
    addresses = {"hall": old.hall.address, "bar": "http://[/", "loft": "http://" + "x" * 99 + ".local/"}
    old.write(replace(old.read(), addresses=addresses, members=("hall", "bar", "loft")))
    look(old, monkeypatch)
    old.claim()
    wait_for(lambda: old.starts)
