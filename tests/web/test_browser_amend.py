"""Corrections by hand in a real browser: two taps for this round, four for an earlier one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.web import create_app, serve
from tests.at_night import leave_to_night
from tests.web.driving import DRIVEN, SIZES, expect_text
from tests.web.real_service import RealService, open_service

pytestmark = DRIVEN


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    """One table in round 3. A bunco has ended each earlier round."""
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


@pytest.fixture(params=leave_to_night(SIZES, ("tablet", "telephone")))
def page(browser: Any, service: RealService, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with serve(create_app(service), "127.0.0.1", 0) as server:
        page.goto(f"http://127.0.0.1:{server.port}/t/1")
        yield page
        context.close()
    assert errors == []


def tap(page: Any, *selectors: str) -> None:
    """Tap these elements, one after another. Each must be visible."""
    for selector in selectors:
        element = page.locator(selector).first
        element.wait_for(state="visible")
        element.click()


def test_two_taps_correct_this_round(page: Any) -> None:
    """Two taps remove a throw, or change a die. The redo button is beside undo."""
    tap(page, ".slip", "#dialog [data-do=void]")
    expect_text(page, ".us .score", "0")
    tap(page, "#do-redo")
    expect_text(page, ".us .score", "1")
    tap(page, ".slip", "#dialog [data-at='1'][data-face='3']")
    expect_text(page, ".us .score", "2")
    expect_text(page, "#toast.shown", "Ann’s throw is 3-3-2 now.")


def test_a_missing_throw_takes_two_taps_and_its_dice(page: Any) -> None:
    """The missing throw comes after the throw that was tapped."""
    tap(page, ".slip", "#dialog [data-do=missing]", *(f"#dialog .keys [data-face='{n}']" for n in (3, 3, 1)))
    expect_text(page, ".us .score", "3")


def test_four_taps_correct_an_earlier_round(page: Any, service: RealService) -> None:
    """The taps are for the round, the throw, the new face, and a confirmation of what follows."""
    tap(page, ".rounds li:nth-child(1) button", "#dialog .slip", "#dialog [data-at='1'][data-face='1']")
    expect_text(page, "#dialog h2", "Ann threw 1-1-5, not 1-4-5")
    tap(page, "#dialog [data-do=sure]")
    expect_text(page, "#toast.shown", "It is put right.")
    assert service.view().rounds[0].sides[0][1] == 2
    page.wait_for_selector("dialog:not([open])", state="attached")


@pytest.mark.nightly
def test_five_taps_keep_the_end_of_an_earlier_round(page: Any, service: RealService) -> None:
    """A bunco that was none had ended its round all the same: this round stays, and one tap undoes it."""
    tap(
        page,
        ".rounds li:nth-child(1) button",
        "#dialog li:nth-child(4) .slip",
        "#dialog [data-at='2'][data-face='4']",
    )
    expect_text(page, "#dialog h2", "Bob threw 1-1-4, not 1-1-1")
    tap(page, "#dialog [data-do=keep-end]")
    expect_text(page, "#toast.shown", "It is put right.")
    assert service.view().round == 3
    assert service.view().rounds[0].sides[1][1] == 3
    tap(page, "#do-undo")
    expect_text(page, "#do-redo", "Redo the correction to 1-1-4")
    assert service.view().rounds[0].sides[1][1] == 22


@pytest.mark.nightly
def test_the_dialog_of_a_round_leads_to_the_round_before(page: Any) -> None:
    """From the dialog of a throw one tap leads back to its round."""
    tap(page, ".rounds li:nth-child(2) button")
    expect_text(page, "#dialog h2", "Set 1, round 2")
    tap(page, "#dialog [data-do=before]")
    expect_text(page, "#dialog h2", "Set 1, round 1")
    tap(page, "#dialog .slip", "#dialog [data-do=look-back]")
    expect_text(page, "#dialog h2", "Set 1, round 1")
    tap(page, "#dialog [data-do=close]")
    page.wait_for_selector("dialog:not([open])", state="attached")
