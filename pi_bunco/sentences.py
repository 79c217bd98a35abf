"""Makes all sentences for people, so that a catalogue can translate them.

A :class:`Sentence` is English text that remembers its pattern and its values. Code that only passes text on
can treat it as a string; code that shows it to a person may call :func:`translate` first.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from string import Formatter
from typing import Protocol, Self, cast
from unicodedata import bidirectional

_I_SOUND = re.compile("'?h?[iíy](?![aeouáéóú])", re.IGNORECASE)
"""A name, perhaps quoted, that sounds like *i* in front, but not like *ia* or *ya*."""


class Catalogue(Protocol):
    """A language, such as :class:`gettext.GNUTranslations`."""

    def gettext(self, message: str, /) -> str:
        """Return the pattern in this language, or unchanged if the catalogue does not have it."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Return the pattern for ``n`` of something in this language."""


class Sentence(str):
    """English text with its pattern and values.

    Attributes
    ----------
    patterns
        The text with ``{names}`` in the places of values. A sentence with a number has two, singular and
        plural; its value ``count`` decides between them.
    values
        The values. A value that is a sentence is translated too. Of other text only the names of ghosts are.
    """

    __slots__ = ("patterns", "values")
    patterns: tuple[str] | tuple[str, str]
    values: Mapping[str, object]

    @classmethod
    def __get_pydantic_core_schema__(cls, _: object, describe: Callable[[type], object]) -> object:
        """Return how pydantic describes sentences: as the texts that are sent."""
        return describe(str)

    @classmethod
    def make(cls, pattern: str, patterns: tuple[str] | tuple[str, str], values: Mapping[str, object]) -> Self:
        """Return the sentence with its values inserted."""
        sentence = cls(pattern.format_map({name: _isolate_value(value) for name, value in values.items()}))
        sentence.patterns, sentence.values = patterns, values
        return sentence

    def change_values(self, changed: Mapping[str, object]) -> Self:
        """Return the sentence with other values in some places.

        >>> say("{name} throws now", name="Ann").change_values({"name": "Bob"})
        'Bob throws now'
        """
        values = {**self.values, **changed}
        single = len(self.patterns) == 1 or values["count"] == 1
        return self.make(self.patterns[0 if single else 1], self.patterns, values)

    def __str__(self) -> Self:
        """Return the sentence itself, so that ``str(error)`` can still be translated."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the sentence itself, since it never changes."""
        return self


def say(pattern: str, /, **values: object) -> Sentence:
    """Return a sentence. Its pattern must be a literal, so that a tool can collect all patterns.

    >>> say("{name} throws now", name="Ann")
    'Ann throws now'
    """
    return Sentence.make(pattern, (pattern,), values)


def say_count(one: str, many: str, /, count: int, **values: object) -> Sentence:
    """Return a sentence with a singular and a plural form.

    >>> say_count("{count} bunco", "{count} buncos", 2)
    '2 buncos'
    """
    values["count"] = count
    return Sentence.make(one if count == 1 else many, (one, many), values)


def isolate(text: str) -> str:
    r"""Return a text that keeps its own writing direction in a sentence.

    A right-to-left name would otherwise move its neighbours, such as a number or another name, to its other
    side (Unicode Standard Annex 9, *First Strong Isolate*).

    >>> isolate("Ann"), isolate("שרה") == "\N{FIRST STRONG ISOLATE}שרה\N{POP DIRECTIONAL ISOLATE}"
    ('Ann', True)
    """
    if text.isascii() or not any(bidirectional(sign) in {"R", "AL"} for sign in text):
        return text
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def _isolate_value(value: object) -> object:
    """Return a value for a sentence; an inner sentence has already isolated its own values."""
    return isolate(value) if isinstance(value, str) and not isinstance(value, Sentence) else value


