"""Earlier rounds: the throws at a table in each, and throws that do not count."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pi_bunco.game.book import Book
from pi_bunco.game.round_key import RoundKey
from pi_bunco.rules import RoundResult, Thrown
from pi_bunco.rules.events import Missed
from pi_bunco.rules.scoring import make_score_table
from pi_bunco.sentences import say, say_list
from pi_bunco.views.besides import find_set, is_besides, list_besides
from pi_bunco.views.table import RoundLine, Sides
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.throws import make_past_throw, make_uncounted_throw
from pi_bunco.views.words import join_scores


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round at a table.

    Attributes
    ----------
    key
        Which round it is.
    bell
        The number of the bell that began it.
    sides
        Each side's players and score.
    winners
        Who won; nobody until it is decided and cannot change any more.
    rolloff
        Whether a roll-off decided it.
    throws
        Its throws, oldest first.
    besides
        The tries of its die-offs, and what was thrown after it outside the rounds, oldest first.
    removed
        The throws that somebody removed because they did not happen, oldest first.
    tallied
        Whether the table counted it on paper.
    before, after
        The rounds before and after it; ``None``: there is none.
    table, tables
        The table, and how many played it.
    """

    key: RoundKey
    bell: int
    sides: Sides
    winners: tuple[str, ...]
    rolloff: bool
    throws: tuple[ThrowView, ...]
    besides: tuple[ThrowView, ...]
    removed: tuple[ThrowView, ...]
    tallied: bool
    before: RoundKey | None
    after: RoundKey | None
    table: int
    tables: int


@dataclass(frozen=True, slots=True)
class FoundThrow:
    """A throw that somebody may correct.

    Attributes
    ----------
    thrown
        The throw.
    key
        The round of the throw, or the last one before a throw outside the rounds; ``None``: in no round.
    past
        Whether it is from an earlier round. Then somebody has to confirm a correction.
    uncounted
        Why it does not count; ``""`` if it does.
    removed
        Whether somebody removed it because it did not happen.
    called
        Whether it counts as called; ``None`` if it need not be called to count.
    """

    thrown: ThrowView
    key: RoundKey | None
    past: bool = False
    uncounted: str = ""
    removed: bool = False
    called: bool | None = None


def find_round(book: Book, table: int, key: RoundKey) -> RoundView | None:
    """Return a round at a table, ``None`` if it was not played there."""
    rounds = list(_list_rounds(book))
    keys = [round_key for round_key, _, _ in rounds]
    if key not in keys:
        return None
    index = keys.index(key)
    _, seq_offset, done = rounds[index]
    if table > len(done.tables):
        return None
    at = done.tables[table - 1]
    numbers = _list_numbers(book)[index]
    return RoundView(
        key=key,
        bell=numbers.start,
        sides=tuple((side.players, at.scores[side.players[0]]) for side in at.sides),
        winners=() if index == len(rounds) - 1 and book.is_open(table) else at.winners,
        rolloff=at.rolloff,
        throws=tuple(make_past_throw(book, seq_offset, thrown) for thrown in at.throws),
        besides=_list_besides(book, table, key, numbers),
        removed=tuple(_list_removed(book, table, numbers)),
        tallied=at.tally is not None,
        before=keys[index - 1] if index else None,
        after=keys[index + 1] if index + 1 < len(keys) else None,
        table=table,
        tables=len(done.tables),
    )


def find_throw(book: Book, table: int, seq: int) -> FoundThrow | None:
    """Return a throw at a table by its number, ``None`` if there is none.

    Throws that do not count are found too: throws that lost their place through a correction, and throws that
    did not happen.
    """
    past = seq < book.last_bell
    if 0 < seq < book.next_seq and is_besides(book.get_line(seq)):
        for (key, _, _), numbers in zip(_list_rounds(book), _list_numbers(book), strict=True):
            besides = _list_besides(book, table, key, numbers)
            if thrown := next((throw for throw in besides if throw.seq == seq), None):
                return FoundThrow(thrown, key, past)
    for key, seq_offset, done in reversed(list(_list_rounds(book))):
        for counted in done.tables[table - 1].throws if table <= len(done.tables) else ():
            if counted.seq + seq_offset == seq:
                called = _find_called(book, done, counted)
                return FoundThrow(make_past_throw(book, seq_offset, counted), key, past, called=called)
    line = book.get_line(seq) if 0 < seq < book.next_seq and book.is_at(seq, table) else None
    if line is None or line.dice is None or line.is_correction:
        return None
    if seq in book.moved:
        return None
    removed = seq in book.game.voided
    thrown = make_uncounted_throw(book, seq)
    return FoundThrow(thrown, None, past, "" if removed else _explain_unused(book, seq), removed=removed)


