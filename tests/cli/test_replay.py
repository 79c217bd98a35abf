"""``pi-bunco replay`` prints a record's result in one of three forms, and names a line that is wrong."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_bunco import limits
from pi_bunco.cli.replay import replay as command
from pi_bunco.errors import Trouble
from pi_bunco.rules import replay
from tests.cli.conftest import Call
from tests.fonts import PRINTED
from tests.pipes import fed

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"event": "bell"}'
THROW = '{"event": "throw", "table": 1, "dice": [1, 1, 1]}'


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., Path]:
    """Write a record of these lines."""

    def write(*lines: str) -> Path:
        path = tmp_path / "game.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def test_json_is_the_result_and_no_more(call: Call, record: Callable[..., Path]) -> None:
    """--json prints the object that the rules give, and nothing else."""
    status, out, err = call("replay", record(HEADER, BELL, THROW), "--json")
    game = replay([HEADER, BELL, THROW]).game
    assert game is not None
    assert (status, err) == (0, "")
    assert json.loads(out) == game.make_result()
    assert set(json.loads(out)) == {"rules", "status", "rounds", "seats", "players", "bag", "unused"}


def test_table_is_what_is_printed_without_being_asked(call: Call, record: Callable[..., Path]) -> None:
    """Without a form it prints the tables, without colours where no terminal shows them."""
    path = record(HEADER.replace("Ann", "Ann [bold]"), BELL, THROW)
    status, out, err = call("replay", path)
    assert (status, err) == (0, "")
    assert call("replay", path, "--table") == (0, out, "")
    assert "Boxed, ready for round 2" in out
    assert "21 Ann [bold]" in out
    assert "\x1b" not in out
    assert [line for line in out.splitlines() if line != line.rstrip()] == []


@PRINTED
def test_a_paper_is_written(call: Call, record: Callable[..., Path], tmp_path: Path) -> None:
    """--pdf writes a file and says which; with another form it is refused."""
    path = tmp_path / "out.pdf"
    assert call("replay", record(HEADER, BELL), "--pdf", "results", "--to", path) == (
        0,
        f"Wrote {path}.\n",
        "",
    )
    assert path.read_bytes().startswith(b"%PDF-")
    assert call("replay", record(HEADER, BELL), "--pdf", "results", "--json")[0] == 2


def test_cards_are_printed(call: Call, record: Callable[..., Path]) -> None:
    """--cards prints the sheet's own forms."""
    status, out, err = call("replay", record(HEADER, BELL, THROW), "--cards")
    assert (status, err) == (0, "")
    assert "MASTER SCORE SHEET" in out
    assert "│ Ann                  │  WB  │" in out


def test_forms_exclude_one_another(call: Call, record: Callable[..., Path]) -> None:
    """Two forms at once are refused; the same one twice is one."""
    path = record(HEADER)
    status, out, err = call("replay", path, "--json", "--cards")
    assert (status, out) == (2, "")
    assert "--json, --table and --cards exclude one another." in err
    assert call("replay", path, "--json", "--json")[0] == 0


@pytest.mark.parametrize(
    ("form", "result"), [("--json", '"playing"'), ("--table", "playing"), ("--cards", "ROUNDS")]
)
def test_wrong_line_is_named_in_every_form(
    call: Call, record: Callable[..., Path], form: str, result: str
) -> None:
    """A wrong line goes to standard error with exit status 2, and what stood before it is printed."""
    status, out, err = call("replay", record(HEADER, "", BELL, BELL, THROW), form)
    assert (status, err) == (2, "line 4: the bell has rung, and the round is being played\n")
    assert result in out


@pytest.mark.parametrize("form", ["--json", "--table", "--cards"])
def test_bad_header_leaves_nothing_to_print(call: Call, record: Callable[..., Path], form: str) -> None:
    """Without a header there is no game, so nothing is printed but the error of line 1."""
    status, out, err = call("replay", record(BELL), form)
    assert (status, out) == (2, "")
    assert err.startswith("line 1: ")


def test_record_from_standard_input() -> None:
    """A record from - is standard input; lines may end as on another system."""
    done = CliRunner().invoke(command, ["-", "--json"], input=f"{HEADER}\r\n{BELL}\r\n")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["status"] == "playing"


