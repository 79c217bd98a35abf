"""Takes what waited in the outbox of this Pi when it became the head: now it counts without being sent."""

from collections.abc import Collection
from concurrent.futures import wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from pi_bunco.app.pis.item_desk import ItemDesk
from pi_bunco.app.pis.post import name_photos
from pi_bunco.link.outbox_file import FILE, OutboxFile
from pi_bunco.link.state import HeadState
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Photos


def enter_own_items(folder: Path, room: LiveRoom, state: HeadState, photos: Photos) -> None:
    """Enter the items in their order, and wait until they are in the log with their photos.

    Parameters
    ----------
    folder
        The folder of the outbox.
    room
        The room that this Pi plays now.
    state
        What it remembers as the head.
    photos
        The photos of this Pi.

    Raises
    ------
    pi_bunco.errors.Trouble
        If the outbox cannot be read.
    """
    if not (folder / FILE).exists():
        return
    own = replace(state, tables={state.name: state.own_tables})
    desk = ItemDesk(room, lambda: own)
    with closing(OutboxFile(folder, pi=state.name)) as outbox:
        outbox.reopen()  # the log may be older than what has left the outbox
        outbox.follow(room.list_items())
        pis = (state.name, *outbox.former)
        _name_photos(folder, room, photos, pis)  # the program may have ended before that
        while items := outbox.make_message():
            waiting = len(outbox.waiting)
            wait(desk.take(state.name, items))
            outbox.follow(room.list_items())
            _name_photos(folder, room, photos, pis)
            if len(outbox.waiting) == waiting:
                return  # the disk takes nothing: they come after the next start


def _name_photos(folder: Path, room: LiveRoom, photos: Photos, pis: Collection[str]) -> None:
    named = ((line.item, line.image or "") for line in room.list_lines() if line.item)
    name_photos(folder, named, photos, pis)
