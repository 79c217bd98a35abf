"""The results in a real browser: what staff, judge and host tap, and printing."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import ConfirmClaims, JudgeCostume, OfferAwards
from pi_bunco.game.refused import Refused
from pi_bunco.rules.sheets import Award
from pi_bunco.views.claims import ClaimLine
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.night_states import NIGHT, casino_over

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def results(page: Any, service: FakePageService) -> Any:
    """Return the results of a casino, reached from the table."""
    service.show(casino_over())
    page.click("a[href='/results'].main")
    page.wait_for_selector(".papers")
    return page


def test_the_host_says_that_a_doubted_claim_stands(results: Any, service: FakePageService) -> None:
    """The page has a line for each team. What somebody doubts comes with its throw, and the host decides."""
    expect_text(results, ".staff header p", "3 of 14 confirmed")
    base = casino_over().results
    doubted = tuple(replace(claim, doubted=claim.key == "mini, round 1:Ann") for claim in base.claims)
    service.show(replace(casino_over(), results=replace(base, claims=doubted)))
    results.click("[data-do=stands]")
    assert wait_for_commands(results, service) == [ConfirmClaims(("mini, round 1:Ann",), stands=True)]
    done = tuple(replace(claim, confirmed=True) for claim in base.claims)
    service.show(replace(casino_over(), results=replace(base, claims=done)))
    expect_text(results, ".staff header p", "all confirmed")
    assert results.locator("[data-do=stands]").count() == 0


def test_a_judge_names_the_best_costumes(results: Any, service: FakePageService) -> None:
    """One is a player's, one a team's."""
    results.click("[data-do=judge] >> text=Cy")
    results.click("[data-do=judge] >> text=Team 1")
    assert wait_for_commands(results, service, 2) == [JudgeCostume("Cy", "group"), JudgeCostume(1)]


def test_the_host_chooses_awards_and_prizes(results: Any, service: FakePageService) -> None:
    """The form shows the current awards. What is typed stays when news arrives. Everything is sent."""
    results.click("[data-do=offer]")
    results.fill("[data-field=prize] >> nth=0", "a <cake>")
    service.show(replace(casino_over(), told="meanwhile"))
    for _ in range(3):
        results.click("[data-do=drop] >> nth=3")
    results.click("[data-do=drop] >> nth=1")
    results.click("[data-do=add]")
    results.select_option("[data-field=what] >> nth=2", "fewest_points")
    results.click("text=Give these")
    assert wait_for_commands(results, service) == [
        OfferAwards(
            (
                Award("most_buncos", "group", "a <cake>"),
                Award("most_wins", "group", "$40"),
                Award("fewest_points", "room", ""),
            )
        )
    ]
    api.expect(results.locator("dialog")).to_be_hidden()


def test_the_form_says_when_there_are_no_awards(results: Any) -> None:
    """The sentence is there only while the list is empty."""
    results.click("[data-do=offer]")
    api.expect(results.locator(".offer li").first).to_be_visible()
    api.expect(results.locator(".offer .if-none")).to_be_hidden()
    while results.locator(".offer li").count():
        results.click("[data-do=drop] >> nth=0")
    api.expect(results.locator(".offer .if-none")).to_be_visible()
    results.click("[data-do=add]")
    api.expect(results.locator(".offer .if-none")).to_be_hidden()


def test_traveling_can_be_chosen_only_if_a_bag_travels(results: Any, service: FakePageService) -> None:
    """Without a bag the form does not have this award."""
    base = casino_over()
    for travels in (False, True):
        service.show(replace(base, results=replace(base.results, travels=travels)))
        results.reload()
        results.click("[data-do=offer]")
        choices = results.locator("[data-field=what] >> nth=0").inner_text()
        assert ("Traveling" in choices) == travels


def test_a_winner_who_has_left_is_named_as_such(results: Any, service: FakePageService) -> None:
    """The award stays theirs."""
    base = casino_over()
    first, *others = base.results.awards
    awards = (replace(first, left=first.winners[:1]), *others)
    service.show(replace(base, results=replace(base.results, awards=awards)))
    expect_text(results, ".awards li >> nth=0 >> b", f"{first.winners[0]} (has left)")


def test_refused_awards_can_be_corrected(results: Any, service: FakePageService, refused: Refused) -> None:
    """The form stays open with the input. When it is closed, the input is forgotten."""
    results.click("[data-do=offer]")
    results.fill("[data-field=prize] >> nth=0", "too much")
    service.refusal = refused
    results.click("text=Give these")
    expect_text(results, "#toast.bad", "No round is being played. Ring the bell first.")
    assert results.input_value("[data-field=prize] >> nth=0") == "too much"
    results.click("dialog .close")
    results.click("[data-do=offer]")
    assert results.input_value("[data-field=prize] >> nth=0") == "$100"


def test_results_are_provisional_until_all_is_done(results: Any, service: FakePageService) -> None:
    """The page counts what is still to be done, and later says that the results are final."""
    assert results.locator(".waits").inner_text() == (
        "Not final yet: 11 things to be confirmed, the best costume to be judged."
    )
    assert "Ann and Bob share: $20 each" in results.locator(".awards").inner_text()
    service.show(NIGHT["all-final"]())
    expect_text(results, ".seal", "final")
    assert results.locator(".waits").count() == 0


def test_markup_in_a_name_is_shown_as_text(results: Any, service: FakePageService) -> None:
    """The name is shown as it was typed, and what its player doubts can be decided."""
    evil = "<img src=x onerror=document.title='evil'>"
    claim = ClaimLine(f"win:1.1:{evil}", evil, "win, round 1", confirmed=False, doubted=True)
    base = casino_over()
    players = (replace(base.players[0], name=evil), *base.players[1:])
    service.show(
        replace(base, players=players, results=replace(base.results, claims=(claim,), drawn=(evil,)))
    )
    expect_text(results, ".staff .devices b", f"{evil}: win, round 1")
    assert results.locator("img").count() == 0
    results.click("[data-do=stands]")
    assert wait_for_commands(results, service) == [ConfirmClaims((claim.key,), stands=True)]


@pytest.mark.parametrize("path", ["results", "rules"])
def test_results_and_rules_can_be_printed(page: Any, service: FakePageService, path: str) -> None:
    """A button prints. Paper shows no green background and no buttons."""
    service.show(casino_over())
    page.goto(page.url + path)
    page.evaluate("window.print = () => { window.printed = true }")
    page.click("text=Print")
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    buttons = page.locator("a.button:visible, button:visible").all_inner_texts()
    assert [text for text in buttons if not text.startswith(("bunco", "mini", "win", "✓", "Team 1"))] == []
