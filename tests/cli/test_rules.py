"""``pi-bunco rules``: showing, listing, writing and checking sheets."""

import re
from pathlib import Path

import pytest

from pi_bunco.paper.rules_page import format_page
from pi_bunco.rules import SHEETS, load_written, parse_sheet
from tests.cli.conftest import Call

GOOD = """slug = "tuesday"
title = "Tuesday"
parent = "boxed"
goal = 11
winners_move = "up"
losers_move = "down"
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder with one house sheet."""
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "tuesday.toml").write_text(GOOD)
    return tmp_path


@pytest.mark.parametrize("slug", SHEETS)
def test_show_prints_the_page(call: Call, slug: str) -> None:
    """The page of a printed sheet is printed without colours outside a terminal."""
    expected = "".join(f"{row}\n" for row in format_page(load_written(slug)))
    assert call("rules", "show", slug) == (0, expected, "")
    assert "\x1b" not in expected


def test_show_a_sheet_of_the_house(call: Call, state: Path) -> None:
    """A house sheet is shown by its name or its file."""
    status, out, _ = call("rules", "show", "tuesday", "--state-dir", state)
    assert status == 0
    assert out == "".join(f"{row}\n" for row in format_page(parse_sheet(GOOD)))
    assert call("rules", "show", state / "sheets" / "tuesday.toml")[1] == out


def test_show_is_coloured_in_a_terminal(call: Call, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal headings are bold and clauses dim; the words are the same."""
    plain = call("rules", "show", "tuesday", "--state-dir", state)[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    coloured = call("rules", "show", "tuesday", "--state-dir", state)[1]
    assert "\x1b[1mA TIE\x1b[0m" in coloured
    assert "\x1b[2m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_show_an_unknown_sheet(call: Call, state: Path) -> None:
    """The message about an unknown name lists the sheets."""
    status, out, err = call("rules", "show", "tusday", "--state-dir", state)
    assert (status, out) == (2, "")
    assert err == (
        f'pi-bunco: There is no sheet "tusday"; the sheets are {", ".join(SHEETS)}, tuesday. '
        'Did you mean "tuesday"?\n'
    )


def test_check_prints_the_differences(call: Call, state: Path) -> None:
    """The differences of a good sheet are sentences, each with the printed rule; notes follow."""
    status, out, err = call("rules", "check", "tuesday", "--state-dir", state)
    assert (status, err) == (0, "")
    head = '"tuesday" (Tuesday) can be played. It is the printed sheet Boxed, with these differences:\n'
    assert out.startswith(head)
    assert (
        """  * A side that has 11 points wins its table. That table waits; the others
    play on until each has its winner.
    Boxed: A side that has 21 points wins its table. That table waits; the
    others play on until each has its winner.
"""
        in out
    )
    assert "  * The winners go up one table; those of table 1 stay.\n    Boxed: The winners stay" in out
    assert out.endswith(
        "Note: 'layouts': the sheet is not for 5, 6, 7, 9, 10 or 11 players, whose\n"
        "tables could not move in this way.\n"
    )
    assert max(map(len, out.splitlines()[1:])) <= 78


def test_check_a_sheet_without_differences(call: Call, state: Path) -> None:
    """A house sheet that changes nothing, and a printed sheet, each have their own sentence."""
    file = state / "sheets" / "same.toml"
    file.write_text('slug = "same"\ntitle = "Same"\nparent = "classic"\n')
    assert call("rules", "check", file)[1] == (
        '"same" (Same) can be played. It is the printed sheet Classic, in everything.\n'
    )
    assert (
        call("rules", "check", "classic")[1] == '"classic" is a printed sheet; there is nothing to check.\n'
    )


def test_check_lists_all_faults(call: Call, tmp_path: Path) -> None:
    """A wrong sheet gives exit status 2, and each fault has its own line."""
    file = tmp_path / "wrong.toml"
    file.write_text('slug = "wrong"\ntitle = "Wrong"\nparent = "classic"\ngoal = 0\ngaol = 11\n')
    assert call("rules", "check", file) == (
        2,
        "",
        f"""pi-bunco: The sheet {file} has 2 faults:
  line 4: 'goal' must be a whole number from 1 to 1,000,000, not 0
  line 5: 'gaol' is no key of a sheet; did you mean "goal"?
Correct these lines; what "pi-bunco rules new" writes has every key with its meaning.
""",
    )


def test_list_has_printed_sheets_and_house_sheets(call: Call, state: Path) -> None:
    """Each sheet is listed with its name, title and description; a wrong one is marked."""
    (state / "sheets" / "wrong.toml").write_text("goal = 0\n")
    status, out, err = call("rules", "list", "--state-dir", state)
    assert (status, err) == (0, "")
    for slug in SHEETS:
        assert f"\n  {slug:12} {load_written(slug).sheet.title}: " in out
    assert f"House sheets, in {state / 'sheets'}\n" in out
    assert "\n  tuesday      Tuesday, after Boxed: House rules after Boxed.\n" in out
    assert "\n  wrong        is wrong; see: pi-bunco rules check wrong\n" in out
    assert call("rules", "list", "--state-dir", state / "none")[1].endswith(
        "  None yet. Write one with: pi-bunco rules new NAME --parent classic\n"
    )


def test_new_writes_a_valid_house_sheet(call: Call, tmp_path: Path) -> None:
    """A new sheet is in the folder of house sheets, is valid without changes, and is never overwritten."""
    status, out, err = call("rules", "new", "rosas-club", "--parent", "casino", "--state-dir", tmp_path)
    file = tmp_path / "sheets" / "rosas-club.toml"
    assert (status, err) == (0, "")
    assert out == f"Wrote {file}. Change it, then check it with: pi-bunco rules check {file}\n"
    house = parse_sheet(file.read_text(encoding="utf-8"))
    assert (house.sheet.slug, house.sheet.title, house.differs) == ("rosas-club", "Rosas club", ())
    assert "Rosas club, after Casino" in call("rules", "list", "--state-dir", tmp_path)[1]
    file.write_text(GOOD)
    assert call("rules", "new", "rosas-club", "--parent", "casino", "--state-dir", tmp_path) == (
        2, "", f"pi-bunco: {file} is there already and stays as it is. Choose another with --to.\n",
    )  # fmt: skip
    assert file.read_text() == GOOD


def test_new_to_a_file_with_a_title(call: Call, tmp_path: Path) -> None:
    """Title and file can be given; missing folders are made."""
    file = tmp_path / "a" / "b.toml"
    status, _, _ = call("rules", "new", "x", "--parent", "boxed", "--title", "Rosa's", "--to", file)
    assert status == 0
    assert parse_sheet(file.read_text(encoding="utf-8")).sheet.title == "Rosa's"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (["Rosa"], "The slug of a sheet must be up to 40 of the characters a-z, 0-9 and -, not"),
        (["rosa", "--title", ""], "The title of a sheet must be one line of text, up to 40 characters, not"),
        (["classic"], '"classic" is a printed sheet. Give the house sheet another name.'),
        (["rosa", "--to", "/proc/none/x.toml"], "x.toml cannot be written (No such file or directory)."),
    ],
)
def test_new_refuses_wrong_names_and_places(call: Call, words: list[str], result: str) -> None:
    """A wrong name, a wrong title and a file that cannot be written are refused."""
    status, out, err = call("rules", "new", *words, "--parent", "classic")
    assert (status, out) == (2, "")
    assert result in err
