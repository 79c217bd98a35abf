"""The television between two bells: it pages by itself, and no name is cut or covered."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.limits import MEGABYTE
from pi_bunco.views.room import RoomView
from pi_bunco.views.television import TvShow
from pi_bunco.web import Server, create_app, serve
from tests.at_night import leave_to_night
from tests.browser import FLAGS, WITH_WINDOWS
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN
from tests.web.picture_book import SCREENS, STILL, show_room
from tests.web.reading import find_unreadable
from tests.web.room_states import between, make_room
from tests.web.test_browser_room import measure_lowest
from tests.web.tv_states import MOMENTS_OF_TV, add_cards, clocked, show, starting

pytestmark = DRIVEN

GO_ON = """number => {
  const scenes = [...document.querySelectorAll('.scene')];
  scenes.forEach((scene, at) => scene.classList.toggle('now', at === number));
  document.getElementById('room').dataset.beside = scenes[number].dataset.beside ?? '';
  dispatchEvent(new Event('resize'));
  return scenes[number].className;
}"""
"""Shows a scene at once, as the page's script does after its seconds."""


def open_room(browser: Any, server: Server, screen: str = "television", *, scripts: bool = True) -> Any:
    """Open the television on a screen, without animations."""
    width, height = SCREENS[screen]
    page = browser.new_page(
        viewport={"width": width, "height": height}, reduced_motion="reduce", java_script_enabled=scripts
    )
    page.goto(f"http://127.0.0.1:{server.port}/room")
    if scripts:
        page.add_style_tag(content=STILL)
        page.evaluate("document.fonts.ready")
    return page


def list_scenes(page: Any) -> Iterator[str]:
    """Show each scene, one after the other, and yield what it is."""
    for number in range(page.locator(".scene").count()):
        yield page.evaluate(GO_ON, number)


def list_moments(tables: int, names: str) -> Iterator[tuple[str, RoomView]]:
    """Yield a room at each moment of the television."""
    for moment, change in MOMENTS_OF_TV.items():
        yield f"{tables} tables, {names}, {moment}", change(make_room(tables, names))


@pytest.mark.parametrize("tables", leave_to_night((1, 3, 12, 25), (25,)))
def test_no_name_is_cut_or_covered(
    browser: Any, server: Server, service: FakePageService, tables: int
) -> None:
    """Names of up to 40 letters on a television, in each scene of each moment, with 18 awards at the end."""
    page = open_room(browser, server)
    wrong = {}
    for name, room in list_moments(tables, "long"):
        show_room(page, service, name, room)
        for scene in list_scenes(page):
            if faults := find_unreadable(page, "main"):
                wrong[name, scene] = faults
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, (name, scene)
    page.close()
    assert wrong == {}


@pytest.mark.parametrize(
    "screen",
    leave_to_night(("small television", "tablet", "standing", "telephone"), ("telephone",)),
)
def test_other_screens_show_everything(
    browser: Any, server: Server, service: FakePageService, screen: str
) -> None:
    """On upright screens all scenes are on one page, which is not wider than the screen."""
    page = open_room(browser, server, screen)
    wrong = {}
    for name, room in list_moments(12, "usual"):
        show_room(page, service, name, room)
        is_upright = SCREENS[screen][1] > SCREENS[screen][0]
        if is_upright:
            assert page.locator(".scene:visible").count() == page.locator(".scene").count()
        for scene in ["all"] if is_upright else list_scenes(page):
            if faults := find_unreadable(page, "main"):
                wrong[name, scene] = faults
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (name, scene)
    page.close()
    assert wrong == {}


PLACE = "[...document.querySelectorAll('.scene')].findIndex((scene) => scene.matches('.now'))"
"""The place of the scene that is shown."""


