"""The log keeps all lines in order, with full disks, failing cards and kills."""

import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.store import Log, LogTrouble, count_games, read_record
from pi_bunco.store.database import explain_error
from pi_bunco.store.log import Body
from pi_bunco.store.mend import LogFiles
from tests.disks import NO_ROOM, show_space

HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
BELL = {"event": "bell"}


def parse_record(folder: Path, game: int | None = None) -> list[Body]:
    return [json.loads(line) for line in read_record(folder, game)]


def limit_pages(log: Log) -> None:
    """Stop the log's file from growing, like a full disk."""
    pages = log._database.execute("PRAGMA page_count").fetchone()[0]
    log._database.execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log(tmp_path) as log:
        log.start(HEADER)
        yield log


def test_append_and_read(log: Log) -> None:
    """Events are returned in their order, with all keys, in any script."""
    throw = {"event": "throw", "table": 1, "dice": [1, 1, 4], "by": "tap", "note": "Zoë 🎲"}
    log.append([BELL, throw])
    assert log.record() == [HEADER, BELL, throw]


def test_log_is_opened_again(tmp_path: Path) -> None:
    """A log that was closed continues at its end."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        log.append([BELL])
    with Log(tmp_path) as log:
        log.append([{"event": "end_round"}])
        assert [line.get("event") for line in log.record()] == [None, "bell", "end_round"]


def test_log_keeps_earlier_games(log: Log, tmp_path: Path) -> None:
    """After a new game has begun, the earlier game can still be read."""
    log.append([BELL])
    log.start({**HEADER, "rules": "casino"})
    assert log.record() == [{**HEADER, "rules": "casino"}]
    assert count_games(tmp_path) == 2
    assert parse_record(tmp_path, 1) == [HEADER, BELL]
    assert parse_record(tmp_path) == log.record()


LINES = [
    '{"record":  "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}',
    '{"note": 1.10, "event": "bell"}',
]


def test_names_with_surrogates(log: Log) -> None:
    """A name with half a surrogate pair, as in an imported game, is written and read unchanged."""
    body: Body = {"event": "die_off", "table": 1, "dice": {"Zo\ud800": 6, "Zoë": 2}}
    log.append([body, {"event": "bell", "by": "Zoë"}])
    assert log.record()[-2:] == [body, {"event": "bell", "by": "Zoë"}]


def test_copied_record_is_unchanged(log: Log, tmp_path: Path) -> None:
    """A copied record is a new game with exactly the same lines, and can be continued."""
    log.append([BELL])
    log.copy(LINES)
    assert log.game == 2
    assert read_record(tmp_path) == LINES
    assert parse_record(tmp_path, 1) == [HEADER, BELL]
    log.append([{"event": "end_round"}])
    assert read_record(tmp_path) == [*LINES, '{"event": "end_round"}']


def test_copy_is_complete_or_nothing(log: Log, tmp_path: Path) -> None:
    """If the disk cannot take the whole record, no game is added."""
    limit_pages(log)
    with pytest.raises(LogTrouble, match="disk is full"):
        log.copy([*LINES, json.dumps({"event": "x:large", "text": "x" * 100_000})])
    assert (log.game, count_games(tmp_path)) == (1, 1)
    assert log.record() == [HEADER]


def test_count_skips_deep_lines(log: Log) -> None:
    """A copied line that is nested too deeply for SQLite does not disturb the count."""
    deep = f'{{"event": "x:deep", "deep": {"[" * 3000}{"]" * 3000}}}'
    log.copy([json.dumps(HEADER), '{"event": "throw", "frame": 3, "table": 1}', deep])
    assert log.count_camera_throws(1) == 1


def test_count_camera_throws(log: Log) -> None:
    """Throws that a camera saw count once, in all games, but no answers and no touched or old dice."""
    log.append(
        [{"event": "throw", "table": 1, "frame": 3}, {"event": "camera:doubtful", "table": 1, "frame": 9}]
    )
    log.append([{"event": "throw", "table": 1, "frame": 9, "answers": 2}, {"event": "throw", "by": "tap"}])
    log.append([{"event": "throw", "table": 2, "frame": 3}])
    log.start(HEADER)
    log.append(
        [
            {"event": "camera:doubtful", "table": 1, "frame": 0, "at_start": True},
            {"event": "throw", "table": 1, "frame": 20},
        ]
    )
    log.append([{"event": "camera:doubtful", "table": 1, "frame": 40, "touched": True}])
    assert (log.count_camera_throws(1), log.count_camera_throws(2)) == (3, 1)


def test_log_refuses_change_and_deletion(log: Log, tmp_path: Path) -> None:
    """Not even another program can change or delete lines."""
    log.append([BELL])
    with sqlite3.connect(tmp_path / "log.sqlite3") as other:
        for sql in ("UPDATE line SET body = '{}'", "DELETE FROM line"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(sql)
    other.close()
    assert log.record() == [HEADER, BELL]


def test_log_takes_one_writer(log: Log, tmp_path: Path) -> None:  # noqa: ARG001 - the fixture holds the log
    """A second table in the same state directory is refused with a remedy."""
    with pytest.raises(LogTrouble, match="Another pi-bunco"):
        Log(tmp_path)


def test_log_of_newer_version_is_refused(tmp_path: Path) -> None:
    """A log of a newer version is not changed, and the error names both versions."""
    Log(tmp_path).close()
    with sqlite3.connect(tmp_path / "log.sqlite3") as other:
        other.execute("PRAGMA user_version = 9")
    other.close()
    before = (tmp_path / "log.sqlite3").read_bytes()
    with pytest.raises(LogTrouble, match=r"newer pi-bunco \(log version 9, this one knows 1\)"):
        Log(tmp_path)
    assert (tmp_path / "log.sqlite3").read_bytes() == before


@pytest.mark.parametrize("content", [b"no database, but long enough to look at" * 40, b"\x00" * 4096])
def test_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """Another file in the log's place is named and kept."""
    (tmp_path / "log.sqlite3").write_bytes(content)
    with pytest.raises(LogTrouble, match=r"log\.sqlite3"):
        Log(tmp_path)
    assert (tmp_path / "log.sqlite3").read_bytes() == content


