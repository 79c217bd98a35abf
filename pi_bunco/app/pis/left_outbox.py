"""The outbox of a copy that is set aside: it goes on in the next copy, or people enter again what waits."""

import shutil
from contextlib import closing, suppress
from pathlib import Path

import structlog

from pi_bunco.app.pis.post import list_named, list_photos, open_kept
from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import ITEM
from pi_bunco.link.outbox_file import FILE, OutboxFile
from pi_bunco.link.state import FOLDER, PHOTOS
from pi_bunco.machine.disk import fsync, link_or_copy, make_dir
from pi_bunco.room.followed_room import drop_withdrawn, make_slip
from pi_bunco.sentences import say, say_count, say_list
from pi_bunco.store import Log
from pi_bunco.store.photos import FOLDER as PICTURES
from pi_bunco.store.photos import is_name
from pi_bunco.views.devices import Banner

_log = structlog.get_logger()

_MOST_NAMED = 8
"""Most entries that a page names. The others are counted."""


def carry_outbox(folder: Path, to: Path) -> bool:
    """Copy what waits in an outbox to another folder, where the same Pi goes on under another name.

    The head knows items by all names of their Pi, so it takes none twice. Return ``False`` if the outbox is
    damaged: then nothing is copied.

    Parameters
    ----------
    folder, to
        The folder of the outbox, and the one of the copy, which is made.

    Raises
    ------
    OSError
        If the disk does not take it.
    """
    if not (folder / FILE).exists():
        return True
    make_dir(to)
    for name in (FILE, f"{FILE}-wal"):  # a power cut may have left the second one
        if (folder / name).exists():
            shutil.copyfile(folder / name, to / name)
            fsync(to / name)
    try:
        with closing(OutboxFile(to)) as outbox:
            outbox.forget_done()  # the host may have deleted an evening: its throws must not come again
    except Trouble as trouble:
        _log.warning("a damaged outbox is set aside", why=str(trouble))
        for path in to.glob(f"{FILE}*"):
            path.unlink()
        return False
    with suppress(OSError):  # the dice count without their photos
        make_dir(to / PHOTOS)
        for photo in list_photos(folder):
            link_or_copy(photo, to / PHOTOS / photo.name)
    fsync(to)
    return True


def return_photos(folder: Path, pi: str) -> None:
    """Put the photos of this Pi back beside its outbox, before its copy is set aside.

    The head's lines name each of them again: those that come once more, and those that are the same.

    Parameters
    ----------
    folder
        The state directory.
    pi
        The name of this Pi in the room.
    """
    link, photos = folder / FOLDER, folder / PICTURES
    try:
        with closing(OutboxFile(link, pi=pi)) as outbox, Log(folder) as log:
            pis = {"", pi, *outbox.former}
            make_dir(link / PHOTOS)
            for item, image in list_named(log.list_lines_with(ITEM)):
                to = link / PHOTOS / f"{item}.jpg"
                if item.pi in pis and is_name(image) and (photos / image).exists() and not to.exists():
                    link_or_copy(photos / image, to)
    except (Trouble, OSError) as error:
        _log.warning("photos are set aside with the copy", why=str(error))


def describe_left(folder: Path) -> Banner | None:
    """Say what waits in an outbox that no head gets any more, ``None`` if that is nothing.

    ``folder``: the folder of the outbox.
    """
    if not (folder / FILE).exists():
        return None
    try:
        with closing(OutboxFile(folder)) as outbox:
            waiting = outbox.waiting
    except Trouble as trouble:
        return Banner(trouble.text, trouble.remedy)
    opened = [each for kept in waiting if (each := open_kept(kept, 0.0))]
    left = [(each, getattr(each.command, "table", 0)) for each in drop_withdrawn(opened)]
    texts = [
        say("Table {table}: {dice}", table=table, dice=make_slip(each).text)
        for each, table in left[:_MOST_NAMED]
        if table
    ]
    others = len(left) - len(texts) + len(waiting) - len(opened)
    if others:
        texts.append(say_count("{count} other entry", "{count} other entries", others))
    if not texts:
        return None
    text = say("Only this Pi has the following. If it is missing on the head, enter it there:")
    return Banner(text, say_list(texts))
