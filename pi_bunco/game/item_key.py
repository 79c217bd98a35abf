"""Names what another Pi sends to the head, so that it counts once however often it arrives."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pi_bunco.limits import NUMBER
from pi_bunco.whole_numbers import parse_whole

ITEM = '"item"'
"""What each line of the log contains that has such a name."""
_KEY = re.compile(r"([0-9a-f]{8})\.([0-9]+)")


@dataclass(frozen=True, slots=True)
class ItemKey:
    """The name of an item.

    Attributes
    ----------
    outbox
        Eight digits (0 to f) that name the outbox of the Pi.
    number
        Its number there, from 1.

    >>> str(ItemKey("7c1f09aa", 17))
    '7c1f09aa.17'
    >>> ItemKey.parse("7c1f09aa.17")
    ItemKey(outbox='7c1f09aa', number=17)
    >>> ItemKey.parse("7c1f09aa")
    """

    outbox: str
    number: int

    def __str__(self) -> str:
        """Return the key as the log has it."""
        return f"{self.outbox}.{self.number}"

    @classmethod
    def parse(cls, text: str) -> "ItemKey | None":
        """Read a key, ``None`` if the text is none."""
        found = _KEY.fullmatch(text)
        number = parse_whole(found[2], 1, NUMBER) if found else None
        return cls(found[1], number) if found and number else None


def find_newest_items(lines: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return the number of the newest item of each outbox in lines of a log.

    >>> find_newest_items([{"item": "7c1f09aa.1"}, {"event": "bell"}, {"item": "7c1f09aa.2"}, {"item": 7}])
    {'7c1f09aa': 2}
    """
    newest: dict[str, int] = {}
    for line in lines:
        if key := ItemKey.parse(str(line.get("item", ""))):
            newest[key.outbox] = max(newest.get(key.outbox, 0), key.number)
    return newest
