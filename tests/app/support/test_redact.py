"""Removing names and secrets from texts, in each form in which they may appear."""

import json
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.app.support.redact import Redactor, remove_names
from pi_bunco.rules import Header, parse_sheet

NAMES = ("Ann", "Zoë", "Mary Lou", "O'Brien", "李娜", "Bo", "Ann-Marie")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "form",
    [
        str,
        json.dumps,
        ascii,
        quote,
        lambda name: unicodedata.normalize("NFD", name),
        lambda name: f"{name}'s throw",
        lambda name: f"photo_{name}_2.jpg",
        lambda name: f"{name}7",
    ],
)
def test_name_is_replaced_in_every_form(name: str, form: object) -> None:
    """A name is replaced as it is, in JSON, escaped, in an address, and in another form of Unicode."""
    text = Redactor(NAMES).redact_text(f"seen: {form(name)}.")  # type: ignore[operator]
    number = NAMES.index(name) + 1
    assert f"Player {number}" in text
    assert name.casefold() not in text.casefold().replace("player", "")


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("the annual annoyance", "the annual annoyance"),
        ("Boats and both", "Boats and both"),
        ("to bo or not", "to bo or not"),
        ("Ann-Marie and Ann", "Player 7 and Player 1"),
        ("ann, ANN", "Player 1, Player 1"),
    ],
)
def test_other_words_stay(text: str, redacted: str) -> None:
    """A name inside another word is not replaced, and the longest name that fits is replaced."""
    assert Redactor(NAMES).redact_text(text) == redacted


@pytest.mark.parametrize(
    ("text", "secrets"),
    [
        ("opening rtsp://rosa:hunter2@192.168.1.9/s", ("rosa", "hunter2")),
        ("GET http://cam.local/video?token=abc123", ("abc123",)),
        ('{"pin_hash": "scrypt$16$abc", "x": 1}', ("scrypt", "abc")),
        ("PIN: 4711 was wrong", ("4711",)),
        ("psk=verysecret ssid='Our Wi-Fi'", ("verysecret", "Our Wi-Fi")),
        ("password hunter2", ("hunter2",)),
        ("To make a device the host's, set a PIN there with this secret: KHRMXY", ("KHRMXY",)),
        ("PIN and devices were forgotten new_secret=KHRMXY", ("KHRMXY",)),
        ("wlan0 b8:27:eb:12:34:56 up", ("b8:27:eb",)),
        ("inet6 2001:db8:aa:1:ba27:ebff:fe12:3456/64", ("2001:db8", "3456")),
        ("write to rosa@example.org", ("rosa", "example.org")),
        ("/home/rosa/pi-bunco", ("rosa",)),
    ],
)
def test_secrets_are_removed(text: str, secrets: tuple[str, ...]) -> None:
    """Passwords, tokens, PINs, Wi-Fi names, network cards, mail addresses and home folders are removed."""
    redacted = Redactor().redact_text(text)
    assert not any(word in redacted for word in secrets)


def test_facts_that_help_stay() -> None:
    """Private network addresses, versions, times and ordinary sentences stay as they are."""
    text = (
        "2026-11-21T20:15:03 page at http://192.168.1.20:8080/ pi-bunco 0.1.0 GPIO pin=17 camera: 30 a second"
    )
    assert Redactor(("Ann",)).redact_text(text) == text


def test_json_is_redacted_in_values_and_keys() -> None:
    """In JSON, names in keys are replaced, values of secret keys are left out, and numbers stay."""
    value = {"Ann": [1, {"zoë": None}], "host_pin": 4711, "pins": 2, "ok": True}
    redacted = Redactor(("Ann", "7")).redact_value(value)
    assert redacted == {"Player 1": [1, {"zoë": None}], "host_pin": "(left out)", "pins": 2, "ok": True}


def test_names_like_numbers_and_player() -> None:
    """A player named like a number is replaced in JSON only; if one is named Player, the example is Guest."""
    redactor = Redactor(("7", "Player", "true"))
    assert redactor.example == "Guest 1"
    assert redactor.redact_text("7 of 77: the player says true") == "7 of 77: the Guest 2 says true"
    assert redactor.redact_value(["7", "true", 7]) == ["Guest 1", "Guest 3", 7]


@given(st.lists(st.text(st.characters(codec="utf-8", categories=("Lu", "Ll", "Lo")), min_size=3), max_size=4))
def test_nothing_is_left(names: list[str]) -> None:
    """For random names, the redacted text contains none of them as a word."""
    redactor = Redactor(tuple(dict.fromkeys(names)))
    redacted = redactor.redact_text(" ".join(["said", *names, "and", json.dumps(names)]))
    assert not redactor.contains_private_words(redacted)


SHEET = parse_sheet(
    'slug = "rosa"\ntitle = "At Rosa\'s"\nparent = "classic"\nsets = 2\n'
    'goal = { is = 11, clause = "Rosa: “we work tomorrow”" }\nmini_above = 0\n'
).sheet


def test_house_sheet_loses_its_texts_and_keeps_its_rules() -> None:
    """Name, title and line of a house sheet are removed; all values that the game is played by stay."""
    seats = ["Rosa", "Bob", "ghost 1", "ghost 2"]
    header = {"record": "bunco/1", "rules": "rosa", "tables": [seats], "sheet": SHEET.to_dict()}
    (line,) = remove_names([json.dumps(header)], Redactor(("Rosa", "Bob")))
    assert "rosa" not in line.casefold()
    parsed = Header.parse(json.loads(line))
    assert (parsed.rules, parsed.players) == ("house", ("Player 1", "Player 2"))
    redacted, original = parsed.sheet.to_dict(), SHEET.to_dict()
    assert {key for key in original if redacted[key] != original[key]} <= {"slug", "title", "line"}


@pytest.mark.parametrize(
    ("body", "redacted"),
    [
        ({"event": "bell", "by": "Ann"}, {"event": "bell", "by": "Player 1"}),
        (
            {"reason": "Ann's die leans", "note": "hi"},
            {"reason": "Player 1's die leans", "note": "(left out)"},
        ),
        ({"claims": ["bunco:17:Ann"]}, {"claims": ["bunco:17:Player 1"]}),
        ({"host_pin": 4711, "n": 4711, "x": None}, {"host_pin": "(left out)", "n": 4711, "x": None}),
        ({"tables": [["Ann", "ghost 1"]]}, {"tables": [["Player 1", "ghost 1"]]}),
        ({"lights": "bright", "dice": [1, 2, 3]}, {"lights": "(left out)", "dice": [1, 2, 3]}),
    ],
)
def test_event_is_redacted(body: dict[str, object], redacted: dict[str, object]) -> None:
    """In an event names are replaced, pi-bunco's own words stay, and other texts and secrets are left out."""
    (line,) = remove_names([json.dumps(body)], Redactor(("Ann",)))
    assert json.loads(line) == redacted
