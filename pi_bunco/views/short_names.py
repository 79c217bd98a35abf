"""Short forms of long names that stay unique in a room, and views in which they replace the whole names."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from pi_bunco.sentences import Sentence

Value = TypeVar("Value")

MAX_WIDTH = 14
"""The most letters of a name that needs no short form. A wide letter, as in Chinese, counts twice."""
_MAX_FIRST = 12
"""The most letters of a first name in a short form."""
_LONGEST = 20
"""The most letters of a short form that ends in a part of the last name. Beyond this a part is left out."""


def make_short_names(names: Collection[str]) -> Mapping[str, str]:
    """Return the short form of each long name. No two of all names then look the same.

    A short form is the first name with as few letters of the last name as it needs. If that is not enough, it
    has letters of all names. A name without blanks keeps its beginning and its end.

    >>> make_short_names(["Ann", "Anna Maria", "Maximiliane von Hohenstein", "Maximiliane Bauer"])
    {'Maximiliane Bauer': 'Maximiliane B.', 'Maximiliane von Hohenstein': 'Maximiliane H.'}
    >>> make_short_names(["Ann Hohenstein-Berg", "Ann Hohenberg-Stein", "Ann H."])
    {'Ann Hohenberg-Stein': 'Ann Hohenb.', 'Ann Hohenstein-Berg': 'Ann Hohens.'}
    >>> make_short_names(["Wilhelmina-Alexandra Hohenstein", "x" * 40, "x" * 39 + "y"])["x" * 39 + "y"]
    'xxxxxxxxxxxx…y'
    """
    return dict(_find_short_names(tuple(sorted({*names}))))


@lru_cache(maxsize=16)
def _find_short_names(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    forms = {
        name: _list_forms(name, number, len(names))
        for number, name in enumerate(names, 1)
        if measure_width(name) > MAX_WIDTH
    }
    short = {name: next(of_name) for name, of_name in forms.items()}
    while True:
        shown = Counter(short.get(name, name).casefold() for name in names)
        equal = [name for name in short if shown[short[name].casefold()] > 1]
        if not equal:
            return tuple(short.items())
        for name in equal:
            short[name] = next(forms[name])


def _list_forms(name: str, number: int, step: int) -> Iterator[str]:
    """Yield the possible short forms of a long name, the best one first. They never end.

    The last ones have a number, then that number and ``step``, and so on.
    """
    first, *others = name.split()
    if others:
        first = _clip(first, _MAX_FIRST)
        for letters in range(1, max(map(len, others)) + 1):
            for words in (others[-1:], others):
                form = " ".join([first, *(_abbreviate(word, letters) for word in words)])
                if measure_width(form) <= _LONGEST:
                    yield form
    letters_of_name = _split_letters(name)
    yield _clip(name, MAX_WIDTH)
    for end in range(1, MAX_WIDTH - 3):
        yield _clip(name, MAX_WIDTH - end) + "".join(letters_of_name[-end:])
    while True:  # two names may differ only in the middle, but their numbers are never the same
        yield f"{_clip(name, MAX_WIDTH - 2)} {number}"
        number += step


def _abbreviate(word: str, count: int) -> str:
    """Return a word of at most this number of letters, with a full stop if it is cut."""
    letters = _split_letters(word)
    return word if len(letters) <= count else f"{''.join(letters[:count])}."


def _clip(text: str, width: int) -> str:
    """Return a text that is at most this wide, with an ellipsis if it is cut."""
    if measure_width(text) <= width:
        return text
    kept = ""
    for letter in _split_letters(text):
        if measure_width(kept + letter) > width - 1:
            break
        kept += letter
    return f"{kept.rstrip(' -')}…"


def measure_width(text: str) -> int:
    r"""Return how many letters wide a text is.

    >>> measure_width("Zoë"), measure_width("王小明"), measure_width("👩\u200d👧")
    (3, 6, 2)
    """
    return sum(
        2 if unicodedata.east_asian_width(letter[0]) in {"W", "F"} else 1 for letter in _split_letters(text)
    )


def _split_letters(text: str) -> list[str]:
    r"""Return the letters of a text, each with its accents. An emoji of several signs is one letter.

    >>> [len(_split_letters(text)) for text in ("Zoe\N{COMBINING DIAERESIS}", "👩\u200d👧a")]
    [3, 2]
    """
    letters: list[str] = []
    for sign in text:
        joins = unicodedata.category(sign) in {"Mn", "Mc", "Me", "Cf"} or "🏻" <= sign <= "🏿"
        if letters and (joins or letters[-1].endswith("\N{ZERO WIDTH JOINER}")):
            letters[-1] += sign
        else:
            letters.append(sign)
    return letters


def use_short_names(value: Value, short: Mapping[str, str], keep: tuple[type, ...] = ()) -> Value:
    """Return what a page shows with short names in all its texts and sentences.

    Parameters
    ----------
    value
        What a block of a page shows: text, a sentence, a view, or several of them.
    short
        The short form of each long name.
    keep
        The kinds of views that keep whole names, because they have the room.
    """
    return cast("Value", _replace_names(value, short, keep)) if short else value


def _replace_names(value: Any, short: Mapping[str, str], keep: tuple[type, ...]) -> Any:
    def find_changes(parts: Mapping[str, Any]) -> dict[str, Any]:
        new = {name: _replace_names(part, short, keep) for name, part in parts.items()}
        return {name: part for name, part in new.items() if part is not parts[name]}

    if isinstance(value, Sentence):
        changed = find_changes(value.values)
        return value.change_values(changed) if changed else value
    if isinstance(value, str):
        return short.get(value, value)
    if type(value) is tuple:
        return tuple(_replace_names(part, short, keep) for part in value)
    if is_dataclass(value) and not isinstance(value, (type, *keep)):
        changed = find_changes({field.name: getattr(value, field.name) for field in fields(value)})
        return replace(cast("Any", value), **changed) if changed else value
    return value


def shorten_names(make: Callable[[Any], Any], *keep: type) -> Callable[[Any], Any]:
    """Return a function that makes the values of a block with short names, but not those in ``keep``."""
    return lambda view: use_short_names(make(view), view.short_names, keep)
