"""The sheets that the pages offer, and the sheet of the game in hand."""

from pathlib import Path

import pytest

from pi_bunco.app.page_service import find_clauses, list_choices
from pi_bunco.rules import SHEETS, Sheet, load_sheet, load_written, parse_sheet

ROSA = 'slug = "rosa"\ntitle = "At Rosa\'s"\nparent = "classic"\ngoal = { is = 11, clause = "Rosa says" }\n'
OWN = len(SHEETS)
"""The place of the first sheet of the house: the printed ones stand before it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rosa.toml").write_text(ROSA)
    return tmp_path


def test_printed_sheets_come_first_then_the_house_s_own(folder: Path) -> None:
    """Each as the sheet itself says it; classic is what is meant without a choice."""
    offered = list_choices(folder)
    assert [choice.slug for choice in offered] == [*SHEETS, "rosa"]
    assert [choice.house is None for choice in offered] == [True] * OWN + [False]
    assert not any(choice.fault for choice in offered)
    boxed, rosa = offered[SHEETS.index("boxed")], offered[OWN]
    assert (boxed.line, boxed.teams, boxed.least, boxed.most) == (load_sheet("boxed").line, False, 2, 4)
    assert (rosa.title, rosa.sets, rosa.teams) == ("At Rosa's", 4, True)
    assert rosa.house == parse_sheet(ROSA).sheet


def test_options_speak_of_the_sheet_s_own_figures(folder: Path) -> None:
    """The help below a question has the sheet's goal and bonus."""
    boxed = list_choices(folder)[SHEETS.index("boxed")]
    assert [option.help for option in boxed.options] == [
        "Three alike of a number on the cup bring 5 more.",
        "Empty for 21; 11 is the quick game.",
    ]


def test_a_sheet_written_later_is_offered_too(folder: Path) -> None:
    """The folder is read each time: nobody has to start the table again."""
    (folder / "late.toml").write_text(ROSA.replace("rosa", "late"))
    assert [choice.slug for choice in list_choices(folder)][OWN:] == ["late", "rosa"]


def test_a_faulty_sheet_is_offered_with_its_fault(folder: Path) -> None:
    """All its faults are told, and those of a file that is no text at all."""
    (folder / "odd.toml").write_text(ROSA.replace("rosa", "odd").replace("goal", "gaol") + "bunco = 0\n")
    (folder / "raw.toml").write_bytes(b"\xff")
    odd, raw = list_choices(folder)[OWN : OWN + 2]
    assert odd.slug == "odd"
    assert odd.fault.startswith("line 4: 'gaol' is no key of a sheet")
    assert "; line 5: 'bunco'" in odd.fault
    assert raw.fault.endswith("is no UTF-8 text, from line 1 on.")
    assert odd.house is None


def test_a_sheet_for_several_tables_alone_cannot_be_played_at_one(folder: Path) -> None:
    """It says so on the page, before anybody tries."""
    (folder / "many.toml").write_text(
        ROSA.replace("rosa", "many").replace("classic", "boxed") + 'layouts = { 8 = ["T4", "T4"] }\n'
    )
    many = list_choices(folder)[OWN]
    assert many.fault == "It is not for one table of 2 to 4 players."


def test_the_sheet_of_a_game_has_its_clauses(folder: Path) -> None:
    """A printed sheet's are its own; a house's stand in its file, as long as that says the same."""
    rosa: Sheet = parse_sheet(ROSA).sheet
    assert find_clauses(load_sheet("casino"), folder) == load_written("casino")
    assert find_clauses(rosa, folder).clauses["goal"] == "Rosa says"
    (folder / "rosa.toml").write_text(ROSA.replace("11", "13"))
    assert find_clauses(rosa, folder).sheet.goal == 11
    assert find_clauses(rosa, folder).clauses == {}
    (folder / "rosa.toml").unlink()
    assert find_clauses(rosa, folder).sheet == rosa
