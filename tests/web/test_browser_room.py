"""The room's screen, the host's page and the first question, on every screen, for up to 25 tables."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.views.moment import MomentView
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import SeatMove
from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES, expect_text
from tests.web.ink import find_ink
from tests.web.states import playing, roomful

pytestmark = DRIVEN

COUNTS = (1, 2, 3, 4, 5, 7, 12, 16, 25)
LONG = (
    "Wilhelmina-Alexandra von Hohenstein-Löwenburg the 3rd of Ames",
    "שרה כהן",
    "🎲🎲🎲 Dice Queen 🎲",
    "Bo",
)
MEASURE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const texts = (elements) => elements.map((e) => `${e.tagName} ${e.className} ${e.textContent.trim()}`);
  const box = (e) => e.getBoundingClientRect();
  const beyond = (e) => {
    const [card, own] = [box(e.closest('.card')), box(e)];
    return own.left < card.left - 1 || own.right > card.right + 1
      || own.top < card.top - 1 || own.bottom > card.bottom + 1;
  };
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    out: texts(all('.at h2, .sides p, .sides b, .seating p, .line-of *, .paper-page button, .place b')
      .filter(beyond)),
    cut: texts(all('.room-head h1, .waits, .sides p, .place')
      .filter((e) => e.scrollWidth > e.clientWidth + 2)),
  };
}"""
PIXEL_MM = 0.461
"""The width in mm of a pixel on a television of 40 inches with 1920 pixels."""


def measure_lowest(page: Any, selector: str) -> float:
    """Return the height of the lowest ink of some texts on a television, in mm."""
    return min(ink.height for ink in find_ink(page, selector)) * PIXEL_MM


def make_rooms(count: int) -> dict[str, RoomView]:
    """Return a room with this number of tables in each of its states."""
    base = roomful(count)
    high = replace(base.tables[0], scores=(121, 98), thrower=None, winners=LONG[:1], standing="decided")
    long = replace(
        high,
        seats=LONG,
        sides=((LONG[0], LONG[2]), (LONG[1], LONG[3])),
        winners=(LONG[0], LONG[2]),
        doubt=True,
    )
    four = replace(high, sides=tuple((name,) for name in LONG), scores=(21, 0, 105, 7), standing="playing")
    return {
        "playing": base,
        "waits": replace(
            base,
            ended=True,
            moment=MomentView(
                "finishing",
                "Set 1, round 3 has ended, but a throw at table 1 is in doubt.",
                "Next: round 4, rolling for fours.",
                waiting=(1,),
            ),
        ),
        "long": replace(base, tables=tuple(replace(long, table=table.table) for table in base.tables)),
        "four sides": replace(base, tables=tuple(replace(four, table=table.table) for table in base.tables)),
        "ready": replace(
            base,
            status="ready",
            bell_in=30,
            moves=(SeatMove("Bob", 2, 1, 1, 2),),
            tables=tuple(
                replace(long, table=table.table, standing="ready", doubt=False) for table in base.tables
            ),
        ),
        "bunco": replace(base, tables=tuple(replace(table, bunco=LONG[0]) for table in base.tables)),
        "three ones": replace(base, tables=tuple(replace(table, lost=117) for table in base.tables)),
        "over": replace(
            base,
            status="over",
            moment=MomentView(
                "over", f"The end: {LONG[0]} has won the game.", "There is nothing more to play."
            ),
            winners=LONG,
        ),
    }


