"""The television and the host's page sound in a browser: at the bell, after one tap, not in quiet hours."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.views.devices import RoomSound
from pi_bunco.views.room import RoomView
from pi_bunco.web import Server, create_app, serve
from tests.browser import CHROMIUM, FLAGS
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, PATIENCE_MS
from tests.web.room_states import between, make_room

pytestmark = DRIVEN

SPY = """() => {
  window.heard = [];
  const note = (type, name) => {
    const { start } = type.prototype;
    type.prototype.start = function (...args) {
      window.heard.push(name(this));
      return start.apply(this, args);
    };
  };
  note(AudioBufferSourceNode, (node) => `clip ${node.buffer.duration.toFixed(1)}`);
  note(OscillatorNode, () => 'tone');
}"""
FETCHED = """(name) => performance.getEntriesByType('resource')
  .some((each) => each.name.endsWith(`/${name}.mp3`) && each.responseEnd > 0)"""


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    """Start a browser that waits for a tap before it plays sounds, as those of people do."""
    flags = [*FLAGS, "--autoplay-policy=document-user-activation-required"]
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=flags, ignore_default_args=["--mute-audio"]
    )
    yield browser
    browser.close()


@pytest.fixture
def keeper(service: FakePageService, tmp_path: Path) -> SoundKeeper:
    def show(sound: RoomSound) -> None:
        service.show_room(replace(service.view_room(), sound=sound))

    return SoundKeeper(tmp_path, show)


@pytest.fixture
def server(service: FakePageService, keeper: SoundKeeper) -> Iterator[Server]:
    with serve(create_app(service, sounds=keeper), "127.0.0.1", 0) as server:
        yield server


Open = Callable[[str], Any]


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Open]:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"({SPY})()")
    faults: list[str] = []

    def open_page(path: str) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.wait_for_selector("sound-switch > button")
        return page

    yield open_page
    context.close()
    assert faults == []


def begin_round(room: RoomView) -> RoomView:
    return replace(make_room(len(room.tables)), round=room.round, target=room.round)


def wait_until(page: Any, condition: str, argument: str = "") -> None:
    """Wait until a condition holds. The pages' policy refuses playwright's own way."""
    for _ in range(PATIENCE_MS // 50):
        if page.evaluate(condition, argument):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"this did not become true: {condition}")


def test_the_television_speaks_at_the_bell_after_one_tap(service: FakePageService, open_page: Open) -> None:
    """Nothing is fetched before the tap. The next bell is struck and spoken. A reload plays nothing again."""
    room = between(make_room(3))
    service.show_room(room)
    page = open_page("/room")
    assert page.locator("sound-switch").get_attribute("data-state") == "waits"
    assert page.locator("sound-switch > button").inner_text() == "Sound on"
    assert not page.evaluate(FETCHED, "welcome")
    page.click("sound-switch > button")
    wait_until(page, FETCHED, f"round-{room.round}")
    page.wait_for_timeout(300)  # to decode it: a line that is not there yet is left out
    page.evaluate("window.heard = []")
    service.show_room(begin_round(room))
    wait_until(page, "() => window.heard.some((each) => each.startsWith('clip'))")
    assert page.evaluate("window.heard.filter((each) => each === 'tone').length") == 10  # two strokes
    page.reload()
    page.wait_for_selector("sound-switch[data-state=waits]")
    page.mouse.click(500, 5)  # any tap is enough
    page.wait_for_selector("sound-switch[data-state=on]")
    assert page.evaluate("window.heard") == []


def test_in_quiet_hours_the_bell_makes_no_sound(
    service: FakePageService, keeper: SoundKeeper, open_page: Open
) -> None:
    """The host taps *Quiet now*, and the television stays silent. It sounds again after the other tap."""
    room = between(make_room(3))
    service.show_room(room)
    television, host = open_page("/room"), open_page("/host")
    television.click("sound-switch > button")
    television.wait_for_selector("sound-switch[data-state=on]")
    television.evaluate("window.heard = []")
    host.click("text=Quiet now")
    host.wait_for_selector("text=Allow sounds again")
    assert keeper.choice.quiet_now
    service.show_room(replace(begin_round(room), sound=RoomSound(quiet=True)))
    wait_until(
        television, "() => document.querySelector('room-sounds').getAttribute('cues').includes('start')"
    )
    television.wait_for_timeout(100)
    assert television.evaluate("window.heard") == []
    host.click("text=Allow sounds again")
    host.wait_for_selector("text=Quiet now")
    service.show_room(between(make_room(3)))
    wait_until(television, "() => window.heard.includes('tone')")


def test_volume_and_spoken_lines_are_kept_on_the_device(service: FakePageService, open_page: Open) -> None:
    """After a reload the panel shows what was chosen, and a device that was muted stays muted."""
    service.show_room(between(make_room(3)))
    page = open_page("/host")
    assert page.locator("sound-switch").get_attribute("data-state") == "off"
    page.click("sound-switch > button")
    page.locator(".sound-panel input[type=range]").fill("35")
    page.check(".sound-panel input[type=checkbox]")
    page.reload()
    page.wait_for_selector("sound-switch[data-state=waits]")
    page.click("sound-switch > button")
    page.wait_for_selector("sound-switch[data-state=on]")
    assert page.locator(".sound-panel input[type=range]").input_value() == "35"
    assert page.is_checked(".sound-panel input[type=checkbox]")
    page.click(".sound-panel button")
    page.reload()
    page.wait_for_selector("sound-switch[data-state=off]")


def test_the_host_chooses_the_end_of_a_round_and_quiet_hours(keeper: SoundKeeper, open_page: Open) -> None:
    """Both count at once, and the page shows them."""
    page = open_page("/host")
    page.select_option("#horn", "yes")
    page.wait_for_selector("#horn[data-chosen=yes]")
    page.fill("#quiet-from", "22:00")
    page.fill("#quiet-to", "07:00")
    page.click(".clocks button")
    page.wait_for_selector("text=07:00")
    choice = keeper.choice
    assert (choice.horn, choice.quiet_from, choice.quiet_to) == (True, "22:00", "07:00")
