"""House sheets: what is read from their files, and each fault with its line."""

from importlib import resources
from pathlib import Path

import pytest

from pi_bunco.rules import (
    SHEETS,
    Award,
    Layout,
    RecordError,
    SheetError,
    load_sheet,
    load_written,
    parse_sheet,
)
from pi_bunco.rules.sheets import SheetFault
from pi_bunco.rules.sheets.forms import OneOf
from pi_bunco.rules.sheets.keys import KEYS, SECTIONS
from pi_bunco.sentences import say

PARENTS = OneOf(SHEETS).allowed
HEAD = 'slug = "ours"\ntitle = "Ours"\nparent = "{}"\n'


def list_faults(text: str) -> list[str]:
    """Return the faults of a wrong file."""
    with pytest.raises(SheetError) as refused:
        parse_sheet(text)
    assert str(refused.value) == "; ".join(map(str, refused.value.faults))
    return list(map(str, refused.value.faults))


@pytest.mark.parametrize("slug", SHEETS)
def test_house_sheet_without_differences(slug: str) -> None:
    """A house sheet with only a parent equals the parent, clauses included, except for its names."""
    house = parse_sheet(HEAD.format(slug))
    parent = load_written(slug)
    assert house.sheet.to_dict() == parent.sheet.to_dict() | {
        "slug": "ours",
        "title": "Ours",
        "line": f"House rules after {parent.sheet.title}.",
    }
    assert (house.parent, house.clauses, house.differs, house.notes) == (parent.sheet, parent.clauses, (), ())
    assert parent.parent is None
    assert (parent.differs, parent.notes) == ((), ())


def test_differences_of_house_sheet() -> None:
    """The house's values replace the parent's; an equal value is no difference."""
    house = parse_sheet(
        HEAD.format("casino")
        + 'goal = { is = 11, clause = "Rosa: “we work tomorrow”" }\n'
        + 'line = "Short rounds."\nround_end = "head"\nbreaks = [3]\nsnake_eyes = true\n'
        + '[sets]\nis = 2\n[[awards]]\nwhat = "even"\nprize = 5\n'
    )
    assert house.sheet.goal == 11
    assert house.sheet.line == "Short rounds."
    assert (house.sheet.sets, house.sheet.breaks) == (2, (3,))
    assert house.sheet.awards == (Award("even", "room", "5"),)
    assert house.differs == ("snake_eyes", "goal", "sets", "awards", "breaks")
    casino = load_written("casino").clauses
    assert house.clauses["goal"] == "Rosa: “we work tomorrow”"
    assert house.clauses["round_end"] == casino["round_end"]
    assert not house.clauses.keys() & {"sets", "awards", "breaks", "snake_eyes"}


def test_layouts_replace_parents_layouts() -> None:
    """A given key replaces the parent's whole value."""
    house = parse_sheet(HEAD.format("boxed") + '[layouts]\n4 = ["T4"]\n')
    assert house.sheet.layouts == ((), (), (), (Layout(4, teams=True),))
    assert house.sheet.find_layouts(3, 1) is None
    assert parse_sheet(HEAD.format("boxed") + "layouts = {}\n").sheet.teams


def test_layouts_that_do_not_fit_moves_are_removed() -> None:
    """The parent's layouts that do not fit the house's moves are left out, and a note says so."""
    house = parse_sheet(HEAD.format("boxed") + 'winners_move = "up"\nlosers_move = "down"\n')
    assert [n for n, tables in enumerate(house.sheet.layouts, 1) if tables] == [2, 3, 4, 8, 12]
    (note,) = house.notes
    assert note == (
        "'layouts': the sheet is not for 5, 6, 7, 9, 10 or 11 players, whose tables could not move in "
        "this way"
    )
    assert house.differs == ("winners_move", "losers_move", "layouts")
    second = parse_sheet(HEAD.format("boxed") + "pairs_move_together = false\n")
    assert second.notes == (
        "'layouts': the sheet is not for 5, 6, 9 or 10 players, whose tables could not move in this way",
    )


