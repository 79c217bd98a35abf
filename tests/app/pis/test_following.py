"""A far Pi whose copy is set aside says what only that copy had."""

import http.client
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.app.pis import following as following_module
from pi_bunco.app.pis.choice import COPY_FOLDER, FollowChoice
from pi_bunco.app.pis.following import Following, _describe_lone
from pi_bunco.app.service import StopRequest
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.authority import Authority, RequestTrouble
from pi_bunco.link.broker import find_free_port
from pi_bunco.link.messages import Beat, LinePlace
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.state import (
    FAR_FILE,
    FOLDER,
    FOLLOW_FILE,
    ROSTER_FILE,
    FarState,
    FollowWish,
    save_state,
)
from pi_bunco.settings.config import Settings
from pi_bunco.store import Log, Photos
from pi_bunco.views.devices import Banner
from tests.link.certificates import join
from tests.link.doubles import make_roster

PATIENCE = 60.0
OTHER = LinePlace(1, 1, "f" * 32)


@pytest.fixture
def place(tmp_path: Path) -> LinePlace:
    """Return a place in a log that goes on with two throws."""
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        for command in (NewGame("classic", ("Ann", "Bob", "Cy", "Di")), RingBell()):
            keeper.handle(command)
        place = LinePlace.find(log.head)
        for dice in ((1, 1, 4), (1, 2, 5)):
            keeper.handle(EnterDice(dice))
    assert place
    return place


def make_beat(place: LinePlace | None) -> Beat:
    """Return a beat of a head with this newest line."""
    return Beat(term=2, place=place, name="hall", version="1.0")


def check_is_said(folder: Path, head: Beat | None) -> None:
    lone = _describe_lone(folder, head)
    assert lone
    assert lone.remedy == "Table 1: Ann 1-1-4 and Table 1: Ann 1-2-5"


class ShownPage:
    """Keeps what a page shows while this Pi waits."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def show(self, text: str, *_more: object, **_parts: object) -> None:
        self.texts.append(text)


def test_this_pi_asks_again_whatever_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A head that sends nonsense, or a full disk, is shown on the page and ends nothing."""
    failures = [RequestTrouble("The head sent something else.", "Ask again."), OSError(28, "No space left")]

    def fail(*_: object) -> None:
        if failures:
            raise failures.pop(0)

    monkeypatch.setattr(following_module, "join", fail)
    monkeypatch.setattr(following_module, "_AGAIN_SECONDS", 0.0)
    page, shown = ShownPage(), list[str]()
    settings = Settings(state_dir=tmp_path)
    following = Following("hall", settings, StopRequest(), shown.append, FollowChoice(tmp_path, lambda: None))
    assert following._join("http://hall/", page) is None  # type: ignore[arg-type] # a simpler page
    assert page.texts[1] == "The head sent something else."
    assert "No space left" in page.texts[2]
    assert not failures


class ShownRoom:
    """A far Pi of which only the banner is looked at."""

    spare = new_head = None

    def __init__(self, *_: object) -> None:
        self.room = self
        self.lone: Banner | None = None


@pytest.mark.parametrize("is_read", [False, True])
def test_what_another_room_does_not_get_is_shown_until_somebody_taps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_read: bool
) -> None:
    """The pages name it, also after another start, and not any more after a tap."""
    link = tmp_path / "followed-1" / FOLDER
    link.mkdir(parents=True)
    with closing(OutboxFile(link)) as outbox:
        outbox.put(1, 7, "enter", {"dice": [1, 1, 4], "token": ""})
    copy = tmp_path / COPY_FOLDER
    join(Authority(tmp_path), copy / FOLDER, "hall")
    (tmp_path / FOLDER).mkdir()
    save_state(FollowWish("http://hall/", aside="followed-1"), tmp_path / FOLDER / FOLLOW_FILE)
    save_state(FarState("http://hall/", 8883, typed="http://hall/"), copy / FOLDER / FAR_FILE)
    shown: list[str] = []

    def follow(_: object, pi: ShownRoom, *_more: object) -> str:
        shown.append(pi.lone.remedy if pi.lone else "")
        pi.lone = None if is_read else pi.lone
        return "tables" if len(shown) == 1 else "stop"

    monkeypatch.setattr(following_module, "FollowingPi", ShownRoom)
    monkeypatch.setattr(Following, "_follow", follow)
    choice = FollowChoice(tmp_path, lambda: None)
    settings = Settings(state_dir=copy, port=0)
    Following("http://hall/", settings, StopRequest(), lambda _: None, choice).run()
    assert shown == ["Table 7: 1-1-4", "" if is_read else "Table 7: 1-1-4"]
    assert (choice.describe_left() is None) == is_read


