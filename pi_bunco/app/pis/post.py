"""Takes what is entered and seen on a far Pi to the head, by its outbox."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pi_bunco.app.pis.photos import FetchedPhotos
from pi_bunco.game.commands import Command, DiceSettled
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.lines import HEAD, Line
from pi_bunco.game.refused import Refused
from pi_bunco.link.outbox import Kept
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.seen_dice import DICE, read_dice, write_dice
from pi_bunco.link.state import PHOTOS
from pi_bunco.machine.disk import make_dir, write_atomic
from pi_bunco.room.followed_room import WaitingCommand
from pi_bunco.store import Photos
from pi_bunco.store.photos import is_name, parse_name
from pi_bunco.web.bodies import read_command, write_command

_EVENING_SECONDS = 12 * 3600.0
"""How long a photo stays whose line nobody knows."""


class OutboxPost:
    """The post of a far Pi; implements :class:`pi_bunco.room.followed_room.Post`.

    Parameters
    ----------
    name
        The name of this Pi in the room.
    outbox
        Its outbox.
    folder
        The folder of the outbox.
    keeper
        Keeps the copy.
    photos
        The photos of this Pi.

    Attributes
    ----------
    outbox, photos
        The outbox, and the photos.
    wake
        Lets the link send what is new, once there is one.
    """

    def __init__(
        self, name: str, outbox: OutboxFile, folder: Path, keeper: CopyKeeper, photos: FetchedPhotos
    ) -> None:
        self.name, self.outbox, self._keeper = name, outbox, keeper
        self._folder, self.photos = folder, photos
        self.wake: Callable[[], None] = lambda: None

    def send(self, command: Command) -> ItemKey:
        """Write a command to the disk and send it."""
        table = getattr(command, "table", HEAD)
        name, body = _write(command)
        seq = getattr(command, "seq", getattr(command, "after", None)) or 0
        item = self.outbox.put(self._keeper.number, table, name, body, *self._keeper.name_place(seq))
        if isinstance(command, DiceSettled) and command.snapshot.jpeg:
            with suppress(OSError):  # the dice count without their photo
                make_dir(self._folder / PHOTOS)
                write_atomic(self._folder / PHOTOS / f"{item}.jpg", command.snapshot.jpeg)
            if all((kept.outbox, kept.number) != (item.outbox, item.number) for kept in self.outbox.waiting):
                # The link has sent it before this thread had written the photo, and its line is here.
                self.name_photos(self._keeper.read(lambda book: [each for each in book.lines if each.item]))
        self.wake()
        return item

    def wait(self, item: ItemKey, seconds: float) -> bool:
        """Wait until the head's answer is in the copy, and return whether it is."""
        return self.outbox.wait(item.number, seconds)

    def list_waiting(self) -> tuple[WaitingCommand, ...]:
        """Return what is not in the copy yet, oldest first."""
        opened = (open_kept(kept, self.outbox.measure_age(kept)) for kept in self.outbox.waiting)
        return tuple(waiting for waiting in opened if waiting)

    def name_photos(self, lines: Iterable[Line]) -> None:
        """Put the photos of dice that are in the log now among the others, under the names in their lines."""
        named = ((line.item, line.image or "") for line in lines if line.item)
        name_photos(self._folder, named, self.photos, (self.name, *self.outbox.former))

    def find_photos(self, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Do the same with all lines of the log at the start: the program may have ended in between.

        Photos of whose dice nobody knows anything any more are deleted.
        """
        left = list_photos(self._folder)
        if not left:
            return
        name_photos(self._folder, list_named(bodies), self.photos, (self.name, *self.outbox.former))
        waiting = {str(ItemKey(kept.outbox, kept.number)) for kept in self.outbox.waiting}
        with suppress(OSError):
            for path in list_photos(self._folder):
                if path.stem not in waiting and time.time() - path.stat().st_mtime > _EVENING_SECONDS:
                    path.unlink()


def open_kept(kept: Kept, age: float) -> WaitingCommand | None:
    """Return an entry that waits, ``None`` if another version has written it: the head answers it."""
    slip = str(ItemKey(kept.outbox, kept.number))
    try:
        if kept.name == DICE:
            return WaitingCommand(slip, read_dice(kept.body, kept.table, None), age)
        return WaitingCommand(slip, read_command(kept.name, kept.table, kept.body), age)
    except (KeyError, ValueError, Refused):
        return None


def name_photos(
    folder: Path, named: Iterable[tuple[ItemKey, str]], photos: Photos, pis: Collection[str]
) -> None:
    """Put the photos in the folder of an outbox among the others, see :meth:`OutboxPost.name_photos`.

    Parameters
    ----------
    folder
        The folder of the outbox.
    named
        The items that are in the log, each with the name of its photo, ``""`` without one.
    photos
        The photos of this Pi.
    pis
        Its names in the room: another Pi may have items of the same names, from a copy of the card.
    """
    for item, image in named:
        path = folder / PHOTOS / f"{item}.jpg"
        if item.pi in {"", *pis} and path.exists():
            with suppress(OSError):
                if not is_name(image):
                    path.unlink()
                else:
                    photos.adopt(path, *parse_name(image))  # if the disk is full, it waits


def list_named(bodies: Iterable[Mapping[str, Any]]) -> Iterator[tuple[ItemKey, str]]:
    """Yield the items in lines of a log, each with the name of its photo, ``""`` without one."""
    for body in bodies:
        if item := ItemKey.parse(str(body.get("item", "")), str(body.get("pi", ""))):
            yield item, str(body.get("image") or "")


def list_photos(folder: Path) -> list[Path]:
    """Return the photos in the folder of an outbox."""
    return [*(folder / PHOTOS).glob("[!.]*.jpg")]


def _write(command: Command) -> tuple[str, dict[str, Any]]:
    if isinstance(command, DiceSettled):
        return DICE, write_dice(command, time.monotonic())
    return write_command(command)
