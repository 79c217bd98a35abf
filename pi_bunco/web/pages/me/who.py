"""The list of names in which guests find themselves."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

FEW = 20
"""With more names than this, the page has letters to jump to, and a field to search in."""


@dataclass(frozen=True, slots=True)
class NameGroup:
    """The guests whose names begin with the same letter."""

    letter: str
    names: tuple[str, ...]


def group_names(names: Iterable[str], wanted: str = "") -> tuple[NameGroup, ...]:
    """Return the guests by the first letter of their names, without its accents.

    Parameters
    ----------
    names
        All guests.
    wanted
        The begin of a first or last name, in any case and without accents; ``""``: all.

    >>> [(group.letter, group.names) for group in group_names(["Zoe", "Éva", "Eve B", "Bo Evans"], "ev")]
    [('B', ('Bo Evans',)), ('E', ('Éva', 'Eve B'))]
    """
    wanted = _simplify(wanted)
    found = (name for name in names if f" {wanted}" in f" {_simplify(name)}")
    ordered = sorted(found, key=_simplify)
    groups = groupby(ordered, key=lambda name: _simplify(name)[:1].upper())
    return tuple(NameGroup(letter, tuple(group)) for letter, group in groups)


def _simplify(text: str) -> str:
    """Return a text in small letters and without accents, to compare it."""
    return "".join(
        sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign)
    ).strip()