def test_each_fault_has_its_line() -> None:
    """All faults are reported at once, in the order of the lines, with the key and the allowed values."""
    text = """slug = "classic"
titel = "X"
parent = "casino"
gaol = 11
goal = { is = 0, clause = "" }
bunco = { clause = "x", was = 5 }
round_end = "heads"

awards = [
  { what = "most_wins" },
  { what = "most_win", prize = true },
]
[breaks]
is = [
  2,
  7]
[layouts.is]
5 = ["S3", "S3"]
6 = ["T4",
  "S9"]
"""
    what = ", ".join(
        f'"{word}"' for word in ("most_buncos", "most_wins", "most_losses", "even", "most_minis")
    )
    assert list_faults(text) == [
        "line 1: 'slug' must be a new name; \"classic\" is a printed sheet",
        "line 1: 'title' is not there; it must be one line of text, up to 40 characters",
        "line 2: 'titel' is no key of a sheet; did you mean \"title\"?",
        "line 4: 'gaol' is no key of a sheet; did you mean \"goal\"?",
        "line 5: 'goal' 'clause' must be one line of text, up to 400 characters, not \"\"",
        "line 5: 'goal' must be a whole number from 1 to 1,000,000, not 0",
        "line 6: 'bunco' 'was' is neither 'is' nor 'clause'",
        "line 6: 'bunco' has a clause, but not what it 'is'",
        'line 7: \'round_end\' must be "head", "any", "each" or "host", not "heads"; did you mean "head"?',
        "line 11: 'awards' 2 'prize' must be one line of text, or a whole number from 0, not true",
        (
            f'line 11: \'awards\' 2 \'what\' must be {what}, "most_points", "fewest_points", "traveling", '
            '"costume", "last_bunco" or "loser_lottery", not "most_win"; did you mean "most_wins"?'
        ),
        "line 16: 'breaks' 2 must be a whole number from 1 to 6, not 7",
        "line 18: 'layouts' '5' must be tables for 5 players, not [\"S3\", \"S3\"] for 6",
        'line 20: \'layouts\' \'6\' 2 must be "T4", "S2", "S3" or "S4", not "S9"',
    ]


def test_faults_are_values() -> None:
    """A fault has its line and its sentence, and the error has all faults."""
    with pytest.raises(RecordError) as refused:
        parse_sheet('title = "Ours"\nslug = "Ours!"\nparent = "classic"')
    assert isinstance(refused.value, SheetError)
    assert refused.value.faults == (
        SheetFault(2, say("'slug' must be up to 40 of the characters a-z, 0-9 and -, not \"Ours!\"")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "",
            [
                f"line 1: 'parent' is not there; it must be {PARENTS}",
                "line 1: 'slug' is not there; it must be up to 40 of the characters a-z, 0-9 and -",
                "line 1: 'title' is not there; it must be one line of text, up to 40 characters",
            ],
        ),
        (
            'slug = "a"\ntitle = "A"\n\nparent = "casio"\ngoal = 0',
            [
                f"line 4: 'parent' must be {PARENTS}, not \"casio\"; did you mean \"casino\"?",
                "line 5: 'goal' must be a whole number from 1 to 1,000,000, not 0",
            ],
        ),
        ('slug = "a"\ntitle = "A"\nparent = 5', [
            f"line 3: 'parent' must be {PARENTS}, not 5",
        ]),
        ('slug = "a"\ntitle = "A"\nparant = "casino"\n', [
            f"line 1: 'parent' is not there; it must be {PARENTS}",
            "line 3: 'parant' is no key of a sheet; did you mean \"parent\"?",
        ]),
        ("a = 1\nb = \n", ["line 2: this is no TOML: Invalid value"]),
        ("a = \nb = 1\nc = 1\n", ["line 1: this is no TOML: Invalid value"]),
        ('a = "(at\nb = 1\n', ["line 1: this is no TOML: Illegal character '\\n'"]),
        (
            'slug = "a"\ntitle = "A"\nparent = "boxed"\n[goal]\nis = 0\n\nclause = 5\n',
            [
                "line 5: 'goal' must be a whole number from 1 to 1,000,000, not 0",
                "line 7: 'goal' 'clause' must be one line of text, up to 400 characters, not 5",
            ],
        ),
        ("a = 1\nb = [2\n", ["line 2: this is no TOML: Unclosed array"]),
        (
            '["a (at b"]\n["a (at b"]\n',
            ["line 2: this is no TOML: Cannot declare ('a (at b',) twice"],
        ),
        ("a = 1\na = 2\n", ["line 2: this is no TOML: Cannot overwrite a value"]),
        ("a = [1\n\n", ["line 1: this is no TOML: Unclosed array"]),
        ("a = 1\nb = " + "1" * 5000, ["line 1: this is no sheet: a number in it has thousands of digits"]),
        ("a = " + "[" * 9999, ["line 1: this is no sheet: its lists are nested too deeply"]),
    ],
)  # fmt: skip
def test_files_that_are_no_sheets(text: str, expected: list[str]) -> None:
    """Missing names and faults of TOML are reported with their line."""
    assert list_faults(text) == expected


