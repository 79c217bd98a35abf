"""Finding the house's sheets: printed ones, those of its folder, and files anywhere."""

import os
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.house import (
    SheetTrouble,
    find_sheet,
    find_written,
    get_house_folder,
    read_house_sheets,
    read_sheet,
)
from pi_bunco.rules import SHEETS, load_sheet, load_written, parse_sheet
from tests.pipes import fed

GOOD = 'slug = "tuesday"\ntitle = "Tuesday"\nparent = "classic"\ngoal = 11\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a house's folder with a good sheet and a wrong one."""
    folder = get_house_folder(tmp_path)
    folder.mkdir()
    (folder / "tuesday.toml").write_text(GOOD)
    (folder / "wrong.toml").write_text(
        'slug = "wrong"\ntitle = "Wrong"\nparent = "classic"\ngoal = 0\nx = 1\n'
    )
    (folder / "notes.txt").write_text("bring ice")
    return folder


def trouble(name: str, folder: Path) -> str:
    with pytest.raises(SheetTrouble) as troubled:
        find_sheet(name, folder)
    assert isinstance(troubled.value, Trouble)
    return str(troubled.value)


def test_the_folder_is_beside_the_log(tmp_path: Path) -> None:
    """The house's sheets are in a folder of the table's own."""
    assert get_house_folder(tmp_path) == tmp_path / "sheets"


@pytest.mark.parametrize("slug", SHEETS)
def test_printed_sheets_need_no_folder(slug: str, tmp_path: Path) -> None:
    """A printed sheet is found where there is no folder, with its clauses."""
    assert find_sheet(slug, tmp_path / "none") is load_sheet(slug)
    assert find_written(slug, tmp_path / "none") is load_written(slug)


def test_a_sheet_by_its_name_and_by_its_path(folder: Path, tmp_path: Path) -> None:
    """A name is looked for in the folder; what ends in .toml or has a slash is a file, whatever its name."""
    expected = parse_sheet(GOOD)
    assert find_written("tuesday", folder) == expected
    elsewhere = tmp_path / "mine.toml"
    elsewhere.write_text(GOOD)
    assert find_written(str(elsewhere), folder) == expected
    bare = tmp_path / "bare"
    bare.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert find_sheet(str(bare), folder) == expected.sheet


def test_good_and_faulty_sheets_of_the_house(folder: Path) -> None:
    """Every sheet file of the folder is given, as the sheet or as what is wrong with it."""
    found = read_house_sheets(folder)
    assert list(found) == [folder / "tuesday.toml", folder / "wrong.toml"]
    assert found[folder / "tuesday.toml"] == parse_sheet(GOOD)
    wrong = found[folder / "wrong.toml"]
    assert isinstance(wrong, SheetTrouble)
    assert wrong.faults == (
        "line 4: 'goal' must be a whole number from 1 to 1,000,000, not 0",
        "line 5: 'x' is no key of a sheet",
    )
    assert read_house_sheets(folder / "none") == {}


def test_all_faults_are_told_each_in_its_line(folder: Path) -> None:
    """What is wrong with a sheet is told whole, with the file before and the remedy after it."""
    path = folder / "wrong.toml"
    assert trouble("wrong", folder) == (
        f"The sheet {path} has 2 faults:\n"
        "  line 4: 'goal' must be a whole number from 1 to 1,000,000, not 0\n"
        "  line 5: 'x' is no key of a sheet\n"
        'Correct these lines; what "pi-bunco rules new" writes has every key with its meaning.'
    )
    path.write_text(GOOD.replace("11", "0"))
    assert trouble("wrong", folder).startswith(f"The sheet {path} has a fault:\n  line 4: 'goal' must")


def test_no_such_sheet(folder: Path) -> None:
    """An unknown name is answered with the sheets there are, and the near one or how to write it."""
    there = f"the sheets are {', '.join(SHEETS)}, tuesday, wrong."
    assert trouble("tusday", folder) == f'There is no sheet "tusday"; {there} Did you mean "tuesday"?'
    assert trouble("zzz", folder) == (
        f'There is no sheet "zzz"; {there} Write it with: pi-bunco rules new zzz --parent classic'
    )


def test_a_file_is_called_as_its_sheet(folder: Path) -> None:
    """In the folder a sheet is found by its file, so both must have one name."""
    (folder / "monday.toml").write_text(GOOD)
    assert trouble("monday", folder) == (
        f'The sheet {folder / "monday.toml"} calls itself "tuesday". Name the file tuesday.toml.'
    )
    assert isinstance(read_house_sheets(folder)[folder / "monday.toml"], SheetTrouble)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is not there, a folder, and what is no text are told apart."""
    with pytest.raises(SheetTrouble, match=r"none\.toml cannot be read \(No such file or directory\)\. Name"):
        read_sheet(tmp_path / "none.toml")
    with pytest.raises(SheetTrouble, match=r"cannot be read \(Is a directory\)"):
        read_sheet(tmp_path)
    (tmp_path / "latin.toml").write_bytes('slug = "a"\ntitle = "Zoë"'.encode("latin-1"))
    with pytest.raises(
        SheetTrouble, match=r"latin\.toml is no UTF-8 text, from line 2 on\. Save it as UTF-8"
    ):
        read_sheet(tmp_path / "latin.toml")


def test_files_that_nobody_should_read(folder: Path) -> None:
    """A pipe among the sheets keeps nobody waiting; a large file, or a key without end, fills no memory."""
    with fed(folder / "pipe.toml"):
        pipe = read_house_sheets(folder)[folder / "pipe.toml"]
    assert "cannot be read (It is a pipe, not a file)" in str(pipe)
    (folder / "monday.toml").touch()
    os.truncate(folder / "monday.toml", 5_000_000_000)
    assert "It has 5,000.0 MB, and 1 MB are the most" in str(
        read_house_sheets(folder)[folder / "monday.toml"]
    )
    (folder / "deep.toml").write_text("a" + ".a" * 40 + " = 1\n")
    assert "A key with more than 32 parts (at line 1, column 1)" in str(
        read_house_sheets(folder)[folder / "deep.toml"]
    )
