"""The post of a far Pi keeps what is entered and seen, and puts photos under the names of the log."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pi_bunco.app.pis.left_outbox import return_photos
from pi_bunco.app.pis.photos import FetchedPhotos
from pi_bunco.app.pis.post import OutboxPost, list_photos
from pi_bunco.game.commands import DiceSettled, EnterDice, NewGame, RingBell, VoidThrow
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import read_line
from pi_bunco.game.lines import Line
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.state import FOLDER
from pi_bunco.machine.disk import write_atomic
from pi_bunco.readings import Die, Reading, Snapshot, Status
from pi_bunco.store import Log, Photos, set_log_aside

JPEG = b"\xff\xd8\xff\xe0"
DICE = DiceSettled(
    Reading(Status.READ, tuple(Die(value, 0.99, (0.0, 0.0, 9.0, 9.0)) for value in (1, 1, 4))),
    Snapshot(JPEG, (960, 720), 12, 0.0),
    table=7,
)


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[OutboxFile]:
    (tmp_path / FOLDER).mkdir()
    with closing(OutboxFile(tmp_path / FOLDER, pi="hall")) as outbox:
        yield outbox


class Copy:
    """A copy whose newest game is the third."""

    number = 3

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def read(self, function: Callable[["Copy"], object]) -> object:
        """Return what a function reads."""
        return function(self)

    def name_place(self, seq: int) -> tuple[str, str]:
        """Return the seal of the header, and a name of an event."""
        return "a" * 32, f"7c1f09aa.{seq}" if seq else ""


@pytest.fixture
def post(outbox: OutboxFile, tmp_path: Path) -> OutboxPost:
    return OutboxPost("hall", outbox, tmp_path / FOLDER, cast("CopyKeeper", Copy()), FetchedPhotos(tmp_path))


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
    item = post.send(DICE)
    assert post.photos.find_path("3-9.jpg") is None
    post.name_photos([make_line(item)])
    check_named(post, tmp_path / FOLDER)


def make_body(item: ItemKey, pi: str = "hall") -> dict[str, object]:
    """Return the line of an item, as in the log."""
    return {
        "event": "throw", "table": 7, "dice": [1, 1, 4], "item": str(item), "pi": pi, "image": "3-9.jpg"
    }  # fmt: skip


def make_line(item: ItemKey, pi: str = "hall") -> Line:
    return read_line(make_body(item, pi), [])


def check_named(post: OutboxPost, folder: Path) -> None:
    """Check that the photo is among the others, and only there."""
    found = post.photos.find_path("3-9.jpg")
    assert found
    assert found.read_bytes() == JPEG
    assert not list_photos(folder)


def test_photo_gets_its_name_if_the_head_is_faster_than_the_card(
    post: OutboxPost, outbox: OutboxFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is here before the photo is written: then nothing else would look for it again."""

    def write(path: Path, data: bytes) -> None:
        outbox_name, number = path.stem.split(".")
        item = ItemKey(outbox_name, int(number))
        outbox.follow({("hall", outbox_name): int(number)})
        post._keeper.lines.append(make_line(item))  # type: ignore[attr-defined] # a simpler copy
        post.name_photos([make_line(item)])
        write_atomic(path, data)

    monkeypatch.setattr("pi_bunco.app.pis.post.write_atomic", write)
    post.send(DICE)
    check_named(post, tmp_path / FOLDER)


def test_photo_gets_its_name_at_the_next_start(post: OutboxPost, tmp_path: Path) -> None:
    """The program may end after a line is on the disk and before its photo has the name."""
    item = post.send(DICE)
    post.find_photos([{"item": 7}, {"item": "7c1f09aa.99", "image": "3-9.jpg"}])
    assert len(list_photos(tmp_path / FOLDER)) == 1
    post.find_photos([make_body(item)])
    check_named(post, tmp_path / FOLDER)


def test_photo_stays_if_the_disk_does_not_take_it(
    post: OutboxPost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the only copy, and gets its name at a later start."""
    item = post.send(DICE)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        post.name_photos([make_line(item)])
    assert [path.read_bytes() for path in list_photos(tmp_path / FOLDER)] == [JPEG]
    post.find_photos([make_body(item)])
    check_named(post, tmp_path / FOLDER)


def test_photo_of_another_pi_with_the_same_item_is_not_this_one(post: OutboxPost, tmp_path: Path) -> None:
    """Two Pis began with copies of one card."""
    item = post.send(DICE)
    post.name_photos([make_line(item, "hall-2")])
    assert len(list_photos(tmp_path / FOLDER)) == 1


@pytest.mark.parametrize(
    ("hours", "is_waiting", "stays"), [(13, False, False), (11, False, True), (99, True, True)]
)
def test_photos_that_nobody_misses_go(
    post: OutboxPost, tmp_path: Path, *, hours: int, is_waiting: bool, stays: bool
) -> None:
    """Of dice that wait they stay, however long; others stay for an evening."""
    item = post.send(DICE)
    if not is_waiting:
        post.outbox.follow({("hall", item.outbox): item.number})
    then = time.time() - hours * 3600
    os.utime(list_photos(tmp_path / FOLDER)[0], (then, then))
    post.find_photos([])
    assert bool(list_photos(tmp_path / FOLDER)) == stays


def test_photo_of_a_copy_that_is_set_aside_gets_its_next_name(tmp_path: Path) -> None:
    """The dice come again, and their line in the head's log has another place."""
    link = tmp_path / FOLDER
    link.mkdir()
    OutboxFile(link, pi="hall").close()
    items = [ItemKey("7c1f09aa", number, pi) for number, pi in enumerate(("hall", "bar"), 1)]
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        keeper.handle(RingBell())
        for item in items:
            keeper.handle(replace(DICE, table=1, item=item))
        images = [line.image for line in keeper.book.lines if line.image]
    assert len(images) == 2
    return_photos(tmp_path, "hall")
    set_log_aside(tmp_path)
    assert [path.name for path in list_photos(link)] == [f"{items[0]}.jpg"]
    with closing(OutboxFile(link, pi="hall")) as outbox:
        post = OutboxPost("hall", outbox, link, cast("CopyKeeper", Copy()), FetchedPhotos(tmp_path))
        post.name_photos([make_line(items[0])])
        check_named(post, link)


def test_entry_of_another_version_hides_nothing(post: OutboxPost, outbox: OutboxFile) -> None:
    """The disk may have what this version cannot read. The pages show the rest; the head answers all."""
    outbox.put(3, 7, "fly", {})
    outbox.put(3, 7, "enter", {"dice": "six"})
    outbox.put(3, 7, "dice", {"reading": 7})
    post.send(EnterDice((1, 2, 3), table=7))
    assert [type(waiting.command) for waiting in post.list_waiting()] == [EnterDice]
    assert len(outbox.waiting) == 4