def test_record_that_cannot_be_read(call: Call, tmp_path: Path) -> None:
    """A record that is not there, or a folder, is one sentence with its remedy."""
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        status, out, err = call("replay", path)
        assert (status, out) == (2, "")
        assert err.startswith(f"pi-bunco: The record {path} cannot be read: ")
        assert err.endswith("Name a file that is there, or - for input.\n")


def test_json_loads_no_more_than_it_needs(record: Callable[..., Path]) -> None:
    """What only the other forms need is not imported, so that many records are replayed soon."""
    code = f"""
import sys
from pi_bunco.cli import cli
from tests.cli.conftest import Call
cli.main(["replay", {str(record(HEADER))!r}, "--json"], standalone_mode=False)
paper = ("pi_bunco.paper.cards", "pi_bunco.paper.result", "pi_bunco.paper.pdf.", "fpdf.")
others = ("rich.", "pydantic.", "numpy.", "cv2.", "sqlite3.", "pi_bunco.store", *paper)
print([name for name in sys.modules if name.startswith(others)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_numbers_and_names_that_nobody_prints(call: Call, record: Callable[..., Path]) -> None:
    """A game of 10^24 sets and a name of 5,000 letters is printed in each form, as far as it was played."""
    header = json.dumps(
        {"record": "bunco/1", "rules": "classic", "sets": 10**24, "tables": [["A" * 5000, "Bob", "Cy", "Di"]]}
    )
    path = record(header, BELL, THROW)
    for form in ("--table", "--cards", "--json"):
        status, out, err = call("replay", path, form)
        assert (status, err) == (0, "")
        assert ("A" * 501 in out) == (form == "--json")


def test_a_game_too_long_to_print(record: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody would print is refused with a sentence, and the object for other programs is not."""
    monkeypatch.setattr("pi_bunco.cli.replay.PRINTED_ROUNDS", 3)
    path = record(HEADER, BELL, THROW)
    for form in ("--table", "--cards"):
        result = CliRunner().invoke(command, [str(path), form])
        assert isinstance(result.exception, Trouble)
        assert str(result.exception) == (
            "The game is too long to print: its players have 4 rounds, not 3. Let another program read it: "
            "pi-bunco replay RECORD --json prints all of it."
        )
    assert CliRunner().invoke(command, [str(path), "--json"]).exit_code == 0


def test_a_game_that_began_here_is_always_printed() -> None:
    """The longest game of the largest room is printed."""
    assert (limits.SETS * 6 + 1) * limits.PLAYERS <= limits.PRINTED_ROUNDS


@pytest.mark.parametrize(
    ("limit", "number", "says"),
    [
        ("RECORD_BYTES", len(HEADER) + 8, "has more than 0 megabytes."),
        ("EVENTS", 2, "has more than 2 lines."),
    ],
)
def test_a_record_too_large(monkeypatch: pytest.MonkeyPatch, limit: str, number: int, says: str) -> None:
    """More than any evening's record is refused, read no further than the limit."""
    monkeypatch.setattr(f"pi_bunco.cli.lines.{limit}", number)
    endless = io.BytesIO(f"{HEADER}\n{BELL}\n\n\n".encode() + b" " * 10_000)
    result = CliRunner().invoke(command, ["-"], input=endless)
    assert isinstance(result.exception, Trouble)
    assert result.exception.text == f"The record on standard input {says}"
    if limit == "RECORD_BYTES":
        assert endless.tell() < 10_000


def test_a_line_of_many_digits(call: Call, record: Callable[..., Path]) -> None:
    """Numbers that Python does not read are the fault of their line."""
    path = record(HEADER, '{"event": "void", "seq": ' + "9" * 5000 + "}")
    assert call("replay", path, "--json")[2] == "line 2: a number has more than 4,300 digits\n"


def test_a_record_that_is_no_file_is_refused(call: Call, tmp_path: Path) -> None:
    """A pipe that nobody writes keeps nobody waiting; the remedy is standard input."""
    with fed(tmp_path / "pipe") as pipe:
        result = call("replay", pipe)[2]
    assert "cannot be read: It is a pipe, not a file. Name a file that is there, or -" in result
