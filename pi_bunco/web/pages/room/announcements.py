"""What pages about the whole room make heard: it follows from what they show, and from nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pi_bunco.views.host import HostView
from pi_bunco.views.room import RoomView
from pi_bunco.views.spoken_lines import find_last_seconds
from pi_bunco.web.files import find_clips
from pi_bunco.web.pages.room.show import find_end_show

Effect = Literal["", "start", "end", "bunco", "drawn", "over"]
"""A sound without words, as in ``static/js/sound.js``; ``""``: none."""
_MINUTE_SECONDS = 60
_MOST_ROLLOFFS = 3  # called out in one round: the page shows all of them


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that is heard once, when it appears on a page that was open before.

    Attributes
    ----------
    key
        Names the moment.
    effect
        The sound.
    lines
        The spoken lines after it, as in :func:`pi_bunco.views.spoken_lines.list_lines`.
    """

    key: str
    effect: Effect = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnouncementsView:
    """What is to be heard now.

    Attributes
    ----------
    quiet, horn
        As in :class:`pi_bunco.views.devices.RoomSound`.
    now
        What belongs to this moment. A page plays what it has not had before.
    bell_in
        The last seconds before the bell rings by itself, one by one; ``None``: it does not ring soon.
    last_minute
        Whether the last minute of a break runs.
    tables, sets
        How many there are, so that pages fetch no other lines.
    language, clips
        The language that the host has chosen for the room, and the address of its spoken lines; ``""``: none.
    """

    quiet: bool
    horn: bool
    now: tuple[Announcement, ...]
    bell_in: int | None
    last_minute: bool
    tables: int
    sets: int
    language: str = ""
    clips: str = ""


def make_announcements(view: RoomView) -> AnnouncementsView:
    """Return what the pages about a room make heard now."""
    return AnnouncementsView(
        quiet=view.sound.quiet,
        horn=view.sound.horn,
        now=tuple(_list_now(view)),
        bell_in=find_last_seconds(view.bell_in),
        last_minute=view.moment.part == "break" and view.break_left == 1,
        tables=len(view.tables),
        sets=view.sets,
        language=view.sound.language,
        clips=find_clips(view.sound.language),
    )


def make_host_announcements(view: HostView) -> AnnouncementsView:
    """Return what the host's page makes heard now."""
    return make_announcements(view.room)


def _list_now(view: RoomView) -> Iterator[Announcement]:
    """Yield what belongs to this moment, in the order in which it is heard."""
    game, several = f"{view.game} {view.stage}", len(view.tables) > 1
    for bunco in view.heard_buncos:
        yield Announcement(
            f"{game} bunco {bunco.seq}", "bunco", (f"bunco-{bunco.table}" if several else "bunco",)
        )
    yield from _list_round(view, game) if view.status == "playing" else _list_pause(view, game)


def _list_round(view: RoomView, game: str) -> Iterator[Announcement]:
    """Yield what belongs to a round: its bell, its end, and the roll-offs."""
    place = _name_place(view, game)
    yield Announcement(f"{place} start", "start", _say_start(view))
    if view.ended:
        yield _make_end(game, view.set, view.round)
    tied = [table.table for table in view.tables if table.standing == "rolloff"]
    for table in tied[:_MOST_ROLLOFFS]:
        line = f"roll-off-{table}" if len(view.tables) > 1 else "roll-off"
        yield Announcement(f"{place} roll-off {table}", lines=(line,))


def _list_pause(view: RoomView, game: str) -> Iterator[Announcement]:
    """Yield what belongs to the time between two rounds, and to the end."""
    place, part = _name_place(view, game), view.moment.part
    if (last := view.tables[0].last) is not None:
        yield _make_end(game, last.set, last.round)
    if view.results.newest:
        yield Announcement(f"{game} drawn {view.results.newest.seq}", "drawn", ("drawn",))
    if view.bell_in == _MINUTE_SECONDS < view.countdown or (part == "break" and view.break_left == 1):
        yield Announcement(f"{place} minute", lines=("next-round",))
    if part == "over":
        yield from _list_end(view, game)
    elif part == "between" and view.moves:
        yield Announcement(f"{place} seats", lines=("seats",))
    elif line := _PARTS.get(part):
        yield Announcement(f"{place} {part}", lines=(line,))


def _name_place(view: RoomView, game: str) -> str:
    return f"{game} {view.set} {view.round}"


_PARTS = {"break": "break", "draw": "drawing", "set_tied": "set-tied", "places": "place", "final": "final"}


def _make_end(game: str, set_: int, round_: int) -> Announcement:
    return Announcement(f"{game} {set_} {round_} end", "end", (f"round-over-{round_}",))


def _say_start(view: RoomView) -> tuple[str, ...]:
    """Return the lines at the bell of a round. The first one of a set, or of the semi-final, says so."""
    line = f"round-{view.round}"
    if view.round > view.first_round:
        return (line,)
    if view.stage == "semi_final":
        return ("semi-final", line)
    return (f"set-{view.set}", line) if view.sets > 1 else (line,)


def _list_end(view: RoomView, game: str) -> Iterator[Announcement]:
    """Yield the end of the game, and what its host shows there."""
    yield Announcement(f"{game} over", "over", ("game-over",))
    tv = find_end_show(view)
    if tv.show == "thanks":
        yield Announcement(f"{game} thanks", lines=("thank-you",))
    elif tv.show in ("award", "all") and view.results.awards:
        yield Announcement(f"{game} awards", lines=("awards",))
    if tv.show == "award":
        yield Announcement(f"{game} award {tv.number}", "drawn")
