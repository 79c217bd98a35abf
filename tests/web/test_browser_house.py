"""A host makes a house sheet by taps: they try it, take it along as a file, and play by it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.rules import replay
from pi_bunco.store import read_record
from tests.hands.program import Program, run_program
from tests.web.driving import DRIVEN, FITS, PATIENCE_MS, SIZES, expect_text, measure_fit

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

MOST_AT_NIGHT = [
    pytest.param(size, marks=() if size == "telephone" else pytest.mark.nightly) for size in SIZES
]
"""The sizes of screens, of which each run by day tries one."""
TAPPED = ".head :is(a, button), .taps *, select, input:not([type]), summary, .modes label, .pills label"
TEXTS = "h1, h2, h3, p, b, li, legend, .ask > span, .modes span, .pills span"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Run the program of a table without a camera, whose game has not begun."""
    folder = tmp_path_factory.mktemp("table") / "state"
    with run_program(folder, "--camera", "none", "--players", "Ann,Bob,Cy,Di", "--roles", "off") as program:
        yield program


@pytest.fixture
def page(browser: Any, size: str) -> Iterator[Any]:
    """Open a page that must have no error in its scripts."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def answer(page: Any, key: str, value: str) -> None:
    page.locator(f"[name={key}][value={value}]").check()


def check_fit(page: Any) -> None:
    assert measure_fit(page, inside="main *", tapped=TAPPED, texts=TEXTS) == FITS


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_is_made_tried_taken_along_and_played(page: Any, program: Program, size: str) -> None:
    """From the first tap to the record of a game by it, which a replay reads with the same rule."""
    title = f"Rosa’s {size}"
    page.goto(f"http://127.0.0.1:{program.port}/house")
    check_fit(page)
    page.get_by_role("link", name="House party").tap()
    page.fill("[name=title]", title)
    answer(page, "snake_eyes", "yes")
    expect_text(page, "#state", "1 rule differs from the printed sheet.")
    assert page.locator("#says-snake_eyes .house").inner_text().startswith("Snake eyes: two 1s")
    check_fit(page)

    page.get_by_role("button", name="Try a round").tap()
    page.get_by_role("button", name="twos").tap()
    page.get_by_role("button", name="Two 1s").tap()
    expect_text(page, ".thrown-list b", "Snake eyes!")
    check_fit(page)
    page.get_by_role("button", name="Back to the sheet").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect_text(page, ".done", f"“{title}” is saved. A new game can be played by it at once.")
    check_fit(page)

    card = page.locator("section").filter(has=page.get_by_role("heading", name=title))
    with page.expect_download() as download:
        card.get_by_role("link", name="Save as a file").tap()
    data = Path(download.value.path()).read_bytes()
    card.get_by_role("link", name="Delete").tap()
    page.get_by_role("button", name="Delete").tap()
    page.wait_for_url("**/house")
    assert card.count() == 0
    page.set_input_files("#file", {"name": "x.toml", "mimeType": "application/toml", "buffer": data})
    page.get_by_role("button", name="Add it here").tap()
    page.locator(".done").wait_for()

    card.get_by_role("link", name="Play by it").tap()
    page.locator(".ways .strong").tap()
    end = page.get_by_role("button", name="End it and begin")
    end.or_(page.locator("[data-do=ring]:visible")).first.wait_for()
    if end.is_visible():  # the game of another size
        end.tap()
    ring_and_tap(page, "111", "234")  # a bunco ends the round; the turn that has begun is finished
    ring_and_tap(page, "116")
    page.get_by_text("Snake eyes!").first.wait_for()
    game, error = replay(read_record(program.folder))
    assert error is None
    assert game is not None
    assert (game.sheet.title, game.sheet.snake_eyes, game.round) == (title, True, 2)
    assert game.tables[0].throws[-1].score.kind == "snake_eyes"


def ring_and_tap(page: Any, *throws: str) -> None:
    """Ring the bell for the next round, and tap its first throws."""
    page.locator("[data-do=ring]:visible").first.tap()
    page.locator("[data-do=ring-now]:visible, dice-keypad button:visible").first.wait_for()
    if page.locator("[data-do=ring-now]").is_visible():  # a throw has just ended the round
        page.locator("[data-do=ring-now]").tap()
    for number, dice in enumerate(throws, 1):
        for face in dice:
            page.locator(f"dice-keypad button[data-face='{face}']").tap()
        api.expect(page.locator(".course .slip")).to_have_count(number, timeout=PATIENCE_MS)


@pytest.mark.parametrize("size", MOST_AT_NIGHT)
@pytest.mark.usefixtures("size")
def test_all_questions_fit(page: Any, program: Program) -> None:
    """With every section open and contradictions beside the answers, and back again by one tap."""
    page.goto(f"http://127.0.0.1:{program.port}/house/make?from=casino")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.select_option("[name=winners_move]", "up")
    page.select_option("[name=losers_move]", "stay")
    answer(page, "finals", "yes")
    page.locator("#says-winners_move .wrong").wait_for()
    expect_text(page, "#state", "3 answers cannot stay as they are.")
    check_fit(page)
    for key in ("winners_move", "losers_move"):
        page.locator(f"#row-{key} .back").tap()
        page.locator(f"#row-{key} .back").wait_for(state="detached")
    expect_text(page, "#state", "1 rule differs from the printed sheet.")
    assert page.input_value("[name=winners_move]") == "stay"
