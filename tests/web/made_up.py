"""Made-up languages, which show what a page cannot translate, and what does not fit."""

import re

_KEPT = re.compile(r"(%\(\w+\)s|%%|\{\w*\}|&\w+;|</?\w[^<>]*>|\s+)")
LONGER = 1.4
"""How many times longer each sentence of :class:`Long` is."""


class Greek:
    """A language that replaces each Latin letter by ω."""

    def gettext(self, message: str, /) -> str:
        parts = _KEPT.split(message)
        return "".join(part if at % 2 else re.sub("[A-Za-z]", "ω", part) for at, part in enumerate(parts))

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return self.gettext(one if n == 1 else many)


class Long:
    """English, but each word is longer, as in languages with long words."""

    def gettext(self, message: str, /) -> str:
        parts = _KEPT.split(message)
        return "".join(part if at % 2 else _stretch(part) for at, part in enumerate(parts))

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return self.gettext(one if n == 1 else many)


def _stretch(word: str) -> str:
    """Return a word that is longer; its first letters stay, so that people can still read it.

    >>> _stretch("Roll-off"), _stretch("a"), _stretch("tables,")
    ('Roll-offóff', 'a', 'tableslés,')
    """
    letters = re.match(r"(.*?)([A-Za-z]{3,})([^A-Za-z]*)$", word)
    if not letters:
        return word
    more = round(len(word) * LONGER) - len(word)
    end = letters[2][-more:].translate(str.maketrans("aeiou", "áéíóú")) if more else ""
    return f"{letters[1]}{letters[2]}{end}{letters[3]}"
