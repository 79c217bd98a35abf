"""What is in an outbox is on the disk before it is shown, and stays there."""

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import ItemKey
from pi_bunco.link import outbox_file as module
from pi_bunco.link.outbox_file import FILE, OutboxFile
from tests.store.power import add_strace, cut_everywhere, needs_strace, quick_folder, write_folder

PATIENCE = 60.0
BODY = {"dice": [1, 1, 4]}


class Steady:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Steady:
    return Steady()


@pytest.fixture
def open_outbox(tmp_path: Path, clock: Steady) -> Iterator[Callable[[], OutboxFile]]:
    """Return a function that opens the outbox of this folder; it first closes the one before."""
    opened: list[OutboxFile] = []

    def open_() -> OutboxFile:
        while opened:
            opened.pop().close()
        opened.append(OutboxFile(tmp_path, clock))
        return opened[0]

    yield open_
    while opened:
        opened.pop().close()


def put(outbox: OutboxFile, count: int = 1) -> list[ItemKey]:
    return [outbox.put(3, 7, "enter", BODY) for _ in range(count)]


def list_numbers(outbox: OutboxFile) -> list[int]:
    return [kept.number for kept in outbox.waiting]


def test_outbox_remembers_the_names_of_its_pi(tmp_path: Path) -> None:
    """A Pi that was put out joins again with another name. What the log has under the older one is done."""
    with closing(OutboxFile(tmp_path, pi="hall")) as outbox:
        keys = [outbox.put(3, 7, "enter", BODY) for _ in range(3)]
        assert keys[0].pi == "hall"
    with closing(OutboxFile(tmp_path, pi="hall-2")) as outbox:
        outbox.follow({("hall", keys[0].outbox): 1, ("bar", keys[0].outbox): 9})
        message = outbox.make_message()
        assert message
        assert ([item.number for item in message.items], message.former) == ([2, 3], ("hall",))
        outbox.follow({("hall-2", keys[0].outbox): 2})
        assert list_numbers(outbox) == [3]


def read_disk(folder: Path) -> list[tuple[int, int]]:
    """Return the number of each item on the disk, and whether it is done."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        return database.execute("SELECT number, done FROM item ORDER BY number").fetchall()


def copy_card(folder: Path, to: Path) -> None:
    """Copy the files of an outbox that is closed."""
    to.mkdir(exist_ok=True)
    for path in folder.glob(FILE + "*"):
        shutil.copy(path, to)


def fill_disk(outbox: OutboxFile) -> None:
    """Let the disk take nothing more, as SQLite sees it."""
    (pages,) = outbox._database.execute("PRAGMA page_count").fetchone()
    outbox._database.execute(f"PRAGMA max_page_count = {pages}")


def make_room(outbox: OutboxFile) -> None:
    outbox._database.execute("PRAGMA max_page_count = 1000000")


# What stays.


def test_items_outlive_a_restart(open_outbox: Callable[[], OutboxFile], clock: Steady) -> None:
    """Afterwards they wait under the same names, without an age, before what is new."""
    outbox, clock.now = open_outbox(), 5.0
    first = outbox.put(3, 7, "enter", {"dice": (1, 1, 4), "token": "ä.1"})
    second = outbox.put(4, 8, "call", {})
    outbox = open_outbox()
    assert [(kept.game, kept.table, kept.name, kept.body, kept.since) for kept in outbox.waiting] == [
        (3, 7, "enter", {"dice": [1, 1, 4], "token": "ä.1"}, None),
        (4, 8, "call", {}, None),
    ]
    clock.now = 7.0
    third = outbox.put(4, 7, "call", {})
    message = outbox.make_message()
    assert message
    assert [ItemKey(message.outbox, item.number) for item in message.items] == [first, second]
    assert [item.age for item in message.items] == [None, None]
    outbox.follow({("", second.outbox): second.number})
    clock.now = 9.0
    message = outbox.make_message()
    assert message
    assert [(ItemKey(message.outbox, item.number), item.age) for item in message.items] == [(third, 2.0)]


def test_items_of_the_log_stay_on_the_disk(open_outbox: Callable[[], OutboxFile], tmp_path: Path) -> None:
    """They do not wait any more, also after a restart, but a new head may lack their lines."""
    outbox = open_outbox()
    key = put(outbox, 3)[0]
    outbox.follow({("", key.outbox): 2})
    assert list_numbers(outbox) == [3]
    outbox = open_outbox()
    assert list_numbers(outbox) == [3]
    assert read_disk(tmp_path) == [(1, 1), (2, 1), (3, 0)]


def test_the_oldest_items_of_the_log_make_room(
    open_outbox: Callable[[], OutboxFile], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that are in the log the newest stay on the disk, and of those that wait all."""
    monkeypatch.setattr(module, "_KEPT", 4)
    outbox = open_outbox()
    key = put(outbox, 3)[0]
    outbox.follow({("", key.outbox): 3})
    put(outbox, 6)
    assert read_disk(tmp_path) == [(number, 0) for number in range(4, 10)]
    outbox.follow({("", key.outbox): 9})
    put(outbox)
    assert read_disk(tmp_path) == [(7, 1), (8, 1), (9, 1), (10, 0)]


