"""Every state of a table's page on every screen: nothing is cut off, and a thumb finds its button."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES, expect_text
from tests.web.keypad_states import MOMENTS, MOMENTS_IN_DOUBT, MOMENTS_WITH_BANNER
from tests.web.night_states import NIGHT
from tests.web.states import STATES, playing

ALL_STATES = STATES | NIGHT

pytestmark = DRIVEN

MEASURE = """(thumb) => {
  const all = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1);
  const texts = (elements) => elements.map((e) => `${e.tagName} ${e.className} ${e.textContent.trim()}`);
  const box = (e) => e.getBoundingClientRect();
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    high: document.documentElement.scrollHeight - innerHeight,
    out: texts(all('.bar > *, .moment, .card, .score b, .lying .die, .foot > *, .actions *, .place, '
      + '.hat li, .answers *, .keys *, .slots *, .mid > *, .mid > form > *')
      .filter((e) => box(e).left < -1 || box(e).right > innerWidth + 1
        || box(e).top < -1 || box(e).bottom > innerHeight + 1)),
    low: texts(all('.foot button:not(.slip), .answers button, .mid footer button, .last, button.photo, '
      + '.ruling button')
      .filter((e) => box(e).height < thumb)),
    cut: texts(all('h1, .score b, .plus, .says, .time, .moment, .actions button, .place, .hat li, '
      + '.awards p, .reason')
      .filter((e) => getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 2)
      .concat(all('.mid, .ruling, .keypad, .over, .drawing, .place')
        .filter((e) => e.scrollHeight > e.clientHeight + 2))),
    over: all('.card').flatMap((card) => {
      const texts = [...card.querySelectorAll('.tied, .odds, .tally, .score b')]
        .filter((e) => e.checkVisibility());
      return texts.flatMap((one, at) => texts.slice(at + 1).filter((other) =>
        box(one).left < box(other).right - 8 && box(other).left < box(one).right - 8
        && box(one).top < box(other).bottom - 8 && box(other).top < box(one).bottom - 8)
        .map((other) => `${one.className} ${other.className} of ${card.id}`));
    }),
  };
}"""


@EVERY_SIZE
def test_every_state_fits_every_screen(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Nothing scrolls, is cut off or leaves the screen. Buttons are large enough for a thumb."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    wrong = {}
    for name, state in ALL_STATES.items():
        service.show(replace(state(), told=f"shown {name}"))
        expect_text(page, ".told", f"shown {name}")
        found = page.evaluate(MEASURE, 50 if size == "telephone" else 60)
        if any(found.values()):
            wrong[name] = {fault: where for fault, where in found.items() if where}
    page.close()
    assert not wrong, repr(wrong)


MEASURE_KEYS = """(thumb) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const name = (e) => `${e.dataset.do} ${e.getAttribute("aria-label") ?? e.textContent.trim()}`;
  const box = (e) => e.getBoundingClientRect();
  const open = document.querySelector('dialog[open]');
  const within = open ?? document;
  const taps = [...within.querySelectorAll('button, a.button')]
    .filter((e) => e.checkVisibility() && !e.closest('.course'));
  const keys = [...within.querySelectorAll('.keys button, .slots button, .faces button')];
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return {
    keys: keys.length,
    outside: keys.filter((e) => {
      const [key, card] = [box(e), box(e.closest('.card, dialog'))];
      return key.left < card.left || key.right > card.right || key.top < card.top || key.bottom > card.bottom;
    }).map(name),
    over: taps.flatMap((a, at) => taps.slice(at + 1).filter((b) => over(box(a), box(b)))
      .map((b) => `${name(a)} / ${name(b)}`)),
    low: keys.filter((e) => !e.closest('.slots') && Math.min(box(e).height, box(e).width) < thumb).map(name),
    cut: all('.keypad, .mid, .dialog').filter((e) => e.scrollHeight > e.clientHeight + 2
      && getComputedStyle(e).overflowY !== 'auto').map((e) => e.className),
  };
}"""
NO_FAULTS: dict[str, list[str]] = {"outside": [], "over": [], "low": [], "cut": []}


PHONES = {"small telephone": (360, 640), "lying telephone": (844, 390)}


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES | PHONES)
def test_every_key_is_on_its_card_and_covered_by_no_other(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """The states have 2 to 4 players and keys for dice. One die is tapped."""
    width, height = (SIZES | PHONES)[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    wrong = {}
    for kind, states in (("tapped", MOMENTS), ("in doubt", MOMENTS_IN_DOUBT), ("full", MOMENTS_WITH_BANNER)):
        for name, state in states.items():
            service.show(replace(state(), told=f"shown {kind} {name}"))
            expect_text(page, ".told", f"shown {kind} {name}")
            page.locator(".mid .keys [data-face='3']").click()
            found = page.evaluate(MEASURE_KEYS, 42)
            assert found.pop("keys") == 6 + state().dice, (kind, name)
            if found != NO_FAULTS:
                wrong[kind, name] = found
            page.locator(".mid .slots button").first.click()  # the next state would ask about tapped faces
    page.close()
    assert not wrong, repr(wrong)


@pytest.mark.nightly
@EVERY_SIZE
def test_every_key_of_a_dialog_is_inside_it(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """The dialogs that enter or correct 2 to 4 dice fit the screen."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    wrong = {}
    for name, state in MOMENTS.items():
        service.show(replace(state(), told=f"shown {name}", camera=playing().camera))
        expect_text(page, ".told", f"shown {name}")
        page.locator("[data-do=enter]").click()
        page.wait_for_selector("dialog[open] .enter")
        found = page.evaluate(MEASURE_KEYS, 42)
        assert found.pop("keys") == 6 + state().dice, name
        if found != NO_FAULTS:
            wrong["enter", name] = found
        page.locator("dialog [data-do=close]").click()
        if page.locator("button.last, .slip").count():
            page.locator("button.last, .slip").first.click()
            page.wait_for_selector("dialog[open] .correct")
            found = page.evaluate(MEASURE_KEYS, 42)
            assert found.pop("keys") % 6 == 0, name
            if found != NO_FAULTS:
                wrong["correct", name] = found
            page.locator("dialog [data-do=close]").click()
    page.close()
    assert not wrong, repr(wrong)


