"""Initials that tell the players of a game apart."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from pi_bunco.paper.text import printable

LONGEST = 4
"""Letters in initials at most; they stand atop a narrow column."""


def initials(names: Sequence[str]) -> Mapping[str, str]:
    """Return everybody's initials, no two alike: as short as possible, with a number where they must.

    >>> initials(["Laura Lee", "Ann", "Amy", "Bob", "player 12", "player 13"])
    {'Laura Lee': 'LL', 'Ann': 'An', 'Amy': 'Am', 'Bob': 'B', 'player 12': 'P12', 'player 13': 'P13'}
    >>> initials(["Annemarie", "Annemieke"])
    {'Annemarie': 'A1', 'Annemieke': 'A2'}
    """
    given: dict[str, str] = {}
    rest = list(names)
    for length in range(1, LONGEST):
        tried = {name: _short(name, length) for name in rest}
        times = Counter([*tried.values(), *given.values()])
        given |= {name: short for name, short in tried.items() if times[short] == 1 and len(short) <= LONGEST}
        rest = [name for name in rest if name not in given]
    taken = set(given.values())
    numbers: dict[str, Iterator[int]] = {}
    for name in rest:
        letter = _short(name, 1)[:1]
        shorts = (f"{letter}{number}" for number in numbers.setdefault(letter, count(1)))
        given[name] = next(short for short in shorts if short not in taken)
    return {name: given[name] for name in names}


def _short(name: str, length: int) -> str:
    """Return the first letters of a name: of the first word so many, of others one, numbers whole."""
    words = printable(name).split() or ["?"]
    first, others = words[0], words[1:]
    return (
        first[:1].upper()
        + first[1:length]
        + "".join(word if word.isdecimal() else word[:1].upper() for word in others)
    )
