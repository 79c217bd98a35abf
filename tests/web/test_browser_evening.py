"""Whole nights by every sheet, by fifteen browsers at once: what they show is what the record says.

A host, three tables, a television and ten telephones, each a device of its own. What is tapped,
taken back and put right is chosen by chance; PI_BUNCO_SEED chooses another night.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
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
PATIENCE = 10_000
"""Milliseconds until a page must show what the record says."""
END = 0.02
"""How often the host ends the round early; by some sheets nobody else does."""
LOOK, HASTE = 100, 2000
"""Milliseconds until somebody has seen what a page asks, and until they give a key up that moves away."""

SCORES = "(cards) => [...document.querySelectorAll(cards)].map((score) => score.textContent)"


@dataclass
class Evening:
    """Pages that people hold in their hands, and the folder of what is logged.

    Attributes
    ----------
    folder
        Where the games are.
    host, screen
        The pages of the host and of the television.
    tables, phones
        The pages of the tables by number, and of guests by name.
    chance
        Decides what is thrown, and which mistakes are made.
    faults
        What went wrong in a page's scripts.
    """

    folder: Path
    host: Any
    screen: Any
    tables: dict[int, Any]
    phones: dict[str, Any]
    chance: Random
    faults: list[str]
    said: list[str] = field(default_factory=list)

    def game(self) -> Game:
        """Play the record of what was logged again."""
        game, error = replay(read_record(self.folder))
        assert error is None
        assert game is not None
        return game

    def phase(self) -> str:
        """Return what the head table's page says of the game: a semi-final goes on after the record's end."""
        phase: str = self.tables[1].evaluate("document.body.dataset.phase")
        return phase

    def tap(self, page: Any, selector: str, asks: str = "POST") -> bool:
        """Tap what is in sight, and wait for the answer; tell whether it was in sight."""
        at = page.locator(selector).locator("visible=true").first
        if not at.count():
            return False
        with page.expect_response(lambda answer: answer.request.method == asks, timeout=PATIENCE):
            at.click(timeout=HASTE)
        return True

    def do_next(self) -> bool:
        """Do one thing that a page asks for; tell whether there was one."""
        if self.host.locator("[data-do=ring]").count():
            self.check()
        if self.tap(self.host, "[data-do=draw]") or self.tap(self.host, "[data-do=ring]"):
            return True
        if self.chance.random() < END and self.tap(self.host, "[data-do=ask-end]", "GET"):
            self.host.wait_for_selector("#dialog[open] button.strong")
            return self.tap(self.host, "#dialog button.strong")
        asked = [page for page in self.tables.values() if page.locator("main dice-keypad").count()]
        if not asked:
            return False
        page = self.chance.choice(asked)
        with suppress(api.TimeoutError):  # the page changed under the finger: people look again
            self.throw(page)
            self.err(page)
        page.keyboard.press("Escape")
        return True

    def go_on(self) -> bool:
        """Do the next thing as soon as a page asks for it; tell whether the game goes on."""
        for _ in range(PATIENCE // LOOK):
            if self.do_next():
                return True
            if self.phase() == "over":
                break
            self.host.wait_for_timeout(LOOK)
        return False

    def throw(self, page: Any) -> None:
        """Type dice on the keys: often what is rolled for, so that the night ends."""
        page.wait_for_timeout(LOOK)
        keys, target = page.locator("main dice-keypad"), page.locator(".goal .die use, .next .die use")
        if not keys.count():
            return  # the round is over meanwhile
        rolled = target.first.get_attribute("href")[-1] if target.count() else ""
        faces = [
            rolled if rolled and self.chance.random() < 0.4 else str(self.chance.randint(1, 6))
            for _ in range(int(keys.first.get_attribute("wanted")))
        ]
        with page.expect_response(lambda answer: answer.request.method == "POST", timeout=PATIENCE):
            for face in faces:
                page.keyboard.press(face)

    def err(self, page: Any) -> None:
        """Make a mistake now and then, and put it right, or not."""
        roll = self.chance.random()
        if roll < 0.05:
            self.tap(page, "#do-undo") and self.chance.random() < 0.5 and self.tap(page, "#do-redo")
        elif roll < 0.1 and self.tap(page, ".course .slip", "GET"):
            page.wait_for_selector("#dialog[open]")
            face = f"#dialog [data-do=correct][data-face='{self.chance.randint(1, 6)}']"
            self.tap(page, "#dialog [data-do=void]" if roll < 0.07 else face)
            page.keyboard.press("Escape")

    def check(self) -> None:
        """Compare what all pages show with the record."""
        game = self.game()
        for number, page in self.tables.items():
            if number <= len(game.tables) and _plain(game, game.tables[number - 1]):
                want = [str(score) for score in game.tables[number - 1].scores]
                self.shows(page, ".stage .side .score b", want)
                self.shows(self.screen, f"#room_tables-{number} .sides b", want)
        for name, page in self.phones.items() if self.phase() in ("ready", "over") else ():
            card = game.players[name]
            want = [str(count) for count in (card.wins, card.losses, card.buncos, card.minis, card.points)]
            self.shows(page, ".own-card dd", want)

    def shows(self, page: Any, selector: str, want: list[str]) -> None:
        """Wait until a page shows these numbers."""
        with suppress(api.TimeoutError):
            page.wait_for_function(
                f"([selector, want]) => ({SCORES})(selector).join() === want.join()",
                arg=[selector, want],
                timeout=PATIENCE,
            )
        assert (page.url, selector, page.evaluate(SCORES, selector)) == (page.url, selector, want)
        self.said.append(f"{selector}: {' '.join(want)}")


def _plain(game: Game, table: Table) -> bool:
    """Return whether a table's page shows the scores of its round now: no roll-off, no end."""
    return game.status == "playing" and not table.tied and not table.winners


