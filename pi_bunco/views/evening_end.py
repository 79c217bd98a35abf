"""When the evening will probably end: from the usual length of a round, and from this room's own pace so far.

A round's usual length is that of many simulated ones. What the room itself takes counts more with each round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pi_bunco.chance.party import SECONDS_PER_THROW
from pi_bunco.game.book import Book
from pi_bunco.game.moment import find_moment
from pi_bunco.rules import Sheet
from pi_bunco.sentences import say
from pi_bunco.views.pace import read_time

WEIGHT = 2
"""The usual length counts as much as this many rounds of the room."""
USUAL_GAP = 90.0
"""Seconds from the end of a round to the next bell, before the room has shown its own."""
USUAL_BREAK = 900.0
"""Seconds of a break whose length nobody has chosen."""
FINAL_SECONDS = 216 * SECONDS_PER_THROW
"""Seconds of a final: three ones come once in 216 throws."""
LONGEST = 3600.0
"""A round or a gap that lasts longer than this says nothing about the others, in seconds."""
MOST_ROUNDS = 200
"""Beyond this many rounds, nobody can say when an evening ends."""
_MINUTE = 60
_FAR_MINUTES = 90  # what is farther away than this is said in steps of ten minutes


@dataclass(frozen=True, slots=True)
class EveningEnd:
    """When the evening will probably end, in seconds since 1970, and whether its own rounds say so."""

    at: float
    is_own: bool


def estimate_end(book: Book, usual: float, break_ends: float | None, now: float) -> EveningEnd | None:
    """Return when the evening will probably end; ``None``: it is over, or nobody can say.

    Parameters
    ----------
    book
        The game.
    usual
        The usual length of a round, in seconds.
    break_ends
        When the present break ends, ``None`` if that is not known.
    now
        The present time. All times are in seconds since 1970.
    """
    moment, game = find_moment(book), book.game
    targets = game.sheet.targets
    done, total = len(game.finished), game.header.sets * len(targets)
    if moment.part == "over" or total > MOST_ROUNDS:
        return None
    rounds, gaps = _list_lengths(book)
    length, gap = _blend(usual, rounds), _blend(USUAL_GAP, gaps)
    left = total - done
    if game.sheet.finals:
        left += len(targets) - (len(book.played.finished) if book.seq_offset else 0)
    seconds = left * (length + gap) + sum(
        game.sheet.break_before_finals * _MINUTE if after == total and game.sheet.break_before_finals
        else USUAL_BREAK for after in range(done + 1, total + 1) if _has_break(game.sheet, after, total)
    )  # fmt: skip
    seconds += FINAL_SECONDS if game.sheet.finals else 0.0
    began = read_time(book, book.last_bell)
    if book.played.status == "playing" and began is not None:
        seconds -= min(max(now - began, 0.0), length)
    if moment.pause:
        since = read_time(book, moment.pause.since) or now
        seconds += max((break_ends or since + USUAL_BREAK) - now, 0.0)
    return EveningEnd(now + seconds, is_own=len(rounds) >= WEIGHT)


def say_end(end: EveningEnd | None, now: float) -> str:
    """Return when the evening will probably end, in words that admit doubt; ``""``: nobody can say.

    >>> say_end(EveningEnd(76_500.0, is_own=True), 76_000.0)[:34]
    'At this pace the evening ends at a'
    """
    if end is None:
        return ""
    step = _MINUTE * (10 if end.at - now > _FAR_MINUTES * _MINUTE else 5)
    at = datetime.fromtimestamp(step * round(end.at / step), UTC).astimezone()
    clock = at.strftime("%H:%M")
    if end.is_own:
        return say("At this pace the evening ends at about {time}.", time=clock)
    return say("The evening will perhaps end at about {time}.", time=clock)


def _has_break(sheet: Sheet, after: int, total: int) -> bool:
    """Return whether a break that somebody waits for follows this round of the game, from 1."""
    if after == total:
        return sheet.break_before_finals is not None
    return sheet.targets[(after - 1) % len(sheet.targets)] in sheet.breaks


def _list_lengths(book: Book) -> tuple[list[float], list[float]]:
    """Return how long each finished round of the game was, and each gap after one that no break follows."""
    game = book.game
    total = game.header.sets * len(game.sheet.targets)
    bells = [read_time(book, seq) for seq in book.list_bells()]
    rounds, gaps = [], []
    for at, done in enumerate(game.finished):
        last = [table.throws[-1].seq for table in done.tables if table.throws]
        bell, next_bell = bells[at], bells[at + 1] if at + 1 < len(bells) else None
        end = max((read_time(book, seq) or 0.0 for seq in last), default=None)
        if bell is None or end is None:  # it was counted on paper
            continue
        # A throw that was put in later has a later time, but its round was over before the next bell.
        end = min(end, next_bell or end)
        rounds.append(end - bell)
        if next_bell is not None and not _has_break(game.sheet, at + 1, total):
            gaps.append(next_bell - end)
    return _keep_likely(rounds), _keep_likely(gaps)


def _keep_likely(seconds: Sequence[float]) -> list[float]:
    """Return the lengths without those of a clock that was put right, or of a table that was switched off."""
    return [each for each in seconds if 0 < each < LONGEST]


def _blend(usual: float, own: Sequence[float]) -> float:
    """Return the length to expect: the usual one counts as some of the room's own.

    >>> _blend(300.0, []), _blend(300.0, [200.0, 200.0])
    (300.0, 250.0)
    """
    return (WEIGHT * usual + sum(own)) / (WEIGHT + len(own))
