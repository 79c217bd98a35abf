r"""The name and the password of the own Wi-Fi: what phones join, checked so that all of them can.

Sources: IEEE 802.11-2020 (9.4.2.2: a name has up to 32 bytes; J.4.1: a passphrase has 8 to 63 signs of
ASCII), ``nm-settings-nmcli(5)``, and ZXing's "Barcode Contents" for the text of the QR code.
"""

import re
import secrets
import unicodedata
from dataclasses import dataclass, field

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

DEFAULT_NAME = "Bunco"
"""The name that the page proposes."""
NAME_BYTES = 32
"""Most bytes in a name. A letter of English has one, an umlaut two, an emoji four or more."""
MIN_PASSWORD, MAX_PASSWORD = 8, 63
"""Fewest and most signs in a password of WPA2."""

_PLAIN_TEXT = re.compile(r"[\x20-\x7e]*")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_SPECIAL = re.compile(r'([\\;,:"])')
_UNSEEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories without a picture; emoji need Cf
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# No letter looks like another one or like a digit (l, o), and no pair is hard to say (c, q, w, x, y).
_CONSONANTS, _VOWELS = "bdfghkmnprstvz", "aeiu"
_PAIRS, _GROUPS = 2, 4


class BadAccess(Trouble, ValueError):
    """A name or a password that some phones could not use."""


@dataclass(frozen=True, slots=True)
class WifiAccess:
    r"""What a phone needs to join.

    Attributes
    ----------
    name
        The name (SSID).
    password
        The password (WPA2 passphrase). It is never printed with the value.

    >>> WifiAccess("Bunco", "bako-mitu")
    WifiAccess(name='Bunco')
    >>> print(WifiAccess('Ann; Bob', r'a\b"c,d:e').make_code())
    WIFI:T:WPA;S:Ann\; Bob;P:a\\b\"c\,d\:e;;
    """

    name: str
    password: str = field(repr=False)

    def make_code(self) -> str:
        """Return the text of the QR code that phones join by."""
        return f"WIFI:T:WPA;S:{_escape(self.name)};P:{_escape(self.password)};;"


def check_access(name: str, password: str) -> WifiAccess:
    """Return the access with these, or say what is wrong with them.

    The name is composed (NFC), so that it has the same bytes as on the phones that type it.

    Raises
    ------
    BadAccess
        If they break the rules of Wi-Fi, or some phones would join another name or send another password.

    >>> check_access("Bünco 🎲", "acht Zeichen!")
    WifiAccess(name='Bünco 🎲')
    >>> check_access("Bunco", "short")
    Traceback (most recent call last):
    pi_bunco.devices.wifi.access.BadAccess: The password has 5 characters. Choose one of 8 to 63 characters.
    """
    name = unicodedata.normalize("NFC", name)
    _check_name(name)
    _check_password(password)
    return WifiAccess(name, password)


def make_password() -> str:
    """Return a new password that can be read aloud and typed: 56**8, that is 46 bits.

    >>> import re
    >>> bool(re.fullmatch("([a-z]{4}-){3}[a-z]{4}", make_password()))
    True
    """
    groups = (
        "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(_PAIRS))
        for _ in range(_GROUPS)
    )
    return "-".join(groups)


def _check_name(name: str) -> None:
    if not name:
        raise BadAccess(say("The Wi-Fi has no name."), say("Type a name, such as Bunco."))
    if any(unicodedata.category(sign) in _UNSEEN for sign in name) or _DIRECTIONS.search(name):
        raise BadAccess(
            say("The name has a character that nobody can see or type."),
            say("Type the name anew, on a keyboard."),
        )
    size = len(name.encode())
    if size > NAME_BYTES:
        raise BadAccess(
            say(
                "The name is too long: it has {size} bytes, and Wi-Fi allows {most}.",
                size=size,
                most=NAME_BYTES,
            ),
            say("Shorten it. An umlaut counts as two bytes, an emoji as four or more."),
        )
    if name != name.strip():
        raise BadAccess(
            say("The name begins or ends with a space, which nobody sees in a list of Wi-Fis."),
            say("Remove the space."),
        )
    if _HEX.fullmatch(name):
        raise BadAccess(
            say("The name has only digits and letters from A to F, which some phones read as a number."),
            say("Add another letter, such as “Bunco {name}”.", name=name),
        )
    if _is_quoted(name):
        raise BadAccess(
            say("The name stands between quotation marks, which some phones take away."), say("Remove them.")
        )


def _check_password(password: str) -> None:
    if not _PLAIN_TEXT.fullmatch(password):
        raise BadAccess(
            say(
                "The password has a character that phones write in different ways, such as an umlaut or"
                " an emoji."
            ),
            say("Use letters from A to Z, digits, and characters such as - or !"),
        )
    if password != password.strip():
        raise BadAccess(
            say("The password begins or ends with a space, which nobody sees."), say("Remove the space.")
        )
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise BadAccess(
            say("The password has {count} characters.", count=len(password)),
            say("Choose one of {least} to {most} characters.", least=MIN_PASSWORD, most=MAX_PASSWORD),
        )
    if _is_quoted(password):
        raise BadAccess(
            say("The password stands between quotation marks, which some phones take away."),
            say("Remove them."),
        )


def _is_quoted(text: str) -> bool:
    """Return whether Android would take the quotation marks around a text for its own."""
    return len(text) > 1 and text[0] == text[-1] == '"'


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
