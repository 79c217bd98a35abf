"""Which round something belongs to."""

import re
from dataclasses import dataclass

from pi_bunco.limits import SETS
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.whole_numbers import parse_whole


@dataclass(frozen=True, slots=True)
class RoundKey:
    """Identifies a round: its set and its number in it, both from 1, and whether it is in the semi-final.

    >>> str(RoundKey(2, 3)), RoundKey.parse("semi-1-6"), RoundKey.parse("2-7")
    ('2-3', RoundKey(set=1, round=6, semi_final=True), None)
    """

    set: int
    round: int
    semi_final: bool = False

    def __str__(self) -> str:
        """Return the key as it is in an address."""
        return f"{'semi-' if self.semi_final else ''}{self.set}-{self.round}"

    @classmethod
    def parse(cls, text: str) -> "RoundKey | None":
        """Read a key from an address, ``None`` if it names no round."""
        found = _KEY.fullmatch(text)
        if found is None:
            return None
        at_set, at = parse_whole(found[2], 1, SETS), parse_whole(found[3], 1, LAST_TARGET)
        return cls(at_set, at, bool(found[1])) if at_set and at else None


_KEY = re.compile(r"(semi-)?([0-9]+)-([0-9]+)")
