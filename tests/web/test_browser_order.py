"""Whether cards and keys are in one order, and whether texts say what they belong to."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.views.table import SeatMove, TableView
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES, expect_text
from tests.web.ink import find_ink
from tests.web.night_states import NIGHT
from tests.web.room_states import make_room, resting
from tests.web.states import between, between_tables, by_hand, first_throw, playing
from tests.web.test_browser_tv import GO_ON

pytestmark = DRIVEN

READ_ORDER = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
  .map((e) => [e.getBoundingClientRect(), e.textContent.trim()])
  .sort(([a], [b]) => Math.abs(a.top - b.top) > 20 ? a.top - b.top : a.left - b.left)
  .map(([, text]) => text)"""


@EVERY_SIZE
def test_cards_and_keys_are_in_the_order_of_the_throws(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Four players throw one die each: the cards, read line by line, have the names of the keys' places."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    state = replace(NIGHT["one-each-4"](), camera=by_hand().camera)
    service.show(replace(state, told="shown"))
    expect_text(page, ".told", "shown")
    cards = page.evaluate(READ_ORDER, ".side h2")
    slots = page.evaluate(READ_ORDER, ".slots small")
    page.close()
    assert cards == slots == ["Ann", "Bob", "Cy", "Di"]


@EVERY_SIZE
def test_two_scores_are_not_one_number(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """The scores of the last round stand one below the other, or have a line between them."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    service.show(replace(between(), told="shown"))
    expect_text(page, ".told", "shown")
    won, other = find_ink(page, ".outcome .scores > :is(b, span)")
    line = page.evaluate("""() => {
        const style = getComputedStyle(document.querySelector('.outcome .scores span'));
        return parseFloat(style.borderTopWidth) + parseFloat(style.borderLeftWidth); }""")
    text = page.locator(".outcome .scores em").text_content()
    page.close()
    assert other.top > won.bottom or other.left > won.right + won.height / 4
    assert line >= 1
    assert text == "against Bob and Cy"


def test_who_moves_to_another_table_has_the_largest_text(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """On the map their sentence is larger than the target and all other names."""
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.goto(f"http://127.0.0.1:{server.port}/")
    service.show(replace(between_tables(), told="shown"))
    expect_text(page, ".told", "shown")
    leaving = min(ink.height for ink in find_ink(page, ".leaving li"))
    others = max(ink.height for ink in find_ink(page, ".next h1, .next p, .place b, .place span"))
    page.close()
    assert leaving > others


@EVERY_SIZE
def test_no_seat_covers_who_goes_to_another_table(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Four players with long names leave for two tables: their sentences and what comes next are in sight."""
    names = ("Bartholomew", "Magdalena", "Constantine", "Wilhelmina")
    base = between_tables()
    leave = tuple(SeatMove(name, 1, seat, 2 + seat // 3, 1) for seat, name in enumerate(names, 1))
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    service.show(replace(base, moves=(*leave, *base.moves[2:]), told="shown"))
    expect_text(page, ".told", "shown")
    shown, covered = page.evaluate("""() => {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const list = (selector) => all(selector).filter((e) => e.checkVisibility());
        const places = list(".place").map((e) => e.getBoundingClientRect());
        const texts = list(".leaving li, .next h1, .next > p, .next > .die");
        const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const boxes = (e) => { const range = document.createRange(); range.selectNodeContents(e);
            return [...range.getClientRects()]; };
        return [list(".leaving li").length,
            texts.filter((e) => boxes(e).some((text) => places.some((place) => covers(place, text))))
              .map((e) => e.textContent)]; }""")
    page.close()
    assert (shown, covered) == (2, [])


@EVERY_SIZE
@pytest.mark.parametrize("state", [playing, first_throw], ids=lambda state: state.__name__)
def test_the_tail_of_a_letter_stays_off_the_words_below(
    browser: Any, server: Server, service: FakePageService, size: str, state: Callable[[], TableView]
) -> None:
    """The name of the thrower has a *g* and a *y*; below it are the throws of the round, or other words."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    service.show(replace(state(), thrower="Peggy Magdalena", told="shown"))
    expect_text(page, ".told", "shown")
    found = page.evaluate("""() => {
      const findTail = (name) => {
        const pen = document.createElement('canvas').getContext('2d');
        const style = getComputedStyle(name);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const mark = Object.assign(document.createElement('span'), { style: 'display: inline-block' });
        name.append(mark);
        const line = mark.getBoundingClientRect().bottom;
        mark.remove();
        const grown = name.getBoundingClientRect().height / name.offsetHeight;
        return [line, line + pen.measureText('gy').actualBoundingBoxDescent * grown];
      };
      const findTop = (below) => {
        const { lineHeight, fontSize } = getComputedStyle(below);
        const ink = 0.8 * parseFloat(fontSize);
        const blank = below.matches('.course') ? 0 : (parseFloat(lineHeight) - ink) / 2;
        return below.getBoundingClientRect().top + blank;
      };
      return [['.foot .turn strong .fit', '.foot :is(.turn p > span, .hint, .course)'],
          ['.last.none .plus .fit', '.last.none .says']].flatMap(([upper, lower]) => {
        const name = document.querySelector(upper);
        if (!name?.checkVisibility()) return [];
        const [line, tail] = findTail(name);
        const box = name.getBoundingClientRect();
        return [...document.querySelectorAll(lower)]
          .map((below) => ({ below, place: below.getBoundingClientRect() }))
          .filter(({ below, place }) => below.checkVisibility() && place.left < box.right)
          .map(({ below, place }) =>
            [below.textContent.trim(), findTop(below) >= tail || place.bottom < line]);
      }); }""")
    page.close()
    assert found
    assert [text for text, free in found if not free] == []


def test_the_code_says_what_it_is_for(browser: Any, server: Server, service: FakePageService) -> None:
    """The words beside the code on a television are 8 mm high."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    service.show_room(make_room(4))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    if not page.locator(".join-code").count():
        pytest.skip("this machine has no address for phones")
    (ink,) = find_ink(page, ".join-code span")
    page.close()
    assert ink.text == "Join with your phone"
    assert ink.height * 0.461 >= 8


def test_a_drawn_name_is_large_on_a_television(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """With its purpose, its prize, and whom it replaces."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    service.show_room(resting(make_room(12)))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".scene.now")
    page.evaluate(GO_ON, 1)  # after the clock of the break
    (ink,) = find_ink(page, ".drum strong .fit")
    text = " ".join(page.locator(".scene.draw").inner_text().split())
    page.goto(f"http://127.0.0.1:{server.port}/host")
    on_host = " ".join(page.locator(".drawn-name").text_content().split())
    page.close()
    assert text == on_host == "The drawing Ann a bottle of elderflower wine instead of Bob"
    assert ink.height * 0.461 >= 20
