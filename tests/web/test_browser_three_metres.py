"""What people read from three metres: the height of the ink on a tablet and on a television."""

import re
from dataclasses import fields, is_dataclass, replace
from itertools import combinations
from math import inf
from typing import Any

import pytest

from pi_bunco.views.side_cards import make_cards
from pi_bunco.views.table import Alert, TableView
from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text
from tests.web.ink import find_ink
from tests.web.keypad_states import MOMENTS_IN_DOUBT
from tests.web.night_states import NIGHT
from tests.web.states import STATES, playing

pytestmark = DRIVEN

PHASES_WITH_DICE = ("playing", "rolloff", "dieoff", "set_rolloff", "final", "order")


def is_read_from_afar(state: TableView) -> bool:
    """Return whether people throw, or see the result of a round."""
    return state.phase in PHASES_WITH_DICE or (state.phase == "ready" and bool(state.rounds))


MAKERS = STATES | NIGHT | {f"in doubt: {name}": make for name, make in MOMENTS_IN_DOUBT.items()}
SHORT_STATES = {name: make() for name, make in MAKERS.items() if "long" not in name}
STATES_OF_PLAY = {name: state for name, state in SHORT_STATES.items() if is_read_from_afar(state)}

TABLET, TELEVISION = 0.2, 0.461
"""The width of a pixel in mm: on a ten-inch tablet (1024 pixels) and a television of 40 inches (1920)."""
SCREENS = {
    "lying tablet": (1024, 768, TABLET, 1),
    "standing tablet": (768, 1024, TABLET, 1),
    "television": (1920, 1080, TELEVISION, 2),
}
"""Width, height, a pixel's width, and a factor for the heights of texts."""
TEXTS = {
    "score": ".score b, .outcome .scores > :is(b, span:only-of-type)",
    "thrower": ".turn strong .fit",
    "points": ".last .plus .fit",
    "name": ".names .fit, .own h2 .fit, .outcome h1 .fit",
}
TARGET = "document.querySelector('.goal .die rect')?.getBoundingClientRect().height"
MIN_HEIGHTS = {"score": 25.0, "thrower": 15.0, "target": 15.0, "points": 12.0, "name": 8.0}
"""The minimum heights in mm on a tablet."""
NAME_SHARES = {1: 1.0, 2: 1.0, 3: 0.65, 4: 0.5}
"""Beside a question: the share of a name's minimum height that is enough, by the number of cards."""

NAMES = {"Ann": "Christabelle", "Bob": "Maximilianus", "Cy": "Bartholomew", "Di": "Wilhelmine"}
WORD = re.compile(rf"\b({'|'.join(NAMES)})\b")


def rename(view: Any) -> Any:
    """Return a state with names of up to twelve letters in all its fields."""
    if isinstance(view, str):
        return WORD.sub(lambda found: NAMES[found[0]], view)
    if isinstance(view, tuple):
        return tuple(map(rename, view))
    if is_dataclass(view) and not isinstance(view, type):
        return replace(view, **{part.name: rename(getattr(view, part.name)) for part in fields(view)})
    return view


def list_min_heights(state: TableView) -> dict[str, float]:
    """Return the texts of a state and their minimum heights. Beside a question names may be lower."""
    if state.phase == "ready":
        return {"score": MIN_HEIGHTS["score"], "name": MIN_HEIGHTS["name"]}
    if not state.doubt:
        # In a die-off two names share one line.
        dieoff_names = {"thrower": MIN_HEIGHTS["name"]} if state.phase == "dieoff" else {}
        # Without points the page shows a sentence.
        no_points = {} if state.last and state.last.points else {"points": 0.0}
        return MIN_HEIGHTS | dieoff_names | no_points
    share = 0.0 if state.phase == "final" else NAME_SHARES[len(make_cards(state))]
    return {"score": MIN_HEIGHTS["score"], "name": MIN_HEIGHTS["name"] * share}


@pytest.mark.nightly
@pytest.mark.parametrize("names", ["long", "short"])
@pytest.mark.parametrize("screen", SCREENS)
def test_tables_can_be_read_from_three_metres(
    browser: Any, server: Server, service: FakePageService, screen: str, names: str
) -> None:
    """The score is high enough in every state, and without a question all other important texts are.

    No card cuts off scores or names, and they do not overlap.
    """
    width, height, pixel_width, factor = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    wrong: dict[str, object] = {}
    for name, state in STATES_OF_PLAY.items():
        service.show(replace(rename(state) if names == "long" else state, told=f"shown {name}"))
        expect_text(page, ".told", f"shown {name}")
        found = {text: find_ink(page, selector) for text, selector in TEXTS.items()}
        heights = {text: min((each.height for each in ink), default=inf) for text, ink in found.items()}
        heights["target"] = page.evaluate(TARGET) or inf
        for text, min_height in list_min_heights(state).items():
            if heights[text] * pixel_width / factor < min_height:
                wrong[f"{name}: {text}"] = round(heights[text] * pixel_width / factor, 1)
        ink = [*found["score"], *found["name"]]
        for each in ink:
            if each.out > 1:
                wrong[f"{name}: {each.text} is cut"] = round(each.out)
        for first, second in combinations(ink, 2):
            if first.touches(second):
                wrong[f"{name}: {first.text} overlaps"] = second.text
    page.close()
    assert wrong == {}


@pytest.mark.parametrize("screen", leave_to_night(SCREENS, ("standing tablet",)))
def test_the_longest_names_leave_room_for_the_result(
    browser: Any, server: Server, service: FakePageService, screen: str
) -> None:
    """After a round, names of sixty letters push no score out of its card."""
    width, height, *_ = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    service.show(replace(STATES["long-between"](), told="shown"))
    expect_text(page, ".told", "shown")
    page.wait_for_timeout(300)  # until the names are made narrower
    card = page.locator(".outcome").bounding_box()
    ink = find_ink(page, ".outcome h1 .fit, .outcome .scores > :is(b, span)")
    page.close()
    assert max(each.bottom for each in ink) <= card["y"] + card["height"]
    assert not [(each.text, other.text) for each, other in combinations(ink, 2) if each.touches(other)]


@pytest.mark.parametrize("screen", leave_to_night(SCREENS, ("lying tablet",)))
def test_stop_shows_the_scores(browser: Any, server: Server, service: FakePageService, screen: str) -> None:
    """STOP covers the page, and shows the scores as high as their cards do."""
    width, height, pixel_width, factor = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    stop = Alert(99, "end", "STOP", "Round 3 is over. Christabelle and Bartholomew won it", stop=True)
    service.show(replace(playing(), alerts=(stop,), moving=True))
    page.wait_for_selector("#alert[data-stop=stop] .scores")
    page.wait_for_timeout(300)  # until it has come up
    title, *scores = find_ink(page, "#alert .title, #alert .scores b")
    assert [score.text for score in scores] == ["14", "9"]
    assert min(ink.height for ink in (title, *scores)) * pixel_width / factor >= MIN_HEIGHTS["score"]
    assert max(ink.out for ink in (title, *scores)) <= 0
    page.close()
