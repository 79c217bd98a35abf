"""One device in somebody's hands: a browser with its own cookies, size and address in the network.

It can look, tap, type, choose, reload, sleep and wake, and its taps can be delayed on their way. It never
calls the API, and never asks the page's scripts for anything.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.hands.eyes import LOOK, Role, Sight, Thing, read_sight
from tests.hands.road import Road
from tests.web.driving import SIZES

PATIENCE = 60.0
"""Seconds until something that must appear on a screen has appeared."""
_REPLACED = ("Not attached to an active page", "net::ERR_ABORTED")
"""What the browser's driver says of a reload while the page is being replaced, such as by its own reload."""
GLANCE = 0.04
"""Seconds between two looks while somebody waits."""
SCROLLS = 3
"""How often a finger scrolls at most: first a part of the page may scroll, then the page."""


class NotThere(AssertionError):
    """A person could not do something, because it was not on the screen or something lay over it."""


@dataclass
class Sent:
    """A tap that the page has sent, as its network sees it.

    Attributes
    ----------
    path, fields
        Where it went, and the fields of its form.
    status
        The status of the answer; 0: there is none yet, -1: none came.
    """

    path: str
    fields: tuple[tuple[str, str], ...]
    status: int = 0

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that were tapped in, if any."""
        return tuple(int(value) for name, value in self.fields if name == "dice" and value.isdigit())

    @property
    def accepted(self) -> bool:
        """Whether the table has acknowledged it."""
        return 200 <= self.status < 400


@dataclass(eq=False)
class Device:
    """A device.

    Attributes
    ----------
    name
        What people call it, such as *table 2, second tablet*.
    context, page, road
        Its browser context, its one page, and its way to the program.
    errors
        Errors in its pages' scripts.
    sent
        The taps that its pages have sent.
    awake
        Whether it is awake.
    """

    name: str
    context: Any
    page: Any
    road: Road
    touch: bool
    errors: list[str] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    awake: bool = True
    _holds: bool = False
    _held: list[Any] = field(default_factory=list)
    _requests: dict[Any, Sent] = field(default_factory=dict)

    @classmethod
    def switch_on(cls, browser: Any, road: Road, name: str, size: str = "tablet") -> "Device":
        """Return a new device, which shows nothing yet and is known to nobody."""
        width, height = SIZES[size]
        touch = size != "television"
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, reduced_motion="reduce"
        )
        device = cls(name, context, context.new_page(), road, touch)
        device.page.on("pageerror", lambda error: device.errors.append(f"{device.name}: {error}"))
        device.page.on("request", device._note_request)
        device.page.on("response", device._note_response)
        device.page.on("requestfailed", device._note_failure)
        return device

    # What its people do.

    def open(self, path: str) -> None:
        """Type an address into the browser, and go there."""
        address = f"http://127.0.0.1:{self.road.port}{path}"
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.page.goto(address, wait_until="load")
            except Exception as error:  # playwright's error has no public type without an import
                if time.monotonic() > end or not re.search(
                    "another navigation|net::ERR_(CONN|SOCK|EMPTY)", str(error)
                ):
                    raise
                self.page.wait_for_timeout(GLANCE * 1000)  # the Pi starts again, as after it got a table
            else:
                return

    def look(self) -> Sight:
        """Return what the screen shows now. While a page is loading there is nothing to see: look again."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return read_sight(self.page.evaluate(LOOK))
            except Exception as error:  # playwright's error has no public type without an import
                if "context was destroyed" not in str(error) and "navigat" not in str(error):
                    raise
                if time.monotonic() > end:
                    raise
            self.page.wait_for_timeout(GLANCE * 1000)

    def wait_for(self, what: Callable[[Sight], object], why: str, patience: float = PATIENCE) -> Sight:
        """Look until the screen shows something, and return that look.

        Raises
        ------
        NotThere
            If it does not appear.
        """
        end = time.monotonic() + patience
        while not what(sight := self.look()):
            if time.monotonic() > end:
                raise NotThere(f"{self.name}: {why} did not appear within {patience} s\n{sight.describe()}")
            self.pause()
        return sight

    def pause(self, seconds: float = GLANCE) -> None:
        """Wait a moment. The page lives on meanwhile."""
        self.page.wait_for_timeout(seconds * 1000)

    def tap(self, pattern: str, *roles: Role, beside: str = "") -> Thing:
        """Tap the middle of a thing that is seen, as a finger would, and return it.

        Raises
        ------
        NotThere
            If there is no such thing, or something else would receive the tap.
        """
        thing = self._reach(pattern, roles or ("button", "link", "radio", "tick"), beside)
        self._press(thing.x, thing.y)
        return thing

    def tap_thing(self, thing: Thing) -> None:
        """Tap a thing that was seen, if it is still there."""
        self.tap(re.escape(thing.name), thing.role)

    def tap_middle(self) -> None:
        """Tap the middle of the screen, as people do who want a notice to go away."""
        size = self.page.viewport_size
        self._press(size["width"] / 2, size["height"] / 2)

    def type(self, pattern: str, text: str) -> None:
        """Type a text into a field that is seen, instead of what stands there."""
        thing = self._reach(pattern, ("field",), "")
        self._press(thing.x, thing.y)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def choose(self, pattern: str, choice: str) -> None:
        """Choose in a select that is seen, with the keys: on a device its list belongs to the system."""
        thing = self._reach(pattern, ("select",), "")
        if choice not in thing.choices:
            raise NotThere(f"{self.name}: {thing.name} does not offer {choice}: {thing.choices}")
        self.page.get_by_label(thing.name, exact=True).select_option(label=choice)

    def reload(self) -> None:
        """Load the page again. While the browser replaces it, it takes no reload: people press again."""
        try:
            self.page.reload(wait_until="load")
        except Exception as error:  # playwright's error has no public type without an import
            if not any(says in str(error) for says in _REPLACED):
                raise
            self.page.wait_for_load_state("load")
            self.page.reload(wait_until="load")

    def sleep(self) -> None:
        """Put the device to sleep: nothing reaches it, and it reaches nobody."""
        self.awake = False
        self.road.cut()

    def wake(self) -> None:
        """Wake the device. Its page comes back by itself."""
        self.road.mend()
        self.awake = True

    # Its network.

    def hold_taps(self) -> None:
        """From now on keep what it sends on the way, until :meth:`deliver_taps`."""
        self._holds = True
        self.page.route("**/api/**", self._hold)

    def deliver_taps(self) -> list[Sent]:
        """Deliver the taps that were kept, wait for their answers, and return them."""
        held, self._held = self._held, []
        self._holds = False
        for route in held:
            route.continue_()
        self.wait_for_answers()
        self.page.unroute("**/api/**")
        return [self._requests[route.request] for route in held]

    def wait_for_answers(self, patience: float = PATIENCE) -> None:
        """Wait until every tap that is not held has its answer."""
        end = time.monotonic() + patience
        held = {id(self._requests[route.request]) for route in self._held}
        while any(not sent.status and id(sent) not in held for sent in self.sent):
            if time.monotonic() > end:
                raise NotThere(f"{self.name}: a tap has no answer after {patience} s")
            self.pause(0.01)

    def keep_picture(self, folder: Path) -> None:
        """Keep a picture of the screen."""
        self.page.screenshot(path=folder / f"{self.name.replace(' ', '-')}.png")

    # Internals.

    def _reach(self, pattern: str, roles: tuple[Role, ...], beside: str) -> Thing:
        """Return a thing that a finger can reach now; scroll to it if it is outside the window or covered."""
        sight = self.look()
        thing = sight.find(pattern, *roles, beside=beside)
        for _ in range(SCROLLS):
            if thing is None or not (thing.away or thing.covered):
                break
            self._scroll_to(thing)
            sight = self.look()
            thing = sight.find(pattern, *roles, beside=beside)
        if thing is None:
            raise NotThere(f"{self.name}: nothing here is called “{pattern}”\n{sight.describe()}")
        if thing.covered or thing.away:
            raise NotThere(f"{self.name}: a finger does not reach {thing}\n{sight.describe()}")
        return thing

    def _scroll_to(self, thing: Thing) -> None:
        """Scroll the page, or the part of it that scrolls, until a thing is about in the middle."""
        size = self.page.viewport_size
        self.page.mouse.move(min(max(thing.x, 5), size["width"] - 5), size["height"] / 2)
        self.page.mouse.wheel(
            0 if 0 <= thing.x < size["width"] else thing.x - size["width"] / 2, thing.y - size["height"] / 2
        )
        self.pause(0.15)

    def _press(self, x: float, y: float) -> None:
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(x, y)

    def _hold(self, route: Any) -> None:
        if self._holds and route.request.method == "POST":
            self._held.append(route)
        else:
            route.continue_()

    def _note_request(self, request: Any) -> None:
        if request.method == "POST":
            sent = Sent(urlsplit(request.url).path, tuple(parse_qsl(request.post_data or "")))
            self._requests[request] = sent
            self.sent.append(sent)

    def _note_response(self, response: Any) -> None:
        if (sent := self._requests.get(response.request)) is not None:
            sent.status = response.status

    def _note_failure(self, request: Any) -> None:
        if (
            sent := self._requests.get(request)
        ) is not None and not sent.status:  # else only its body is lost
            sent.status = -1