def test_damaged_page_is_refused(tmp_path: Path) -> None:
    """If any page is damaged, the log is refused with a remedy, and never changed."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        log.append([{"event": "x:large", "text": "x" * 500} for _ in range(200)])
    content = (tmp_path / "log.sqlite3").read_bytes()
    for page in range(len(content) // 4096):
        lost = bytearray(content)
        lost[page * 4096 : (page + 1) * 4096] = bytes(4096)
        (tmp_path / "log.sqlite3").write_bytes(lost)
        with pytest.raises(LogTrouble, match="pi-bunco restore"):
            read_record(tmp_path)
    (tmp_path / "log.sqlite3").write_bytes(content)
    with Log(tmp_path) as log:
        assert len(log.record()) == 201


def test_log_without_permission(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the folder is given to another user, the error names it, and the next throw can be logged later."""

    def refuse(_: LogFiles) -> bool:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as taken:
        taken.setattr(LogFiles, "are_in_place", refuse)
        with pytest.raises(LogTrouble, match=r"was taken from this user while the table was playing .*chown"):
            log.append([BELL])
    log.append([BELL])
    assert log.record() == [HEADER, BELL]


def test_state_directory_is_a_file(tmp_path: Path) -> None:
    """If the state directory is a file, the error names it and the remedy."""
    (tmp_path / "state").write_text("")
    with pytest.raises(LogTrouble, match=r"state cannot be written.*--state-dir"):
        Log(tmp_path / "state")


