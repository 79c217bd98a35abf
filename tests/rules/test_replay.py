"""Records as text, and the command that plays them again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_bunco.cli.replay import replay as command
from pi_bunco.errors import Trouble
from pi_bunco.rules import replay

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"event": "bell"}'


def test_blank_lines_count_as_lines_but_not_as_events() -> None:
    """Lines are counted from 1 with the blank ones; events are numbered without them."""
    game, error = replay(
        ["", HEADER, "  ", BELL, "", '{"event": "throw", "table": 1, "dice": [1, 1, 2]}', "{}"]
    )
    assert error is not None
    assert error.startswith("line 7: 'event'")
    assert game is not None
    assert len(game.events) == 2


@pytest.mark.parametrize(
    "line",
    [
        "bell",
        "[]",
        '"bell"',
        "null",
        '{"event": "bell"',
        '{"event": "bell", "x": NaN}',
        '{"event": "bell"} {"event": "bell"}',
        b'{"event": "bell", "name": "\xff"}',
        "[" * 100_000,
        '{"event": "throw", "table": ' + "1" * 5000 + ', "dice": [1, 2, 3]}',
    ],
)
def test_a_line_that_is_no_event(line: str | bytes) -> None:
    """A line that is no JSON object ends the reading there, and what came before stays."""
    game, error = replay([HEADER, line, BELL])
    assert error is not None
    assert error.startswith("line 2: ")
    assert game is not None
    assert game.events == ()


@pytest.mark.parametrize("lines", [[], [""], ["\n", "  \n"]])
def test_an_empty_record_is_an_error_of_line_1(lines: list[str]) -> None:
    """A record without a header gives no game."""
    game, error = replay(lines)
    assert game is None
    assert error is not None
    assert error.startswith("line 1: ")


def test_command_prints_the_result_as_json(tmp_path: Path) -> None:
    """--json prints one object on standard output, exit status 0."""
    record = tmp_path / "game.jsonl"
    record.write_text(f"{HEADER}\n{BELL}\n", encoding="utf-8")
    done = CliRunner().invoke(command, [str(record), "--json"])
    game, _ = replay([HEADER, BELL])
    assert game is not None
    assert done.exit_code == 0
    assert json.loads(done.stdout) == game.result()
    assert done.stderr == ""


def test_command_names_the_wrong_line(tmp_path: Path) -> None:
    """A wrong line is named on standard error, exit status 2, and what stood before it is printed."""
    record = tmp_path / "game.jsonl"
    record.write_text(f"{HEADER}\n{BELL}\n{BELL}\n", encoding="utf-8")
    done = CliRunner().invoke(command, [str(record), "--json"])
    assert done.exit_code == 2
    assert done.stderr.startswith("line 3: ")
    assert json.loads(done.stdout)["status"] == "playing"


def test_command_prints_nothing_for_a_bad_header() -> None:
    """A bad header leaves nothing to print."""
    done = CliRunner().invoke(command, ["-", "--json"], input=BELL)
    assert done.exit_code == 2
    assert done.stderr.startswith("line 1: ")
    assert done.stdout == ""


def test_command_reads_standard_input() -> None:
    """A record from - is standard input."""
    done = CliRunner().invoke(command, ["-", "--json"], input=f"{HEADER}\r\n{BELL}\r\n")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["status"] == "playing"


def test_command_prints_tables_for_people() -> None:
    """Without --json it prints rounds and score cards, with names just as they are."""
    header = HEADER.replace("Ann", "Ann [bold]")
    throws = '{"event": "throw", "table": 1, "dice": [1, 1, 1]}'
    done = CliRunner().invoke(command, ["-"], input=f"{header}\n{BELL}\n{throws}\n")
    assert done.exit_code == 0
    assert "Boxed, between rounds" in done.stdout
    assert "Ann [bold] 21, Bob 0" in done.stdout
    assert "Score cards" in done.stdout


def test_command_says_what_it_cannot_read(tmp_path: Path) -> None:
    """A record that is not there is one clear sentence with its remedy."""
    with pytest.raises(Trouble, match=r"nowhere\.jsonl cannot be read"):
        CliRunner().invoke(command, [str(tmp_path / "nowhere.jsonl")], catch_exceptions=False)
    with pytest.raises(Trouble, match="cannot be read"):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False)
