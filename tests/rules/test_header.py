"""Headers that can be played, and headers that are refused."""

import json
from typing import Any

import pytest

from pi_bunco.rules import SHEETS, Award, Header, Options, RecordError, Traveling, parse_sheet

FOUR = ["A", "B", "C", "D"]


def make_header(**keys: Any) -> dict[str, Any]:
    return {"record": "bunco/1", "rules": "classic", "tables": [FOUR]} | keys


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"record": "bunco/2"}, "begins with a header"),
        ({"rules": "poker"}, "there is no sheet 'poker'"),
        ({"rules": 1}, "'rules' must be the name"),
        ({"rules": ["classic"]}, "'rules' must be the name"),
        ({"sets": 0}, "'sets' must be a whole number from 1"),
        ({"sets": None}, "'sets' must be"),
        ({"sets": True}, "'sets' must be"),
        ({"sets": 1.0}, "'sets' must be"),
        ({"tables": []}, "'tables' must be a list"),
        ({"tables": None}, "'tables' must be a list"),
        ({"tables": [FOUR, "EFGH"]}, "'tables' must be a list"),
        ({"tables": [["A", "B", "C", ""]]}, "not empty"),
        ({"tables": [["A", "B", "C", 4]]}, "not empty"),
        ({"tables": [["A", "B", "C", "A"]]}, "'A' stands more than once"),
        ({"tables": [FOUR, ["E", "F", "G", "A"]]}, "'A' stands more than once"),
        ({"tables": [["A", "B", "C"]]}, r"tables of \[4\], not of \[3\]"),
        ({"options": []}, "the options must be an object"),
        ({"options": None}, "the options must be an object"),
        ({"options": {"call": True}}, "no option 'call'; it has calls, traveling"),
        ({"options": {"cup": [1]}}, "classic has no option 'cup'"),
        ({"options": {"calls": None}}, "'calls' must be true or false"),
        ({"options": {"calls": 1}}, "'calls' must be"),
        ({"options": {"traveling": 4}}, "'traveling' must be"),
        ({"options": {"traveling": {}}}, "'traveling' must be"),
        ({"options": {"traveling": {"number": 0}}}, "'traveling' must be"),
        ({"options": {"traveling": {"number": True}}}, "'traveling' must be"),
        ({"options": {"traveling": {"number": 4, "bunco_counts": None}}}, "'traveling' must be"),
        ({"options": {"traveling": {"number": 4, "prize": "bag"}}}, "'traveling' must be"),
        ({"options": {"traveling": {"number": 4, "any_mini": True}}}, "'traveling' must be"),
        ({"options": {"traveling": {"any_mini": False}}}, "'traveling' must be"),
        ({"options": {"traveling": {"any_mini": True, "bunco_counts": True}}}, "'traveling' must be"),
        (
            {"rules": "houseparty", "options": {"calls": False}},
            "houseparty has no option 'calls'; it has none",
        ),
        ({"rules": "boxed", "options": {"cup": None}}, "'cup' must be"),
        ({"rules": "boxed", "options": {"cup": [1, 7]}}, "'cup' must be"),
        ({"rules": "boxed", "options": {"goal": 0}}, "'goal' must be"),
        ({"rules": "boxed", "options": {"goal": True}}, "'goal' must be"),
        (
            {"rules": "boxed", "tables": [["A", "B", "C"], ["D", "E"]], "options": {"goal": 11}},
            "single table",
        ),
        ({"rules": "boxed", "tables": [["A"]]}, "not for 1 players"),
        ({"rules": "boxed", "tables": [["A", "B"], ["C", "D", "E"]]}, r"tables of \[3, 2\], not of \[2, 3\]"),
        ({"rules": "boxed", "tables": [["A", "B", "C", "ghost"]]}, "no ghosts with 3 players"),
        ({"rules": "boxed", "tables": [["ghost"]]}, "no ghosts with 0 players"),
    ],
)
def test_wrong_headers_are_refused(keys: dict[str, Any], reason: str) -> None:
    """A header with a wrong value is refused, and the reason names it."""
    with pytest.raises(RecordError, match=reason):
        Header.parse(make_header(**keys))


@pytest.mark.parametrize("given", [None, [], "header", 1, {"event": "bell"}])
def test_other_objects_are_no_header(given: Any) -> None:
    """Anything but a header is refused."""
    with pytest.raises(RecordError, match="begins with a header"):
        Header.parse(given)


@pytest.mark.parametrize(
    ("rules", "given", "options"),
    [
        ("classic", {}, Options()),
        ("casino", {"calls": True}, Options(calls=True)),
        ("classic", {"traveling": None}, Options()),
        ("classic", {"traveling": {"number": 4}}, Options(traveling=Traveling(4, bunco_counts=True))),
        (
            "classic",
            {"traveling": {"number": 4, "bunco_counts": False}},
            Options(traveling=Traveling(4, bunco_counts=False)),
        ),
        (
            "classic",
            {"traveling": {"number": 6, "bunco_counts": True}},
            Options(traveling=Traveling(6, bunco_counts=True)),
        ),
        (
            "classic",
            {"traveling": {"any_mini": True}},
            Options(traveling=Traveling(None, bunco_counts=False)),
        ),
        ("boxed", {"cup": [1, 2], "goal": 11}, Options(cup=(1, 2), goal=11)),
        ("boxed", {"cup": [], "goal": None}, Options()),
    ],
)
def test_options(rules: str, given: dict[str, Any], options: Options) -> None:
    """Each option is read as its value."""
    assert Header.parse(make_header(rules=rules, options=given)).options == options


