"""Each line of the log has a seal, which also covers all lines before it."""

import json
from pathlib import Path

import pytest

from pi_bunco.store import BACKUPS, Log, LogTrouble, back_up, read_record
from tests.store.early import append, change_log, make_log

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Log two games with six lines each."""
    with Log(tmp_path) as log:
        for _ in range(2):
            log.start(HEADER)
            log.append([{"event": "bell"}, {"event": "throw", "table": 1, "dice": [1, 1, 4]}])
            log.append([{"event": "x:a"}, {"event": "x:b"}, {"event": "x:c"}])
    return tmp_path


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE line SET body = replace(body, '4', '3') WHERE game = 2 AND seq = 2",
            "event 2 of game 2 is not as",
        ),
        (
            "UPDATE line SET body = replace(body, 'Ann', 'Eve') WHERE game = 1 AND seq = 0",
            "the header of game 1 is",
        ),
        ("DELETE FROM line WHERE game = 1 AND seq = 3", "event 3 of game 1 is missing"),
        ("DELETE FROM line WHERE game = 1", "the header of game 2 is not as it was logged"),
        ("DELETE FROM line WHERE game = 2 AND seq > 3", "2 of its lines are missing"),
        ("DELETE FROM line WHERE game = 2 AND seq > 4", "1 of its lines is missing"),
        (
            "UPDATE seal SET sum = zeroblob(16) WHERE game = 1 AND seq = 3",
            "event 3 of game 1 is not as it was",
        ),
        ("UPDATE line SET seq = 9 WHERE game = 2 AND seq = 5", "event 5 of game 2 is missing"),
    ],
)
def test_changed_or_lost_line_is_named(state: Path, statement: str, fault: str) -> None:
    """A table, a reader and a backup refuse a log with a changed or lost line, and name the line."""
    change_log(state, statement)
    for open_log in (lambda: Log(state), lambda: read_record(state), lambda: back_up(state, state / BACKUPS)):
        with pytest.raises(LogTrouble, match=rf"is damaged: {fault}.*pi-bunco restore"):
            open_log()


def test_line_without_seal_is_sealed_again(state: Path) -> None:
    """If only a seal is lost, a reader refuses the log, and the table's start repairs it."""
    change_log(state, "DELETE FROM seal WHERE game = 1 AND seq = 3")
    with pytest.raises(LogTrouble, match="is damaged: event 3 of game 1 has lost its seal"):
        read_record(state)
    with Log(state) as log:
        assert "The log was damaged, and is repaired: nothing is lost." in str(log.warning)
    assert len(read_record(state, 1)) == 6


def test_log_of_first_version_gets_seals(tmp_path: Path) -> None:
    """A log without seals can be opened, and later changes of its old lines are found."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, [json.dumps(HEADER), '{"event": "bell"}', '{"event": "x:a"}'])
    assert len(read_record(tmp_path)) == 3
    with Log(tmp_path) as log:
        log.append([{"event": "x:b"}])
        assert log.record() == [HEADER, {"event": "bell"}, {"event": "x:a"}, {"event": "x:b"}]
    change_log(tmp_path, "UPDATE line SET body = '{}' WHERE seq = 1")
    with pytest.raises(LogTrouble, match="event 1 of game 1 is not as it was logged"):
        Log(tmp_path)


def test_first_version_continues_log_with_seals(state: Path) -> None:
    """After a downgrade and an upgrade all lines are there, and those in between get their seals."""
    append(state, 2, 6, ['{"event": "x:old"}'])
    append(state, 3, 0, [json.dumps(HEADER)])
    with Log(state) as log:
        assert (log.game, log.record()) == (3, [HEADER])
        log.append([{"event": "bell"}])
    assert len(read_record(state, 2)) == 7
    change_log(state, "UPDATE line SET body = '{}' WHERE game = 2 AND seq = 6")
    with pytest.raises(LogTrouble, match="event 6 of game 2 is not as it was logged"):
        Log(state)


def test_log_of_first_version_with_hole_is_refused(tmp_path: Path) -> None:
    """A missing line in the middle of a game is found even without seals."""
    make_log(tmp_path)
    append(tmp_path, 1, 0, [json.dumps(HEADER)])
    append(tmp_path, 1, 2, ['{"event": "bell"}'])
    with pytest.raises(LogTrouble, match="event 1 of game 1 is missing"):
        Log(tmp_path)
