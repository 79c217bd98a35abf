"""Every kind of question in a browser, on every screen: its photo, the ring around a die, its answers."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import AnswerDoubt, DismissDoubt
from pi_bunco.readings import Doubt
from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.doubt_states import EVERY_DOUBT, WITHOUT_TEAMS
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES, expect_text, wait_for_commands

pytestmark = DRIVEN

MEASURE = """() => {
  const box = (e) => e.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const texts = (elements) => elements.map((e) => e.textContent.trim());
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
    out: texts(all('.question h1, .question p, .answers button, .answers button *, .question footer button')
      .filter((e) => box(e).left < card.left || box(e).right > card.right
        || box(e).bottom > Math.min(card.bottom, innerHeight))),
    cut: texts(all('.question h1, .question header p, .answers button')
      .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)),
  };
}"""
NO_FAULTS = {"off": 0, "hidden": 0, "out": [], "cut": []}


def measure_question(page: Any) -> dict[str, Any]:
    """Return the measurements of the question when it fits, or after 30 s if it never does."""
    for _ in range(600):  # the photo takes the size of its card a moment after the question is there
        page.wait_for_timeout(50)
        measured: dict[str, Any] = page.evaluate(MEASURE)
        measured["off"] = int(measured["off"])
        if measured.items() >= NO_FAULTS.items():
            break
    return measured


@EVERY_SIZE
def test_every_question_is_whole_and_rings_its_die(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Everything is inside the card. The ring is around the die that the question is about."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    wrong = {}
    for kind, state in (EVERY_DOUBT | WITHOUT_TEAMS).items():
        doubt = state.doubt
        assert doubt is not None
        service.show(replace(state, told=f"shown {kind}"))
        expect_text(page, ".told", f"shown {kind}")
        page.wait_for_function("() => document.querySelector('.question mat-photo img').style.width")
        measured = measure_question(page)
        which = -1 if doubt.which is None else doubt.which
        room, whole = measured.pop("room"), not measured.pop("cropped")
        assert (kind, measured.pop("ringed")) == (kind, which)
        assert which < 0 or 1.1 < room < 2.5, kind
        assert whole or not page.locator("mat-photo[whole]").count(), kind
        if measured != NO_FAULTS:
            wrong[kind] = measured
    page.close()
    assert wrong == {}


LIKELY = [kind for kind, state in EVERY_DOUBT.items() if state.doubt and state.doubt.likely]


@pytest.mark.parametrize("kind", leave_to_night(LIKELY, LIKELY[::3]))
def test_each_answer_is_one_tap(page: Any, service: FakePageService, kind: Any) -> None:
    """The table gets the dice of the answer."""
    for at in range(4):
        service.show(replace(EVERY_DOUBT[kind], told=f"shown {kind} {at}"))
        expect_text(page, ".told", f"shown {kind} {at}")
        answers = page.locator(".answers button")
        if at >= answers.count():
            return
        faces = answers.nth(at).get_attribute("data-dice")
        before = len(service.commands)
        answers.nth(at).click()
        command = wait_for_commands(page, service, before + 1)[-1]
        if faces:
            assert command == AnswerDoubt(52, tuple(map(int, faces.split())))
        else:
            assert command == DismissDoubt(52)


FIND_OVERLAPS = """() => {
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
NO_OVERLAPS = [{"dice": 0, "tags": 0, "out": False}] * 3
TOUCHING = {
    "in a pile": ((0.4, 0.3, 0.5, 0.43), (0.4, 0.44, 0.5, 0.57), (0.4, 0.58, 0.5, 0.71)),
    "in a row": ((0.3, 0.44, 0.4, 0.57), (0.405, 0.44, 0.505, 0.57), (0.51, 0.44, 0.61, 0.57)),
    "in a corner": ((0.4, 0.44, 0.5, 0.57), (0.505, 0.44, 0.605, 0.57), (0.4, 0.3, 0.5, 0.43)),
}


@pytest.mark.parametrize("lie", leave_to_night(TOUCHING, tuple(TOUCHING)[:1]))
def test_numbers_do_not_hide_dice_that_touch(page: Any, service: FakePageService, lie: str) -> None:
    """Each number is on a free side of its die."""
    state = EVERY_DOUBT[Doubt.MORE]
    assert state.doubt is not None
    boxes = TOUCHING[lie]
    service.show(replace(state, told=f"shown {lie}", doubt=replace(state.doubt, boxes=boxes, dice=(3, 6, 4))))
    expect_text(page, ".told", f"shown {lie}")
    page.wait_for_function("() => document.querySelectorAll('.question .photo i').length === 3")
    for _ in range(600):  # the photo takes the size of its card a moment after the question is there
        if (overlaps := page.evaluate(FIND_OVERLAPS)) == NO_OVERLAPS:
            break
        page.wait_for_timeout(50)
    assert overlaps == NO_OVERLAPS