def test_numbers_go_on_after_a_restart(open_outbox: Callable[[], OutboxFile]) -> None:
    """A number is used once in the file, also if nothing waits."""
    key = put(open_outbox(), 2)[0]
    outbox = open_outbox()
    outbox.follow({("", key.outbox): 2})
    assert put(outbox)[0].number == 3


def test_an_older_copy_of_the_card_has_another_name(
    open_outbox: Callable[[], OutboxFile], tmp_path: Path
) -> None:
    """What is made with it does not pass for what the lost card has sent; what both have counts once."""
    both = put(open_outbox(), 2)
    open_outbox().close()
    copy_card(tmp_path, tmp_path / "copy")
    sent = put(open_outbox(), 3)
    open_outbox().close()
    copy_card(tmp_path / "copy", tmp_path)
    outbox = open_outbox()
    again = put(outbox, 2)
    assert [key.number for key in again] == [key.number for key in sent[:2]]
    assert again[0].outbox not in {both[0].outbox, sent[0].outbox}
    outbox.follow({("", both[0].outbox): 2, ("", sent[0].outbox): 5})
    message = outbox.make_message()
    assert message
    assert [ItemKey(message.outbox, item.number) for item in message.items] == again


def test_many_threads_may_put(open_outbox: Callable[[], OutboxFile]) -> None:
    """Several pages enter at once: each item has its own number, without gaps."""
    outbox, keys = open_outbox(), []

    def enter() -> None:
        keys.extend(put(outbox, 20))

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(key.number for key in keys) == [*range(1, 81)]
    assert list_numbers(outbox) == [*range(1, 81)]


# Waiting.


def test_waiting_ends_when_the_item_is_in_the_log(open_outbox: Callable[[], OutboxFile]) -> None:
    """Whoever waits for an item goes on when it leaves the outbox, and not for an earlier one."""
    outbox = open_outbox()
    first, second = put(outbox, 2)
    answers: list[bool] = []
    thread = threading.Thread(
        target=lambda: answers.append(outbox.wait(second.number, 100 * PATIENCE)), daemon=True
    )
    thread.start()
    outbox.follow({("", first.outbox): first.number})
    assert outbox.wait(first.number, PATIENCE)
    assert not answers
    outbox.follow({("", second.outbox): second.number})
    thread.join(PATIENCE)
    assert answers == [True]


def test_waiting_has_an_end(open_outbox: Callable[[], OutboxFile]) -> None:
    """If no answer comes, the item still waits."""
    outbox = open_outbox()
    (key,) = put(outbox)
    assert not outbox.wait(key.number, 0.01)
    assert list_numbers(outbox) == [key.number]


def test_ages_are_measured(open_outbox: Callable[[], OutboxFile], clock: Steady) -> None:
    """The age of a slip counts from its tap, or from the start of the program if it was before that."""
    clock.now = 10.0
    put(open_outbox())
    clock.now = 20.0
    outbox = open_outbox()
    clock.now = 23.0
    put(outbox)
    clock.now = 25.0
    assert [outbox.measure_age(kept) for kept in outbox.waiting] == [5.0, 2.0]


# Bad disks.


def test_a_full_disk_is_said(open_outbox: Callable[[], OutboxFile], tmp_path: Path) -> None:
    """The sentence names the file; what was put before still waits, and once there is room all goes on."""
    outbox = open_outbox()
    put(outbox, 3)
    fill_disk(outbox)
    with pytest.raises(Trouble, match=re.escape(str(tmp_path / FILE))):
        outbox.put(3, 7, "tally", {"text": "x" * 100_000})
    assert list_numbers(outbox) == [1, 2, 3]
    make_room(outbox)
    (key,) = put(outbox)
    assert key.number == 4
    assert list_numbers(open_outbox()) == [1, 2, 3, 4]


