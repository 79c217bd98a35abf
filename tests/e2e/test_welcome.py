"""The whole program asks for the first game: kills at each step, devices that wait, and the end of a game."""

import json
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.moment import find_moment
from pi_bunco.store import Log, Photos
from tests.e2e.conftest import PATIENCE, RunningTable

Start = Callable[..., RunningTable]
OPTIONS = ("--camera", "none", "--host", "127.0.0.1")
NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal")
STEPS: tuple[tuple[str, dict[str, str]], ...] = (
    ("device", {"place": "/host"}),
    ("pin", {"do": "skip"}),
    ("rules", {"rules": "casino"}),
    ("names", {"names": "\n".join(NAMES)}),
    ("tables", {"draw": "no"}),
    ("bell", {"heard": "yes"}),
)


class Browser:
    """A browser of one device, which keeps its cookies over restarts of the program."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def open(self, table: RunningTable, path: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        """Return the path at which the browser arrives, and the page there."""
        body = urllib.parse.urlencode(fields).encode() if fields else None
        with self._opener.open(find_root(table) + path, body, timeout=PATIENCE) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()

    def send(self, table: RunningTable, step: str, fields: dict[str, str]) -> tuple[str, str]:
        """Send the form of a step."""
        return self.open(table, f"/welcome/{step}", {"seen": "999", **fields})


def find_root(table: RunningTable) -> str:
    """Return the address of the first page. In a room the program prints that of table 1 before it."""
    parts = urllib.parse.urlsplit(table.address)
    return f"{parts.scheme}://{parts.netloc}"


def list_players(table: RunningTable) -> list[str]:
    """Return the players at all tables."""
    with urllib.request.urlopen(f"{find_root(table)}/api/room", timeout=PATIENCE) as answer:
        return [name for each in json.load(answer)["tables"] for name in each["seats"]]


@pytest.mark.nightly
def test_a_kill_at_each_step_loses_nothing(start: Start) -> None:
    """The next start is at the question after the last answer. After the beginning it is in that game."""
    host, table = Browser(), start(*OPTIONS)
    for step, fields in STEPS:
        path, _ = host.open(table, "/")
        assert path == f"/welcome/{step}"
        host.send(table, step, fields)
        table.kill()
        table = start(*OPTIONS)
    path, page = host.open(table, "/")
    assert path == "/welcome/ready"
    assert "8 guests at 2 tables" in page
    host.send(table, "ready", {"do": "next"})
    table.kill()
    table = start(*OPTIONS)
    assert list_players(table) == list(NAMES)
    assert host.open(table, "/")[0] == "/host"  # it is still the host's


def test_devices_wait_for_the_game(start: Start, tmp_path: Path) -> None:
    """No request is lost between the welcome and the game: each device arrives at its own page."""
    table = start(*OPTIONS)
    host, tablet, screen = Browser(), Browser(), Browser()
    tablet.send(table, "device", {"place": "/t/2"})
    screen.send(table, "device", {"place": "/room"})
    for step, fields in STEPS:
        host.send(table, step, fields)
    host.send(table, "ready", {"do": "next"})
    for device, path in ((host, "/host"), (tablet, "/t/2"), (screen, "/room")):
        for _ in range(1000):  # the program may still say that the game begins
            arrived, page = device.open(table, "/")
            if "The game begins." not in page:
                break
        assert arrived == path
    assert tablet.open(table, "/welcome/names")[0] == "/t/2"  # an old page of the welcome leads to the game
    assert not list((tmp_path / "state").glob("welcome*.json"))


def test_a_game_that_is_over_stays_on_the_pages(start: Start, tmp_path: Path) -> None:
    """After a restart its results are there, and no made-up game. Names on the command line begin one."""
    with Log(tmp_path / "state") as log:
        keeper = Keeper(log, Photos(tmp_path / "state"))
        keeper.handle(NewGame("boxed", ("Zoe", "Yan"), sets=1))
        play_to_the_end(keeper)
    table = start(*OPTIONS)
    assert table.table["phase"] == "over"
    assert list_players(table) == ["Zoe", "Yan"]
    assert "New game" in Browser().open(table, "/")[1]
    table.kill()
    fresh = start(*OPTIONS, "--players", "Xi,Yo")
    assert list_players(fresh)[:2] == ["Xi", "Yo"]


def play_to_the_end(keeper: Keeper) -> None:
    """Win each round with one bunco, and the ties after them by chance."""
    chance = Random(1)
    while not keeper.finished:
        if keeper.read(lambda book: book.played.status) == "ready":
            keeper.handle(RingBell())
            face = keeper.read(lambda book: book.game.target)
            keeper.handle(EnterDice((face, face, face)))
            continue
        count = find_moment(keeper.book).tables[0].dice
        keeper.handle(EnterDice(tuple(chance.choices(range(1, 7), k=count))))
