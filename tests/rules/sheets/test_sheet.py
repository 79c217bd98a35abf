"""The sheets as data, compared with the tables of the rules."""

import re
import tomllib
from dataclasses import fields, replace
from importlib import resources

import pytest

from pi_bunco.rules import SHEETS, Layout, RecordError, Sheet, load_sheet
from pi_bunco.rules.sheets import load_written
from pi_bunco.rules.sheets.keys import KEYS

USUAL: dict[str, object] = {"bunco": 21, "goal": 21, "mini_below": 5, "mini_above": 5}
"""Values of a sheet, unless its entry in ``FACTS`` differs."""

FACTS: dict[str, dict[str, object]] = {
    "classic": {
        "round_end": "head", "ending_table": "stop", "other_tables": "stop", "rolloff": "sessions",
        "winners_move": "stay", "losers_move": "stay", "sets": 4, "options": ("calls", "traveling"),
        "needs_call": {"bunco"}, "teams": True, "starts": "seat_1",
    },
    "casino": {
        "round_end": "head", "ending_table": "finish", "other_tables": "finish", "rolloff": "hits",
        "winners_move": "stay", "losers_move": "next", "move_among": "groups", "sets": 1,
        "options": ("calls",), "needs_call": {"bunco", "mini"}, "teams": True, "starts": "seat_1",
    },
    "houseparty": {
        "round_end": "any", "bunco_ends": True, "ending_table": "finish", "other_tables": "finish",
        "rolloff": "hits", "winners_move": "up", "losers_move": "top_to_bottom", "move_among": "room",
        "sets": 1, "options": (), "needs_call": set(), "teams": True, "starts": "seat_1",
    },
    "tournament": {
        "round_end": "head", "bunco_ends": True, "ending_table": "stop", "other_tables": "finish",
        "rolloff": "die_off", "winners_move": "up", "losers_move": "down", "move_among": "groups",
        "sets": 3, "options": ("calls",), "needs_call": {"bunco"}, "teams": True, "starts": "seat_1",
    },
    "boxed": {
        "round_end": "each", "bunco_ends": True, "other_tables": "stop", "rolloff": "to5",
        "rolloff_goal": 5, "winners_move": "stay", "losers_move": "next", "move_among": "room",
        "sets": 1, "options": ("cup", "goal"), "needs_call": set(), "teams": False,
        "starts": "left_of_winner", "goal_alone_at_several_tables": 11, "cup_bonus": 5, "mini_below": 7,
    },
}  # fmt: skip
"""Values of each sheet in the tables of the rules."""


@pytest.mark.parametrize("slug", SHEETS)
def test_facts(slug: str) -> None:
    """Each sheet has the values that the rules' tables give it."""
    sheet = load_sheet(slug)
    assert sheet.slug == slug
    for fact, value in (USUAL | FACTS[slug]).items():
        assert getattr(sheet, fact) == value, fact


@pytest.mark.parametrize("slug", SHEETS)
def test_every_value_has_its_clause(slug: str) -> None:
    """Each value in a file has its clause; a missing value has the default of ``Sheet``."""
    text = (resources.files("pi_bunco.rules") / "sheets" / f"{slug}.toml").read_text(encoding="utf-8")
    written, defaults = load_written(slug), {field.name: field.default for field in fields(Sheet)}
    for name in KEYS.keys() - {"slug", "title", "line"}:
        if name in tomllib.loads(text):
            words = written.clauses[name]
            assert re.fullmatch(r"(.+: .*“.+”.*|.*Not on the sheet: .+\.)", words), words
        else:
            assert getattr(written.sheet, name) == defaults[name], name
    assert KEYS.keys() & written.clauses.keys() == tomllib.loads(text).keys() - {
        "slug",
        "title",
        "line",
        "common",
    }


def test_each_file_is_a_sheet() -> None:
    """Each sheet's file in the folder is in the list of sheets; otherwise nobody could play by it."""
    files = (resources.files("pi_bunco.rules") / "sheets").iterdir()
    assert {file.name for file in files if file.name.endswith(".toml")} == {f"{slug}.toml" for slug in SHEETS}


def test_layouts_of_boxed() -> None:
    """Two to twelve players of boxed sit as its sheet says; more players sit at tables of four in teams."""
    words = {
        2: "S2", 3: "S3", 4: "S4", 5: "S3 S2", 6: "T4 S2", 7: "T4 S3", 8: "T4 T4",
        9: "T4 S3 S2", 10: "T4 T4 S2", 11: "T4 T4 S3", 12: "T4 T4 T4",
    }  # fmt: skip
    boxed = load_sheet("boxed")
    for players, layout in words.items():
        assert boxed.find_layouts(players, 3) == tuple(map(Layout.parse, layout.split()))
    assert boxed.find_layouts(13, 4) == (Layout(4, teams=True),) * 4
    assert boxed.find_layouts(1, 1) is None
    assert boxed.find_layouts(0, 1) is None


def test_unknown_sheet() -> None:
    """The error about an unknown sheet lists the sheets."""
    with pytest.raises(RecordError, match=", ".join(SHEETS)):
        load_sheet("poker")


def test_goal_of_players_alone() -> None:
    """If players alone sit at several tables, the sheet may have a separate goal for them."""
    boxed, alone, teams = load_sheet("boxed"), Layout(3, teams=False), Layout(4, teams=True)
    assert [boxed.find_goal(alone, 2), boxed.find_goal(alone, 1), boxed.find_goal(teams, 2)] == [11, 21, 21]
    assert replace(boxed, goal_alone_at_several_tables=None).find_goal(alone, 2) == 21
    assert replace(boxed, goal=15, goal_alone_at_several_tables=None).find_goal(alone, 2) == 15


def test_sheet_as_dictionary_key() -> None:
    """A sheet is hashed by its name, but a different sheet of the same name is not equal."""
    classic = load_sheet("classic")
    assert hash(classic) == hash("classic")
    assert {classic: 1, replace(classic, goal=11): 2}[replace(classic)] == 1