def test_full_disk_adds_nothing(log: Log, tmp_path: Path) -> None:
    """On a full disk no event of a batch is added, and earlier events stay."""
    limit_pages(log)
    with pytest.raises(LogTrouble, match="disk is full"):
        log.append([BELL, {"event": "x:large", "text": "x" * 100_000}])
    assert log.record() == [HEADER]
    log._database.execute("PRAGMA max_page_count = 100000")
    log.append([BELL])
    assert parse_record(tmp_path) == [HEADER, BELL]


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN])
@pytest.mark.parametrize(
    ("refusal", "why"),
    [
        (NO_ROOM, "the disk can hold no more files"),
        (OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)), "this user may store no more on the disk"),
    ],
)
def test_disk_without_room_is_no_failing_card(
    code: int, refusal: OSError, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls it an error of the disk, a damaged file or one that cannot be opened. A trial tells."""
    show_space(monkeypatch, free=43_000_000, free_files=0)
    monkeypatch.setattr("pi_bunco.store.database.try_to_write", lambda _: refusal)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    playing = explain_error(error, tmp_path / "log.sqlite3", opened=True)
    assert playing.text.endswith(f": {why}. Every throw so far is kept.")
    assert "elete files" in playing.remedy
    assert "sudo" not in playing.remedy
    starting = str(explain_error(error, tmp_path / "log.sqlite3"))
    assert (why in starting) == (code != sqlite3.SQLITE_CORRUPT)
    assert "worn" not in f"{playing} {starting}"


def test_folder_on_a_disk_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If not even the lock can be made, the error says what the disk lacks, and how to make room."""

    def refuse(*_: object) -> None:
        raise NO_ROOM

    show_space(monkeypatch, free=43_000_000, free_files=0)
    monkeypatch.setattr("pi_bunco.store.database.make_dir", refuse)
    with pytest.raises(LogTrouble, match=r"the disk can hold no more files\. .*sudo du --inodes"):
        Log(tmp_path / "state")


def test_closed_log_keeps_the_files_that_a_start_needs(tmp_path: Path) -> None:
    """A disk that can hold no more files could not give them back. All lines are in the log itself."""
    with Log(tmp_path) as log:
        log.start(HEADER)
        log.append([BELL])
    sizes = {path.name: path.stat().st_size for path in tmp_path.glob("log.sqlite3*")}
    assert sizes["log.sqlite3-wal"] == 0
    assert sizes["log.sqlite3-shm"] > 0
    for end in ("-wal", "-shm"):
        (tmp_path / f"log.sqlite3{end}").unlink()
    assert parse_record(tmp_path) == [HEADER, BELL]


def test_failing_card(log: Log) -> None:
    """A failing card is reported as failing at each try, and the log can be written when it recovers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))  # SQLite sees this as an error of the card
    try:
        for _ in range(3):
            with pytest.raises(LogTrouble, match=r"card is failing: .*log\.sqlite3 .*Restart the machine"):
                log.append([BELL])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert log.record() == [HEADER]
    log.append([BELL])
    assert log.record() == [HEADER, BELL]


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB])
def test_open_log_that_seems_damaged(code: int) -> None:
    """SQLite's error about a damaged file means a failing card if the log was opened without fault."""
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = code
    assert "card is failing" in str(explain_error(error, Path("log.sqlite3"), opened=True))
    assert "pi-bunco restore" in str(explain_error(error, Path("log.sqlite3")))


def test_read_record_without_game(tmp_path: Path) -> None:
    """Without games the error names the directory; for an unknown game it names the existing games."""
    with pytest.raises(LogTrouble, match="No game was logged"):
        read_record(tmp_path)
    with Log(tmp_path) as log:
        with pytest.raises(LogTrouble, match="has no game yet"):
            read_record(tmp_path)
        log.start(HEADER)
    for number in (7, 10**30):
        with pytest.raises(LogTrouble, match=rf"no game {number}\. Its games are 1 to 1\."):
            read_record(tmp_path, number)


WRITER = """
import sys
from pathlib import Path
from pi_bunco.store import Log
log = Log(Path(sys.argv[1]))
log.start({"record": "bunco/1"})
for number in range(10**9):
    log.append([{"event": "x:a", "number": number}, {"event": "x:b", "number": number}])
    print(number, flush=True)
"""


def test_log_survives_kill(tmp_path: Path) -> None:
    """After a kill all reported lines are there, in complete pairs and only once."""
    for number in range(5):
        folder = tmp_path / str(number)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, folder], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        reported = [int(writer.stdout.readline()) for _ in range(number * 3 + 1)][-1]
        os.kill(writer.pid, signal.SIGKILL)
        reported = max([reported, *(int(line) for line in writer.stdout.read().split())])
        writer.wait()
        writer.stdout.close()
        lines = parse_record(folder)[1:]
        pairs = [(line["event"], line["number"]) for line in lines]
        assert pairs == [(event, k) for k in range(len(lines) // 2) for event in ("x:a", "x:b")]
        assert len(lines) // 2 - 1 >= reported
        with Log(folder) as log:
            log.append([{"event": "x:after"}])
        assert parse_record(folder)[-1] == {"event": "x:after"}
