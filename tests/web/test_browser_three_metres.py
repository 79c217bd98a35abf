"""What people read from three metres: how high the ink is, on a ten-inch tablet and on a television."""

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from pi_bunco.views.page.cards import cards
from pi_bunco.views.table import TableView
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect
from tests.web.hands import DOUBTS
from tests.web.night import NIGHT
from tests.web.states import STATES

pytestmark = DRIVEN

STATES_OF_PLAY = {
    name: state
    for name, make in (
        STATES | NIGHT | {f"in doubt: {name}": state for name, state in DOUBTS.items()}
    ).items()
    if "long" not in name
    and (state := make()).phase in ("playing", "rolloff", "dieoff", "set_rolloff", "final", "order")
}

INK = 0.7
"""How high Lexend's digits and capitals are, in parts of the font's size."""
TABLET, TELEVISION = 0.2, 0.461
"""How wide a pixel is, in mm: 1024 on a ten-inch tablet, 1920 on a television of 40 inches."""
SCREENS = {
    "lying tablet": (1024, 768, TABLET, 1),
    "standing tablet": (768, 1024, TABLET, 1),
    "television": (1920, 1080, TELEVISION, 2),
}
"""Width, height, a pixel's width, and how many times higher all must be."""

MEASURE = """() => {
  const ink = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility() && e.textContent.trim())
    .map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getBoundingClientRect().height / e.offsetHeight);
  const least = (heights) => Math.min(...heights);
  const die = document.querySelector('.goal .die rect');
  return {
    score: least(ink('.score b')),
    thrower: least(ink('.turn strong .fit')),
    target: die ? die.getBoundingClientRect().height : Infinity,
    points: least(ink('.last .plus .fit')),
    name: least(ink('.names .fit, .own h2 .fit')),
  };
}"""
LEAST = {"score": 25.0, "thrower": 15.0, "target": 15.0, "points": 12.0, "name": 8.0}
"""Millimetres on a tablet."""


NAMES = {"Ann": "Christabelle", "Bob": "Maximilianus", "Cy": "Bartholomew", "Di": "Wilhelmine"}
WORD = re.compile(rf"\b({'|'.join(NAMES)})\b")


def renamed(view: Any) -> Any:
    """Return a state with names of up to twelve letters, wherever they stand in it."""
    if isinstance(view, str):
        return WORD.sub(lambda found: NAMES[found[0]], view)
    if isinstance(view, tuple):
        return tuple(map(renamed, view))
    if is_dataclass(view) and not isinstance(view, type):
        return replace(view, **{part.name: renamed(getattr(view, part.name)) for part in fields(view)})
    return view


def wanted(state: TableView) -> dict[str, float]:
    """Return what must be read in a state: beside a question small names must do for four."""
    if not state.doubt:
        together = {"thrower": LEAST["name"]} if state.phase == "dieoff" else {}  # two names in one line
        nothing = {} if state.last and state.last.points else {"points": 0.0}  # a sentence
        return LEAST | together | nothing
    return {"score": LEAST["score"], "name": LEAST["name"] * (1, 1, 0.65, 0)[len(cards(state)) - 1]}


@pytest.mark.parametrize("screen", SCREENS)
def test_it_can_be_read_from_three_metres(
    browser: Any, server: Server, service: FakePageService, screen: str
) -> None:
    """The score in every state; without a question also who throws, the target, the points, the names."""
    width, height, pixel, times = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    small = {}
    for name, state in STATES_OF_PLAY.items():
        service.show(replace(renamed(state), told=f"shown {name}"))
        expect(page, ".told", f"shown {name}")
        found = page.evaluate(MEASURE)
        for what, least in wanted(state).items():
            millimetres = found[what] * pixel * (1 if what == "target" else INK) / times
            if millimetres < least:
                small[name, what] = round(millimetres, 1)
    page.close()
    assert small == {}
