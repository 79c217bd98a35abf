"""Devices in the room that nobody knows yet: the door asks each who they are, as it does on a real Wi-Fi."""

from dataclasses import dataclass
from typing import Any

from pi_bunco.access.devices import Visitor
from pi_bunco.access.door import Door
from tests.web.driving import SIZES


class GuestsDoor(Door):
    """A door at which nobody comes from the machine itself."""

    def identify(self, cookie: str | None, address: str) -> Visitor:  # noqa: ARG002 - that is what it is for
        return super().identify(cookie, "192.0.2.7")


@dataclass(frozen=True)
class Room:
    """A served room of three tables, its door, and a browser that opens devices."""

    address: str
    door: Door
    browser: Any

    def device(self, page: str, size: str = "tablet") -> Any:
        """Open a page on a device that nobody knows yet."""
        width, height = SIZES[size]
        opened = self.browser.new_context(viewport={"width": width, "height": height}).new_page()
        opened.goto(self.address + page)
        return opened

    def host(self) -> Any:
        """Return the host's page on the host's device, by the code that the machine shows."""
        page = self.device("/pin")
        page.fill("[name=proof]", self.door.machine_code or "")
        page.fill("[name=pin]", "2580")
        page.click("button.strong")
        page.wait_for_selector("#host")
        return page
