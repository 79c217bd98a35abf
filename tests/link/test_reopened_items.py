"""After another Pi has become the head, items of the game wait again on the disk: its log may lack them."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import ItemKey
from pi_bunco.link.outbox_file import FILE, OutboxFile

BODY = {"dice": [1, 1, 4]}


@pytest.fixture
def open_outbox(tmp_path: Path) -> Iterator[Callable[[], OutboxFile]]:
    """Return a function that opens the outbox of this folder; it first closes the one before."""
    opened: list[OutboxFile] = []

    def open_() -> OutboxFile:
        while opened:
            opened.pop().close()
        opened.append(OutboxFile(tmp_path))
        return opened[0]

    yield open_
    while opened:
        opened.pop().close()


def put(outbox: OutboxFile, *games: int) -> list[ItemKey]:
    """Put one item of each of these games."""
    return [outbox.put(game, 7, "enter", BODY) for game in games]


def list_numbers(outbox: OutboxFile) -> list[int]:
    """Return the numbers of the items that wait."""
    return [kept.number for kept in outbox.waiting]


def test_only_items_of_the_game_wait_again(open_outbox: Callable[[], OutboxFile]) -> None:
    """Those of earlier games are over. All come in their order, also after a restart."""
    outbox = open_outbox()
    key = put(outbox, 2, 2, 3, 3, 3)[0]
    outbox.follow({key.outbox: 4})
    outbox.reopen(3)
    assert list_numbers(outbox) == [3, 4, 5]
    message = outbox.make_message()
    assert message
    assert [(item.number, item.body) for item in message.items] == [(3, BODY), (4, BODY), (5, BODY)]
    assert list_numbers(open_outbox()) == [3, 4, 5]


def test_reopened_items_keep_their_names(open_outbox: Callable[[], OutboxFile]) -> None:
    """The new head knows by them which ones it has, so that none counts twice."""
    first = put(open_outbox(), 3, 3)
    outbox = open_outbox()
    outbox.follow({first[0].outbox: 2})
    second = put(outbox, 3)
    outbox.follow({second[0].outbox: 3})
    assert list_numbers(outbox) == []
    outbox.reopen(3)
    assert [ItemKey(kept.outbox, kept.number) for kept in outbox.waiting] == [*first, *second]
    outbox.follow({first[0].outbox: 1})
    assert list_numbers(outbox) == [2, 3]
    outbox.follow({first[0].outbox: 2, second[0].outbox: 3})
    assert list_numbers(open_outbox()) == []


def test_a_second_time_changes_nothing(open_outbox: Callable[[], OutboxFile]) -> None:
    """Items that wait already do not wait twice."""
    outbox = open_outbox()
    key = put(outbox, 3, 3)[0]
    outbox.follow({key.outbox: 1})
    for _ in range(2):
        outbox.reopen(3)
        assert list_numbers(outbox) == [1, 2]
    outbox.reopen(4)
    assert list_numbers(outbox) == [1, 2]


@pytest.mark.parametrize("when", ["BEFORE", "AFTER"])
def test_a_bad_disk_leaves_everything_as_it_was(
    open_outbox: Callable[[], OutboxFile], tmp_path: Path, when: str
) -> None:
    """If the disk takes only some of them, none waits, and the sentence names the file. Later all wait."""
    outbox = open_outbox()
    key = put(outbox, 3, 3, 3)[0]
    outbox.follow({key.outbox: 2})
    outbox._database.execute(
        f"CREATE TEMP TRIGGER fails {when} UPDATE ON item WHEN NEW.number = 2 "
        "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
    )
    with pytest.raises(Trouble, match=re.escape(str(tmp_path / FILE)) + ".*disk is full"):
        outbox.reopen(3)
    assert list_numbers(outbox) == [3]
    assert list_numbers(open_outbox()) == [3]
    outbox = open_outbox()
    outbox.reopen(3)
    assert list_numbers(outbox) == [1, 2, 3]


def test_a_damaged_item_is_said(open_outbox: Callable[[], OutboxFile], tmp_path: Path) -> None:
    """Nothing waits that did not before."""
    outbox = open_outbox()
    key = put(outbox, 3, 3)[0]
    outbox.follow({key.outbox: 1})
    outbox._database.execute("UPDATE item SET body = 'rubbish' WHERE number = 1")
    with pytest.raises(Trouble, match=re.escape(str(tmp_path / FILE))):
        outbox.reopen(3)
    assert list_numbers(outbox) == [2]
    assert list_numbers(open_outbox()) == [2]


def test_a_crash_before_the_copy_is_set_aside_does_no_harm(open_outbox: Callable[[], OutboxFile]) -> None:
    """The copy still has their lines at the next start, so they do not wait; they are reopened again then."""
    outbox = open_outbox()
    key = put(outbox, 3, 3)[0]
    lines = {key.outbox: 2}
    outbox.follow(lines)
    outbox.reopen(3)
    outbox = open_outbox()
    assert list_numbers(outbox) == [1, 2]
    outbox.follow(lines)  # as at each start
    assert list_numbers(outbox) == []
    outbox.reopen(3)
    assert list_numbers(open_outbox()) == [1, 2]
