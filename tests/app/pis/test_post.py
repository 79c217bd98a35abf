"""The post of a far Pi keeps what is entered and seen, and puts photos under the names of the log."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from pi_bunco.app.pis.post import OutboxPost
from pi_bunco.game.commands import DiceSettled, EnterDice, VoidThrow
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.line_format import read_line
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.readings import Die, Reading, Snapshot, Status
from pi_bunco.store import Photos

JPEG = b"\xff\xd8\xff\xe0"
DICE = DiceSettled(
    Reading(Status.READ, tuple(Die(value, 0.99, (0.0, 0.0, 9.0, 9.0)) for value in (1, 1, 4))),
    Snapshot(JPEG, (960, 720), 12, 0.0),
    table=7,
)


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[OutboxFile]:
    with closing(OutboxFile(tmp_path)) as outbox:
        yield outbox


class Copy:
    """A copy whose newest game is the third."""

    number = 3

    def name_place(self, seq: int) -> tuple[str, str]:
        """Return the seal of the header, and a name of an event."""
        return "a" * 32, f"7c1f09aa.{seq}" if seq else ""


@pytest.fixture
def post(outbox: OutboxFile, tmp_path: Path) -> OutboxPost:
    return OutboxPost("hall", outbox, tmp_path, cast("CopyKeeper", Copy()))


def test_what_is_entered_waits_in_its_order(post: OutboxPost) -> None:
    """Taps and dice of a camera are there with the names of their items, and the link is woken for each."""
    woken: list[bool] = []
    post.wake = lambda: woken.append(True)
    names = [str(post.send(EnterDice((1, 2, 3), table=7, after=0, token="a.1"))), str(post.send(DICE))]
    first, second = post.list_waiting()
    assert [first.slip, second.slip] == names
    assert first.command == EnterDice((1, 2, 3), table=7, after=0, token="a.1")
    assert isinstance(second.command, DiceSettled)
    assert second.command.reading == DICE.reading
    assert len(woken) == 2


def test_items_name_what_they_are_about(post: OutboxPost, outbox: OutboxFile) -> None:
    """The head may have other numbers: an event has a name that holds in another log, a game has a seal."""
    post.send(VoidThrow(4, table=7))
    post.send(EnterDice((1, 2, 3), table=7, after=5))
    post.send(EnterDice((1, 2, 3), table=7, after=0))
    message = outbox.make_message()
    assert message
    assert [item.of for item in message.items] == ["7c1f09aa.4", "7c1f09aa.5", ""]
    assert {item.game for item in message.items} == {LinePlace(3, 0, "a" * 32)}


def test_photo_gets_the_name_of_the_log(post: OutboxPost, tmp_path: Path) -> None:
    """Until the line is there, nobody knows the name; then the photo is among the others, and only there."""
    photos = Photos(tmp_path)
    item = post.send(DICE)
    assert photos.find_path("3-9.jpg") is None
    body = {"event": "throw", "table": 7, "dice": [1, 1, 4], "item": str(item), "image": "3-9.jpg"}
    post.name_photos([read_line(body, [])], photos)
    found = photos.find_path("3-9.jpg")
    assert found
    assert found.read_bytes() == JPEG
    assert not list((tmp_path / "photos").glob(f"{item}*"))


def test_entry_of_another_version_hides_nothing(post: OutboxPost, outbox: OutboxFile) -> None:
    """The disk may have what this version cannot read. The pages show the rest; the head answers all."""
    outbox.put(3, 7, "fly", {})
    outbox.put(3, 7, "enter", {"dice": "six"})
    outbox.put(3, 7, "dice", {"reading": 7})
    post.send(EnterDice((1, 2, 3), table=7))
    assert [type(waiting.command) for waiting in post.list_waiting()] == [EnterDice]
    assert len(outbox.waiting) == 4
