"""A head lets other Pis follow, and plays on if none can."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.authority import Authority, make_request
from pi_bunco.link.codes import commit, make_code, make_nonce
from pi_bunco.link.join_messages import JoinAsk, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.link.messages import PROTOCOL, Roster
from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, load_state
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, LogTrouble, Photos
from tests.link.conftest import MOSQUITTO

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="Mosquitto is not installed")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[LiveRoom]:
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        room = LiveRoom(keeper, {})
        yield room
        room.close()


@pytest.fixture
def pis(tmp_path: Path, room: LiveRoom) -> Iterator[HeadOfPis]:
    with closing(HeadOfPis(tmp_path, room)) as pis:
        yield pis


class FarPi:
    """A Pi that asks to follow."""

    def __init__(self, pis: HeadOfPis, address: str, name: str = "hall") -> None:
        self.key, self.request = make_request()
        nonce = make_nonce()
        ask = JoinAsk(name, PROTOCOL, "1.0", self.request.decode(), commit(nonce, self.request))
        offer = pis.ask(address, ask)
        pis.reveal(JoinReveal(offer.id, nonce.hex()))
        self.wait = JoinWait(offer.id)
        self.code = make_code(self.request, offer.room, nonce, bytes.fromhex(offer.nonce))


def test_one_pi_alone_loads_nothing_of_this() -> None:
    """A table without other Pis imports neither MQTT nor certificates."""
    code = "import sys, pi_bunco.app.play; print([n for n in ('paho', 'cryptography') if n in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_one_pi_alone_makes_no_files(pis: HeadOfPis, tmp_path: Path) -> None:
    """As long as nobody asks, there is no folder, no request and no Pi, and nothing that others could ask."""
    assert pis.get_standing() is None
    assert not (tmp_path / FOLDER).exists()
    assert (pis.list_waiting(), pis.list_pis(), pis.trouble) == ((), (), None)


@needs_mosquitto
def test_pis_are_let_in_and_put_out(pis: HeadOfPis, tmp_path: Path) -> None:
    """The host sees the code of the other screen. The name of a Pi that was put out is not given again."""
    far = FarPi(pis, "10.0.0.7")
    [asks] = pis.list_waiting()
    assert (asks.name, asks.code) == ("hall", far.code)
    assert pis.get_answer(far.wait).state == "waiting"
    pis.let_in(asks.number)
    answer = pis.get_answer(far.wait)
    assert answer.state == "in"
    assert answer.certificate
    assert [(pi.name, pi.there) for pi in pis.list_pis()] == [("hall", False)]
    pis.put_out("hall")
    assert not pis.list_pis()
    FarPi(pis, "10.0.0.8")
    pis.let_in(pis.list_waiting()[0].number)
    assert [pi.name for pi in pis.list_pis()] == ["hall-2"]
    state = load_state(HeadState, tmp_path / FOLDER / HEAD_FILE)
    assert state
    assert (state.members, state.gone) == (("hall-2",), ("hall",))


def test_refused_pi_gets_nothing(pis: HeadOfPis) -> None:
    """A Pi that the host refuses hears that, and no broker is started for it."""
    far = FarPi(pis, "10.0.0.7")
    pis.refuse(pis.list_waiting()[0].number)
    assert pis.get_answer(far.wait).state == "refused"
    assert not pis.list_waiting()


@needs_mosquitto
def test_the_roster_says_who_belongs_to_the_room(tmp_path: Path, room: LiveRoom) -> None:
    """It has the members, their tables, who was put out, the authorities, and where the head is."""
    with closing(HeadOfPis(tmp_path, room, lambda: "http://10.0.0.7:8080/")) as pis:
        for number, name in enumerate(("hall", "bar", "attic")):
            FarPi(pis, f"10.0.0.{number + 8}", name)
            pis.let_in(pis.list_waiting()[0].number)
        pis.assign("hall", [1])
        pis.put_out("attic")
        assert pis._get_roster() == Roster(
            term=1,
            members=("hall", "bar"),
            gone=("attic",),
            tables={"hall": (1,)},
            addresses={"head": "http://10.0.0.7:8080/"},
            authorities=Authority(tmp_path / FOLDER).certificate.decode(),
        )
        standing = pis.get_standing()
        assert standing
        assert (standing.name, standing.role, standing.term, standing.begun) == ("head", "head", 1, ())
        assert standing.place


def test_another_protocol_is_refused(pis: HeadOfPis) -> None:
    """A Pi whose messages are of another kind is told both versions."""
    ask = JoinAsk("hall", PROTOCOL + 1, "9.0", "", "0" * 64)
    with pytest.raises(JoinTrouble, match=r"9\.0"):
        pis.ask("10.0.0.7", ask)


@pytest.mark.parametrize("damage", ["rubbish", "no program"])
def test_the_table_plays_without_its_broker(
    room: LiveRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """If nobody can follow because of a damaged file or a missing program, the host's page says so."""
    (tmp_path / FOLDER).mkdir()
    text = "rubbish" if damage == "rubbish" else '{"port":8883,"members":["hall"]}'
    (tmp_path / FOLDER / HEAD_FILE).write_text(text)
    monkeypatch.setattr("pi_bunco.link.broker._PATH", str(tmp_path))
    with closing(HeadOfPis(tmp_path, room)) as pis:
        assert pis.trouble
        assert ("damaged" if damage == "rubbish" else "Mosquitto") in str(pis.trouble)


def test_a_full_disk_makes_no_busy_loop(
    room: LiveRoom, pis: HeadOfPis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each failure is a change of the room, too. The tables of a Pi are tried again after a moment."""
    attempts: list[object] = []
    keeper = room._keeper

    def refuse(lines: object) -> None:
        attempts.append(lines)
        raise LogTrouble("full", "make room")

    class Link:
        def wake(self) -> None:
            pass

    pis._state = HeadState(8883, members=("hall",), tables={"hall": (1,)})
    watch = threading.Thread(target=pis._watch, args=(Link(),), daemon=True)
    monkeypatch.setattr("pi_bunco.app.pis.head._WAIT_SECONDS", 0.2)
    with monkeypatch.context() as patched:
        patched.setattr(keeper._log, "append", refuse)
        watch.start()
        time.sleep(1.5)
        assert 0 < len(attempts) < 5
    deadline = time.monotonic() + 30
    while not room.list_far_tables() and time.monotonic() < deadline:
        time.sleep(0.05)
    pis.close()
    watch.join()
    assert room.list_far_tables() == {"hall": (1,)}
