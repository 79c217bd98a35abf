"""Whole nights by every sheet in fifteen browsers at once: the pages show what the record says.

There are a host, three tables, a television and ten telephones, each a device of its own. Chance decides what
is tapped, undone and corrected. ``PI_BUNCO_SEED`` chooses another night.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pi_bunco.access.door import DoorConfig
from pi_bunco.game.commands import NewGame
from pi_bunco.rules import SHEETS, Game, Table, replay
from pi_bunco.store import read_record
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN
from tests.web.guests import GuestsDoor, Room
from tests.web.real_service import open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [*DRIVEN, pytest.mark.nightly]

GUESTS = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jo", "Kim", "Lee")
PHONES = 10
TABLES = (1, 2, 3)
PATIENCE = 60_000
"""Milliseconds until a page must show what the record says."""
END_PROBABILITY = 0.02
"""The probability that the host ends the round early. By some sheets nobody else can."""
LOOK_INTERVAL, TAP_PATIENCE, THROW_PATIENCE = 100, 2000, 10_000
"""Milliseconds until people look at a page again, until they give up tapping a key that has moved, and until
they give up typing a throw that the page does not send."""

SCORES = "(cards) => [...document.querySelectorAll(cards)].map((score) => score.textContent)"


@dataclass
class Evening:
    """The open pages, and the folder of the log.

    Attributes
    ----------
    folder
        The folder of the log.
    host, screen
        The pages of the host and of the television.
    tables, phones
        The pages of the tables by their numbers, and of guests by their names.
    chance
        Decides the dice and the mistakes.
    errors
        Errors in the scripts of the pages.
    compared
        The numbers that were compared with the record.
    """

    folder: Path
    host: Any
    screen: Any
    tables: dict[int, Any]
    phones: dict[str, Any]
    chance: Random
    errors: list[str]
    compared: list[str] = field(default_factory=list)

    def replay_game(self) -> Game:
        """Return the game as a replay of the record."""
        game, error = replay(read_record(self.folder))
        assert error is None
        assert game is not None
        return game

    def read_phase(self) -> str:
        """Return the head table's phase now; its page may still show the one before.

        A semi-final goes on after the record's end.
        """
        address = self.tables[1].url.partition("/t/")[0]
        phase: str = self.host.request.get(f"{address}/api/table/1").json()["phase"]
        return phase

    def tap(self, page: Any, selector: str, method: str = "POST") -> bool:
        """Tap an element if it is visible, and wait for the answer. Return whether it was visible."""
        element = page.locator(selector).locator("visible=true").first
        if not element.count():
            return False
        with page.expect_response(lambda answer: answer.request.method == method, timeout=PATIENCE):
            element.click(timeout=TAP_PATIENCE)
        return True

    def do_next(self) -> bool:
        """Do one thing that a page asks for. Return whether there was one."""
        if self.host.locator("[data-do=ring]").count():
            self.check()
        if self.tap(self.host, "#dialog[open] button.strong"):  # the bell by custom: yes, the next round
            return True
        try:
            if self.tap(self.host, ".bell[data-do=draw]") or self.tap(self.host, "[data-do=ring]"):
                return True
        except api.TimeoutError:  # a question came over the key: people look again
            return True
        if self.chance.random() < END_PROBABILITY and self.tap(self.host, "[data-do=ask-end]", "GET"):
            self.host.wait_for_selector("#dialog[open] button.strong")
            return self.tap(self.host, "#dialog button.strong")
        with_keys = [page for page in self.tables.values() if page.locator("main dice-keypad").count()]
        if not with_keys:
            return False
        page = self.chance.choice(with_keys)
        with suppress(api.TimeoutError):  # the page has changed under the finger: people look again
            self.throw(page)
            self.make_mistake(page)
        page.keyboard.press("Escape")
        return True

    def go_on(self) -> bool:
        """Do the next thing as soon as a page asks for it. Return whether the game goes on."""
        for _ in range(PATIENCE // LOOK_INTERVAL):
            if self.do_next():
                return True
            if self.read_phase() == "over":
                break
            self.host.wait_for_timeout(LOOK_INTERVAL)
        return False

    def throw(self, page: Any) -> None:
        """Type dice on the keys. The target is likely, so that the night ends."""
        page.wait_for_timeout(LOOK_INTERVAL)
        keys, target = page.locator("main dice-keypad"), page.locator(".goal .die use, .next .die use")
        if not keys.count():
            return  # the round is over meanwhile
        rolled = target.first.get_attribute("href")[-1] if target.count() else ""
        faces = [
            rolled if rolled and self.chance.random() < 0.4 else str(self.chance.randint(1, 6))
            for _ in range(int(keys.first.get_attribute("wanted")))
        ]
        with page.expect_response(lambda answer: answer.request.method == "POST", timeout=THROW_PATIENCE):
            for face in faces:
                page.keyboard.press(face)

    def make_mistake(self, page: Any) -> None:
        """Sometimes make a mistake, and sometimes correct it."""
        roll = self.chance.random()
        if roll < 0.05:
            if self.tap(page, "#do-undo") and self.chance.random() < 0.5:
                self.tap(page, "#do-redo")
        elif roll < 0.1 and self.tap(page, ".course .slip", "GET"):
            page.wait_for_selector("#dialog[open]")
            face = f"#dialog [data-do=correct][data-face='{self.chance.randint(1, 6)}']"
            self.tap(page, "#dialog [data-do=void]" if roll < 0.07 else face)
            page.keyboard.press("Escape")

    def check(self) -> None:
        """Compare what all pages show with the record."""
        game = self.replay_game()
        for number, page in self.tables.items():
            if number <= len(game.tables) and _is_in_round(game, game.tables[number - 1]):
                expected = [str(score) for score in game.tables[number - 1].scores]
                self.compare(page, ".stage .side .score b", expected)
                self.compare(self.screen, f"#room_tables-{number} .sides b", expected)
        if self.read_phase() not in ("ready", "over"):
            return
        for name, page in self.phones.items():
            card = game.players[name]
            expected = [
                str(count) for count in (card.wins, card.losses, card.buncos, card.minis, card.points)
            ]
            self.compare(page, ".own-card dd", expected)

    def compare(self, page: Any, selector: str, expected: list[str]) -> None:
        """Wait until a page shows these numbers."""
        with suppress(api.TimeoutError):
            page.wait_for_function(
                f"([selector, expected]) => ({SCORES})(selector).join() === expected.join()",
                arg=[selector, expected],
                timeout=PATIENCE,
            )
        assert (page.url, selector, page.evaluate(SCORES, selector)) == (page.url, selector, expected)
        self.compared.append(f"{selector}: {' '.join(expected)}")


def _is_in_round(game: Game, table: Table) -> bool:
    """Return whether a table is in a round, with no roll-off and no winner yet."""
    return game.status == "playing" and not table.tied and not table.winners


@pytest.fixture
def begin_evening(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Return a function that begins a game with all devices let in."""
    stack = ExitStack()

    def begin(rules: str, sets: int) -> Evening:
        service = stack.enter_context(open_service(tmp_path, NewGame(rules, GUESTS, sets=sets)))
        door = GuestsDoor(DoorConfig(count_tables=lambda: len(TABLES)))
        app = create_app(service, door=door)
        server = stack.enter_context(serve(app, "127.0.0.1", 0, per_address=300))
        room = Room(f"http://127.0.0.1:{server.port}", door, browser)
        host = room.open_host()
        tables = {number: room.open_device(f"/t/{number}") for number in TABLES}
        for page in tables.values():
            page.click("[data-do=ask-in]")
            host.click("[data-do=let-in]", timeout=PATIENCE)
            page.wait_for_selector(".pass", state="detached", timeout=PATIENCE)
        phones = {name: room.open_device(f"/me?guest={name}", "telephone") for name in GUESTS[:PHONES]}
        errors: list[str] = []
        screen = room.open_device("/room", "television")
        for page in (host, screen, *tables.values(), *phones.values()):
            page.on("pageerror", lambda error: errors.append(str(error)))
        chance = Random(os.environ.get("PI_BUNCO_SEED", "1"))
        return Evening(tmp_path, host, screen, tables, phones, chance, errors)

    with stack:
        yield begin
        for context in browser.contexts:
            context.close()


@pytest.mark.parametrize("rules", SHEETS)
def test_every_page_shows_what_the_record_says(begin_evening: Callable[..., Evening], rules: str) -> None:
    """Scores are compared after each tenth tap, guests' cards after each round, the results at the end."""
    night = begin_evening(rules, sets=1)
    taps = 0
    while night.go_on():
        taps += 1
        if taps % 10 == 0:
            night.check()
    night.check()
    game = night.replay_game()
    assert game.status == "over"
    results = night.host
    results.goto(results.url.replace("/host", "/results"))
    rows = results.locator(".score-card tbody tr").all_inner_texts()
    cards = {row.split("\n")[0].split("\t")[0].strip(): row.split()[-5:] for row in rows}
    for name, card in game.players.items():
        expected = [str(count) for count in (card.wins, card.losses, card.buncos, card.minis, card.points)]
        assert cards[name] == expected
    assert night.errors == []
    assert night.compared.count(".own-card dd: 0 0 0 0 0") < len(night.compared) / 2