def test_defaults() -> None:
    """Without keys, the sets are the sheet's, and the options have their defaults."""
    read = Header.parse(make_header())
    assert (read.sets, read.options) == (4, Options())
    assert Header.parse(make_header(sets=7)).sets == 7


def test_ghosts_are_no_players() -> None:
    """A ghost has a seat but is no player; a room of ghosts alone can be read."""
    assert Header.parse(make_header(tables=[["ghost", "B", "ghost 2", "D"]])).players == ("B", "D")
    assert Header.parse(make_header(tables=[["ghost", "ghost1", "ghost2", "ghost3"]])).players == ()


def test_null_goal_at_several_tables() -> None:
    """A goal of null means no goal, so several tables may have it."""
    tables = [["A", "B", "C"], ["D", "E"]]
    assert (
        Header.parse(make_header(rules="boxed", tables=tables, options={"goal": None})).options.goal is None
    )


def test_round_trip_keeps_unknown_keys_and_order() -> None:
    """A header is written with the same keys and order as it was read."""
    given = {"time": "20:15", "tables": [FOUR], "rules": "classic", "place": {"room": 2}, "record": "bunco/1"}
    assert list(Header.parse(given).to_dict().items()) == list(given.items())


HOUSE = """
slug = "tuesday"
title = "Tuesday"
parent = "boxed"
goal = 11
[[awards]]
what = "most_buncos"
prize = 20
"""


def add_house_sheet(**keys: Any) -> dict[str, Any]:
    """Return a header with the house sheet, in which these keys are different."""
    return make_header(rules="tuesday", sheet=parse_sheet(HOUSE).sheet.to_dict() | keys)


def test_header_contains_house_sheet() -> None:
    """A header that went through JSON contains the whole house sheet, and is played by it."""
    sent = json.loads(json.dumps(add_house_sheet()))
    read = Header.parse(sent)
    assert (read.rules, read.sheet) == ("tuesday", parse_sheet(HOUSE).sheet)
    assert read.sheet.awards == (Award("most_buncos", "room", "20"),)
    assert read.to_dict() == sent


def test_sheet_without_newer_keys() -> None:
    """A key that an older header's sheet lacks gets the value that held before the key existed."""
    old = add_house_sheet()
    for name in ("snake_eyes", "three_ones_wipe", "mini_ends_turn", "round_minutes", "finals"):
        del old["sheet"][name]
    assert Header.parse(old).sheet == parse_sheet(HOUSE).sheet


REFUSED: dict[str, dict[str, Any]] = {
    f"there is no sheet 'tuesday'; the sheets are {', '.join(SHEETS)}, and a house's own stands whole in "
    "the header under 'sheet'": {"rules": "tuesday"},
    "'boxed' is a printed sheet, so the header can have no 'sheet' of its own": add_house_sheet()
    | {"rules": "boxed"},
    "'classic' is a printed sheet, so the header can have no 'sheet' of its own": {"sheet": None},
    "'rules' is 'monday', but the sheet under 'sheet' is 'tuesday'": add_house_sheet() | {"rules": "monday"},
    "'sheet' must be an object, a sheet with all its values": add_house_sheet() | {"sheet": []},
    "'sheet' cannot be played by: 'goal' must be a whole number from 1 to 1,000,000, not 0": add_house_sheet(
        goal=0
    ),
    "'sheet' cannot be played by: 'bunco' must be a whole number from 1 to 1,000,000, not \"21\"; 'gaol' is "
    'no key of a sheet; did you mean "goal"?': add_house_sheet(gaol=1, bunco="21"),
    "'sheet' cannot be played by: 'awards' 2 lacks 'what', which must be \"most_buncos\", \"most_wins\", "
    '"most_losses", "even", "most_minis", "most_points", "fewest_points", '
    '"traveling", "costume", "last_bunco" or "loser_lottery"': add_house_sheet(
        awards=[{"what": "most_wins"}, {"among": "room"}]
    ),
    "'sheet' cannot be played by: 'layouts' cannot be so: with 5 players table 1 would have 3 seats for 1": (
        add_house_sheet(winners_move="up", losers_move="down")
    ),
    "'sheet' cannot be played by: 'sets' is not there": {
        "rules": "tuesday",
        "sheet": {name: value for name, value in add_house_sheet()["sheet"].items() if name != "sets"},
    },
}


@pytest.mark.parametrize("reason", REFUSED)
def test_wrong_sheet_in_header_is_refused(reason: str) -> None:
    """A wrong sheet in a header is refused, and the reason names each wrong key."""
    with pytest.raises(RecordError) as refused:
        Header.parse(make_header(**REFUSED[reason]))
    assert str(refused.value) == reason
