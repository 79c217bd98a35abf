"""The eyes and hands themselves: they see and reach what a person could, and nothing else."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hands.device import Device, NotThere
from tests.hands.road import Roads
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

NOTE = "<script>window.onclick = (event) => { document.title += event.target.textContent; };</script>"


@pytest.fixture
def show(browser: Any) -> Iterator[Callable[[str], Device]]:
    """Return a function that shows a page on a new device."""
    roads = Roads(1)
    devices = []

    def show_(markup: str) -> Device:
        devices.append(device := Device.switch_on(browser, roads.build(), "phone", "telephone"))
        device.page.set_content(markup + NOTE)
        return device

    yield show_
    for device in devices:
        device.context.close()
    roads.close()


def test_what_is_hidden_is_not_seen(show: Callable[[str], Device]) -> None:
    """Neither text nor buttons are seen that are hidden, transparent, or as small as a point."""
    hidden = (
        "display: none",
        "visibility: hidden",
        "opacity: 0",
        "width: 1px; height: 1px; overflow: hidden",
    )
    device = show(
        "<p>here</p>"
        + "".join(f'<div style="position: absolute; {style}">no<button>no</button></div>' for style in hidden)
    )
    sight = device.look()
    assert (sight.lines, sight.things) == (("here",), ())


def test_nothing_is_seen_before_the_styles_are_there(show: Callable[[str], Device]) -> None:
    """While a style sheet is on its way, the browser paints nothing, so nothing can be tapped."""
    device = show("<button>Ring</button>")
    device.page.route("**/late.css", lambda _: None)  # it never comes
    device.page.evaluate("document.head.innerHTML = '<link rel=stylesheet href=http://127.0.0.1/late.css>'")
    sight = device.look()
    assert (sight.lines, sight.things) == ((), ())


def test_a_message_through_which_one_can_tap_is_seen(show: Callable[[str], Device]) -> None:
    """It covers a button for the eyes, but not for a finger."""
    device = show(
        "<button>Ring</button>"
        '<p style="position: fixed; inset: 0; margin: 0; pointer-events: none">Counted</p>'
    )
    assert "Counted" in device.look().lines
    device.tap("Ring", "button")
    assert device.page.title() == "Ring"


def test_what_is_covered_is_not_tapped(show: Callable[[str], Device]) -> None:
    """A notice over a button hides its text, and no finger reaches it until the notice is gone."""
    device = show(
        '<button>Ring</button><div style="position: fixed; inset: 0; background: red"'
        ' onclick="this.remove()">Bunco!</div>'
    )
    sight = device.look()
    assert sight.lines == ("Bunco!",)
    assert [str(thing) for thing in sight.things] == ["[Ring] (covered)"]
    with pytest.raises(NotThere, match="a finger does not reach"):
        device.tap("Ring", "button")
    device.tap_middle()
    device.tap("Ring", "button")
    assert device.page.title() == "Bunco!Ring"


def test_one_scrolls_to_what_is_further_down(show: Callable[[str], Device]) -> None:
    """A button below the window's edge is seen as away, and is tapped after scrolling."""
    device = show('<div style="height: 3000px">top</div><button>Deep</button>')
    assert [str(thing) for thing in device.look().things] == ["[Deep] (away)"]
    device.tap("Deep", "button")
    assert device.page.title() == "Deep"


def test_a_thing_that_is_not_there_is_reported_with_the_screen(show: Callable[[str], Device]) -> None:
    """The message contains what the screen shows instead, and disabled buttons cannot be tapped."""
    device = show("<h1>Round 1</h1><button disabled>Ring</button>")
    with pytest.raises(
        NotThere, match=r"nothing here is called “Ring”\n.*\n  \| Round 1\n(?s:.*)Ring\] \(disabled\)"
    ):
        device.tap("Ring", "button")


def test_names_are_those_of_labels(show: Callable[[str], Device]) -> None:
    """Fields, selects, ticks and drawn buttons have the name that a screen reader would read."""
    device = show(
        '<label>Name <input value="Ann"></label><label for="how">How</label>'
        '<select id="how"><option>a<option>b</select><label>Calls <input type="checkbox" checked></label>'
        '<button aria-label="More"><svg width="20" height="20"></svg></button>'
    )
    seen = [(thing.role, thing.name, thing.value, thing.chosen) for thing in device.look().things]
    assert seen[0] == ("field", "Name", "Ann", False)
    assert [name for _, name, _, _ in seen] == ["Name", "How", "Calls", "More"]
    device.type("Name", "Bob")
    device.choose("How", "b")
    assert [thing.value for thing in device.look().things][:2] == ["Bob", "b"]