def test_a_refused_item_is_not_sent_later(
    open_outbox: Callable[[], OutboxFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails in the middle of an item, nothing of it is left, and its number is free."""
    monkeypatch.setattr(module, "_KEPT", 1)
    outbox = open_outbox()
    key = put(outbox, 2)[0]
    outbox.follow({("", key.outbox): 2})
    fail = "CREATE TEMP TRIGGER fails BEFORE DELETE ON item BEGIN SELECT RAISE(FAIL, 'bad sector'); END"
    outbox._database.execute(fail)
    with pytest.raises(Trouble, match="bad sector"):
        put(outbox)
    assert list_numbers(outbox) == []
    outbox._database.execute("DROP TRIGGER fails")
    assert put(outbox)[0].number == 3
    assert list_numbers(open_outbox()) == [3]


def test_a_disk_that_notes_nothing_holds_nothing_up(open_outbox: Callable[[], OutboxFile]) -> None:
    """If the disk cannot note what is in the log, it leaves all the same, and after a restart again."""
    outbox = open_outbox()
    key = put(outbox, 2)[0]
    fail = "CREATE TEMP TRIGGER fails BEFORE UPDATE ON item BEGIN SELECT RAISE(FAIL, 'bad sector'); END"
    outbox._database.execute(fail)
    with capture_logs() as logs:
        outbox.follow({("", key.outbox): 1})
    assert [(log["log_level"], log["why"]) for log in logs] == [("warning", "bad sector")]
    assert list_numbers(outbox) == [2]
    outbox = open_outbox()
    assert list_numbers(outbox) == [1, 2]
    outbox.follow({("", key.outbox): 1})
    assert list_numbers(outbox) == [2]


@pytest.mark.parametrize("content", [b"rubbish" * 1000, b"SQLite format 3\0" + bytes(5000)])
def test_a_damaged_file_is_said(
    open_outbox: Callable[[], OutboxFile], tmp_path: Path, content: bytes
) -> None:
    """The sentence names the file, which stays as it is."""
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Trouble, match=re.escape(str(tmp_path / FILE))):
        open_outbox()
    assert (tmp_path / FILE).read_bytes() == content


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    """The sentence names the file."""
    with pytest.raises(Trouble, match=re.escape(str(tmp_path / "gone" / FILE))):
        OutboxFile(tmp_path / "gone")


def test_any_damage_is_said_or_harmless(open_outbox: Callable[[], OutboxFile], tmp_path: Path) -> None:
    """Whichever bytes of the file are wrong, there is a sentence for people, or the outbox can be used."""
    put(open_outbox(), 40)
    open_outbox().close()
    good = (tmp_path / FILE).read_bytes()
    said: list[str] = []
    for seed in range(150):
        chance, data = Random(seed), bytearray(good)
        for _ in range(chance.choice((1, 3, 30))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        (tmp_path / FILE).write_bytes(data)
        try:
            outbox = open_outbox()
            put(outbox)
            outbox.follow(dict.fromkeys({("", kept.outbox) for kept in outbox.waiting}, 40))
        except Trouble as trouble:
            said.append(str(trouble))
    assert 0 < len(said) < 150
    assert all(str(tmp_path / FILE) in text for text in said)


# The end of the program, or of the power.

WRITER = """
import sys
from pathlib import Path
from pi_bunco.link.outbox_file import OutboxFile

for _ in range(int(sys.argv[2])):
    outbox = OutboxFile(Path(sys.argv[1]))
    for _ in range(int(sys.argv[3])):
        key = outbox.put(3, 7, "enter", {"dice": [1, 1, 4]})
        print(f"reported {key.number};", flush=True)
        if key.number % 3 == 0:
            outbox.follow({("", key.outbox): key.number - 2})
    outbox.close()
"""


def find_reported(output: bytes) -> int:
    return max(map(int, re.findall(rb"reported (\d+);", output)), default=0)


@pytest.mark.parametrize("reports", [1, 7, 40])
def test_a_killed_program_loses_nothing(tmp_path: Path, reports: int) -> None:
    """Each item whose name the program has got is there after it was killed while it went on writing."""
    command = [sys.executable, "-c", WRITER, str(tmp_path), "1", "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(reports)]
        process.send_signal(signal.SIGKILL)
        last = find_reported(b"".join(lines) + process.stdout.read())
    assert process.returncode == -signal.SIGKILL
    assert last >= reports
    outbox = OutboxFile(tmp_path)
    numbers = [number for number, _ in read_disk(tmp_path)]
    assert numbers in ([*range(1, last + 1)], [*range(1, last + 2)])
    assert put(outbox)[0].number == len(numbers) + 1
    outbox.close()


def count_losses(tmp_path: Path, writer: str) -> tuple[int, int]:
    """Put items, cut the power everywhere, and return how many cuts were tried and how many lost items."""
    tried = lost = 0
    with quick_folder(tmp_path) as folder:
        trace, state = folder / "trace", folder / "state"
        state.mkdir()
        command = add_strace(trace, [sys.executable, "-c", writer, str(state), "2", "6"])
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for _, output, _, files in cut_everywhere(trace, state):
            tried += 1
            reported = find_reported(output)
            after = write_folder(files, str(state), folder / "after")
            try:
                outbox = OutboxFile(after)
            except Trouble:
                lost += 1
                continue
            numbers = [number for number, _ in read_disk(after)]
            lost += numbers not in ([*range(1, reported + 1)], [*range(1, reported + 2)])
            outbox.close()
    return tried, lost


@needs_strace
def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    """Each item whose name the program has got is there after the power was cut anywhere."""
    tried, lost = count_losses(tmp_path, WRITER)
    assert tried > 100
    assert lost == 0


@needs_strace
def test_the_power_cut_test_can_fail(tmp_path: Path) -> None:
    """If SQLite does not wait for the disk, the test above finds lost items."""
    careless = 'outbox._database.execute("PRAGMA synchronous = NORMAL")\n    for _ in range(int(sys.argv[3]'
    _, lost = count_losses(tmp_path, WRITER.replace("for _ in range(int(sys.argv[3]", careless))
    assert lost > 0