def say_list(things: Sequence[str]) -> Sentence:
    """Join at least one thing with commas and *and*.

    The sentence is another one if the last thing is a name that sounds like *i* in front, as *Ida* or
    *Hilda*: Spanish then has another word for *and*.

    >>> say_list(["Ann"]), say_list(["Ann", "Bob"]), say_list(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Bob', 'Ann, Bob and Cy')
    """
    *some, last = things
    if not some:
        return say_series(things)
    if not isinstance(last, Sentence) and _I_SOUND.match(last):
        return say("{things} and {last_with_i}", things=say_series(some), last_with_i=last)
    return say("{things} and {last}", things=say_series(some), last=last)


def say_series(things: Sequence[str]) -> Sentence:
    """Join at least one thing with commas.

    >>> say_series(["1 win more", "2 losses fewer", "5 points more"])
    '1 win more, 2 losses fewer, 5 points more'
    """
    series, *more = things
    for thing in more:
        series = say("{things}, {thing}", things=series, thing=thing)
    return series if isinstance(series, Sentence) else say("{thing}", thing=series)


def translate(text: str, catalogue: Catalogue) -> str:
    """Return a sentence in another language; other text, such as a name, is not changed.

    >>> class German:
    ...     def gettext(self, message):
    ...         return {"{name} throws now": "{name} würfelt"}.get(message, message)
    >>> translate(say("{name} throws now", name="Ann"), German())
    'Ann würfelt'
    """
    if not isinstance(text, Sentence):
        return text
    return _find_pattern(text, catalogue).format_map(
        {name: _translate_value(value, catalogue) for name, value in text.values.items()}
    )


def translate_name(name: str, catalogue: Catalogue) -> str:
    r"""Return names as a page shows them: those of ghosts, alone or joined, are words in each language.

    >>> class German:
    ...     def gettext(self, message):
    ...         return {"ghost {number}": "Geist {number}"}.get(message, message)
    >>> translate_name("Ann & ghost 2", German()), translate_name("Ann", German())
    ('Ann & Geist 2', 'Ann')
    >>> translate_name("Ann & ghost 2\N{NO-BREAK SPACE}· Bob & Cy", German())
    'Ann & Geist 2\xa0· Bob & Cy'
    """
    if "ghost" not in name:
        return name
    return _GHOST.sub(
        lambda found: translate(_GHOST_NAME.change_values({"number": found[1]}), catalogue), name
    )


def split(text: Sentence, strong: Collection[str], catalogue: Catalogue) -> list[tuple[str, bool]]:
    """Return a sentence in another language in pieces, each with whether it stands out.

    Parameters
    ----------
    text
        The sentence.
    strong
        The names of the values that stand out.
    catalogue
        The language, such as :class:`gettext.NullTranslations` for English.

    >>> from gettext import NullTranslations
    >>> split(say("{name} throws, then {later}", name="Ann", later="Bob"), {"name"}, NullTranslations())
    [('Ann', True), ('throws, then Bob', False)]
    """
    pieces: list[tuple[str, bool]] = []
    quiet = ""
    for before, name, _, _ in Formatter().parse(_find_pattern(text, catalogue)):
        quiet += before
        if name is None:
            continue
        value = str(_translate_value(text.values[name], catalogue))
        if name in strong:
            pieces += [(quiet.strip(), False), (value, True)]
            quiet = ""
        else:
            quiet += value
    return [piece for piece in (*pieces, (quiet.strip(), False)) if piece[0]]


def _find_pattern(text: Sentence, catalogue: Catalogue) -> str:
    match text.patterns:
        case (pattern,):
            return catalogue.gettext(pattern)
        case (one, many):
            return catalogue.ngettext(one, many, cast("int", text.values["count"]))


def _translate_value(value: object, catalogue: Catalogue) -> object:
    if isinstance(value, str) and not isinstance(value, Sentence):
        value = translate_name(value, catalogue)
    return translate(value, catalogue) if isinstance(value, Sentence) else _isolate_value(value)


_GHOST = re.compile(r"(?:^|(?<=& )|(?<=, ))ghost (\d+)(?=$| &|,|\N{NO-BREAK SPACE}·)")
"""The name of a ghost, as records have it: alone, or among names that are joined."""
_GHOST_NAME = say("ghost {number}", number=1)
