"""A Pi that was the head shows who is the head now, what it alone has, and lets people decide."""

import http.client
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pi_bunco.access.devices import Visitor
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import HOST
from pi_bunco.app.pis.choice import COPY_FOLDER, FollowChoice
from pi_bunco.app.pis.old_head import OldHead
from pi_bunco.app.service import StopRequest
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.broker import find_free_port
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.state import (
    FOLDER,
    FOLLOW_FILE,
    HEAD_FILE,
    FollowWish,
    HeadState,
    Successor,
    load_state,
    save_state,
)
from pi_bunco.settings.config import Settings
from pi_bunco.store import Log, Photos

ADDRESS = "http://127.0.0.1:1/"
PATIENCE = 20.0


class Pi:
    """A Pi that was the head, and its page."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, find_free_port()
        self.stop, self.said = StopRequest(), list[str]()
        self.successor = Successor("hall", ADDRESS, self.play(NewGame("classic", ("Ann", "Bob", "Cy", "Di"))))
        (folder / FOLDER).mkdir()
        save_state(HeadState(8883, successor=self.successor), folder / FOLDER / HEAD_FILE)
        self._thread: threading.Thread | None = None

    def play(self, *commands: NewGame | RingBell | EnterDice) -> LinePlace:
        """Play, and return the newest place."""
        with Log(self.folder) as log:
            keeper = Keeper(log, Photos(self.folder))
            for command in commands:
                keeper.handle(command)
            head = log.head
        assert head
        return LinePlace(head.game, head.seq, head.seal.hex())

    def start(self, choice: FollowChoice | None) -> str:
        """Show the page, and return it."""
        settings = Settings(state_dir=self.folder, port=self.port, host="127.0.0.1", camera="none")
        page = OldHead(self.successor, settings, self.stop, self.said.append, choice)
        self._thread = threading.Thread(target=page.run, daemon=True)
        self._thread.start()
        while True:
            with suppress(urllib.error.URLError):
                text = self.read()
                if "is the head now" in text:
                    return text

    def read(self) -> str:
        """Return the page."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/room", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def press(self, button: str) -> str:
        """Tap a button, and return the page that comes."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{button}", b"", method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def choose(self, folder: Path | None = None) -> FollowChoice:
        """Return the choice of the host, in this Pi's own folder or in another one."""
        return FollowChoice(folder or self.folder, self.stop.ask_for_restart)

    def end(self) -> None:
        """Stop."""
        self.stop.ask()
        if self._thread:
            self._thread.join(PATIENCE)


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    pi = Pi(tmp_path / "state")
    yield pi
    pi.end()