@pytest.mark.parametrize("slug", SHEETS)
def test_load_sheet(slug: str) -> None:
    """A printed sheet is read only once; an unknown name is an error that lists the sheets."""
    assert load_sheet(slug) is load_sheet(slug)
    assert load_written(slug).sheet is load_sheet(slug)
    with pytest.raises(RecordError) as refused:
        load_written("poker")
    assert str(refused.value) == f"there is no sheet 'poker'; the sheets are {', '.join(SHEETS)}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("goal = { is = 21", "goal = { is = 0", "'goal' must be a whole number from 1 to 1,000,000, not 0"),
        ("card = {", "crad = {", "'crad' is no key of a sheet; did you mean \"card\"?"),
        ("sets = {", "set = {", "'set' is no key of a sheet; did you mean \"sets\"?"),
        ("sets = {", "# sets = {", "'sets' is not there; it must be a whole number from 1 to 1,000,000"),
        ('slug = "boxed"', 'slug = "boxes"', "'slug' must be \"boxed\", as its file is called"),
        ("goal = {", "goal = { is", "this is no TOML: Expected '=' after a key in a key/value pair"),
    ],
)
def test_wrong_printed_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, expected: str
) -> None:
    """The error about a wrong printed sheet names its line and what is wrong, as for a house sheet."""
    text = resources.files("pi_bunco.rules.sheets").joinpath("boxed.toml").read_text("utf-8")
    (tmp_path / "boxed.toml").write_text(text.replace(f"\n{old}", f"\n{new}"), "utf-8")
    monkeypatch.setattr("pi_bunco.rules.sheets.file.resources.files", lambda _: tmp_path)
    with pytest.raises(RecordError, match=r"^the printed sheet boxed\.toml is wrong: line \d+: ") as refused:
        load_written.__wrapped__("boxed")
    assert f": {expected}" in str(refused.value)


def test_printed_sheet_without_common_clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A printed sheet may lack the clauses under `[common]`."""
    whole = load_written("boxed")
    text = resources.files("pi_bunco.rules.sheets").joinpath("boxed.toml").read_text("utf-8")
    (tmp_path / "boxed.toml").write_text(text.partition("[common]")[0], "utf-8")
    monkeypatch.setattr("pi_bunco.rules.sheets.file.resources.files", lambda _: tmp_path)
    written = load_written.__wrapped__("boxed")
    assert written.sheet == whole.sheet
    assert written.clauses.keys() < whole.clauses.keys()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("targets = [6, 5]", "on every sheet the target is the round's number, 1 to 6"),
        ("rounds = 5", 'a set has six rounds, or five with "first_target" 2'),
        ("mini = 7", 'did you mean "mini_below", "mini_above" or "mini_ends_turn"?'),
        ("winners = 1", 'did you mean "winners_move"?'),
    ],
)
def test_unknown_key(line: str, hint: str) -> None:
    """The fault explains what is the same on all sheets, or names keys that begin like the word."""
    name = line.partition(" ")[0]
    assert list_faults(HEAD.format("classic") + line) == [f"line 4: '{name}' is no key of a sheet; {hint}"]


def test_each_key_has_its_meaning() -> None:
    """Each field of a sheet is declared exactly once, with a sentence about its meaning."""
    names = [key.name for keys in SECTIONS.values() for key in keys]
    assert len(names) == len(set(names))
    assert set(names) == set(load_sheet("classic").__dataclass_fields__)
    assert list(KEYS) == names
    for key in KEYS.values():
        assert key.meaning[0].isupper()
        assert key.meaning.endswith(".")
        assert KEYS[key.name] is key
