"""What is new in a log can be read while its process goes on writing it, and a copy takes exactly that."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.store import Log, read_record
from pi_bunco.store.chain import GENESIS, Broken
from pi_bunco.store.tail import LogTail

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Zoë 🎲", "Di"]]}
BELL = {"event": "bell"}
END = {"event": "end_round"}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Return a log with two games, of three lines and of one."""
    with Log(tmp_path / "head") as log:
        log.start(HEADER)
        log.append([BELL, END])
        log.start(HEADER)
        yield log


@pytest.fixture
def tail(log: Log, tmp_path: Path) -> LogTail:
    assert log.head
    return LogTail(tmp_path / "head")


def test_lines_after_a_place_are_of_one_game(tail: LogTail) -> None:
    """The first question returns the first game, the next one the second game, and then there is nothing."""
    first = tail.read_after(0, 0, 99, 9999)
    assert [(row.game, row.seq) for row in first] == [(1, 0), (1, 1), (1, 2)]
    assert json.loads(first[0].body) == HEADER
    assert [(row.game, row.seq) for row in tail.read_after(1, 2, 99, 9999)] == [(2, 0)]
    assert not tail.read_after(2, 0, 99, 9999)


def test_answers_are_limited_but_never_empty(tail: LogTail) -> None:
    """At most so many lines or bytes are returned, but one line that is longer than allowed."""
    assert len(tail.read_after(0, 0, 2, 9999)) == 2
    assert len(tail.read_after(0, 0, 99, 1)) == 1


def test_new_lines_are_seen(tail: LogTail, log: Log) -> None:
    """What the log's process has written since is there."""
    log.append([BELL])
    last = tail.find_last()
    assert last
    assert (last.game, last.seq) == (2, 1)
    assert tail.find_seal(2, 1) == last.seal
    assert tail.find_seal(2, 2) is None


def test_empty_log_has_no_last_line(tmp_path: Path) -> None:
    """Before the first game there is nothing."""
    with Log(tmp_path):
        assert LogTail(tmp_path).find_last() is None


def test_copy_has_the_same_bytes(tail: LogTail, tmp_path: Path) -> None:
    """A log that takes all lines of another one has the same lines and seals, also if it is opened again."""
    place = (0, 0)
    with Log(tmp_path / "copy") as copy:
        while rows := tail.read_after(*place, 2, 9999):
            copy.take(rows[0].game, rows[0].seq, [row.body.decode() for row in rows], rows[-1].seal)
            place = rows[-1][:2]
    with Log(tmp_path / "copy") as copy:
        assert copy.head
        assert copy.head.place == (2, 0)
        assert copy.game == 2
        assert not copy.warning
    assert LogTail(tmp_path / "copy").find_last() == tail.find_last()
    assert read_record(tmp_path / "copy", 1) == read_record(tmp_path / "head", 1)


@pytest.mark.parametrize("fault", ["another line", "another place", "another seal"])
def test_copy_refuses_what_does_not_follow(tail: LogTail, tmp_path: Path, fault: str) -> None:
    """A changed line, a gap, or lines after another beginning are refused, and nothing is written."""
    rows = tail.read_after(0, 0, 99, 9999)
    lines = [row.body.decode() for row in rows]
    with Log(tmp_path / "copy") as copy:
        copy.take(1, 0, lines[:1], rows[0].seal)
        seq, added, seal = 1, lines[1:], rows[-1].seal
        if fault == "another line":
            added = [added[0].replace("bell", "ball"), *added[1:]]
        elif fault == "another place":
            seq = 2
        else:
            seal = GENESIS
        with pytest.raises(Broken):
            copy.take(1, seq, added, seal)
        assert copy.head
        assert copy.head.place == (1, 0)
