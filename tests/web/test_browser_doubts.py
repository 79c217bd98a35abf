"""Every kind of question in a browser, at every size: its photo, the ring around a die, its answers."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.frames import Doubt
from pi_bunco.game.commands import AnswerDoubt, DismissDoubt
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.doubt_states import EVERY_DOUBT, WITHOUT_TEAMS
from tests.web.driving import DRIVEN, SIZES, expect_text, wait_for_commands

pytestmark = DRIVEN

LOOK = """() => {
  const box = (e) => e.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const told = (elements) => elements.map((e) => e.textContent.trim());
  const [card, frame] = ['.question', '.question .photo'].map((name) => box(document.querySelector(name)));
  const [picture, marks] = [box(all('.question img')[0]), all('.question .photo i')];
  const boxes = JSON.parse(document.querySelector('.question mat-photo').getAttribute('boxes'));
  const dice = boxes.map(([x0, y0, x1, y1]) => ({
    x: picture.left + (x0 + x1) / 2 * picture.width, y: picture.top + (y0 + y1) / 2 * picture.height,
    width: (x1 - x0) * picture.width,
  }));
  const away = (mark, { x, y }) => Math.hypot(box(mark).left + box(mark).width / 2 - x,
    box(mark).top + box(mark).height / 2 - y);
  const ringed = marks.findIndex((mark) => mark.classList.contains('asked'));
  return {
    ringed, room: ringed < 0 ? 0 : box(marks[ringed]).width / dice[ringed].width,
    off: Math.max(0, ...marks.map((mark, at) => away(mark, dice[at]))),
    hidden: marks.filter((e) => box(e).left < frame.left || box(e).right > frame.right
      || box(e).top < frame.top || box(e).bottom > frame.bottom).length,
    cropped: picture.width > frame.width + 1 || picture.height > frame.height + 1,
    out: told(all('.question h1, .question p, .answers button, .answers button *, .question footer button')
      .filter((e) => box(e).left < card.left || box(e).right > card.right
        || box(e).bottom > Math.min(card.bottom, innerHeight))),
    cut: told(all('.question h1, .question header p, .answers button')
      .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)),
  };
}"""
FITTING = {"off": 0, "hidden": 0, "out": [], "cut": []}


def look(page: Any) -> dict[str, Any]:
    """Return what the page shows of the question, once it fits; what it shows after 2 s if it never does."""
    for _ in range(40):  # the photo takes the size of its card a moment after the question is there
        page.wait_for_timeout(50)
        found: dict[str, Any] = page.evaluate(LOOK)
        found["off"] = int(found["off"])
        if found.items() >= FITTING.items():
            break
    return found


@pytest.mark.parametrize("size", SIZES)
def test_every_question_is_whole_and_rings_its_die(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Whatever is asked stands on its card; the die that it asks about is in the middle of the ring."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    wrong = {}
    for kind, state in (EVERY_DOUBT | WITHOUT_TEAMS).items():
        asked_about = state.doubt
        assert asked_about is not None
        service.show(replace(state, told=f"shown {kind}"))
        expect_text(page, ".told", f"shown {kind}")
        page.wait_for_function("() => document.querySelector('.question mat-photo img').style.width")
        found = look(page)
        which = -1 if asked_about.which is None else asked_about.which
        room, whole = found.pop("room"), not found.pop("cropped")
        assert (kind, found.pop("ringed")) == (kind, which)
        assert which < 0 or 1.1 < room < 2.5, kind
        assert whole or not page.locator("mat-photo[whole]").count(), kind
        if found != FITTING:
            wrong[kind] = found
    page.close()
    assert wrong == {}


@pytest.mark.parametrize(
    "kind", [kind for kind, state in EVERY_DOUBT.items() if state.doubt and state.doubt.likely]
)
def test_each_answer_is_one_tap(page: Any, service: FakePageService, kind: Any) -> None:
    """The table gets the dice that the answer shows."""
    for at in range(4):
        service.show(replace(EVERY_DOUBT[kind], told=f"shown {kind} {at}"))
        expect_text(page, ".told", f"shown {kind} {at}")
        answers = page.locator(".answers button")
        if at >= answers.count():
            return
        faces = answers.nth(at).get_attribute("data-dice")
        before = len(service.commands)
        answers.nth(at).click()
        told = wait_for_commands(page, service, before + 1)[-1]
        if faces:
            assert told == AnswerDoubt(52, tuple(map(int, faces.split())))
        else:
            assert told == DismissDoubt(52)


HIDDEN = """() => {
  const box = (e) => e.getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const marks = [...document.querySelectorAll('.question .photo i')];
  const tags = marks.map((mark) => mark.querySelector('b'));
  const frame = box(document.querySelector('.question .photo'));
  return tags.map((tag, at) => ({
    dice: marks.filter((mark, other) => other !== at && over(box(tag), box(mark))).length,
    tags: tags.filter((other) => other !== tag && over(box(tag), box(other))).length,
    out: box(tag).left < frame.left || box(tag).right > frame.right || box(tag).bottom > frame.bottom,
  }));
}"""
TOUCHING = {
    "in a pile": ((0.4, 0.3, 0.5, 0.43), (0.4, 0.44, 0.5, 0.57), (0.4, 0.58, 0.5, 0.71)),
    "in a row": ((0.3, 0.44, 0.4, 0.57), (0.405, 0.44, 0.505, 0.57), (0.51, 0.44, 0.61, 0.57)),
    "in a corner": ((0.4, 0.44, 0.5, 0.57), (0.505, 0.44, 0.605, 0.57), (0.4, 0.3, 0.5, 0.43)),
}


@pytest.mark.parametrize("lie", TOUCHING)
def test_no_number_hides_a_die_that_touches_another(page: Any, service: FakePageService, lie: str) -> None:
    """It stands on the side of its die where nothing else is."""
    state = EVERY_DOUBT[Doubt.MORE]
    assert state.doubt is not None
    boxes = TOUCHING[lie]
    service.show(replace(state, told=f"shown {lie}", doubt=replace(state.doubt, boxes=boxes, dice=(3, 6, 4))))
    expect_text(page, ".told", f"shown {lie}")
    page.wait_for_function("() => document.querySelectorAll('.question .photo i').length === 3")
    page.wait_for_timeout(50)  # until it has the size of its card
    assert page.evaluate(HIDDEN) == [{"dice": 0, "tags": 0, "out": False}] * 3
