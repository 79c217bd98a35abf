"""A served room and its devices, which are all unknown at first, as on a real Wi-Fi."""

from dataclasses import dataclass
from typing import Any

from pi_bunco.access.devices import Visitor
from pi_bunco.access.door import Door
from tests.web.driving import SIZES


class GuestsDoor(Door):
    """A door that takes no request for one of the machine itself."""

    def identify(self, cookie: str | None, address: str) -> Visitor:  # noqa: ARG002 - every address is replaced
        return super().identify(cookie, "192.0.2.7")


@dataclass(frozen=True)
class Room:
    """A served room of three tables, its door, and a browser that opens devices."""

    address: str
    door: Door
    browser: Any

    def open_device(self, address: str, size: str = "tablet") -> Any:
        """Open a page on a new device, which is not let in yet."""
        width, height = SIZES[size]
        page = self.browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.goto(self.address + address)
        return page

    def open_host(self) -> Any:
        """Make a new device the host's by the machine's code, and return its page."""
        page = self.open_device("/pin")
        page.fill("[name=proof]", self.door.machine_code or "")
        page.fill("[name=pin]", "2580")
        page.click("button.strong")
        page.wait_for_selector("#host")
        return page
