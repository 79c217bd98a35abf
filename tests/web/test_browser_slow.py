"""Taps on a slow network, in a real browser at a table that plays: in order, each once, none lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, UndoStep
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, PATIENCE_MS, expect_text, wait_for_commands
from tests.web.real_service import open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def service(tmp_path: Path) -> Iterator[FakePageService]:
    """Open a classic game in its first round, which is played by taps."""
    with open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di")), RingBell()) as service:
        yield service


class HeldRequests:
    """Holds the requests of a page until a test continues them."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.held: list[Any] = []
        page.route("**/api/table/1/*", lambda request: self.held.append(request))  # noqa: PLW0108 - it needs attributes

    def take(self) -> Any:
        """Wait until one request is held, and return it."""
        for _ in range(PATIENCE_MS // 10):
            if self.held:
                break
            self._page.wait_for_timeout(10)
        [request] = self.held
        self.held.clear()
        return request


@pytest.fixture
def requests(page: Any) -> HeldRequests:
    page.wait_for_selector(".keypad")
    return HeldRequests(page)


def tap(page: Any, faces: str) -> None:
    for face in faces:
        page.click(f".keys [data-face='{face}']")


def list_dice(service: FakePageService) -> list[tuple[int, ...]]:
    """Return the dice of this round's throws at the table."""
    return [thrown.dice for thrown in service.view().course]


def test_two_throws_tapped_quickly_count_in_order(
    page: Any, requests: HeldRequests, service: FakePageService
) -> None:
    """The second throw waits while the first one is under way. Both are logged once."""
    tap(page, "113")
    first = requests.take()
    tap(page, "25")
    assert page.locator(".slots .blank").count() == 1
    first.continue_()
    expect_text(page, ".us .score", "2")
    assert page.locator(".slots .blank").count() == 1  # the new view keeps the dice that were tapped
    tap(page, "6")
    second = requests.take()
    tap(page, "124")
    assert requests.held == []  # the third waits for the second
    second.continue_()
    requests.take().continue_()
    expect_text(page, ".them .score", "1")
    assert list_dice(service) == [(1, 1, 3), (2, 5, 6), (1, 2, 4)]
    assert (
        len(wait_for_commands(page, service, 3))
        == len({command.token for command in service.commands if isinstance(command, EnterDice)})
        == 3
    )


def test_two_equal_throws_count_twice(page: Any, requests: HeldRequests, service: FakePageService) -> None:
    """The same dice, tapped again while the first throw is under way, are another throw."""
    tap(page, "234")
    first = requests.take()
    tap(page, "234")
    first.continue_()
    requests.take().continue_()
    page.locator(".course .slip").nth(1).wait_for()
    assert list_dice(service) == [(2, 3, 4), (2, 3, 4)]


def test_a_throw_whose_answer_is_lost_counts_once(
    page: Any, requests: HeldRequests, service: FakePageService
) -> None:
    """A throw whose answer is lost is sent again with the same token."""
    tap(page, "113")
    first = requests.take()
    first.fetch()
    first.abort()
    requests.take().continue_()
    expect_text(page, ".us .score", "2")
    assert [type(command) for command in wait_for_commands(page, service, 2)] == [EnterDice, EnterDice]
    assert service.commands[0] == service.commands[1]
    assert list_dice(service) == [(1, 1, 3)]


def test_a_lost_network_is_reported(page: Any, requests: HeldRequests, service: FakePageService) -> None:
    """After two failures the page says what to do, and stops sending the throw."""
    tap(page, "113")
    requests.take().abort()
    requests.take().abort()
    expect_text(
        page,
        "#toast.bad",
        "The table did not answer. "
        "When this page is live again, check whether that counted; if not, tap again.",
    )
    tap(page, "114")
    requests.take().continue_()
    expect_text(page, ".us .score", "2")
    assert list_dice(service) == [(1, 1, 4)]


def test_taps_after_a_refused_one_are_not_sent(
    page: Any, requests: HeldRequests, service: FakePageService
) -> None:
    """The page drops the taps that were made after a refused one, and says so."""
    tap(page, "113")
    requests.take().continue_()
    expect_text(page, ".us .score", "2")
    page.click("[data-do=undo]")
    undo = requests.take()
    tap(page, "114")
    service.ask(EnterDice((1, 5, 5)))  # another tablet was quicker
    expect_text(page, ".us .score", "3")
    undo.continue_()
    api.expect(page.locator("#toast.bad")).to_contain_text("Anything tapped after that was not sent.")
    assert requests.held == []
    assert list_dice(service) == [(1, 1, 3), (1, 5, 5)]


def test_a_double_tap_counts_once(page: Any, requests: HeldRequests, service: FakePageService) -> None:
    """A second tap on the button is ignored while the first one is under way."""
    tap(page, "113")
    requests.take().continue_()
    expect_text(page, ".us .score", "2")
    page.dblclick("[data-do=undo]")
    requests.take().continue_()
    expect_text(page, ".us .score", "0")
    page.wait_for_function("() => !document.body.classList.contains('sending')")
    assert requests.held == []
    assert [type(command) for command in service.commands] == [EnterDice, UndoStep]


def test_a_slow_tap_is_shown(page: Any, requests: HeldRequests) -> None:
    """The page marks that a tap is under way until its answer arrives."""
    tap(page, "113")
    first = requests.take()
    page.wait_for_selector("body.sending")
    first.continue_()
    page.wait_for_selector("body:not(.sending)")
