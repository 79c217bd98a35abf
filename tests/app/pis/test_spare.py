"""A far Pi keeps what it needs to become the head, and becomes it only if there is no head."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.app.pis import spare as module
from pi_bunco.app.pis.spare import Spare, SpareConfig
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.link.authority import Authority, join_bundles, save_trusted
from pi_bunco.link.far import LinkStatus
from pi_bunco.link.messages import MAX_HEADS, LinePlace, Roster
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import (
    FAR_FILE,
    HEAD_FILE,
    ROSTER_FILE,
    TRUSTED_FILE,
    FarState,
    HeadState,
    load_state,
    save_state,
)
from pi_bunco.web.ports.pis import OtherCopy
from tests.link.certificates import issue, join
from tests.link.pages import Pages, TlsPort, write_standing

PLACE = LinePlace(2, 7, "a" * 32)
OWN_ADDRESS = "http://127.0.0.1:2/"
OLD_HEAD = "http://127.0.0.1:1/"  # it is off


class Room:
    """A far Pi ``hall`` in a room with a head, and with the Pis that a test adds."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._stack, self._trust = stack, folder
        self.folder = folder / "far"
        self.authority = Authority(folder / "room")
        self.identity = join(self.authority, self.folder, "hall")
        self.place: LinePlace | None = PLACE
        self.started: list[str] = []
        self.far = FarState(OLD_HEAD, 8883, term=3)
        self.roster = Roster(
            term=3,
            members=("hall", "bar"),
            gone=("attic",),
            tables={"hall": (2, 5), "bar": (3,)},
            addresses={"head": "http://127.0.0.1:3/", "hall": OWN_ADDRESS},
            authorities=self.authority.certificate.decode(),
        )
        self.spare = self.open()

    def open(self) -> Spare:
        """Start the program of the far Pi again."""
        config = SpareConfig(
            folder=self.folder,
            identity=self.identity,
            get_place=lambda: self.place,
            find_address=lambda: OWN_ADDRESS,
            start_again=lambda: self.started.append("again"),
        )
        self.spare = Spare(config, self.far)
        return self.spare

    def lose(self) -> None:
        """Let nothing come from the head any more, after it has sent a roster."""
        self.spare.keep_roster(self.roster)
        self.spare.note_link(LinkStatus(None, 9.0, behind=False, trouble=None))

    def add(self, standing: PiStanding | None, proves: str = "") -> str:
        """Add a Pi that says this, and return its address; it proves its name, or another one."""
        if standing and standing.role == "head":
            own = issue(self.authority, self._trust / f"{standing.name}.pem", proves or standing.name)
            trusted = self._trust / "room" / "authority.pem"
            port = self._stack.enter_context(closing(TlsPort(trusted, own))).port
            standing = replace(standing, port=port)
        pages = self._stack.enter_context(Pages(write_standing(standing) if standing else b"<html>"))
        return pages.address

    def make_standing(self, name: str, role: str = "head", term: int = 4) -> PiStanding:
        """Return what a Pi of this room says."""
        return PiStanding(self.identity.room, name, role, term, 0, PLACE, (PLACE,))  # type: ignore[arg-type] # one of both

    def know(self, **addresses: str) -> None:
        """Let the roster have further addresses."""
        self.roster = replace(self.roster, addresses={**self.roster.addresses, **addresses})

    def load(self) -> HeadState | None:
        """Return what was written for the next start as the head."""
        return load_state(HeadState, self.folder / HEAD_FILE)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, stack)


