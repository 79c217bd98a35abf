"""Names and secrets are taken out of texts, in whatever shape they stand there."""

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
    "shape",
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
def test_every_shape_of_a_name(name: str, shape: object) -> None:
    """As it is, in JSON, escaped, in an address, in another form of Unicode: none is left."""
    told = Redactor(NAMES).redact_text(f"seen: {shape(name)}.")  # type: ignore[operator]
    number = NAMES.index(name) + 1
    assert f"Player {number}" in told
    assert name.casefold() not in told.casefold().replace("player", "")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("the annual annoyance", "the annual annoyance"),
        ("Boats and both", "Boats and both"),
        ("to bo or not", "to bo or not"),
        ("Ann-Marie and Ann", "Player 7 and Player 1"),
        ("ann, ANN", "Player 1, Player 1"),
    ],
)
def test_other_words_stay(said: str, left: str) -> None:
    """A name inside another word is none, and the longer of two names is meant."""
    assert Redactor(NAMES).redact_text(said) == left


@pytest.mark.parametrize(
    ("said", "gone"),
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
def test_what_looks_like_a_secret(said: str, gone: tuple[str, ...]) -> None:
    """Passwords, tokens, PINs, Wi-Fi, network cards, mail and homes are left out, whoever's they are."""
    told = Redactor().redact_text(said)
    assert not any(word in told for word in gone)


def test_what_helps_stays() -> None:
    """Addresses inside the house, versions, times and sentences of ours stay as they are."""
    said = (
        "2026-11-21T20:15:03 page at http://192.168.1.20:8080/ pi-bunco 0.1.0 GPIO pin=17 camera: 30 a second"
    )
    assert Redactor(("Ann",)).redact_text(said) == said


def test_values_and_keys() -> None:
    """In JSON keys are looked at too, a secret key's value is left out, and numbers stay."""
    value = {"Ann": [1, {"zoë": None}], "host_pin": 4711, "pins": 2, "ok": True}
    told = Redactor(("Ann", "7")).redact_value(value)
    assert told == {"Player 1": [1, {"zoë": None}], "host_pin": "(left out)", "pins": 2, "ok": True}


def test_odd_names() -> None:
    """A number is a name only where a name stands; somebody called Player is called something else."""
    redactor = Redactor(("7", "Player", "true"))
    assert redactor.example == "Guest 1"
    assert redactor.redact_text("7 of 77: the player says true") == "7 of 77: the Guest 2 says true"
    assert redactor.redact_value(["7", "true", 7]) == ["Guest 1", "Guest 3", 7]


@given(st.lists(st.text(st.characters(codec="utf-8", categories=("Lu", "Ll", "Lo")), min_size=3), max_size=4))
def test_nothing_is_left(names: list[str]) -> None:
    """Whatever the names, afterwards none of them stands by itself in the text."""
    redactor = Redactor(tuple(dict.fromkeys(names)))
    told = redactor.redact_text(" ".join(["said", *names, "and", json.dumps(names)]))
    assert not redactor.holds(told)


SHEET = parse_sheet(
    'slug = "rosa"\ntitle = "At Rosa\'s"\nparent = "classic"\nsets = 2\n'
    'goal = { is = 11, clause = "Rosa: “we work tomorrow”" }\nmini_above = 0\n'
).sheet


def test_a_house_sheet_plays_on_without_its_name() -> None:
    """What a house has written itself is left out; what the game is played by stays, value by value."""
    seats = ["Rosa", "Bob", "ghost 1", "ghost 2"]
    header = {"record": "bunco/1", "rules": "rosa", "tables": [seats], "sheet": SHEET.to_dict()}
    (line,) = remove_names([json.dumps(header)], Redactor(("Rosa", "Bob")))
    assert "rosa" not in line.casefold()
    told = Header.parse(json.loads(line))
    assert (told.rules, told.players) == ("house", ("Player 1", "Player 2"))
    theirs, ours = told.sheet.to_dict(), SHEET.to_dict()
    assert {key for key in ours if theirs[key] != ours[key]} <= {"slug", "title", "line"}


@pytest.mark.parametrize(
    ("body", "told"),
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
def test_each_kind_of_text(body: dict[str, object], told: dict[str, object]) -> None:
    """Names are replaced wherever they stand, our own words stay, other texts and secrets are left out."""
    (line,) = remove_names([json.dumps(body)], Redactor(("Ann",)))
    assert json.loads(line) == told
