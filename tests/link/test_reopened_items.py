"""At each start all items wait again until the log is looked at: it may be another one, and lack them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.game.item_key import ItemKey
from pi_bunco.link.outbox_file import OutboxFile

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


def test_all_items_wait_again(open_outbox: Callable[[], OutboxFile]) -> None:
    """They come in their order, those of earlier games too; what the log has leaves at once."""
    outbox = open_outbox()
    key = put(outbox, 2, 2, 3, 3, 3)[0]
    outbox.follow({("", key.outbox): 4})
    outbox.reopen()
    assert list_numbers(outbox) == [1, 2, 3, 4, 5]
    outbox.follow({("", key.outbox): 2})
    message = outbox.make_message()
    assert message
    assert [(item.number, item.body) for item in message.items] == [(3, BODY), (4, BODY), (5, BODY)]


def test_reopened_items_keep_their_names(open_outbox: Callable[[], OutboxFile]) -> None:
    """The new head knows by them which ones it has, so that none counts twice."""
    first = put(open_outbox(), 3, 3)
    outbox = open_outbox()
    outbox.follow({("", first[0].outbox): 2})
    second = put(outbox, 3)
    outbox.follow({("", second[0].outbox): 3})
    assert list_numbers(outbox) == []
    outbox.reopen()
    assert [ItemKey(kept.outbox, kept.number) for kept in outbox.waiting] == [*first, *second]
    outbox.follow({("", first[0].outbox): 1})
    assert list_numbers(outbox) == [2, 3]
    outbox.follow({("", first[0].outbox): 2, ("", second[0].outbox): 3})
    assert list_numbers(open_outbox()) == []


def test_a_second_time_changes_nothing(open_outbox: Callable[[], OutboxFile]) -> None:
    """Items that wait already do not wait twice, also if the disk did not note that they had left."""
    outbox = open_outbox()
    key = put(outbox, 3, 3)[0]
    outbox._database.execute(
        "CREATE TEMP TRIGGER fails BEFORE UPDATE ON item BEGIN SELECT RAISE(FAIL, 'full'); END"
    )
    outbox.follow({("", key.outbox): 1})
    for _ in range(2):
        outbox.reopen()
        assert list_numbers(outbox) == [2]
    outbox = open_outbox()
    for _ in range(2):
        outbox.reopen()
        assert list_numbers(outbox) == [1, 2]


def test_a_damaged_item_stops_nothing(open_outbox: Callable[[], OutboxFile]) -> None:
    """Items that have left the outbox are there for a case that is rare; those that wait are sent."""
    outbox = open_outbox()
    key = put(outbox, 3, 3)[0]
    outbox.follow({("", key.outbox): 1})
    outbox._database.execute("UPDATE item SET body = 'rubbish' WHERE number = 1")
    outbox.reopen()
    assert list_numbers(outbox) == [2]
    assert list_numbers(open_outbox()) == [2]
