"""Finds the place of a late throw in the round that its sender saw, and whether it would change a result."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.keep_end import play_on
from pi_bunco.game.lines import Line
from pi_bunco.game.seen import SeenMoment
from pi_bunco.game.throw_lines import make_missed_line
from pi_bunco.rules import Dice, Game, RoundResult, TableResult, Thrown
from pi_bunco.rules.events import Missed
from pi_bunco.rules.night import read_night


@dataclass(frozen=True, slots=True)
class LatePlace:
    """The place of a late throw.

    Attributes
    ----------
    line
        The line that adds the throw, just before the event that stopped its table.
    after
        The event after which it stands.
    throws
        The numbers of the table's throws in that round, apart from its roll-off.
    passed
        Whether the next bell has rung since then.
    """

    line: Line
    after: int
    throws: tuple[int, ...]
    passed: bool


def find_late_place(
    book: Book, table: int, seen: SeenMoment, dice: Dice, *, far: bool = False
) -> LatePlace | None:
    """Return the place of a throw just before its table stopped in a round, ``None`` if none fits there.

    ``far``: it comes from another Pi. Its throws come in order, so this one stands after all earlier ones.
    """
    at = seen.at
    bells = book.list_bells(semi_final=at.semi_final)
    game = book.played if at.semi_final else book.game
    targets = game.sheet.targets
    number = (at.set - 1) * len(targets) + at.round - targets[0]
    if number >= len(bells) or (at.semi_final and not book.seq_offset):
        return None
    result = _find_result(game.rounds[number], table)
    if result is None or result.tally is not None:
        return None
    offset = book.seq_offset if at.semi_final else 0
    bell = bells[number]
    throws = tuple(throw.seq + offset for throw in result.throws if not throw.rolloff)
    thrown = (bell, *throws)
    rolled_off = [throw.seq + offset for throw in result.throws if throw.rolloff]
    end = min((*bells[number + 1 : number + 2], *rolled_off, book.next_seq))

    def fits(after: int) -> bool:
        line = make_missed_line(book, table, after, dice)
        throw = find_throw(book, line) if line else None
        return throw is not None and not throw.rolloff

    # A throw fits from the table's last throw up to its stop, or before that throw if it stopped the table.
    after = _find_last(_list_from(book, thrown[-1], end), fits)
    if after is None and len(thrown) > 1 and not (far and _is_far(book, thrown[-1])):
        after = _find_last(_list_from(book, thrown[-2], _find_root(book, thrown[-1])), fits)
    line = None if after is None else make_missed_line(book, table, after, dice)
    if after is None or line is None:
        return None
    return LatePlace(line, after, throws, passed=book.last_bell != bell)


def keeps_results(book: Book, line: Line, apart: Collection[int] = ()) -> bool:
    """Return whether a throw would leave every decided table, and every event that follows, as it is.

    The tables ``apart`` may change in the last round, but no throw may become another one, such as one of the
    next player. Only the table of the line may have other throws then, if it is apart.
    """
    before, after, own = book.game, play_on(book.game, line), getattr(line.event, "table", None)
    if set(after.unused) - set(before.unused):
        return False
    for game, game_after in zip(_list_stages(before), _list_stages(after), strict=True):
        if set(game_after.unused) - set(game.unused):
            return False
        rounds = game.rounds
        for played, played_after in zip(rounds, game_after.rounds, strict=False):
            may_change = apart if played is rounds[-1] else ()
            for number, (table, table_after) in enumerate(
                zip(played.tables, played_after.tables, strict=True), 1
            ):
                if (number != own or number not in may_change) and not _has_throws_of(table_after, table):
                    return False
                if number in may_change or not table.winners:
                    continue
                if _describe_outcome(table) != _describe_outcome(table_after):
                    return False
    return True


def find_last_sent(book: Book, table: int, after: int) -> int:
    """Return the last throw from another Pi after an event of the same round, or the event if there is none.

    Dice of another Pi that have waited stand after all that it has sent before them.
    """
    for stage, offset in zip(_list_stages(book.game), (0, book.seq_offset), strict=False):
        place = {number + offset: at for at, number in enumerate((0, *stage.order))}
        if after not in place:
            continue
        bells = book.list_bells(semi_final=bool(offset))
        end = min((place[bell] for bell in bells if place[bell] > place[after]), default=len(place))
        own = [
            throw.seq + offset
            for played in stage.rounds
            for here in played.tables[table - 1 : table]
            for throw in here.throws
            if not throw.rolloff
            and place[after] < place[throw.seq + offset] < end
            and _is_far(book, throw.seq + offset)
        ]
        return max(own, key=place.__getitem__, default=after)
    return after


def find_throw(book: Book, line: Line) -> Thrown | None:
    """Return the throw that a line would add to the game, ``None`` if it would not count."""
    seq, stages = book.next_seq, _list_stages(play_on(book.game, line))
    return next(
        (
            throw
            for stage, offset in zip(stages, (0, book.seq_offset), strict=False)
            for played in reversed(stage.rounds)
            for table in played.tables
            for throw in table.throws
            if throw.seq + offset == seq
        ),
        None,
    )


def _find_result(played: RoundResult, table: int) -> TableResult | None:
    return played.tables[table - 1] if table <= len(played.tables) else None


def _list_from(book: Book, first: int, end: int) -> list[int]:
    """Return event ``first``, and the events after it up to ``end``, in the order in which they happened.

    Other missed throws are left out: a throw after one of them counts just after the event that it names.
    """
    later = range(_find_root(book, first) + 1, end)
    return [first, *(number for number in later if not isinstance(book.get_line(number).event, Missed))]


def _find_root(book: Book, number: int) -> int:
    """Return the event itself, or the one after which a missed throw stands."""
    while number and isinstance(event := book.get_line(number).event, Missed):
        number = event.after
    return number


def _is_far(book: Book, number: int) -> bool:
    """Return whether a throw came from another Pi."""
    line = book.get_line(number)
    return bool(line.item or (line.answers and book.get_line(line.answers).item))


def _find_last(numbers: Sequence[int], fits: Callable[[int], bool]) -> int | None:
    """Return the last number that fits, if all that fit come first; ``None`` if none fits."""
    found = bisect_left(numbers, True, key=lambda number: not fits(number))  # noqa: FBT003 - the key is a bool
    return numbers[found - 1] if found else None


def _list_stages(game: Game) -> list[Game]:
    """Return the game, and its semi-final if it has begun."""
    finals = read_night(game).finals
    return [game, finals.semi_final] if finals and finals.semi_final else [game]


def _has_throws_of(after: TableResult, before: TableResult) -> bool:
    """Return whether a table still has each throw: by the same player, for the same points, in the round."""
    thrown = {throw.seq: throw for throw in after.throws}
    return all(thrown.get(throw.seq) == throw for throw in before.throws)


def _describe_outcome(table: TableResult) -> object:
    return dict(table.scores), table.winners, table.rolloff