def _find_called(book: Book, done: RoundResult, counted: Thrown) -> bool | None:
    """Return whether a throw counts as called, ``None`` if it need not be called to count."""
    game, options = book.game, book.game.header.options
    kind = make_score_table(game.sheet, done.round, options.cup)[counted.dice].kind
    if not options.calls or counted.rolloff or kind not in game.sheet.needs_call:
        return None
    return counted.score.kind == kind


def _explain_unused(book: Book, seq: int) -> str:
    game, number = book.game, seq
    if book.seq_offset and seq > book.seq_offset:
        game, seq = book.played, seq - book.seq_offset
    ignored = book.night.ignored if is_besides(book.get_line(number)) else {}
    return ignored.get(number) or game.reasons.get(seq, say("it belongs to no round"))


def _list_rounds(book: Book) -> Iterator[tuple[RoundKey, int, RoundResult]]:
    """Yield every round that has begun, oldest first.

    Each comes with its key and with the number to add to the numbers of its throws, because the throws of a
    semi-final are numbered from its own start.
    """
    for done in book.game.rounds:
        yield RoundKey(done.set, done.round), 0, done
    for done in book.played.rounds if book.seq_offset else ():
        yield RoundKey(done.set, done.round, semi_final=True), book.seq_offset, done


def _list_numbers(book: Book) -> list[range]:
    """Return for every round that has begun the numbers of the events from its bell to the next one."""
    count = len(book.game.rounds)
    bells = [*book.list_bells()[:count], *(book.list_bells(semi_final=True) if book.seq_offset else ())]
    return [range(*each) for each in pairwise((*bells, book.next_seq))]


def _list_besides(book: Book, table: int, key: RoundKey, numbers: range) -> tuple[ThrowView, ...]:
    """Return what was thrown at a table with one die each in a round, and outside the rounds after it.

    A roll-off of a set may come later, if a correction makes one necessary. It is with its set all the same.
    """
    last = {} if key.semi_final else {done.set: RoundKey(done.set, done.round) for done in book.game.rounds}

    def belongs(seq: int) -> bool:
        number = find_set(book.get_line(seq))
        return seq in numbers if number is None else last.get(number) == key

    return list_besides(book, table, filter(belongs, range(1, book.next_seq)))


def _list_removed(book: Book, table: int, numbers: range) -> Iterator[ThrowView]:
    """Yield the removed throws of a table whose place in the game is in a range of event numbers.

    A throw that was added later has a higher number than its place: its place is after the event that it
    follows.
    """
    for seq in sorted(book.game.voided - book.moved):
        line = book.get_line(seq)
        place = seq
        while isinstance((event := book.get_line(place).event), Missed):
            place = event.after
        is_throw = line.dice is not None and not line.is_correction
        if is_throw and place in numbers and book.is_at(seq, table):
            yield make_uncounted_throw(book, seq)


def say_result(line: RoundLine | None) -> str:
    r"""Return how a round ended at a table, in words; ``""`` if it has not.

    >>> say_result(RoundLine(1, 2, ((("Ann", "Cy"), 21), (("Bob", "Di"), 8)), ("Ann", "Cy"), rolloff=False))
    'Ann and Cy won 21\xa0:\xa08'
    """
    if line is None or not line.winners:
        return ""
    sides = sorted(line.sides, key=lambda side: side[0][0] not in line.winners)  # the winners first
    scores = join_scores(score for _, score in sides)
    names = say_list(line.winners)
    if line.rolloff:
        return say("{names} won {scores} after a roll-off", names=names, scores=scores)
    return say("{names} won {scores}", names=names, scores=scores)
