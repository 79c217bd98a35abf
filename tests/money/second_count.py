"""A second, independent program that adds up the money of a record: whole cents, and nothing of pi-bunco."""

from collections.abc import Iterable, Mapping
from typing import Any


def count_cents(lines: Iterable[Mapping[str, Any]]) -> int:
    """Return the cents in the kitty after these lines of a record, the header first."""
    events = list(lines)
    voided = {event["seq"] for event in events if event.get("event") == "void"}
    cents = 0
    for number, event in enumerate(events):
        sign = {"money:in": 1, "money:out": -1, "money:paid": -1}.get(event.get("event", ""), 0)
        if sign and number not in voided:
            whole, _, rest = event["amount"].partition(".")
            cents += sign * (100 * int(whole) + int((rest + "00")[:2]))
    return cents