@EVERY_SIZE
def test_the_screen_fits_for_every_number_of_tables(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Nothing leaves its card or is wider than the screen. On a television nothing scrolls."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.add_style_tag(content="* { animation: none !important; transition: none !important }")
    for count in COUNTS:
        for name, room in make_rooms(count).items():
            shown = replace(room.moment, next=f"{name} {count}")
            service.show_room(replace(room, moment=shown))
            page.wait_for_selector(f".what >> text={name} {count}")
            found = page.evaluate(MEASURE)
            assert (name, count, found["wide"], found["out"], found["cut"]) == (name, count, 0, [], [])
            if size == "television":
                assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.close()


@pytest.mark.parametrize("count", leave_to_night((1, 2, 3, 4), (1, 4)))
@pytest.mark.parametrize(
    "players", leave_to_night(("teams", "one digit", "three", "four", "three digits"), ("teams", "four"))
)
def test_up_to_four_tables_can_be_read_from_six_metres(
    browser: Any, server: Server, service: FakePageService, count: int, players: str
) -> None:
    """On a television of 40 inches scores are 50 mm high, the target 30 mm, names of twelve letters 16 mm."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    names = ("Christabelle", "Maximilianus", "Bartholomew", "Wilhelmine")
    alone = tuple((name,) for name in names)
    sides, scores = {
        "teams": ((names[::2], names[1::2]), (14, 21)),
        "one digit": ((names[::2], names[1::2]), (4, 0)),
        "three": (alone[:3], (14, 21, 8)),
        "four": (alone, (14, 21, 8, 19)),
        "three digits": ((names[::2], names[1::2]), (114, 121)),
    }[players]
    base = roomful(count)
    tables = tuple(replace(table, seats=names, sides=sides, scores=scores) for table in base.tables)
    service.show_room(replace(base, tables=tables))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    found = page.evaluate(MEASURE)
    cut = page.evaluate("""() => [...document.querySelectorAll('.sides i, .sides span')]
      .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > 1.15 * e.clientHeight)
      .map((e) => e.textContent)""")
    target = page.evaluate("document.querySelector('.room-head .die rect').getBoundingClientRect().height")
    assert measure_lowest(page, ".sides b") >= 50
    assert target * PIXEL_MM >= 30
    assert measure_lowest(page, ".sides span i") >= 16
    assert (cut, found["out"], found["cut"]) == ([], [], [])
    page.close()


@pytest.mark.parametrize(("count", "millimetres"), [(12, 30), (25, 20)])
def test_scores_can_be_read_across_the_room(
    browser: Any, server: Server, service: FakePageService, count: int, millimetres: float
) -> None:
    """Scores are that high on a television of 40 inches. With 25 tables the tables' numbers are, too."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    base = roomful(count)
    service.show_room(replace(base, tables=tuple(replace(table, scores=(14, 21)) for table in base.tables)))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    assert measure_lowest(page, ".sides b") >= millimetres
    if count == 25:
        assert measure_lowest(page, ".at h2") >= millimetres
    page.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_bunco_and_the_end_are_celebrated(
    browser: Any, server: Server, service: FakePageService, motion: Any
) -> None:
    """A table shines after a bunco, and confetti falls at the end, but not if motion is reduced."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion=motion)
    base = roomful(3)
    service.show_room(replace(base, tables=(replace(base.tables[0], bunco="Ann"), *base.tables[1:])))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    expect_text(page, "#room_tables-1 .bunco .chip", "Bunco! Ann")
    shines = page.evaluate("getComputedStyle(document.querySelector('.at.bunco')).animationName")
    assert page.locator(".bunco").count() == 1
    service.show_room(make_rooms(3)["over"])
    page.wait_for_selector(".winner.now h2")
    rains = page.locator(".confetti i").first.is_visible()
    assert (shines, rains) == (("shine", True) if motion == "no-preference" else ("none", False))
    page.close()


def test_a_score_changes_in_place(browser: Any, server: Server, service: FakePageService) -> None:
    """The elements of all tables stay the same ones."""
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    service.show_room(roomful(3))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.evaluate("document.querySelectorAll('.at').forEach((card, at) => { card.mark = at; })")
    tables = roomful(3).tables
    service.show_room(replace(roomful(3), tables=(*tables[:2], replace(tables[2], scores=(99, 9)))))
    expect_text(page, "#room_tables-3 .us b", "99")
    marks = page.evaluate("[...document.querySelectorAll('.at')].map((card) => card.mark)")
    assert marks == [0, 1, 2]
    page.close()


@EVERY_SIZE
def test_the_hosts_page_and_the_first_question_fit(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Nothing is wider than the screen or leaves its card."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    for count in (1, 3, 25):
        for name in ("long", "ready", "over"):
            service.show_room(make_rooms(count)[name])
            for address in ("/host", "/?choose"):
                page.goto(f"http://127.0.0.1:{server.port}{address}")
                found = page.evaluate(MEASURE)
                assert (name, address, found["wide"], found["out"]) == (name, address, 0, [])
    page.close()


def test_the_hosts_input_survives_an_update(browser: Any, server: Server, service: FakePageService) -> None:
    """A name that is half typed and a choice that is not sent stay while tables play."""
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.goto(f"http://127.0.0.1:{server.port}/host")
    page.fill("#come", "Zo")
    page.select_option("#leave", "Bob")
    service.show(replace(playing(), table=2))
    page.wait_for_selector("#host_tables-2")
    assert page.input_value("#come") == "Zo"
    assert page.input_value("#leave") == "Bob"
    page.close()
