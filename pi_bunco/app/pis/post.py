"""Takes what is entered and seen on a far Pi to the head, by its outbox."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pi_bunco.game.commands import Command, DiceSettled
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.lines import HEAD, Line
from pi_bunco.game.refused import Refused
from pi_bunco.link.outbox import Kept
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.seen_dice import DICE, read_dice, write_dice
from pi_bunco.machine.disk import make_dir, write_atomic
from pi_bunco.room.followed_room import WaitingCommand
from pi_bunco.store import Photos
from pi_bunco.store.photos import parse_name
from pi_bunco.web.bodies import read_command, write_command

PHOTOS = "photos"
"""The folder of photos whose dice are not in the log yet: only the log gives a photo its name."""


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

    Attributes
    ----------
    outbox
        The outbox.
    wake
        Lets the link send what is new, once there is one.
    """

    def __init__(self, name: str, outbox: OutboxFile, folder: Path, keeper: CopyKeeper) -> None:
        self.name, self.outbox, self._keeper = name, outbox, keeper
        self._photos = folder / PHOTOS
        self.wake: Callable[[], None] = lambda: None

    def send(self, command: Command) -> ItemKey:
        """Write a command to the disk and send it."""
        table = getattr(command, "table", HEAD)
        name, body = _write(command)
        seq = getattr(command, "seq", getattr(command, "after", None)) or 0
        item = self.outbox.put(self._keeper.number, table, name, body, *self._keeper.name_place(seq))
        if isinstance(command, DiceSettled) and command.snapshot.jpeg:
            with suppress(OSError):  # the dice count without their photo
                make_dir(self._photos)
                write_atomic(self._photos / f"{item}.jpg", command.snapshot.jpeg)
        self.wake()
        return item

    def wait(self, item: ItemKey, seconds: float) -> bool:
        """Wait until the head's answer is in the copy, and return whether it is."""
        return self.outbox.wait(item.number, seconds)

    def list_waiting(self) -> tuple[WaitingCommand, ...]:
        """Return what is not in the copy yet, oldest first."""
        opened = (open_kept(kept, self.outbox.measure_age(kept)) for kept in self.outbox.waiting)
        return tuple(waiting for waiting in opened if waiting)

    def name_photos(self, lines: Iterable[Line], photos: Photos) -> None:
        """Put the photos of dice that are in the log now among the others, under the names in their lines."""
        name_photos(self._photos.parent, lines, photos)


def open_kept(kept: Kept, age: float) -> WaitingCommand | None:
    """Return an entry that waits, ``None`` if another version has written it: the head answers it."""
    slip = str(ItemKey(kept.outbox, kept.number))
    try:
        if kept.name == DICE:
            return WaitingCommand(slip, read_dice(kept.body, kept.table, None), age)
        return WaitingCommand(slip, read_command(kept.name, kept.table, kept.body), age)
    except (KeyError, ValueError, Refused):
        return None


def name_photos(folder: Path, lines: Iterable[Line], photos: Photos) -> None:
    """Put the photos in the folder of an outbox among the others, see :meth:`OutboxPost.name_photos`."""
    for line in lines:
        path = folder / PHOTOS / f"{line.item}.jpg"
        if line.item and path.exists():
            with suppress(OSError):
                if line.image:
                    photos.save(path.read_bytes(), *parse_name(line.image))
                path.unlink()


def _write(command: Command) -> tuple[str, dict[str, Any]]:
    if isinstance(command, DiceSettled):
        return DICE, write_dice(command, time.monotonic())
    return write_command(command)
