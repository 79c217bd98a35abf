"""Names what another Pi sends to the head, so that it counts once however often it arrives."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pi_bunco.limits import NUMBER
from pi_bunco.whole_numbers import parse_whole

ITEM = '"item"'
"""The text that each line of the log with the name of an item contains."""
_KEY = re.compile(r"(?:([a-z0-9-]{1,32})/)?([0-9a-f]{8})\.([0-9]+)")


@dataclass(frozen=True, slots=True)
class ItemKey:
    """The name of an item.

    Attributes
    ----------
    outbox
        Eight digits (0 to f) that name the outbox of the Pi.
    number
        Its number there, from 1.
    pi
        The name of the Pi that has sent it, ``""`` if unknown: an older version has logged it.

    >>> ItemKey.parse(ItemKey("7c1f09aa", 17, "hall").full)
    ItemKey(outbox='7c1f09aa', number=17, pi='hall')
    >>> str(ItemKey("7c1f09aa", 17))
    '7c1f09aa.17'
    >>> ItemKey.parse("7c1f09aa.17")
    ItemKey(outbox='7c1f09aa', number=17, pi='')
    >>> ItemKey.parse("7c1f09aa")
    """

    outbox: str
    number: int
    pi: str = ""

    @property
    def full(self) -> str:
        """The key with the name of its Pi, if that is known."""
        return f"{self.pi}/{self}" if self.pi else str(self)

    def __str__(self) -> str:
        """Return the key as the log has it."""
        return f"{self.outbox}.{self.number}"

    @classmethod
    def parse(cls, text: str, pi: str = "") -> "ItemKey | None":
        """Read a key of a Pi, ``None`` if the text is none."""
        found = _KEY.fullmatch(text)
        number = parse_whole(found[3], 1, NUMBER) if found else None
        return cls(found[2], number, found[1] or pi) if found and number else None


Newest = dict[tuple[str, str], int]
"""The number of the newest item of each outbox, by the name of the Pi that has sent it, and of the outbox."""


def find_newest_items(lines: Iterable[Mapping[str, Any]]) -> Newest:
    """Return the number of the newest item of each outbox in lines of a log.

    >>> find_newest_items([{"item": "7c1f09aa.1"}, {"item": "7c1f09aa.2", "pi": "hall"}, {"item": 7}])
    {('', '7c1f09aa'): 1, ('hall', '7c1f09aa'): 2}
    """
    newest: Newest = {}
    for line in lines:
        if key := ItemKey.parse(str(line.get("item", "")), str(line.get("pi", ""))):
            newest[key.pi, key.outbox] = max(newest.get((key.pi, key.outbox), 0), key.number)
    return newest


def pick_items(newest: Mapping[tuple[str, str], int], pis: Iterable[str]) -> dict[str, int]:
    """Return the number of the newest item of each outbox that these Pis, or unknown ones, have sent.

    >>> pick_items({("hall", "7c1f09aa"): 2, ("bar", "7c1f09aa"): 9}, ["hall"])
    {'7c1f09aa': 2}
    """
    names, picked = {*pis, ""}, dict[str, int]()
    for (pi, outbox), number in newest.items():
        if pi in names:
            picked[outbox] = max(picked.get(outbox, 0), number)
    return picked
