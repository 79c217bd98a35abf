"""The witness knows the last event that was shown, even if one of its entries is damaged."""

import os
from pathlib import Path

import pytest

from pi_bunco.store import Log, LogTrouble
from pi_bunco.store.chain import Head
from pi_bunco.store.witness import NAME, Witness

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def head(seq: int, game: int = 1) -> Head:
    return Head(game, seq, 10 * game + seq, bytes([seq]) * 16)


def test_the_witness_knows_what_was_written_last(tmp_path: Path) -> None:
    """Also for somebody else who reads it, and across games."""
    witness = Witness(tmp_path)
    assert witness.read() is None
    for each in (head(0), head(1), head(4), head(7), head(0, game=2)):
        witness.write(each)
        assert Witness(tmp_path).read() == each


def test_a_write_that_is_torn_leaves_the_entry_before(tmp_path: Path) -> None:
    """Each of the two entries in turn is rubbish: the other one is known."""
    written = [head(seq) for seq in range(0, 12, 3)]
    witness = Witness(tmp_path)
    for each in written:
        before = (tmp_path / NAME).read_bytes() if each.seq else b""
        witness.write(each)
        after = (tmp_path / NAME).read_bytes()
        if not before:
            continue
        changed = [k for k in range(len(after)) if after[k] != before[k]]
        torn = bytearray(after)
        torn[changed[0] : changed[len(changed) // 2]] = before[changed[0] : changed[len(changed) // 2]]
        (tmp_path / NAME).write_bytes(torn)
        assert Witness(tmp_path).read() == written[written.index(each) - 1]
        (tmp_path / NAME).write_bytes(after)


@pytest.mark.parametrize(
    "rubbish", [b"", b"\0" * 8192, os.urandom(9000), b"witness of game 1 event 2\n" * 300]
)
def test_rubbish_is_no_witness(tmp_path: Path, rubbish: bytes) -> None:
    """It says nothing, and is written over by the next event."""
    (tmp_path / NAME).write_bytes(rubbish)
    witness = Witness(tmp_path)
    assert witness.read() is None
    witness.write(head(3))
    assert Witness(tmp_path).read() == head(3)


def test_the_log_tells_the_witness_before_anybody_is_told(tmp_path: Path) -> None:
    """With each event that is logged the witness stands at it; a new log has none before its first line."""
    with Log(tmp_path) as log:
        assert not (tmp_path / NAME).exists()
        log.start(HEADER)
        log.append([{"event": "bell"}, {"event": "x:a"}])
        seen = Witness(tmp_path).read()
        assert seen
        assert (seen.game, seen.seq, seen.lines) == (1, 2, 3)


def test_an_event_that_the_witness_does_not_know_is_no_fault(tmp_path: Path) -> None:
    """A kill between an event and its witness: the log is right, and the witness is put right."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        before = (tmp_path / NAME).read_bytes()
        log.append([{"event": "bell"}])
    (tmp_path / NAME).write_bytes(before)
    with Log(tmp_path) as log:
        assert len(log.record()) == 2
    seen = Witness(tmp_path).read()
    assert seen
    assert seen.seq == 1


def test_a_witness_that_cannot_be_written_costs_no_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event is logged all the same: the witness only stays behind."""

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with Log(tmp_path) as log:
        log.start(HEADER)
        monkeypatch.setattr("pi_bunco.store.witness.os.fdatasync", fail)
        log.append([{"event": "bell"}])
        assert len(log.record()) == 2
    with Log(tmp_path) as log:
        assert len(log.record()) == 2


def test_a_log_that_ends_before_the_witness_is_refused(tmp_path: Path) -> None:
    """An older copy of the log lies in its place: how much is missing is said, with what to do."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        log.append([{"event": "bell"}])
    early = (tmp_path / "log.sqlite3").read_bytes()
    with Log(tmp_path) as log:
        log.append([{"event": "x:a"}, {"event": "x:b"}])
    (tmp_path / "log.sqlite3").write_bytes(early)
    with pytest.raises(
        LogTrouble, match=r"ends at event 1 of game 1, but event 3 of game 1 was shown: 2 lines are m"
    ):
        Log(tmp_path)
