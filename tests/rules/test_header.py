"""Headers that can be played, and those that cannot."""

from typing import Any

import pytest

from pi_bunco.rules import Header, Options, RecordError, Traveling

FOUR = ["A", "B", "C", "D"]


def header(**keys: Any) -> dict[str, Any]:
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
def test_what_cannot_be_played(keys: dict[str, Any], reason: str) -> None:
    """A header with something wrong is refused, and the reason names it."""
    with pytest.raises(RecordError, match=reason):
        Header.parse(header(**keys))


@pytest.mark.parametrize("given", [None, [], "header", 1, {"event": "bell"}])
def test_what_is_no_header(given: Any) -> None:
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
        ("classic", {"traveling": {"any_mini": True}}, Options(traveling=Traveling(None))),
        ("boxed", {"cup": [1, 2], "goal": 11}, Options(cup=(1, 2), goal=11)),
        ("boxed", {"cup": [], "goal": None}, Options()),
    ],
)
def test_options(rules: str, given: dict[str, Any], options: Options) -> None:
    """Each option is read as what it means."""
    assert Header.parse(header(rules=rules, options=given)).options == options


def test_defaults() -> None:
    """Sets are the sheet's and options at their defaults where the header has none."""
    read = Header.parse(header())
    assert (read.sets, read.options) == (4, Options())
    assert Header.parse(header(sets=7)).sets == 7


def test_ghosts_are_no_players() -> None:
    """A ghost has a seat, wherever it is, and is no player; a room of ghosts can be read."""
    assert Header.parse(header(tables=[["ghost", "B", "ghost 2", "D"]])).players == ("B", "D")
    assert Header.parse(header(tables=[["ghost", "ghost1", "ghost2", "ghost3"]])).players == ()


def test_goal_null_stands_at_several_tables() -> None:
    """A goal of null is no goal, so several tables may have it."""
    tables = [["A", "B", "C"], ["D", "E"]]
    assert Header.parse(header(rules="boxed", tables=tables, options={"goal": None})).options.goal is None


def test_round_trip_keeps_unknown_keys_and_order() -> None:
    """A header goes back to just what it was read from."""
    given = {"time": "20:15", "tables": [FOUR], "rules": "classic", "place": {"room": 2}, "record": "bunco/1"}
    assert list(Header.parse(given).to_dict().items()) == list(given.items())
