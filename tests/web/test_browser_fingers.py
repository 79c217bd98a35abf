"""Small controls can be tapped, and small text can be read on a telephone."""

from typing import Any

import pytest

from pi_bunco.views.short_names import make_short_names
from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, SIZES
from tests.web.states import SIXTY, STATES

pytestmark = DRIVEN

CONTROLS = {
    "/": ".rounds button, .bar .small, .slots button, .banner a",
    "/host": "#devices a, .number",
    "/host/tally/1": "input:not([type=hidden]), select, .dialog footer > *",
}
FIND_TOUCHED = """(selector) => {
  const all = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  return all.map((e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const at = [[-21.5, 0], [21.5, 0], [0, -21.5], [0, 21.5]];
    const hits = at.filter(([dx, dy]) => e.contains(document.elementFromPoint(x + dx, y + dy))).length;
    return [hits, `${e.tagName} ${e.name || e.textContent || e.title}`];
  });
}"""
MEASURE_TEXT = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
  .map((e) => [e.getBoundingClientRect().height / e.offsetHeight * parseFloat(getComputedStyle(e).fontSize),
    e.title])"""


@pytest.mark.parametrize("size", leave_to_night(("tablet", "telephone"), ("telephone",)))
def test_every_small_control_can_be_tapped(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """A tap 21.5 pixels left, right, above or below the middle of a control still hits it."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    service.show(STATES["trouble"]())
    for path, controls in CONTROLS.items():
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        touched = page.evaluate(FIND_TOUCHED, controls)
        assert touched, path
        assert [name for hits, name in touched if hits < 4] == [], path
    page.close()


def test_small_words_and_long_names_can_be_read_on_a_telephone(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """The letters are at least 14 pixels high. A long name is short, and differs from all others."""
    width, height = SIZES["telephone"]
    page = browser.new_page(viewport={"width": width, "height": height})
    service.show(STATES["long-playing"]())
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".names .fit")
    texts = page.evaluate(MEASURE_TEXT, ".chip, .fit, .odds span:last-child, .rounds li, .photo > span")
    assert min(height for height, _ in texts) >= 14
    short = make_short_names(SIXTY)
    assert {title for _, title in texts if title} <= set(short.values())
    assert page.locator(".names .fit").all_text_contents() == [short[SIXTY[at]] for at in (0, 2, 1, 3)]
    page.close()
