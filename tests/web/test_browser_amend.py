"""Mistakes put right by hand, in a real browser: two taps in this round, four in an earlier one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN, SIZES, expect_text
from tests.web.real_service import RealService, open_service

pytestmark = DRIVEN


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    """One table in round 3: each was won by a bunco."""
    rounds = [
        command
        for face in (1, 2)
        for command in (RingBell(), EnterDice((face, 4, 5)), EnterDice((3, 4, 5)), EnterDice((face, 3, 4)),
                        EnterDice((face, face, face)))
    ]  # fmt: skip
    names = ("Ann", "Bob", "Cy", "Di")
    with open_service(
        tmp_path, NewGame("classic", names), *rounds, RingBell(), EnterDice((3, 1, 2))
    ) as service:
        yield service


@pytest.fixture(params=SIZES)
def page(browser: Any, service: RealService, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    with serve(create_app(service), "127.0.0.1", 0) as server:
        page.goto(f"http://127.0.0.1:{server.port}/t/1")
        yield page
        context.close()
    assert faults == []


def tap(page: Any, *selectors: str) -> None:
    """Tap these, one after another; each must be in sight, and high enough for a thumb."""
    for selector in selectors:
        at = page.locator(selector).first
        at.wait_for(state="visible")
        at.click()


def test_two_taps_put_this_round_right(page: Any) -> None:
    """A throw that did not happen, and one that was misread; redo stands beside undo."""
    tap(page, ".slip", "#dialog [data-do=void]")
    expect_text(page, ".us .score", "0")
    tap(page, "#do-redo")
    expect_text(page, ".us .score", "1")
    tap(page, ".slip", "#dialog [data-at='1'][data-face='3']")
    expect_text(page, ".us .score", "2")
    expect_text(page, "#toast.shown", "Ann’s throw is 3-3-2 now.")


def test_a_missing_throw_is_two_taps_and_its_dice(page: Any) -> None:
    """It stands where it was thrown."""
    tap(page, ".slip", "#dialog [data-do=missing]", *(f"#dialog .keys [data-face='{n}']" for n in (3, 3, 1)))
    expect_text(page, ".us .score", "3")


def test_four_taps_put_an_earlier_round_right(page: Any, service: RealService) -> None:
    """The round, the throw, what it shows, and that what follows is meant."""
    tap(page, ".rounds li:nth-child(1) button", "#dialog .slip", "#dialog [data-at='1'][data-face='1']")
    expect_text(page, "#dialog h2", "Ann threw 1-1-5, not 1-4-5")
    tap(page, "#dialog [data-do=sure]")
    expect_text(page, "#toast.shown", "It is put right.")
    assert service.view().rounds[0].sides[0][1] == 2
    page.wait_for_selector("dialog:not([open])", state="attached")


def test_a_dialog_of_a_round_leads_to_its_neighbours(page: Any) -> None:
    """And back from a throw to its round."""
    tap(page, ".rounds li:nth-child(2) button")
    expect_text(page, "#dialog h2", "Set 1, round 2")
    tap(page, "#dialog [data-do=before]")
    expect_text(page, "#dialog h2", "Set 1, round 1")
    tap(page, "#dialog .slip", "#dialog [data-do=look-back]")
    expect_text(page, "#dialog h2", "Set 1, round 1")
    tap(page, "#dialog [data-do=close]")
    page.wait_for_selector("dialog:not([open])", state="attached")