@pytest.mark.parametrize("screen", [(844, 390), (360, 640), (512, 384)])
def test_the_main_button_is_visible_without_scrolling(
    browser: Any, server: Server, service: FakePageService, screen: tuple[int, int]
) -> None:
    """The screens are a telephone held sideways, a small one, and a tablet at double size."""
    page = browser.new_page(viewport={"width": screen[0], "height": screen[1]})
    page.goto(f"http://127.0.0.1:{server.port}/")
    for name in ("begin", "between", "draw", "over", "casino-over"):
        service.show(replace(ALL_STATES[name](), told=f"shown {name}"))
        page.wait_for_function(
            "text => document.querySelector('.told').textContent === text", arg=f"shown {name}"
        )
        box = page.locator(".actions .main").bounding_box()
        assert (name, box["y"] >= 0, box["y"] + box["height"] <= screen[1]) == (name, True, True)
    page.close()


MEASURE_PAGE = """(thumb) => {
  const texts = (elements) => elements.map((e) => `${e.tagName} ${e.className} ${e.textContent.trim()}`);
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    out: texts(all('main *').filter((e) => e.getBoundingClientRect().right > innerWidth + 1)),
    low: texts(all('button, a.button, select, input')
      .filter((e) => e.getBoundingClientRect().height < thumb)),
  };
}"""


@EVERY_SIZE
@pytest.mark.parametrize("path", ["results", "rules", "new"])
def test_other_pages_fit_every_screen(
    browser: Any, server: Server, service: FakePageService, path: str, size: str
) -> None:
    """The other pages scroll only down, even with very long names. Buttons are large enough for a thumb."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    for name in ("playing", "casino-over", "grand-prize", "all-final", "long"):
        service.show(ALL_STATES[name]())
        page.goto(f"http://127.0.0.1:{server.port}/{path}")
        page.wait_for_selector("main .card, main.card")
        thumb = 20 if path == "new" else 50  # a checkbox is small, but its label is not
        assert (name, page.evaluate(MEASURE_PAGE, thumb)) == (name, {"wide": 0, "out": [], "low": []})
        if path == "results":
            page.click("[data-do=offer]")
            assert (name, page.evaluate(MEASURE_PAGE, thumb)) == (name, {"wide": 0, "out": [], "low": []})
    page.close()
