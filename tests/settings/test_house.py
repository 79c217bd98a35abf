"""Finding sheets: printed ones, those in the folder of house sheets, and files anywhere."""

import os
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.languages import find_catalogue
from pi_bunco.rules import SHEETS, load_sheet, load_written, parse_sheet
from pi_bunco.sentences import translate
from pi_bunco.settings.house import (
    SheetTrouble,
    find_sheet,
    find_written,
    get_house_folder,
    read_house_sheets,
    read_sheet,
)
from tests.pipes import make_pipe

GOOD = 'slug = "tuesday"\ntitle = "Tuesday"\nparent = "classic"\ngoal = 11\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of house sheets with a good one and a wrong one."""
    folder = get_house_folder(tmp_path)
    folder.mkdir()
    (folder / "tuesday.toml").write_text(GOOD)
    (folder / "wrong.toml").write_text(
        'slug = "wrong"\ntitle = "Wrong"\nparent = "classic"\ngoal = 0\nx = 1\n'
    )
    (folder / "notes.txt").write_text("bring ice")
    return folder


def read_trouble(name: str, folder: Path) -> str:
    """Return the message with which a sheet is refused."""
    with pytest.raises(SheetTrouble) as error:
        find_sheet(name, folder)
    assert isinstance(error.value, Trouble)
    return str(error.value)


def test_house_folder_is_in_the_state_folder(tmp_path: Path) -> None:
    """The folder of house sheets is ``sheets`` in the state folder."""
    assert get_house_folder(tmp_path) == tmp_path / "sheets"


@pytest.mark.parametrize("slug", SHEETS)
def test_printed_sheets_need_no_folder(slug: str, tmp_path: Path) -> None:
    """A printed sheet is found without a folder of house sheets, with its clauses."""
    assert find_sheet(slug, tmp_path / "none") is load_sheet(slug)
    assert find_written(slug, tmp_path / "none") is load_written(slug)


def test_house_sheet_is_found_by_its_name_or_its_path(folder: Path, tmp_path: Path) -> None:
    """A name means a sheet in the folder; a text with a slash is the path of a file."""
    expected = parse_sheet(GOOD)
    assert find_written("tuesday", folder) == expected
    elsewhere = tmp_path / "mine.toml"
    elsewhere.write_text(GOOD)
    assert find_written(str(elsewhere), folder) == expected
    bare = tmp_path / "bare"
    bare.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert find_sheet(str(bare), folder) == expected.sheet


def test_all_house_sheets_are_read(folder: Path) -> None:
    """For each file of the folder, the sheet or its trouble is returned."""
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


def test_message_lists_all_faults(folder: Path) -> None:
    """The message about a wrong sheet has the file, each fault on its own line, and what to do."""
    path = folder / "wrong.toml"
    assert read_trouble("wrong", folder) == (
        f"The sheet {path} has 2 faults:\n"
        "  line 4: 'goal' must be a whole number from 1 to 1,000,000, not 0\n"
        "  line 5: 'x' is no key of a sheet\n"
        'Correct these lines; what "pi-bunco rules new" writes has every key with its meaning.'
    )
    path.write_text(GOOD.replace("11", "0"))
    assert read_trouble("wrong", folder).startswith(f"The sheet {path} has a fault:\n  line 4: 'goal' must")


def test_unknown_sheet_is_reported(folder: Path) -> None:
    """The message about an unknown name lists the sheets, and has a similar name or how to write one."""
    known = f"the sheets are {', '.join(SHEETS)}, tuesday, wrong."
    assert read_trouble("tusday", folder) == f'There is no sheet "tusday"; {known} Did you mean "tuesday"?'
    assert read_trouble("zzz", folder) == (
        f'There is no sheet "zzz"; {known} Write it with: pi-bunco rules new zzz --parent classic'
    )


def test_house_sheet_with_another_name_than_its_file_is_refused(folder: Path) -> None:
    """In the folder, a sheet must have the name of its file, because the file's name is used to find it."""
    (folder / "monday.toml").write_text(GOOD)
    assert read_trouble("monday", folder) == (
        f'The sheet {folder / "monday.toml"} calls itself "tuesday". Name the file tuesday.toml.'
    )
    assert isinstance(read_house_sheets(folder)[folder / "monday.toml"], SheetTrouble)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    """A missing file, a folder, and a file that is not UTF-8 have different messages."""
    with pytest.raises(SheetTrouble, match=r"none\.toml cannot be read \(No such file or directory\)\. Name"):
        read_sheet(tmp_path / "none.toml")
    with pytest.raises(SheetTrouble, match=r"cannot be read \(Is a directory\)"):
        read_sheet(tmp_path)
    (tmp_path / "latin.toml").write_bytes('slug = "a"\ntitle = "Zoë"'.encode("latin-1"))
    with pytest.raises(
        SheetTrouble, match=r"latin\.toml is not UTF-8 text from line 2 on\. Save it as UTF-8"
    ):
        read_sheet(tmp_path / "latin.toml")


def test_dangerous_files_are_refused(folder: Path) -> None:
    """A pipe is refused without waiting, and a huge file or a very long key without filling the memory."""
    with make_pipe(folder / "pipe.toml"):
        pipe = read_house_sheets(folder)[folder / "pipe.toml"]
    assert "cannot be read (It is a pipe, not a file)" in str(pipe)
    (folder / "monday.toml").touch()
    os.truncate(folder / "monday.toml", 5_000_000_000)
    assert "It has 5,000.0 MB; at most 1 MB are allowed" in str(
        read_house_sheets(folder)[folder / "monday.toml"]
    )
    (folder / "deep.toml").write_text("a" + ".a" * 40 + " = 1\n")
    assert "A key with more than 32 parts (at line 1, column 1)" in str(
        read_house_sheets(folder)[folder / "deep.toml"]
    )


def test_faults_are_said_in_other_languages(folder: Path) -> None:
    """Every part of a faulty line's message is translated; only keys and values stay as the file has them."""
    (folder / "falsch.toml").write_text(
        'slug = "falsch"\ntitle = "Falsch"\nparent = "classic"\ngaol = 11\ngoal = 0\n'
        "points = 3\nbreaks = [2, 2, 7]\n"
    )
    trouble = read_house_sheets(folder)[folder / "falsch.toml"]
    assert isinstance(trouble, SheetTrouble)
    german, unknown = find_catalogue("de"), "das ist kein Schlüssel eines Blatts"
    lines = trouble.write(lambda text: translate(text, german)).splitlines()
    assert lines[:-1] == [
        f"Das Blatt {folder / 'falsch.toml'} hat 5 Fehler:",
        f"  Zeile 4: 'gaol': {unknown}; meintest du \"goal\"?",
        "  Zeile 5: 'goal': erlaubt ist eine ganze Zahl von 1 bis 1.000.000, nicht 0",
        f"  Zeile 6: 'points': {unknown}; auf jedem Blatt bringt jeder Würfel mit der Zielzahl 1 Punkt",
        "  Zeile 7: 'breaks' 2: steht zweimal da: 2",
        "  Zeile 7: 'breaks' 3: erlaubt ist eine ganze Zahl von 1 bis 6, nicht 7",
    ]
    assert lines[-1].startswith("Berichtige diese Zeilen")
