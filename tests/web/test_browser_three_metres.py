"""What people read from three metres: how high the ink is, on a ten-inch tablet and on a television."""

import re
from dataclasses import fields, is_dataclass, replace
from itertools import combinations
from math import inf
from typing import Any

import pytest

from pi_bunco.views.page.cards import make_cards
from pi_bunco.views.table import Alert, TableView
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text
from tests.web.ink import find_ink
from tests.web.keypad_states import MOMENTS_IN_DOUBT
from tests.web.night_states import NIGHT
from tests.web.states import STATES, playing

pytestmark = DRIVEN

ROLLED = ("playing", "rolloff", "dieoff", "set_rolloff", "final", "order")
STATES_OF_PLAY = {
    name: state
    for name, make in (
        STATES | NIGHT | {f"in doubt: {name}": state for name, state in MOMENTS_IN_DOUBT.items()}
    ).items()
    if "long" not in name and ((state := make()).phase in ROLLED or (state.phase == "ready" and state.rounds))
}

TABLET, TELEVISION = 0.2, 0.461
"""How wide a pixel is, in mm: 1024 on a ten-inch tablet, 1920 on a television of 40 inches."""
SCREENS = {
    "lying tablet": (1024, 768, TABLET, 1),
    "standing tablet": (768, 1024, TABLET, 1),
    "television": (1920, 1080, TELEVISION, 2),
}
"""Width, height, a pixel's width, and how many times higher all must be."""
TEXTS = {
    "score": ".score b, .outcome .scores > :is(b, span:only-of-type)",
    "thrower": ".turn strong .fit",
    "points": ".last .plus .fit",
    "name": ".names .fit, .own h2 .fit, .outcome h1 span",
}
TARGET = "document.querySelector('.goal .die rect')?.getBoundingClientRect().height"
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
    """Return what must be read in a state: beside a question names of three or four may be smaller."""
    if state.phase == "ready":
        return {"score": LEAST["score"], "name": LEAST["name"]}
    if not state.doubt:
        together = {"thrower": LEAST["name"]} if state.phase == "dieoff" else {}  # two names in one line
        nothing = {} if state.last and state.last.points else {"points": 0.0}  # a sentence
        return LEAST | together | nothing
    share = 0.0 if state.phase == "final" else (1, 1, 0.65, 0.5)[len(make_cards(state)) - 1]
    return {"score": LEAST["score"], "name": LEAST["name"] * share}


@pytest.mark.parametrize("names", ["short", "long"])
@pytest.mark.parametrize("screen", SCREENS)
def test_it_can_be_read_from_three_metres(
    browser: Any, server: Server, service: FakePageService, screen: str, names: str
) -> None:
    """The score in every state; without a question also who throws, the target, the points, the names.

    Nothing of it is cut off by its card, and no score lies over a name.
    """
    width, height, pixel, times = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    wrong: dict[str, object] = {}
    for name, state in STATES_OF_PLAY.items():
        service.show(replace(renamed(state) if names == "long" else state, told=f"shown {name}"))
        expect_text(page, ".told", f"shown {name}")
        found = {what: find_ink(page, selector) for what, selector in TEXTS.items()}
        heights = {what: min((one.height for one in ink), default=inf) for what, ink in found.items()}
        heights["target"] = page.evaluate(TARGET) or inf
        for what, least in wanted(state).items():
            if heights[what] * pixel / times < least:
                wrong[f"{name}: {what}"] = round(heights[what] * pixel / times, 1)
        ink = [*found["score"], *found["name"]]
        wrong |= {f"{name}: {one.text} is cut": round(one.out) for one in ink if one.out > 1}
        wrong |= {
            f"{name}: over each other": (a.text, b.text) for a, b in combinations(ink, 2) if a.touches(b)
        }
    page.close()
    assert wrong == {}


@pytest.mark.parametrize("screen", SCREENS)
def test_stop_shows_the_scores(browser: Any, server: Server, service: FakePageService, screen: str) -> None:
    """STOP takes the whole page, with the scores that it hides: as high as on their cards."""
    width, height, pixel, times = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    stop = Alert(99, "end", "STOP", "Round 3 is over. Christabelle and Bartholomew won it", stop=True)
    service.show(replace(playing(), alerts=(stop,), moving=True))
    page.wait_for_selector("#alert[data-stop=stop] .scores")
    page.wait_for_timeout(300)  # until it has come up
    title, *scores = find_ink(page, "#alert .title, #alert .scores b")
    assert [one.text for one in scores] == ["14", "9"]
    assert min(one.height for one in (title, *scores)) * pixel / times >= LEAST["score"]
    assert max(one.out for one in (title, *scores)) <= 0
    page.close()
