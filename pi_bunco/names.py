"""Cleans a new name, and compares names as people see them. Logged names are never changed."""

import re
import unicodedata
from collections.abc import Iterable

_JOINERS = "\u200c\u200d"
_SELECTORS = r"\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = r"\U000e0020-\U000e007f"
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's Default_Ignorable_Code_Point, and the marks of annotations: they have no picture of their own."""
_MAY_STAY = re.compile(f"[{_JOINERS}{_SELECTORS}{_TAGS}]")
"""Those of them that change how their neighbours look, if they stand where they may."""
_IGNORED = re.compile(f"[{_JOINERS}{_SELECTORS}]")
_BLANK = "\N{BRAILLE PATTERN BLANK}"  # looks like a space, but is none in Unicode
_FLAG = "\N{WAVING BLACK FLAG}"
_KEYCAP = "\N{COMBINING ENCLOSING KEYCAP}"
_SYMBOLS = ("So", "Sm", "Sk", "Po", "Pd")
_VIRAMA = 9  # the combining class of the signs that join two letters of Indian scripts


def clean_name(name: str) -> str:
    r"""Return a new name as it is shown and logged.

    Letters are composed (NFC), spaces are single, and invisible signs are removed. Only those stay that
    change the look of their neighbours: in an emoji, between Persian or Indian letters, after a Chinese sign.

    >>> clean_name("\u200b Jose\u0301 \xa0 de\xadla\u200d Cruz\ufeff")
    'José dela Cruz'
    >>> clean_name("\U0001f469\u200d\U0001f467") == "\U0001f469\u200d\U0001f467"
    True
    >>> clean_name("مهدی\u200cیار") == "مهدی\u200cیار"
    True
    """
    before = ""
    while name != before:  # what was removed may have stood between a letter and its accent
        before, name = name, _remove_invisible(unicodedata.normalize("NFC", name))
    return " ".join(name.replace(_BLANK, " ").split())


def make_name_key(name: str) -> str:
    r"""Return a text that is the same for all names which look alike; it is only for comparing.

    >>> make_name_key("  JOSE\u0301 ") == make_name_key("jos\u200bé")
    True
    >>> make_name_key("Ann"), make_name_key("Ann B.")
    ('ann', 'ann b.')
    """
    plain = _IGNORED.sub("", clean_name(name))
    return clean_name(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold()))


def find_same(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that look alike, ``None`` if all differ.

    >>> find_same(["Ann", "Bob", "ann"]), find_same(["Ann", "Bob"])
    (('Ann', 'ann'), None)
    """
    known: dict[str, str] = {}
    for name in names:
        key = make_name_key(name)
        if key in known:
            return known[key], name
        known[key] = name
    return None


def find_person(name: str, people: Iterable[str]) -> str | None:
    """Return which of the ``people`` has this name, or one that looks alike; ``None``: nobody has.

    >>> find_person("ann", ["Bob", "Ann"]), find_person("Cy", ["Bob", "Ann"])
    ('Ann', None)
    """
    people = tuple(people)
    if name in people:  # older games may have two names that look alike
        return name
    key = make_name_key(name)
    return next((person for person in people if make_name_key(person) == key), None)


def is_clean_name(name: str) -> bool:
    r"""Return whether a name has no control characters and no surrogates.

    >>> is_clean_name("Zoë 👩\u200d👧"), is_clean_name("Zo\x00"), is_clean_name("Zo\ud800")
    (True, False, False)
    """
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)


def _remove_invisible(name: str) -> str:
    kept: list[str] = []
    for sign, after in _pair_with_next(name):
        if not _INVISIBLE.match(sign) or (_MAY_STAY.match(sign) and _changes_look(kept, sign, after)):
            kept.append(sign)
    return "".join(kept)


def _pair_with_next(text: str) -> list[tuple[str, str]]:
    """Return each sign with the next visible one."""
    pairs, after = [], " "
    for sign in reversed(text):
        pairs.append((sign, after))
        if not _INVISIBLE.match(sign):
            after = sign
    return pairs[::-1]


def _changes_look(kept: list[str], sign: str, after: str) -> bool:
    """Return whether an invisible sign changes the look of its neighbours."""
    before = kept[-1] if kept else " "
    if sign in _JOINERS:
        return _joins(kept, before, after)
    if re.match(f"[{_TAGS}]", sign):  # the flag of a country such as Wales
        return before == _FLAG or re.match(f"[{_TAGS}]", before) is not None
    is_chinese_or_mongolian = unicodedata.name(before, "").startswith(("CJK", "MONGOLIAN"))
    return is_chinese_or_mongolian or (
        "\ufe00" <= sign <= "\ufe0f" and (unicodedata.category(before) in _SYMBOLS or after == _KEYCAP)
    )


def _joins(kept: list[str], before: str, after: str) -> bool:
    """Return whether a joiner stands inside an emoji, between Arabic letters, or beside a virama."""
    if _VIRAMA in (unicodedata.combining(before), unicodedata.combining(after)):
        return True
    letter = next((other for other in reversed(kept) if not unicodedata.combining(other)), " ")
    if unicodedata.bidirectional(letter) == unicodedata.bidirectional(after) == "AL":
        return True
    is_picture = before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    return is_picture and unicodedata.category(after) in ("So", "Sm")
