"""What is known about devices only while the program runs: what they did last, and what they get next."""

import secrets
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pi_bunco.access.devices import DeviceActivity, PageOrder

# Seconds between a device's request to be let in and another one of its page, and the longest silence. A page
# asks every four seconds what has become of its request.
_PATIENT_AFTER, _STILL_THERE = 2.0, 20.0


class Visits:
    """Keeps the last activity of each device, the page that it should show, and an id that it is offered.

    >>> visits = Visits()
    >>> visits.note_request("a7", 1000.0, page="table", table=3)
    >>> visits.find_activity("a7")
    DeviceActivity(at=1000.0, page='table', table=3)
    >>> visits.keep_only([])
    >>> visits.find_activity("a7") is None
    True
    """

    def __init__(self) -> None:
        self._activity: dict[str, DeviceActivity] = {}
        self._asked_at: dict[str, float] = {}  # when each device asked first
        self._orders: dict[str, PageOrder] = {}
        self._last_order = 0
        self._offers: dict[str, str] = {}  # old ids, which somebody may know, and the new ones

    def note_request(self, id_: str, now: float, page: str = "", table: int | None = None) -> None:
        """Note that a device sent a request, and which page it opened, if any."""
        before = self._activity.get(id_, DeviceActivity(0.0))
        self._activity[id_] = DeviceActivity(now, page, table) if page else replace(before, at=now)

    def find_activity(self, id_: str) -> DeviceActivity | None:
        """Return the last activity of a device, ``None`` if it has sent nothing yet."""
        return self._activity.get(id_)

    def note_asked(self, id_: str, now: float) -> None:
        """Note that a device asks to be let in."""
        self._asked_at.setdefault(id_, now)

    def find_patient(self, now: float) -> set[str]:
        """Return the ids of devices that still show the page on which they have asked.

        A program that asks under many addresses only to push out a tablet does not.
        """
        return {
            id_
            for id_, last in self._activity.items()
            if now - last.at < _STILL_THERE and last.at - self._asked_at.get(id_, last.at) >= _PATIENT_AFTER
        }

    def order(self, id_: str, address: str) -> None:
        """Note that a device should show a page."""
        self._last_order += 1
        self._orders[id_] = PageOrder(self._last_order, address)

    def find_order(self, id_: str) -> PageOrder | None:
        """Return the page that a device should show, ``None`` if there is none."""
        return self._orders.get(id_)

    def prepare_offer(self, id_: str) -> None:
        """Prepare another id for a device. All its pages offer the same one: several may load at once."""
        self._offers.setdefault(id_, secrets.token_urlsafe(12))

    def find_offer(self, id_: str) -> str | None:
        """Return the new id that a device is offered, ``None`` if it keeps its own."""
        return self._offers.get(id_)

    def find_old_id(self, offered: str) -> str | None:
        """Return the id of the device to which another one is offered, ``None`` if it is not."""
        return next((old for old, new in self._offers.items() if new == offered), None)

    def move(self, old: str, new: str) -> None:
        """Note that a device has another id."""
        kinds: tuple[dict[str, Any], ...] = self._activity, self._asked_at, self._orders
        for notes in kinds:
            if old in notes:
                notes[new] = notes.pop(old)

    def keep_only(self, known: Collection[str]) -> None:
        """Forget what other devices than these did."""
        self._activity = {id_: last for id_, last in self._activity.items() if id_ in known}
        self._orders = {id_: order for id_, order in self._orders.items() if id_ in known}
        self._asked_at = {id_: at for id_, at in self._asked_at.items() if id_ in known}
        self._offers = {old: new for old, new in self._offers.items() if old in known}