def test_it_becomes_the_head(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it plays with is what the room was: without itself, one term later, from its newest line on."""
    monkeypatch.setattr(module, "choose_port", lambda: 9000)
    room.lose()
    room.spare.take_over()
    assert room.load() == HeadState(
        9000,
        term=4,
        name="hall",
        members=("bar",),
        gone=("attic",),
        tables={"bar": (3,)},
        addresses={"head": OLD_HEAD},
        own_tables=(2, 5),
        begun=(PLACE,),
    )
    assert room.started == ["again"]


def test_the_places_of_all_changes_are_kept(room: Room) -> None:
    """An older head finds among them the newest one that it has. Of very many the newest stay."""
    places = tuple(LinePlace(1, number, "b" * 32) for number in range(MAX_HEADS))
    room.roster = replace(room.roster, begun=places)
    room.lose()
    room.spare.take_over()
    state = room.load()
    assert state
    assert state.begun == (*places[1:], PLACE)


def test_the_term_is_higher_than_any_heard(room: Room) -> None:
    """The roster may be newer than what was written of the link, and the other way round."""
    room.roster = replace(room.roster, term=8)
    room.lose()
    room.spare.take_over()
    state = room.load()
    assert state
    assert state.term == 9


def refuse(room: Room) -> Refused:
    """Try to become the head in vain: nothing is written and nothing is started again."""
    with pytest.raises(Refused) as refused:
        room.spare.take_over()
    assert room.load() is None
    assert room.started == []
    return refused.value


def test_no_second_head_while_one_is_heard(room: Room) -> None:
    """The page may be older than the link. The sentence says which Pi must be switched off first."""
    room.lose()
    room.spare.note_link(LinkStatus(None, 0.0, behind=False, trouble=None))
    assert OLD_HEAD in refuse(room).text


def test_no_head_without_a_room(room: Room) -> None:
    """A Pi that has just joined, and one without a game, cannot go on."""
    room.spare.note_link(LinkStatus(None, 9.0, behind=False, trouble=None))
    assert "does not know the room" in refuse(room).text
    room.lose()
    room.place = None
    assert "does not know the room" in refuse(room).text
    room.place = PLACE
    room.spare.take_over()


def test_no_third_head(room: Room) -> None:
    """If another Pi has become the head meanwhile, the sentence has its address, and the Pi follows it."""
    address = room.add(room.make_standing("bar"))
    room.know(bar=address)
    room.lose()
    assert address in refuse(room).text


def test_a_full_disk_makes_no_head(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing starts again, and the pages say why."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    room.lose()
    monkeypatch.setattr(module, "save_state", fail)
    with pytest.raises(Trouble, match="No space"):
        room.spare.take_over()
    assert room.started == []


# Where another Pi has become the head.


def test_a_new_head_is_found(room: Room) -> None:
    """Its address, port and name are those of the Pi that proves it; what people typed stays."""
    room.far = replace(room.far, typed="http://bunco.local:8080/")
    room.open()
    room.know(bar=room.add(room.make_standing("bar")), loft=room.add(room.make_standing("loft", term=5)))
    room.lose()
    found = room.spare.find_new_head()
    assert found
    assert (found.name, found.head) == ("loft", room.roster.addresses["loft"])
    assert (found.typed, found.term) == ("http://bunco.local:8080/", 3)
    assert found.port not in {0, 8883}


def test_the_head_at_the_typed_address_is_found_under_any_name(room: Room) -> None:
    """Another Pi became the head while this one was off, and the host types its address."""
    address = room.add(room.make_standing("loft"))
    room.far = replace(room.far, head=address, typed=address)
    room.open()
    room.lose()
    found = room.spare.find_new_head()
    assert found
    assert (found.name, found.head) == ("loft", address)
    room.roster = replace(room.roster, gone=("loft",))
    room.lose()
    assert room.spare.find_new_head() is None


def test_an_older_head_is_no_new_one(room: Room) -> None:
    """A head that comes back says a term that is over."""
    room.know(bar=room.add(room.make_standing("bar", term=2)))
    room.lose()
    assert room.spare.find_new_head() is None


def test_the_own_head_is_no_new_one(room: Room) -> None:
    """If its pages are there, but its broker is silent for a moment, the Pi waits for it."""
    standing = room.make_standing("head", term=3)
    room.far = replace(room.far, head=room.add(standing))
    room.open()
    room.lose()
    found = room.spare.find_new_head()
    assert found  # it has another port now
    room.far = replace(room.far, port=found.port)
    room.open()
    room.lose()
    assert room.spare.find_new_head() is None


def test_a_rival_of_the_own_head_is_no_new_one(room: Room) -> None:
    """Of two heads of one term it stays with the one that goes first, also if that is silent for a moment."""
    room.know(bar=room.add(room.make_standing("bar")))
    loft = room.make_standing("loft")
    room.far = replace(room.far, head=room.add(loft), name="loft", term=4)
    room.open()
    room.lose()
    found = room.spare.find_new_head()
    assert found
    assert found.name == "loft"
    room.far = replace(room.far, port=found.port)
    room.open()
    room.lose()
    assert room.spare.find_new_head() is None


def test_a_claim_without_proof_is_ignored(room: Room) -> None:
    """Another Pi's certificate, a Pi that follows, and pages without sense show no head."""
    room.know(
        bar=room.add(room.make_standing("bar"), proves="attic"),
        loft=room.add(room.make_standing("loft", "far")),
        cave=room.add(None),
    )
    room.lose()
    assert room.spare.find_new_head() is None


def test_it_asks_neither_itself_nor_a_pi_that_was_put_out(room: Room) -> None:
    """The roster of the head has no address of such a Pi."""
    address = room.add(room.make_standing("hall"))
    room.know(hall=address)
    room.lose()
    assert room.spare.find_new_head() is None


# What is kept.


def test_the_roster_is_written_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes every few seconds, and the card must not wear out. After a restart it is known."""
    written: list[str] = []

    def note_state(state: Roster, path: Path) -> None:
        written.append(path.name)
        save_state(state, path)

    def note_trusted(folder: Path, authorities: bytes) -> None:
        written.append(TRUSTED_FILE)
        save_trusted(folder, authorities)

    monkeypatch.setattr(module, "save_state", note_state)
    monkeypatch.setattr(module, "save_trusted", note_trusted)
    for _ in range(3):
        room.spare.keep_roster(replace(room.roster))
    assert written == [TRUSTED_FILE, ROSTER_FILE]
    room.open().keep_roster(room.roster)
    assert len(written) == 2
    room.spare.keep_roster(replace(room.roster, gone=()))
    assert written[2:] == [ROSTER_FILE]
    assert load_state(Roster, room.folder / ROSTER_FILE) == replace(room.roster, gone=())


def test_new_authorities_are_believed_after_the_first_one(room: Room, tmp_path: Path) -> None:
    """The authority with which the Pi has joined stays at the beginning, also if the head sends others."""
    later = Authority(tmp_path / "later")
    room.spare.keep_roster(replace(room.roster, authorities=later.certificate.decode()))
    assert (room.folder / TRUSTED_FILE).read_bytes() == join_bundles(
        room.authority.certificate, later.certificate
    )


def test_a_roster_with_false_authorities_changes_nothing(room: Room) -> None:
    """Neither what was believed before nor the roster is replaced."""
    room.spare.keep_roster(room.roster)
    before = (room.folder / TRUSTED_FILE).read_bytes()
    with pytest.raises(Trouble, match="cannot be used"):
        room.spare.keep_roster(replace(room.roster, members=("loft",), authorities="rubbish"))
    assert (room.folder / TRUSTED_FILE).read_bytes() == before
    assert load_state(Roster, room.folder / ROSTER_FILE) == room.roster


def test_no_head_that_answers_is_replaced(room: Room) -> None:
    """It plays, but this Pi does not hear it: the network is bad, or its host has removed this Pi."""
    room.far = replace(room.far, head=room.add(room.make_standing("head")), name="head", term=4)
    room.open()
    room.lose()
    found = room.spare.find_new_head()
    assert found
    room.far = found
    room.open()
    room.lose()
    assert room.spare.find_new_head() is None
    with pytest.raises(Refused, match=r"gets nothing from it. Switch that Pi off first"):
        room.spare.take_over()
    assert room.load() is None


def test_a_damaged_roster_stops_nothing(room: Room) -> None:
    """It comes again a moment after the head is heard; until then this Pi cannot become the head."""
    (room.folder / ROSTER_FILE).write_text("rubbish")
    room.open()
    room.spare.note_link(LinkStatus(None, 9.0, behind=False, trouble=None))
    with pytest.raises(Refused, match="does not know the room yet"):
        room.spare.take_over()
    room.lose()
    room.spare.take_over()
    assert room.load()


def test_a_newer_term_is_written_down(room: Room) -> None:
    """After a restart no older head is heard, also if only lines of a new one came and no beat.

    The same term again, and an older one, change nothing.
    """

    def note(term: int) -> FarState | None:
        room.spare.note_link(LinkStatus(None, 0.0, behind=False, trouble=None, term=term))
        return load_state(FarState, room.folder / FAR_FILE)

    assert note(3) is None
    assert note(4) == replace(room.far, term=4)
    (room.folder / FAR_FILE).unlink()
    assert note(4) is None
    assert note(2) is None
    assert room.spare.get_standing().term == 4


def test_a_newer_term_is_written_down_after_a_full_disk(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk takes nothing the link goes on; as soon as it can, the term is there."""

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    status = LinkStatus(None, 0.0, behind=False, trouble=None, term=4)
    with monkeypatch.context() as patched:
        patched.setattr(module, "save_state", refuse)
        room.spare.note_link(status)
    room.spare.note_link(status)
    assert load_state(FarState, room.folder / FAR_FILE) == replace(room.far, term=4)


def test_silence_is_known(room: Room) -> None:
    """The host's page and the search look at it."""
    assert room.spare.silence == 0.0
    room.spare.note_link(LinkStatus(None, 75.0, behind=False, trouble=None))
    assert room.spare.silence == 75.0


def test_it_says_that_it_follows(room: Room) -> None:
    """Other Pis hear its term and its place, and that it has no broker."""
    assert room.spare.get_standing() == PiStanding(
        room.identity.room, "hall", "far", 3, 0, PLACE, head=OLD_HEAD
    )


# How the copies compare.


def test_copies_are_compared_in_words(room: Room) -> None:
    """The host sees which Pi has more, by name; the lost head is left out, and so is this Pi."""
    places = {
        "a-same": PLACE,
        "b-more": LinePlace(2, 8, "b" * 32),
        "c-less": LinePlace(2, 5, "c" * 32),
        "d-other": LinePlace(2, 7, "d" * 32),
        "e-later": LinePlace(3, 0, "e" * 32),
        "f-earlier": LinePlace(1, 99, "f" * 32),
        "g-empty": None,
    }
    room.know(
        **{
            name: room.add(replace(room.make_standing(name, "far"), place=place))
            for name, place in places.items()
        },
        **{"h-head": room.add(room.make_standing("h-head")), "i-off": "http://127.0.0.1:1/"},
    )
    room.lose()
    assert room.spare.list_copies() == (
        OtherCopy("a-same", "has the same as this Pi", is_better=False),
        OtherCopy("b-more", "has 1 more line than this Pi", is_better=True),
        OtherCopy("c-less", "has 2 lines fewer than this Pi", is_better=False),
        OtherCopy("d-other", "has a different log from this Pi", is_better=False),
        OtherCopy("e-later", "has a later game", is_better=True),
        OtherCopy("f-earlier", "has an earlier game", is_better=False),
        OtherCopy("g-empty", "has an earlier game", is_better=False),
        OtherCopy("h-head", "is the head", is_better=True),
        OtherCopy("i-off", "does not answer", is_better=False),
    )


def test_a_head_that_still_answers_is_listed(room: Room) -> None:
    """Its network may only be slow."""
    room.far = replace(room.far, head=room.add(room.make_standing("head", term=3)))
    room.open()
    room.lose()
    assert room.spare.list_copies() == (OtherCopy("head", "is the head", is_better=True),)
