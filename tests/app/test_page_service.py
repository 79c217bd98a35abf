"""The sheets that the pages offer, and the clauses of the current game's sheet."""

from pathlib import Path

import pytest

from pi_bunco.app.page_service import find_clauses, list_choices
from pi_bunco.rules import SHEETS, Sheet, load_sheet, load_written, parse_sheet

ROSA = 'slug = "rosa"\ntitle = "At Rosa\'s"\nparent = "classic"\ngoal = { is = 11, clause = "Rosa says" }\n'
FIRST_HOUSE = len(SHEETS)
"""The place of the first house sheet, which follows the printed sheets."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rosa.toml").write_text(ROSA)
    return tmp_path


def test_choices_are_printed_sheets_then_house_sheets(folder: Path) -> None:
    """The choices have the titles and figures of the sheets: first of printed ones, then of the house's."""
    offered = list_choices(folder)
    assert [choice.slug for choice in offered] == [*SHEETS, "rosa"]
    assert [choice.house is None for choice in offered] == [True] * FIRST_HOUSE + [False]
    assert not any(choice.fault for choice in offered)
    boxed, rosa = offered[SHEETS.index("boxed")], offered[FIRST_HOUSE]
    assert (boxed.line, boxed.teams, boxed.least, boxed.most) == (load_sheet("boxed").line, False, 2, 4)
    assert (rosa.title, rosa.sets, rosa.teams) == ("At Rosa's", 4, True)
    assert rosa.house == parse_sheet(ROSA).sheet
    assert [choice.first_target for choice in offered] == [1] * (FIRST_HOUSE + 1)


def test_help_of_options_has_the_figures_of_the_sheet(folder: Path) -> None:
    """The help of an option contains the sheet's goal and bonus."""
    boxed = list_choices(folder)[SHEETS.index("boxed")]
    assert [option.help for option in boxed.options] == [
        "Three alike of a number on the cup bring 5 more.",
        "Empty for 21; 11 is the quick game.",
    ]


def test_new_house_sheet_is_offered_at_once(folder: Path) -> None:
    """A house sheet that is written later is offered without a restart."""
    (folder / "late.toml").write_text(ROSA.replace("rosa", "late"))
    assert [choice.slug for choice in list_choices(folder)][FIRST_HOUSE:] == ["late", "rosa"]


def test_faulty_sheet_is_listed_with_its_faults(folder: Path) -> None:
    """A faulty house sheet has all its faults in its choice, and so has a file that is no text."""
    (folder / "odd.toml").write_text(ROSA.replace("rosa", "odd").replace("goal", "gaol") + "bunco = 0\n")
    (folder / "raw.toml").write_bytes(b"\xff")
    odd, raw = list_choices(folder)[FIRST_HOUSE : FIRST_HOUSE + 2]
    assert odd.slug == "odd"
    assert odd.fault.startswith("line 4: 'gaol' is no key of a sheet")
    assert "; line 5: 'bunco'" in odd.fault
    assert raw.fault.endswith("is not UTF-8 text from line 1 on.")
    assert odd.house is None


def test_sheet_for_several_tables_has_a_fault_at_one_table(folder: Path) -> None:
    """A sheet that cannot be played at a single table has that as its fault."""
    (folder / "many.toml").write_text(
        ROSA.replace("rosa", "many").replace("classic", "boxed") + 'layouts = { 8 = ["T4", "T4"] }\n'
    )
    many = list_choices(folder)[FIRST_HOUSE]
    assert many.fault == "It is not for one table of 2 to 4 players."


def test_clauses_of_a_game_come_from_its_sheet(folder: Path) -> None:
    """A house sheet's clauses come from its file, unless the file has changed since the game began."""
    rosa: Sheet = parse_sheet(ROSA).sheet
    assert find_clauses(load_sheet("casino"), folder) == load_written("casino")
    assert find_clauses(rosa, folder).clauses["goal"] == "Rosa says"
    (folder / "rosa.toml").write_text(ROSA.replace("11", "13"))
    assert find_clauses(rosa, folder).sheet.goal == 11
    assert find_clauses(rosa, folder).clauses == {}
    (folder / "rosa.toml").unlink()
    assert find_clauses(rosa, folder).sheet == rosa
