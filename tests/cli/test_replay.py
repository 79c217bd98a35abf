"""``pi-bunco replay``: the result of a record in each form, and errors of records."""

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
from tests.pipes import make_pipe

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"event": "bell"}'
THROW = '{"event": "throw", "table": 1, "dice": [1, 1, 1]}'


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a record of these lines."""

    def write(*lines: str) -> Path:
        path = tmp_path / "game.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def test_json_is_the_result(call: Call, record: Callable[..., Path]) -> None:
    """``--json`` prints the result of the rules as one object, and nothing else."""
    status, out, err = call("replay", record(HEADER, BELL, THROW), "--json")
    game = replay([HEADER, BELL, THROW]).game
    assert game is not None
    assert (status, err) == (0, "")
    assert json.loads(out) == game.make_result()
    assert set(json.loads(out)) == {"rules", "status", "rounds", "seats", "players", "bag", "unused"}


def test_table_is_printed_by_default(call: Call, record: Callable[..., Path]) -> None:
    """Without an option the tables are printed, without colours outside a terminal."""
    path = record(HEADER.replace("Ann", "Ann [bold]"), BELL, THROW)
    status, out, err = call("replay", path)
    assert (status, err) == (0, "")
    assert call("replay", path, "--table") == (0, out, "")
    assert "Boxed, ready for round 2" in out
    assert "21 Ann [bold]" in out
    assert "\x1b" not in out
    assert [line for line in out.splitlines() if line != line.rstrip()] == []


@PRINTED
def test_pdf_is_written(call: Call, record: Callable[..., Path], tmp_path: Path) -> None:
    """``--pdf`` writes a file and prints its path; together with another form it is refused."""
    path = tmp_path / "out.pdf"
    assert call("replay", record(HEADER, BELL), "--pdf", "results", "--to", path) == (
        0,
        f"Wrote {path}.\n",
        "",
    )
    assert path.read_bytes().startswith(b"%PDF-")
    assert call("replay", record(HEADER, BELL), "--pdf", "results", "--json")[0] == 2


def test_forms_exclude_one_another(call: Call, record: Callable[..., Path]) -> None:
    """Two forms together are refused; the same form twice is accepted."""
    path = record(HEADER)
    status, out, err = call("replay", path, "--json", "--table")
    assert (status, out) == (2, "")
    assert "--json and --table exclude one another." in err
    assert call("replay", path, "--json", "--json")[0] == 0


@pytest.mark.parametrize(("form", "result"), [("--json", '"playing"'), ("--table", "playing")])
def test_wrong_line_is_named_in_every_form(
    call: Call, record: Callable[..., Path], form: str, result: str
) -> None:
    """A wrong line is reported on standard error, with exit status 2; the result before it is printed."""
    status, out, err = call("replay", record(HEADER, "", BELL, BELL, THROW), form)
    assert (status, err) == (2, "line 4: the bell has rung, and the round is being played\n")
    assert result in out


@pytest.mark.parametrize("form", ["--json", "--table"])
def test_bad_header_leaves_nothing_to_print(call: Call, record: Callable[..., Path], form: str) -> None:
    """Without a header only the error of line 1 is printed."""
    status, out, err = call("replay", record(BELL), form)
    assert (status, out) == (2, "")
    assert err.startswith("line 1: ")


def test_record_from_standard_input() -> None:
    """``-`` is standard input, whose lines may end with CR and LF."""
    done = CliRunner().invoke(command, ["-", "--json"], input=f"{HEADER}\r\n{BELL}\r\n")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["status"] == "playing"


def test_record_that_cannot_be_read_is_reported(call: Call, tmp_path: Path) -> None:
    """The message about a missing record, or a folder, names it and has a remedy."""
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        status, out, err = call("replay", path)
        assert (status, out) == (2, "")
        assert err.startswith(f"pi-bunco: The record {path} cannot be read: ")
        assert err.endswith("Name a file that is there, or - for input.\n")


def test_json_imports_no_more_than_it_needs(record: Callable[..., Path]) -> None:
    """``--json`` does not import modules that only the other forms need, so that it is fast."""
    code = f"""
import sys
from pi_bunco.cli import cli
from tests.cli.conftest import Call
cli.main(["replay", {str(record(HEADER))!r}, "--json"], standalone_mode=False)
paper = ("pi_bunco.paper.result", "pi_bunco.paper.pdf.", "fpdf.")
others = ("rich.", "pydantic.", "numpy.", "cv2.", "sqlite3.", "pi_bunco.store", *paper)
print([name for name in sys.modules if name.startswith(others)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_huge_numbers_and_names_are_printed(call: Call, record: Callable[..., Path]) -> None:
    """A game of 10^24 sets with a name of 5,000 letters is printed; only JSON has the whole name."""
    header = json.dumps(
        {"record": "bunco/1", "rules": "classic", "sets": 10**24, "tables": [["A" * 5000, "Bob", "Cy", "Di"]]}
    )
    path = record(header, BELL, THROW)
    for form in ("--table", "--json"):
        status, out, err = call("replay", path, form)
        assert (status, err) == (0, "")
        assert ("A" * 501 in out) == (form == "--json")


def test_game_too_long_to_print_is_refused(
    record: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A very long game is refused as a table, and is printed as JSON."""
    monkeypatch.setattr("pi_bunco.cli.lines.PRINTED_ROUNDS", 3)
    path = record(HEADER, BELL, THROW)
    result = CliRunner().invoke(command, [str(path)])
    assert isinstance(result.exception, Trouble)
    assert str(result.exception) == (
        "The game is too long to print: its players have 4 rounds, not 3. Let another program read it: "
        "pi-bunco replay RECORD --json prints all of it."
    )
    assert CliRunner().invoke(command, [str(path), "--json"]).exit_code == 0


def test_longest_game_of_a_room_can_be_printed() -> None:
    """The longest game of the largest room is within the limit for printing."""
    assert (limits.SETS * 6 + 1) * limits.PLAYERS <= limits.PRINTED_ROUNDS


@pytest.mark.parametrize(
    ("limit", "number", "sentence"),
    [
        ("RECORD_BYTES", len(HEADER) + 8, "has more than 0 megabytes."),
        ("EVENTS", 2, "has more than 2 lines."),
    ],
)
def test_record_too_large_is_refused(
    monkeypatch: pytest.MonkeyPatch, limit: str, number: int, sentence: str
) -> None:
    """A record with too many bytes or lines is refused, and is read only up to the limit."""
    monkeypatch.setattr(f"pi_bunco.cli.lines.{limit}", number)
    endless = io.BytesIO(f"{HEADER}\n{BELL}\n\n\n".encode() + b" " * 10_000)
    result = CliRunner().invoke(command, ["-"], input=endless)
    assert isinstance(result.exception, Trouble)
    assert result.exception.text == f"The record on standard input {sentence}"
    if limit == "RECORD_BYTES":
        assert endless.tell() < 10_000


def test_number_with_too_many_digits_is_an_error_of_its_line(call: Call, record: Callable[..., Path]) -> None:
    """A number that Python does not parse is reported with its line."""
    path = record(HEADER, '{"event": "void", "seq": ' + "9" * 5000 + "}")
    assert call("replay", path, "--json")[2] == "line 2: a number has more than 4,300 digits\n"


def test_pipe_as_a_record_is_refused(call: Call, tmp_path: Path) -> None:
    """A pipe is refused without waiting for it; the remedy is standard input."""
    with make_pipe(tmp_path / "pipe") as pipe:
        result = call("replay", pipe)[2]
    assert "cannot be read: It is a pipe, not a file. Name a file that is there, or -" in result
