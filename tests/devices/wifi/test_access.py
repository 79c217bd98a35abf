"""Names and passwords of the own Wi-Fi: right on every phone, or refused with a reason."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.wifi.access import BadAccess, WifiAccess, check_access, make_password

GOOD = "bako-mitu-hepa-dize"


def parse_code(code: str) -> dict[str, str]:
    """Read the text of a QR code as Android does: a backslash keeps the sign after it."""
    assert code.startswith("WIFI:")
    fields: dict[str, str] = {}
    text, key, value = code[5:], "", ""
    position = 0
    while position < len(text):
        sign = text[position]
        if sign == "\\":
            position += 1
            value += text[position]
        elif sign == ":" and not key:
            key, value = value, ""
        elif sign == ";":
            if key:
                fields[key] = value
            key, value = "", ""
        else:
            value += sign
        position += 1
    return fields


@pytest.mark.parametrize(
    "name",
    [
        "Bunco",
        "Bünco",
        'Ann\'s "Bunco"',
        "a;b:c,d\\e",
        "🎲 Bunco 🎲",
        "ü" * 16,
        "x" * 32,
        "バンコ",
        "\U0001f469\u200d\U0001f467 B",
    ],
)
def test_names_that_phones_can_join(name: str) -> None:
    """Quotation marks, umlauts and emoji are names, and the code has each as it is."""
    access = check_access(name, GOOD)
    assert parse_code(access.make_code()) == {"T": "WPA", "S": name, "P": GOOD}


def test_letters_are_composed() -> None:
    """An umlaut of two signs is another name for Wi-Fi, and looks the same."""
    assert check_access("Bu\u0308nco", GOOD).name == "B\xfcnco"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "has no name"),
        ("ü" * 16 + "x", "33 bytes"),
        ("🎲" * 9, "36 bytes"),
        (" Bunco", "begins or ends with a space"),
        ("Bunco\u3000", "begins or ends with a space"),
        ("Bun\nco", "nobody can see"),
        ("Bun\x00co", "nobody can see"),
        ("Bun\u202eco", "nobody can see"),
        ("Bun\ud800co", "nobody can see"),
        ("Cafe", "read as a number"),
        ("1234", "read as a number"),
        ('"Bunco"', "between quotation marks"),
    ],
)
def test_names_that_some_phones_cannot_join(name: str, says: str) -> None:
    """Each has its reason and what to do."""
    with pytest.raises(BadAccess, match=says) as refused:
        check_access(name, GOOD)
    assert refused.value.remedy


@pytest.mark.parametrize("password", ["12345678", "x" * 63, 'a"b\\c;d:e,f', "two words here", "~!@#$%^&"])
def test_passwords_that_phones_can_send(password: str) -> None:
    """All signs of an English keyboard, from 8 to 63."""
    assert parse_code(check_access("Bunco", password).make_code())["P"] == password


@pytest.mark.parametrize(
    ("password", "says"),
    [
        ("", "has 0 characters"),
        ("1234567", "has 7 characters"),
        ("x" * 64, "has 64 characters"),
        ("a" * 64, "has 64 characters"),
        ("passwörter", "an umlaut"),
        ("🎲🎲🎲🎲🎲🎲🎲🎲", "an emoji"),
        ("line\nbreak", "an umlaut or an emoji"),
        (" 12345678", "begins or ends with a space"),
        ("12345678 ", "begins or ends with a space"),
        ('"12345678"', "between quotation marks"),
    ],
)
def test_passwords_that_some_phones_send_otherwise(password: str, says: str) -> None:
    """Each has its reason, and the error does not repeat the password."""
    with pytest.raises(BadAccess, match=says) as refused:
        check_access("Bunco", password)
    assert not password or password not in str(refused.value)


@given(
    st.text(min_size=1, max_size=12),
    st.text(string.ascii_letters + string.digits + string.punctuation + " ", min_size=8, max_size=63),
)
def test_any_access_is_refused_or_read_back(name: str, password: str) -> None:
    """Whatever is accepted comes out of the code as it went in."""
    try:
        access = check_access(name, password)
    except BadAccess:
        return
    assert parse_code(access.make_code()) == {"T": "WPA", "S": access.name, "P": password}
    assert len(access.name.encode()) <= 32


def test_new_passwords_are_good() -> None:
    """They differ, and are accepted."""
    passwords = {make_password() for _ in range(200)}
    assert len(passwords) == 200
    for password in passwords:
        check_access("Bunco", password)


def test_the_password_is_not_printed() -> None:
    """A value in a log or in the message of an error has none."""
    assert GOOD not in repr(WifiAccess("Bunco", GOOD))