@pytest.fixture
def restarts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each start of the program is added."""
    starts: list[str] = []
    monkeypatch.setattr("os.execv", lambda *_: starts.append("again"))
    return starts


def test_the_page_names_the_head_and_what_is_missing_there(pi: Pi) -> None:
    """The page, and the person who started it, get its address and each throw that only this Pi has."""
    pi.play(RingBell(), EnterDice((1, 1, 5)))
    page = pi.start(None)
    for text in (
        f"hall is the head now. Its pages are at {ADDRESS}",
        "Only this Pi has",
        "Table 1: Ann 1-1-5",
    ):
        assert text in page
        assert text in "\n".join(pi.said)
    assert "1 other entry" in page


def test_the_page_says_that_nothing_is_missing(pi: Pi) -> None:
    """Then nobody has to compare anything."""
    page = pi.start(None)
    assert "This Pi has nothing that hall does not have." in page
    assert "<li>" not in page


def test_a_log_that_cannot_be_read_is_said(pi: Pi) -> None:
    """The page is there all the same."""
    (pi.folder / "log.sqlite3").write_bytes(b"rubbish" * 1000)
    page = pi.start(None)
    assert "The log of this Pi cannot be read" in page
    assert "Only this Pi has" not in page
    assert "is the head now" in page


def test_programs_get_no_answer(pi: Pi) -> None:
    """Neither a page of a table nor another Pi takes this one for a head."""
    pi.start(pi.choose())
    for path in ("api/table/1", "api/link/standing", "api/room"):
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(f"http://127.0.0.1:{pi.port}/{path}", timeout=PATIENCE)


def test_without_the_choice_there_is_no_button(pi: Pi) -> None:
    """Who started it by hand decides by hand, and a tap on the address does nothing."""
    assert "<button" not in pi.start(None)
    pi.press("follow")
    pi.press("alone")
    assert not pi.stop.wait(0)
    assert (pi.folder / FOLDER).exists()


def test_people_let_it_follow(pi: Pi, restarts: list[str]) -> None:
    """It starts again with that wish, and still knows that it is no head."""
    page = pi.start(pi.choose())
    assert "Follow hall" in page
    assert "is starting again" in pi.press("follow")
    assert pi.stop.wait(PATIENCE)
    pi.stop.start_again()
    assert restarts == ["again"]
    assert load_state(FollowWish, pi.folder / FOLDER / FOLLOW_FILE) == FollowWish(ADDRESS)
    assert load_state(HeadState, pi.folder / FOLDER / HEAD_FILE) == HeadState(8883, successor=pi.successor)


def test_people_let_it_leave_the_room(pi: Pi, restarts: list[str]) -> None:
    """What it knows of the room is set aside, its log stays, and it starts again and plays alone."""
    log = (pi.folder / "log.sqlite3").read_bytes()
    assert "Leave the room" in pi.start(pi.choose())
    pi.press("alone")
    assert pi.stop.wait(PATIENCE)
    pi.stop.start_again()
    assert restarts == ["again"]
    assert not (pi.folder / FOLDER).exists()
    assert (pi.folder / "link-1" / HEAD_FILE).exists()
    assert (pi.folder / "log.sqlite3").read_bytes() == log


def test_only_the_host_lets_it_leave_the_room(pi: Pi) -> None:
    """Another device types the PIN; a page of another site taps nothing."""
    Door(DoorConfig(file=AccessFile(pi.folder))).set_pin(
        Visitor(HOST, "127.0.0.1", None, machine=True), "", "2580"
    )
    pi.start(pi.choose())
    for headers, said in (({}, 'name="pin"'), ({"Origin": "http://evil.example"}, "Another site")):
        asking = http.client.HTTPConnection("127.0.0.1", pi.port, 20, source_address=("127.0.0.2", 0))
        asking.request("POST", "/alone", headers=headers)
        assert said in asking.getresponse().read().decode()
    assert not pi.stop.wait(0)
    assert (pi.folder / FOLDER / HEAD_FILE).exists()


def test_in_a_copy_it_leaves_the_copy(tmp_path: Path, restarts: list[str]) -> None:
    """A Pi that led a copy goes back to its own games; the copy stays as it is."""
    pi = Pi(tmp_path / "own" / COPY_FOLDER)
    (tmp_path / "own" / FOLDER).mkdir()
    wish = tmp_path / "own" / FOLDER / FOLLOW_FILE
    save_state(FollowWish("http://10.0.0.7:8080/"), wish)
    pi.start(pi.choose(tmp_path / "own"))
    pi.press("alone")
    assert pi.stop.wait(PATIENCE)
    pi.stop.start_again()
    assert restarts == ["again"]
    assert not wish.exists()
    assert (pi.folder / FOLDER / HEAD_FILE).exists()
    pi.end()


def test_a_full_disk_is_said(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why nothing happens, and nothing starts again."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    pi.start(pi.choose())
    monkeypatch.setattr("pi_bunco.app.pis.choice.save_state", fail)
    monkeypatch.setattr("pi_bunco.app.pis.old_head.set_folder_aside", fail)
    for button in ("follow", "alone"):
        assert "No space left" in pi.press(button)
    assert not pi.stop.wait(0)
    assert (pi.folder / FOLDER / HEAD_FILE).exists()
