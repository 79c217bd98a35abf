"""Pages in a language with long words: nothing is cut off, and nothing leaves its place."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.web import Server, create_app, serve
from pi_bunco.web.language import LANGUAGE
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, SIZES, expect_text
from tests.web.made_up import Long
from tests.web.picture_book import show_room
from tests.web.reading import find_unreadable
from tests.web.room_states import make_room
from tests.web.test_browser_sizes import ALL_STATES, MEASURE
from tests.web.tv_states import MOMENTS_OF_TV

pytestmark = [*DRIVEN, pytest.mark.nightly, pytest.mark.parametrize("size", SIZES)]

PAGES = (
    "/?choose", "/host", "/me?guest=", "/me", "/results", "/new", "/rules", "/paper", "/money", "/join",
    "/pin", "/language", "/people", "/evenings", "/wifi", "/secure", "/t/1/sheet/more", "/t/1/sheet/enter",
)  # fmt: skip
STILL = "* { animation: none !important; transition: none !important }"
SPILLS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const all = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && box(e).width > 1
    && [...e.childNodes].some((node) => node.nodeType === 3 && /[a-z]/i.test(node.data))
    && !e.closest('.unseen, svg, .keys, s'));
  const say = (e) => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 60)}`;
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: all.filter((e) => getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 2
      && getComputedStyle(e).textOverflow !== 'ellipsis'
      && !['OPTION', 'SELECT', 'TEXTAREA', 'PRE'].includes(e.tagName)).map(say),
    spills: all.filter((e) => {
      const holder = e.closest('button, .button, .card');
      return holder?.checkVisibility()
        && (box(e).right > box(holder).right + 2 || box(e).left < box(holder).left - 2);
    }).map(say),
  };
}"""
WIDE = "document.documentElement.scrollWidth - innerWidth"
NO_FAULTS = {"wide": 0, "cut": [], "spills": []}


@pytest.fixture
def server(service: FakePageService) -> Iterator[Server]:
    with serve(create_app(service, catalogues={"nl": Long()}), "127.0.0.1", 0) as server:
        yield server


@pytest.fixture
def long_page(browser: Any, server: Server, size: str) -> Iterator[Any]:
    """Return a page of a device whose language has long words."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    address = f"http://127.0.0.1:{server.port}"
    context.add_cookies([{"name": LANGUAGE, "value": "nl", "url": address}])
    page = context.new_page()
    page.goto(f"{address}/t/1")
    page.wait_for_selector(".foot")
    page.add_style_tag(content=STILL)
    yield page
    context.close()


def test_every_state_of_a_table_fits(long_page: Any, service: FakePageService, size: str) -> None:
    """Nothing scrolls, is cut off or leaves the screen. Buttons are large enough for a thumb."""
    wrong = {}
    for name, state in ALL_STATES.items():
        service.show(replace(state(), told=f"shown {name}"))
        expect_text(long_page, ".told", f"shown {name}")
        found = long_page.evaluate(MEASURE, 50 if size == "telephone" else 60)
        if any(found.values()):
            wrong[name] = {fault: where for fault, where in found.items() if where}
    assert not wrong, repr(wrong)


def test_the_television_fits(long_page: Any, server: Server, service: FakePageService) -> None:
    """Each scene of the room's screen has its words inside."""
    long_page.goto(f"http://127.0.0.1:{server.port}/room")
    wrong = {}
    for name, change in MOMENTS_OF_TV.items():
        show_room(long_page, service, name, change(make_room(12, "usual")))
        found = find_unreadable(long_page, "main")
        if found or long_page.evaluate(WIDE) > 0:
            wrong[name] = found
    assert not wrong, repr(wrong)


def test_all_other_pages_fit(long_page: Any, server: Server) -> None:
    """No page scrolls sideways, and no label leaves its button or its card."""
    wrong = {}
    for address in PAGES:
        long_page.goto(f"http://127.0.0.1:{server.port}{address}")
        found = long_page.evaluate(SPILLS)
        if found != NO_FAULTS:
            wrong[address] = found
    assert not wrong, repr(wrong)