def make_damaged(folder: Path, name: str) -> Following:
    """Return a far Pi with a copy in which one file is damaged."""
    copy = folder / COPY_FOLDER
    join(Authority(folder), copy / FOLDER, "hall")
    save_state(FarState("http://hall/", 8883, typed="http://hall/"), copy / FOLDER / FAR_FILE)
    save_state(make_roster(), copy / FOLDER / ROSTER_FILE)
    (copy / "log.sqlite3").write_bytes(b"log")
    (copy / FOLDER / name).write_text("rubbish")
    settings = Settings(state_dir=copy, port=find_free_port(), host="127.0.0.1")
    choice = FollowChoice(folder, lambda: None)
    return Following("http://hall/", settings, StopRequest(), lambda _: None, choice)


def ask(following: Following, path: str, method: str) -> str:
    """Ask the page of a far Pi for something, as soon as it is there."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError):
            asking = http.client.HTTPConnection("127.0.0.1", following.settings.port, 20)
            asking.request(method, path)
            text = asking.getresponse().read().decode()
            if "Join again" in text or method == "POST":
                return text
        assert time.monotonic() < end


@pytest.mark.parametrize("name", ["identity.pem", FAR_FILE])
def test_a_pi_with_a_damaged_file_joins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Its page says what is damaged, and a tap begins to join. Its copy stays, and is no game of its own."""
    following = make_damaged(tmp_path, name)
    running = threading.Thread(target=following.run, daemon=True)
    running.start()
    assert f"{name} is damaged." in ask(following, "/", "GET")
    assert "is starting again" in ask(following, "/again", "POST")
    running.join(PATIENCE)
    assert not running.is_alive()
    asked: list[str] = []
    monkeypatch.setattr(following_module, "join", lambda head, *_: asked.append(head))
    replace(following, stop=StopRequest()).run()
    assert asked == ["http://hall/"]
    folder = tmp_path / COPY_FOLDER
    assert sorted(path.name for path in (folder / FOLDER).iterdir()) == [FAR_FILE]
    assert (folder / "log.sqlite3").exists()


def test_without_pages_the_damaged_file_is_named(tmp_path: Path) -> None:
    """The person who started it reads what to remove, and it joins again then."""
    following = replace(make_damaged(tmp_path, "identity.pem"), choice=None)
    with pytest.raises(Trouble, match=r"identity\.pem is damaged"):
        following.run()


def test_games_of_its_own_become_no_copy(tmp_path: Path) -> None:
    """A folder in which this Pi has played stays as it is."""
    (tmp_path / "log.sqlite3").write_bytes(b"log")
    settings = Settings(state_dir=tmp_path, port=0)
    with pytest.raises(Trouble, match="games of its own"):
        Following("http://hall/", settings, StopRequest(), lambda _: None).run()


def test_a_head_that_has_lost_the_end_of_its_log(place: LinePlace, tmp_path: Path) -> None:
    """Its newest line is in the copy, so all after it was only there."""
    check_is_said(tmp_path, make_beat(place))


def test_a_new_head_with_a_shorter_copy(place: LinePlace, tmp_path: Path) -> None:
    """Its log goes on otherwise from where it became the head, which the roster says."""
    (tmp_path / FOLDER).mkdir()
    begun = (LinePlace(1, 0, "0" * 32), place)
    roster = replace(make_roster(), begun=begun)
    save_state(roster, tmp_path / FOLDER / ROSTER_FILE)
    check_is_said(tmp_path, make_beat(OTHER))
    check_is_said(tmp_path, None)


@pytest.mark.parametrize("head", [None, make_beat(None), make_beat(OTHER)])
def test_of_another_log_nothing_is_said(place: LinePlace, tmp_path: Path, head: Beat | None) -> None:
    """A head that has deleted a guest has a log with other seals, and lacks nothing."""
    assert place != OTHER
    assert _describe_lone(tmp_path, head) is None
