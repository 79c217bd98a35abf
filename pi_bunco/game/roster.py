"""The guests of all evenings, as the log has them. There is no list beside it that could differ."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pi_bunco.game.renaming import find_key, list_forgotten
from pi_bunco.names import clean_name
from pi_bunco.rules import is_ghost
from pi_bunco.store.database import FILE, explain_error, open_to_read
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.imported import read_imported_games

_LINES = (
    "SELECT game, seq, body FROM line"
    # In a demonstration mock people ring the first bell, or throw soon after it.
    " WHERE seq <= 40 OR instr(body, '\"tables\"') OR instr(body, '\"waiting\"') ORDER BY game, seq"
)
MOCK = '"by": "mock '
"""The text in each line in which mock people tapped (:mod:`pi_bunco.equipment.mock_party`)."""


@dataclass(frozen=True, slots=True)
class EarlierGuest:
    """A guest of earlier evenings.

    Attributes
    ----------
    name
        Their name, as it was written last.
    evenings
        How many evenings they were there, 0 if none of their games was begun.
    last
        The date of the last one, ``2026-01-05``, or ``""`` if the log does not say it.
    last_game
        Its number.
    """

    name: str
    evenings: int
    last: str
    last_game: int


@dataclass(frozen=True, slots=True)
class EveningGuests:
    """Who was there in one evening, or was only on its list.

    Attributes
    ----------
    game
        The number of its game; below 0: it came from another Pi as a file.
    names
        The names, without ghosts and without names that stand for guests who were deleted.
    time
        When it began, as ISO 8601; ``""`` if unknown.
    counts
        Whether it is an evening of people: something happened in it, and it is no demonstration.
    title
        The title of a house sheet, or the name of a printed one.
    tables
        How many tables it had at its beginning.
    """

    game: int
    names: tuple[str, ...]
    time: str = ""
    counts: bool = True
    title: str = ""
    tables: int = 0


@dataclass(slots=True)
class _Gathered:
    name: str
    games: list[EveningGuests] = field(default_factory=list)


def list_earlier_guests(folder: Path) -> tuple[EarlierGuest, ...]:
    """Return the guests of the evenings in a state directory, those of the last evening first.

    Ghosts, the mock game, games that were not begun and guests who were deleted do not count. Somebody may be
    playing meanwhile. Without a log there are no guests.

    Raises
    ------
    pi_bunco.store.LogTrouble
        If the log cannot be read.
    """
    return tuple(guest for guest in gather_guests(read_evenings(folder)) if guest.evenings)


def gather_guests(evenings: Iterable[EveningGuests]) -> tuple[EarlierGuest, ...]:
    """Return the guests of some evenings, newest first. Names that look alike are one guest.

    Guests of the same evening are in the order of its list.

    >>> january = EveningGuests(1, ("Ann", "Bob"), "2026-01-05T20:15")
    >>> february = EveningGuests(2, ("ann",), "2026-02-07T20:00")
    >>> gather_guests([january, february, EveningGuests(3, ("Cy",), counts=False)])
    (EarlierGuest(name='ann', evenings=2, last='2026-02-07', last_game=2),
     EarlierGuest(name='Bob', evenings=1, last='2026-01-05', last_game=1),
     EarlierGuest(name='Cy', evenings=0, last='', last_game=0))
    """
    guests: dict[str, _Gathered] = {}
    for evening in sorted(evenings, key=lambda each: each.game, reverse=True):
        for name in evening.names:
            found = guests.setdefault(find_key(name), _Gathered(name))
            if evening.counts and evening not in found.games[-1:]:
                found.games.append(evening)
    gathered = (
        EarlierGuest(each.name, len(each.games), each.games[0].time[:10], each.games[0].game)
        if each.games
        else EarlierGuest(each.name, 0, "", 0)
        for each in guests.values()
    )
    return tuple(sorted(gathered, key=lambda guest: -guest.last_game))


def read_evenings(folder: Path, *, hide: bool = True) -> tuple[EveningGuests, ...]:
    """Return the evenings in a state directory with their guests, oldest first; none without a log.

    ``hide``: leave out names that stand for guests who were deleted.

    Raises
    ------
    pi_bunco.store.LogTrouble
        If the log cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    games: dict[int, list[str]] = {}
    try:
        with closing(open_to_read(path)) as database:
            for game, _, body in database.execute(_LINES):
                games.setdefault(game, []).append(body)
    except sqlite3.Error as error:
        raise explain_error(error, path) from error
    return tuple(
        _make_evening(game, lines, hide=hide) for game, lines in games.items() if lines != [DELETED_LINE]
    )


def read_imported_evenings(folder: Path, *, hide: bool = True) -> tuple[EveningGuests, ...]:
    """Return the evenings that came as files with their guests, in the order of their identities.

    They have no number in the log, so they have -1, -2 and so on. A damaged one has no guests. ``hide`` as
    for :func:`read_evenings`.
    """
    games = read_imported_games(folder)
    return tuple(_make_evening(number, lines, hide=hide) for number, lines in games.items())


def find_free_names(evenings: Iterable[EveningGuests], count: int) -> tuple[str, ...]:
    """Return so many names such as ``Guest 3`` that nobody has.

    >>> find_free_names([EveningGuests(1, ("Ann", "guest 1"))], 2)
    ('Guest 2', 'Guest 3')
    """
    taken = {find_key(name) for evening in evenings for name in evening.names}
    numbered = (f"Guest {number}" for number in range(1, len(taken) + count + 1))
    return tuple(name for name in numbered if find_key(name) not in taken)[:count]


def _make_evening(game: int, texts: list[str], *, hide: bool) -> EveningGuests:
    lines = [_read_line(text) for text in texts if '"tables"' in text or '"waiting"' in text]
    header = lines[0] if lines else {}
    time, sheet = header.get("time"), header.get("sheet")
    hidden = set(list_forgotten(header)) if hide else set()
    names = dict.fromkeys(
        clean
        for line in lines
        for name in _list_names(line)
        if name not in hidden and not is_ghost(name) and (clean := clean_name(name))
    )
    title = sheet.get("title") if isinstance(sheet, dict) else header.get("rules")
    tables = header.get("tables")
    return EveningGuests(
        game,
        tuple(names),
        time if isinstance(time, str) else "",
        len(texts) > 1 and not any(MOCK in text for text in texts),
        str(title),
        len(tables) if isinstance(tables, list) else 0,
    )


def _read_line(text: str) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        line = json.loads(text)
        if isinstance(line, dict):
            return line
    return {}


def _list_names(line: dict[str, Any]) -> Iterator[str]:
    """Yield the names at tables, of guests who wait, and of those who are away."""
    tables = line.get("tables")
    groups = (
        (*tables, line.get("waiting"), line.get("away"))
        if isinstance(tables, list)
        else (
            line.get("waiting"),
            line.get("away"),
        )
    )
    for group in groups:
        if isinstance(group, list):
            yield from (name for name in group if isinstance(name, str))