@pytest.fixture
def evening(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Begin a game with all devices let in."""
    stack: list[Any] = []

    def begin(rules: str, sets: int) -> Evening:
        service = open_service(tmp_path, NewGame(rules, GUESTS, sets=sets))
        stack.append(service)
        door = GuestsDoor(DoorConfig(count_tables=lambda: len(TABLES)))
        server = serve(create_app(service.__enter__(), door=door), "127.0.0.1", 0, per_address=300)
        stack.append(server)
        room = Room(f"http://127.0.0.1:{server.__enter__().port}", door, browser)
        host = room.open_host()
        tables = {number: room.open_device(f"/t/{number}") for number in TABLES}
        for page in tables.values():
            page.click("[data-do=ask-in]")
            host.click("[data-do=let-in]", timeout=PATIENCE)
            page.wait_for_selector(".pass", state="detached", timeout=15_000)
        phones = {name: room.open_device(f"/me?guest={name}", "telephone") for name in GUESTS[:PHONES]}
        faults: list[str] = []
        screen = room.open_device("/room", "television")
        for page in (host, screen, *tables.values(), *phones.values()):
            page.on("pageerror", lambda error: faults.append(str(error)))
        chance = Random(os.environ.get("PI_BUNCO_SEED", "1"))
        return Evening(tmp_path, host, screen, tables, phones, chance, faults)

    yield begin
    for context in browser.contexts:
        context.close()
    for one in reversed(stack):
        one.__exit__(None, None, None)


@pytest.mark.parametrize("rules", SHEETS)
def test_every_page_shows_what_the_record_says(evening: Callable[..., Evening], rules: str) -> None:
    """Scores of tables and room after each tenth tap, ten guests' cards after each round, the results."""
    night = evening(rules, sets=1)
    taps = 0
    while night.go_on():
        taps += 1
        if taps % 10 == 0:
            night.check()
    night.check()
    game = night.game()
    assert game.status == "over"
    results = night.host
    results.goto(results.url.replace("/host", "/results"))
    rows = results.locator(".score-card tbody tr").all_inner_texts()
    shown = {row.split("\n")[0].split("\t")[0].strip(): row.split()[-5:] for row in rows}
    for name, card in game.players.items():
        want = [str(count) for count in (card.wins, card.losses, card.buncos, card.minis, card.points)]
        assert shown[name] == want
    assert night.faults == []
    assert night.said.count(".own-card dd: 0 0 0 0 0") < len(night.said) / 2
