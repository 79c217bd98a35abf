"""``pi-bunco record``: importing records into the log, printing and listing its games."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_bunco.rules import replay
from pi_bunco.store import Log, count_games, read_record
from tests.cli.conftest import Call

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "records"
RECORDS = sorted(SHARED.glob("*.jsonl"))

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"time": "2026-01-05T20:15:00.000+00:00", "event": "bell"}'
THROW = '{"event": "throw", "table": 1, "dice": [1, 1, 1], "note": "Zoë"}'


def parse_lines(text: str) -> list[Any]:
    """Return each line as pairs, so that the order of keys counts."""
    return [json.loads(line, object_pairs_hook=list) for line in text.split("\n") if line.strip()]


@pytest.mark.shared
@pytest.mark.skipif(not RECORDS, reason=f"the example records are not there: {SHARED}")
def test_example_records_round_trip(call: Call, tmp_path: Path) -> None:
    """Each good example record comes out of the log with its keys in order; a bad one is refused."""
    good = 0
    for path in RECORDS:
        error = replay(path.read_bytes().split(b"\n")).error
        status, out, err = call("record", "--state-dir", tmp_path, "--import", path)
        if error is None:
            good += 1
            assert (status, err) == (0, "")
            lines = parse_lines(path.read_text("utf-8"))
            assert out.splitlines()[0] == f"Game {good} of the log in {tmp_path}: {len(lines)} lines."
            assert parse_lines(call("record", "--state-dir", tmp_path)[1]) == lines
        else:
            assert (status, out, err) == (2, "", f"{error}\n")
    assert count_games(tmp_path) == good > 0


keys = st.text(max_size=8).filter(
    lambda key: key not in {"event", "record", "rules", "tables", "options", "sets"}
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
more = st.lists(st.tuples(keys, values), max_size=4, unique_by=lambda pair: pair[0])


@given(header=more, events=st.lists(st.tuples(more, more), max_size=5), ascii_only=st.booleans())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_record_round_trips(
    tmp_path_factory: pytest.TempPathFactory,
    call: Call,
    header: list[tuple[str, Any]],
    events: list[tuple[Any, Any]],
    *,
    ascii_only: bool,
) -> None:
    """Unknown keys and values of a record, in any script, come out as they went in."""
    folder = tmp_path_factory.mktemp("log")
    lines = [dict(header) | json.loads(HEADER)]
    lines += [dict(before) | {"event": "x:note"} | dict(after) for before, after in events]
    text = "\r\n".join(_write(line, ascii_only=ascii_only) for line in lines)
    record = folder / "record.jsonl"
    record.write_bytes(text.encode())
    assert call("record", "--state-dir", folder, "--import", record)[0] == 0
    assert parse_lines(call("record", "--state-dir", folder)[1]) == parse_lines(text)


def _write(line: dict[str, Any], *, ascii_only: bool) -> str:
    text = json.dumps(line, ensure_ascii=ascii_only)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a pair of surrogates, which only an escape can write
        return json.dumps(line)
    return text


def test_wrong_line_leaves_the_log_as_it_was(call: Call, tmp_path: Path) -> None:
    """The message about a record with a wrong line names the line, and the log does not change."""
    (tmp_path / "good").write_text(f"{HEADER}\n\n{BELL}\n")
    (tmp_path / "bad").write_text(f"{HEADER}\n\n{BELL}\n{BELL}\n{THROW}\n")
    call("record", "--state-dir", tmp_path, "--import", tmp_path / "good")
    status, out, err = call("record", "--state-dir", tmp_path, "--import", tmp_path / "bad")
    assert (status, out, err) == (2, "", "line 4: the bell has rung, and the round is being played\n")
    assert read_record(tmp_path) == [HEADER, BELL]
    assert count_games(tmp_path) == 1


def test_import_is_refused_while_a_table_is_running(call: Call, tmp_path: Path) -> None:
    """While a table is running, the import is refused, and the message says why."""
    (tmp_path / "good").write_text(HEADER)
    with Log(tmp_path) as log:
        log.start(json.loads(HEADER))
        status, out, err = call("record", "--state-dir", tmp_path, "--import", tmp_path / "good")
        assert (status, out) == (2, "")
        assert "Another pi-bunco is playing" in err
        assert log.game == count_games(tmp_path) == 1


def test_games_of_a_log_are_listed(call: Call, tmp_path: Path) -> None:
    """--list has a line for each game: its number, date, sheet, status, players."""
    twelve = json.dumps([[f"P{t}{s}" for s in "1234"] for t in "123"])
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL, THROW])
        log.copy([f'{{"record": "bunco/1", "rules": "classic", "tables": {twelve}}}'])
        log.copy([HEADER, '{"event": "throw"}'])
    status, out, err = call("record", "--state-dir", tmp_path, "--list")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "   1  2026-01-05 20:15  Boxed       ready    Ann, Bob",
        "   2  no date           Classic     ready    P11 and 11 others",
        "   3  cannot be read: line 2: 'table' must be a whole number, not None",
    ]


def test_each_game_is_printed_as_it_was_written(call: Call, tmp_path: Path) -> None:
    """``--game`` chooses a game; without it the last one is printed, here just a header."""
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL, THROW])
        log.copy([HEADER])
    assert call("record", "--state-dir", tmp_path) == (0, f"{HEADER}\n", "")
    assert call("record", "--state-dir", tmp_path, "--game", 1) == (0, f"{HEADER}\n{BELL}\n{THROW}\n", "")


def test_record_does_one_thing_at_a_time(call: Call, tmp_path: Path) -> None:
    """``--list`` and ``--game`` together are refused."""
    status, _, err = call("record", "--state-dir", tmp_path, "--list", "--game", 1)
    assert status == 2
    assert "exclude one another" in err


def test_import_reports_that_a_game_can_go_on(call: Call, tmp_path: Path) -> None:
    """After an import, the output says that a table goes on with the game, unless it has too many tables."""
    names = [[f"P{4 * table + seat}" for seat in range(4)] for table in range(26)]
    outputs = []
    for tables in (1, 25, 26):
        header = {"record": "bunco/1", "rules": "classic", "tables": names[:tables]}
        (tmp_path / "record").write_text(json.dumps(header))
        outputs.append(call("record", "--state-dir", tmp_path, "--import", tmp_path / "record")[1])
    assert ["goes on with it" in out for out in outputs] == [True, True, False]
