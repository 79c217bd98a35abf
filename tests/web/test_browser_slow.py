"""Taps on a slow network, in a real browser at a table that really plays: in order, each once, none lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, UndoStep
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.real_service import open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def service(tmp_path: Path) -> Iterator[FakePageService]:
    """Play the first round of a classic game, by taps."""
    with open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di")), RingBell()) as service:
        yield service


class Slow:
    """Holds what a page asks until a test lets it go on."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.held: list[Any] = []
        page.route("**/api/table/1/*", lambda request: self.held.append(request))  # noqa: PLW0108 - it needs attributes

    def next(self) -> Any:
        """Wait for the one request that is on its way."""
        for _ in range(500):
            if self.held:
                break
            self._page.wait_for_timeout(10)
        [request] = self.held
        self.held.clear()
        return request


@pytest.fixture
def slow(page: Any) -> Slow:
    page.wait_for_selector(".keypad")
    return Slow(page)


def tap(page: Any, faces: str) -> None:
    for face in faces:
        page.click(f".keys [data-face='{face}']")


def dice(service: FakePageService) -> list[tuple[int, ...]]:
    """Return the dice of this round's throws as the table has them."""
    return [thrown.dice for thrown in service.view().course]


def test_two_throws_tapped_quickly_count_in_order(page: Any, slow: Slow, service: FakePageService) -> None:
    """The second throw is tapped while the first is on its way: it waits, and both are logged, each once."""
    tap(page, "113")
    first = slow.next()
    tap(page, "25")
    assert page.locator(".slots .blank").count() == 1
    first.continue_()
    expect_text(page, ".us .score", "2")
    assert page.locator(".slots .blank").count() == 1  # the snapshot leaves the dice that were tapped
    tap(page, "6")
    second = slow.next()
    tap(page, "124")
    assert slow.held == []  # the third waits for the second
    second.continue_()
    slow.next().continue_()
    expect_text(page, ".them .score", "1")
    assert dice(service) == [(1, 1, 3), (2, 5, 6), (1, 2, 4)]
    assert (
        len(wait_for_commands(page, service, 3))
        == len({one.token for one in service.commands if isinstance(one, EnterDice)})
        == 3
    )


def test_two_equal_throws_count_twice(page: Any, slow: Slow, service: FakePageService) -> None:
    """The same dice again, tapped while the first throw is on its way, are a throw of their own."""
    tap(page, "234")
    first = slow.next()
    tap(page, "234")
    first.continue_()
    slow.next().continue_()
    page.locator(".course .slip").nth(1).wait_for()
    assert dice(service) == [(2, 3, 4), (2, 3, 4)]


def test_a_throw_that_was_answered_in_vain_counts_once(
    page: Any, slow: Slow, service: FakePageService
) -> None:
    """The throw arrived and its answer was lost: it is sent again, with the same token."""
    tap(page, "113")
    first = slow.next()
    first.fetch()
    first.abort()
    slow.next().continue_()
    expect_text(page, ".us .score", "2")
    assert [type(one) for one in wait_for_commands(page, service, 2)] == [EnterDice, EnterDice]
    assert service.commands[0] == service.commands[1]
    assert dice(service) == [(1, 1, 3)]


def test_a_lost_network_is_said(page: Any, slow: Slow, service: FakePageService) -> None:
    """After two failures, the page says to look before the next tap. It sends nothing by itself later."""
    tap(page, "113")
    slow.next().abort()
    slow.next().abort()
    expect_text(
        page,
        "#toast.bad",
        "The table did not answer. "
        "When this page is live again, check whether that counted; if not, tap again.",
    )
    tap(page, "114")
    slow.next().continue_()
    expect_text(page, ".us .score", "2")
    assert dice(service) == [(1, 1, 4)]


def test_what_was_tapped_behind_a_refusal_is_not_sent(
    page: Any, slow: Slow, service: FakePageService
) -> None:
    """It was meant for a table that took the tap before it; the page says that it was left out."""
    tap(page, "113")
    slow.next().continue_()
    expect_text(page, ".us .score", "2")
    page.click("[data-do=undo]")
    undo = slow.next()
    tap(page, "114")
    service.ask(EnterDice((1, 5, 5)))  # another tablet was quicker
    expect_text(page, ".us .score", "3")
    undo.continue_()
    api.expect(page.locator("#toast.bad")).to_contain_text("What was tapped after it was not sent.")
    assert slow.held == []
    assert dice(service) == [(1, 1, 3), (1, 5, 5)]


def test_a_tap_that_trembles_is_one(page: Any, slow: Slow, service: FakePageService) -> None:
    """The same button again while its tap is on its way asks no second time."""
    tap(page, "113")
    slow.next().continue_()
    expect_text(page, ".us .score", "2")
    page.dblclick("[data-do=undo]")
    slow.next().continue_()
    expect_text(page, ".us .score", "0")
    page.wait_for_function("!document.body.classList.contains('sending')")
    assert slow.held == []
    assert [type(one) for one in service.commands] == [EnterDice, UndoStep]


def test_a_tap_on_its_way_is_shown(page: Any, slow: Slow) -> None:
    """A line runs along the top while a tap waits long, and goes when it has arrived."""
    tap(page, "113")
    first = slow.next()
    page.wait_for_selector("body.sending")
    first.continue_()
    page.wait_for_selector("body:not(.sending)")
