"""A record without its players, by a sheet of the house."""

import json

import pytest

from pi_bunco.app.support.record import remove_names
from pi_bunco.app.support.redact import Redactor
from pi_bunco.rules import Header, parse_sheet

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