def test_scenes_follow_each_other_and_begin_again(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """After its seconds each scene gives way to the next, and the last one to the first."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.clock.install()
    room = add_cards(between(make_room(12)))
    service.show_room(room)
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".scene.now")
    seen = []
    for _ in range(8):
        seen.append(page.evaluate("document.querySelector('.scene.now').className.split(' ')[1]"))
        assert page.locator(".scene:visible").count() == 1
        shown = page.evaluate(PLACE)
        while page.evaluate(PLACE) == shown:  # a change of the page begins its seconds again
            page.clock.run_for(1000)
    one = ["result", "result", "buncos", "chairs", "chairs", "standings", "standings"]
    assert seen == [*one, "result"]
    service.show_room(clocked(make_room(12)))
    page.wait_for_selector(".clock.now")
    page.close()


SEEN = """() => [...document.querySelectorAll('.at, .grid > li')].flatMap((card, at) => {
  const { top, bottom } = card.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight ? [at] : [];
})"""
"""The cards that are completely on the screen."""


@pytest.mark.parametrize("moment", leave_to_night(("playing", "between"), ("between",)))
def test_upright_television_shows_everything(
    browser: Any, server: Server, service: FakePageService, moment: str
) -> None:
    """It scrolls by itself, so each card of 25 tables is seen complete; what is new is shown from the top."""
    page = browser.new_page(viewport={"width": 1080, "height": 1920}, reduced_motion="reduce")
    page.clock.install()
    room = make_room(25)
    service.show_room(between(room) if moment == "between" else room)
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".at")
    cards = page.locator(".at, .grid > li").count()
    seen = set(page.evaluate(SEEN))
    assert len(seen) < cards
    for _ in range(12):
        page.clock.run_for(12_000)
        seen |= {*page.evaluate(SEEN)}
    assert seen == {*range(cards)}
    page.evaluate("scrollTo(0, 300)")
    service.show_room(clocked(make_room(12)))
    page.wait_for_selector(".clock.now")
    assert page.evaluate("scrollY") == 0
    page.close()


@pytest.mark.skipif(WITH_WINDOWS is None, reason="only Chromium with windows scrolls smoothly")
def test_upright_television_scrolls_smoothly_to_what_is_new(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """A new round begins at the top, although each change of the page also keeps its taps steady."""
    smooth = browser.browser_type.launch(executable_path=WITH_WINDOWS, args=FLAGS)
    page = smooth.new_page(viewport={"width": 1080, "height": 1920})
    service.show_room(add_cards(between(make_room(25))))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".scene.now")
    page.evaluate("scrollTo(0, 150)")
    service.show_room(make_room(25))
    page.wait_for_selector(".scene", state="detached")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") > 0
    page.wait_for_function("() => scrollY === 0", timeout=10_000)
    smooth.close()


def test_without_scripts_everything_is_on_one_page(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """Also on a television, which then scrolls."""
    service.show_room(add_cards(between(make_room(12))))
    page = open_room(browser, server, scripts=False)
    assert page.locator(".scene").count() == page.locator(".scene:visible").count() == 7
    assert page.locator(".scene").last.bounding_box()["y"] > 1080
    page.close()


def test_names_run_until_the_drawn_one_stands(browser: Any, server: Server, service: FakePageService) -> None:
    """The name comes from the log. A page that is opened later, or that reduces motion, shows it at once."""
    before = clocked(make_room(3))
    drawn = replace(before.results.newest, seq=41) if before.results.newest else None
    after = replace(before, results=replace(before.results, newest=drawn))
    service.show_room(replace(before, results=replace(before.results, newest=None)))
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".clock.now")
    service.show_room(after)
    page.wait_for_selector(".draw.now.running .reel >> visible=true")
    assert page.locator(".drum strong >> visible=true").count() == 0
    assert page.text_content(".reel") in after.names
    page.clock.run_for(7000)
    page.wait_for_selector(".draw.now:not(.running) strong >> text=Ann")
    page.close()
    calm = open_room(browser, server)
    assert calm.locator(".running").count() == 0
    service.show_room(replace(after, results=replace(after.results, newest=replace(drawn, seq=42))))  # type: ignore[type-var] # it is one
    calm.wait_for_selector(".draw.now:not(.running) strong >> text=Ann")
    calm.close()


def test_all_televisions_show_the_same_award(browser: Any, server: Server, service: FakePageService) -> None:
    """Two screens follow the host's tap, and one that is loaded again shows it too."""
    service.show_room(show(make_room(4), TvShow()))
    pages = [open_room(browser, server) for _ in range(2)]
    for page in pages:
        page.wait_for_selector(".winner.now h2")
    service.show_on_tv(TvShow("award", 7))
    pages[1].reload()
    for page in pages:
        page.wait_for_selector(".award.now >> text=Award 7 of 18")
        page.close()


LOWEST = {
    "result": {"strong .fit": 16.0, ".score b": 20.0},
    "chairs": {".seating b .fit": 12.0},
    "standings": {"strong .fit": 16.0},
    "clock": {"b": 60.0},
    "award": {"strong": 20.0},
}
"""The height in mm that ink of a scene has at least on a television of 40 inches."""


@pytest.mark.parametrize("moment", leave_to_night(("between", "break", "award"), ("between",)))
def test_it_can_be_read_from_eight_metres(
    browser: Any, server: Server, service: FakePageService, moment: str
) -> None:
    """With 25 tables and names of twelve letters."""
    page = open_room(browser, server)
    show_room(page, service, moment, MOMENTS_OF_TV[moment](make_room(25, "usual")))
    seen = set()
    for scene in list_scenes(page):
        kind = scene.split()[1]
        for selector, millimetres in LOWEST.get(kind, {}).items() if kind not in seen else ():
            assert measure_lowest(page, f".scene.now {selector}") >= millimetres, (kind, selector)
        seen.add(kind)
    page.close()
    assert seen & LOWEST.keys()


def test_a_television_opens_with_few_bytes(browser: Any, server: Server, service: FakePageService) -> None:
    """With an empty cache, in the largest room, while guests arrive, a television loads at most 150 kB."""
    service.show_room(starting(make_room(25, "long")))
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    received: list[int] = []
    network.on(
        "Network.responseReceived", lambda event: received.append(event["response"]["encodedDataLength"])
    )
    network.on("Network.dataReceived", lambda event: received.append(event["encodedDataLength"]))
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.wait_for_selector(".scene.now")
    page.wait_for_load_state("load")
    page.wait_for_timeout(1000)
    assert 20_000 < sum(received) <= 150_000
    page.context.close()


def test_a_large_picture_of_a_sponsor_is_made_smaller(
    browser: Any, service: FakePageService, tmp_path: Path
) -> None:
    """A photo of a megabyte is sent small. It stands on the host's page, and beside the clock of a break."""
    noise = np.random.default_rng(1).integers(0, 255, (700, 900, 3), np.uint8)
    photo = tmp_path / "photo.png"
    photo.write_bytes(cv2.imencode(".png", noise)[1].tobytes())
    assert photo.stat().st_size > MEGABYTE
    service.show_room(clocked(make_room(4)))
    with serve(create_app(service, sponsors=SponsorFolder(tmp_path)), "127.0.0.1", 0) as server:
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.set_input_files("#sponsor-file", photo)
        page.click("#sponsor button")
        page.wait_for_selector("#host_sponsors img")
        page.goto(f"http://127.0.0.1:{server.port}/room")
        page.wait_for_selector("#sponsors img.now >> visible=true")
        page.wait_for_function("() => document.querySelector('#sponsors img').naturalWidth > 0")
        assert page.locator("#sponsors img").bounding_box()["width"] < 1920 / 4
        page.evaluate(GO_ON, 2)
        assert page.locator("#sponsors img").is_hidden()
        page.close()
