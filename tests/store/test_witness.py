"""The witness knows the last event that was shown, even if one of its two entries is damaged."""

import os
from pathlib import Path

import pytest

from pi_bunco.store import Log, LogTrouble
from pi_bunco.store.chain import Head
from pi_bunco.store.witness import NAME, Witness

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def make_head(seq: int, game: int = 1) -> Head:
    return Head(game, seq, 10 * game + seq, bytes([seq]) * 16)


def test_witness_returns_last_entry(tmp_path: Path) -> None:
    """The last entry can be read by another process too, and across games."""
    witness = Witness(tmp_path)
    assert witness.read() is None
    for each in (make_head(0), make_head(1), make_head(4), make_head(7), make_head(0, game=2)):
        witness.write(each)
        assert Witness(tmp_path).read() == each


def test_torn_write_keeps_entry_before(tmp_path: Path) -> None:
    """If the newer entry is torn, the older one is read."""
    written = [make_head(seq) for seq in range(0, 12, 3)]
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
    """A file with rubbish has no entry, and the next event overwrites it."""
    (tmp_path / NAME).write_bytes(rubbish)
    witness = Witness(tmp_path)
    assert witness.read() is None
    witness.write(make_head(3))
    assert Witness(tmp_path).read() == make_head(3)


def test_witness_follows_each_event(tmp_path: Path) -> None:
    """After each logged event the witness has its place; a new log has no witness."""
    with Log(tmp_path) as log:
        assert not (tmp_path / NAME).exists()
        log.start(HEADER)
        log.append([{"event": "bell"}, {"event": "x:a"}])
        last = Witness(tmp_path).read()
        assert last
        assert (last.game, last.seq, last.lines) == (1, 2, 3)


def test_witness_may_lag_behind(tmp_path: Path) -> None:
    """After a kill between an event and its witness the log is opened, and the witness is updated."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        before = (tmp_path / NAME).read_bytes()
        log.append([{"event": "bell"}])
    (tmp_path / NAME).write_bytes(before)
    with Log(tmp_path) as log:
        assert len(log.record()) == 2
    last = Witness(tmp_path).read()
    assert last
    assert last.seq == 1


def test_unwritable_witness_loses_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the witness cannot be written, the event is still logged."""

    def raise_io_error(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with Log(tmp_path) as log:
        log.start(HEADER)
        monkeypatch.setattr("pi_bunco.store.witness.os.fdatasync", raise_io_error)
        log.append([{"event": "bell"}])
        assert len(log.record()) == 2
    with Log(tmp_path) as log:
        assert len(log.record()) == 2


def test_log_older_than_witness_is_refused(tmp_path: Path) -> None:
    """If an older copy is in the log's place, the error gives the number of missing lines and a remedy."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        log.append([{"event": "bell"}])
    early = (tmp_path / "log.sqlite3").read_bytes()
    with Log(tmp_path) as log:
        log.append([{"event": "x:a"}, {"event": "x:b"}])
    (tmp_path / "log.sqlite3").write_bytes(early)
    with pytest.raises(
        LogTrouble, match=r"ends at event 1 of game 1, but the pages showed event 3 of game 1: 2 lines are m"
    ):
        Log(tmp_path)
