"""The first evening by hands: from the first page to the first throw, with nothing but eyes and fingers."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.store import Log, Photos
from tests.e2e.test_welcome import play_to_the_end
from tests.hands.device import Device
from tests.hands.evening import NAMES
from tests.hands.eyes import Sight
from tests.hands.program import run_program
from tests.hands.road import Roads
from tests.web.driving import DRIVEN

pytestmark = DRIVEN

FEW = 14
"""The most taps of the host from the first page to the first throw. Typing does not count."""


@dataclass
class House:
    """A house with a table that has no game yet, and people with devices."""

    browser: Any
    roads: Roads
    opened: ExitStack
    taps: list[str] = field(default_factory=list)

    def buy(self, name: str, size: str = "tablet") -> Device:
        """Return a new device that shows the first page of the table."""
        device = Device.switch_on(self.browser, self.roads.build(), name, size)
        self.opened.callback(device.context.close)
        device.open("/")
        return device

    def tap(self, device: Device, pattern: str, then: str) -> None:
        """Tap something, count it, and wait until the screen reads something else."""
        device.wait_for(lambda sight: sight.find(pattern, "button", "link"), f"“{pattern}”")
        device.tap(pattern, "button", "link")
        self.taps.append(pattern)
        device.wait_for(lambda sight: sight.reads(then), f"“{then}” after {self.taps}")


@contextmanager
def enter_house(browser: Any, folder: Path) -> Iterator[House]:
    """Start the program as on a fresh card."""
    with ExitStack() as opened:
        program = opened.enter_context(run_program(folder / "state", "--camera", "none"))
        roads = Roads(program.port)
        opened.callback(roads.close)
        yield House(browser, roads, opened)


def answer_all(house: House, host: Device, guests: int) -> None:
    """Answer all questions on the host's device, up to the beginning of the game."""
    house.tap(host, "The host’s tablet.*", "PIN")
    house.tap(host, "Skip", "Which rules")
    house.tap(host, "Classic.*", "Who plays tonight")
    host.type("One name a line", "\n".join(NAMES[:guests]))
    host.wait_for(lambda sight: sight.reads(f"{guests} guests"), "the number of guests")
    house.tap(host, "Next", "Who sits where")
    house.tap(host, "Next", "Do you hear the bell")
    house.tap(host, "Ring the bell", "It rings now")
    house.tap(host, "I heard it", "All is ready")


def throw(house: House, host: Device) -> None:
    """Ring the bell of the game at table 1, and tap in the first throw."""
    house.tap(host, "Ring the bell|Ring.*", "(?i)round 1")
    assert not has_throw(host.look())
    for count in (1, 2, 3):
        host.wait_for(can_tap_two, "the keys for the dice")
        host.tap("2", "button")
        house.taps.append(f"die {count}")


def can_tap_two(sight: Sight) -> bool:
    """Return whether nothing covers the keys any more: the news of the bell stays for two seconds."""
    key = sight.find("2", "button")
    return key is not None and not key.covered


def has_throw(sight: Sight) -> bool:
    """Return whether a screen shows the first throw: no two counts in the round of ones."""
    return bool(sight.reads("(?i)tapped in|mini|2-2-2"))


@pytest.mark.parametrize(
    ("guests", "size"),
    [
        (12, "tablet"),
        pytest.param(2, "telephone", marks=pytest.mark.nightly),
        pytest.param(48, "standing", marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_from_the_first_page_to_the_first_throw(browser: Any, tmp_path: Path, guests: int, size: str) -> None:
    """Twelve guests at three tables need at most fourteen taps, and so do two and 48 guests."""
    with enter_house(browser, tmp_path) as house:
        host = house.buy("host", size)
        answer_all(house, host, guests)
        house.tap(host, "Begin the game", "Everybody waits for the first bell|first bell")
        if guests > 4:
            house.tap(host, "1 .*|Table 1.*", "Round 1|first bell")
        throw(house, host)
        host.wait_for(has_throw, "the first throw")
        assert len(house.taps) < FEW, house.taps  # a Pi with NetworkManager asks one question more
        assert not host.errors


@pytest.mark.nightly
def test_other_devices_go_on_by_themselves(browser: Any, tmp_path: Path) -> None:
    """A tablet and a television that are switched on meanwhile wait, and go on. The tablet asks to tap."""
    with enter_house(browser, tmp_path) as house:
        host, tablet = house.buy("host"), house.buy("tablet of table 2", "standing")
        tablet.open("/t/2")
        house.tap(tablet, "A table’s tablet.*", "Which table")
        house.tap(tablet, "2", "This is the tablet of table 2")
        screen = house.buy("television", "television")
        screen.open("/room")
        house.tap(screen, "A television.*", "This is the room’s screen")
        answer_all(house, host, 12)
        host.reload()
        house.tap(host, "Begin the game", "first bell")
        tablet.wait_for(lambda sight: sight.address == "/t/2", "the page of table 2", 60)
        screen.wait_for(lambda sight: sight.address == "/room", "the room's screen", 60)
        tablet.wait_for(lambda sight: sight.reads("asks to tap here"), "the question to the host", 60)


@pytest.mark.nightly
def test_back_and_forth_loses_nothing(browser: Any, tmp_path: Path) -> None:
    """The host goes back through all pages with the browser's own button, and to the end again."""
    with enter_house(browser, tmp_path) as house:
        host = house.buy("host")
        answer_all(house, host, 12)
        for _ in range(7):
            host.page.go_back(wait_until="load")
            host.page.reload(wait_until="load")
        host.open("/welcome/names?change")
        assert host.look().find("One name a line", "field").value.splitlines()[-1] == NAMES[11]  # type: ignore[union-attr] # else it fails
        host.open("/")
        host.wait_for(lambda sight: sight.reads("12 guests at 3 tables"), "the last page")


def test_the_next_evening_takes_three_taps(browser: Any, tmp_path: Path) -> None:
    """The page of the finished game is there after a restart. Its new game has the same rules and guests."""
    with Log(tmp_path / "state") as log:
        keeper = Keeper(log, Photos(tmp_path / "state"))
        keeper.handle(NewGame("boxed", ("Zoe", "Yan"), sets=2, options={"goal": 11, "cup": [1, 6]}))
        before = keeper.read(lambda book: book.game.header)
        play_to_the_end(keeper)
    with enter_house(browser, tmp_path) as house:
        host = house.buy("host")
        house.tap(host, "New game.*", "A new game")
        house.tap(host, "Begin the game", "Round 1|first bell")
        assert len(house.taps) <= 3
    with Log(tmp_path / "state") as log:
        keeper = Keeper(log, Photos(tmp_path / "state"))
        assert keeper.number == 2
        assert keeper.read(lambda book: book.game.header) == before
