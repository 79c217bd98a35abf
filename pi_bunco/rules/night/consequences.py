"""What an event would change in the past, to show people before they decide to log it."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from pi_bunco.rules import Award, Card, Dice, Event, Game, Other, RoundResult, TableResult, is_ghost
from pi_bunco.rules.header import Seats
from pi_bunco.rules.night.night import Night, read_night
from pi_bunco.sentences import say

Names = tuple[str, ...]
Chair = tuple[int, int]
"""A table and a seat at it, both from 1."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A finished round whose result changes at one table; ``None``: there is no result before or after.

    ``semi_final``: whether it is a round of the semi-final.
    """

    set: int
    round: int
    table: int
    before: TableResult | None
    after: TableResult | None
    semi_final: bool = False


class ThrowPlace(NamedTuple):
    """Where a throw counts, for whom, and how much. A tuple, since a night has thousands of them.

    Attributes
    ----------
    semi_final
        Whether it is a throw of the semi-final.
    set, round, table
        The set, the round and the table, from 1.
    rolloff
        Whether it counts in the roll-off of the round.
    thrower
        Who threw it.
    side
        The players who score together, the thrower among them.
    dice
        What it shows.
    points
        What it scores.
    """

    semi_final: bool
    set: int
    round: int
    table: int
    rolloff: bool
    thrower: str
    side: Names
    dice: Dice
    points: int


@dataclass(frozen=True, slots=True)
class ThrowChange:
    """A throw that would count elsewhere, for others, or another number of points.

    ``seq`` is the number of its event. ``before`` is ``None`` if it does not count now.
    """

    seq: int
    before: ThrowPlace | None
    after: ThrowPlace


@dataclass(frozen=True, slots=True)
class ChairChange:
    """A player whose seat changes; ``None``: no seat."""

    name: str
    before: Chair | None
    after: Chair | None


@dataclass(frozen=True, slots=True)
class CardChange:
    """How many more wins, losses, buncos, minis and points are on a player's card; negative: fewer."""

    name: str
    more: Card


@dataclass(frozen=True, slots=True)
class HolderChange:
    """A change of who has won something: the set with this number, an award, or the grand prize."""

    held: int | Award | Literal["grand prize"]
    before: Names
    after: Names


@dataclass(frozen=True, slots=True)
class Consequences:
    """What an event would change.

    Attributes
    ----------
    tables
        The finished rounds whose results would change, by table.
    chairs
        The seats that would change.
    cards
        The score cards that would change.
    unused
        The numbers of the events that would no longer count.
    used_again
        The numbers of the events that would count again.
    throws
        The throws that would count elsewhere, for others, or another number of points, by their numbers. The
        throws that the event itself names or adds are not among them.
    holders
        Sets, awards and the grand prize that would go to others.
    """

    tables: tuple[TableChange, ...] = ()
    chairs: tuple[ChairChange, ...] = ()
    cards: tuple[CardChange, ...] = ()
    unused: tuple[int, ...] = ()
    used_again: tuple[int, ...] = ()
    throws: tuple[ThrowChange, ...] = ()
    holders: tuple[HolderChange, ...] = ()

    @property
    def past(self) -> bool:
        """Whether it changes a finished round, a seat, or whether other events count."""
        return bool(self.tables or self.chairs or self.unused or self.used_again)


def compare(before: Game, after: Game) -> Consequences:
    """Return what an event would change, from the game without it and the game with it.

    >>> from pi_bunco.rules import Bell, Correct, Header, Throw
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> before = Game(Header.parse(header))
    >>> for event in Bell(), Throw(1, (1, 1, 1)), Bell(), Throw(1, (2, 2, 5)):
    ...     _ = before.push(event)
    >>> after = before.copy()
    >>> _ = after.push(Correct(2, (1, 1, 6)))     # no bunco: the first round goes on
    >>> consequences = compare(before, after)
    >>> [(change.round, change.before.winners, change.after) for change in consequences.tables]
    [(1, ('Ann', 'Cy'), None)]
    >>> consequences.unused, consequences.cards[0].name, consequences.cards[0].more.buncos
    ((3,), 'Ann', -1)
    >>> [(change.seq, change.before.round, change.after.round) for change in consequences.throws]
    [(4, 2, 1)]
    """
    night, night_after = read_night(before), read_night(after)
    unused, unused_after = set(before.unused), set(after.unused)
    tables = [*_compare_tables(before.finished, after.finished)]
    semi_finals = [
        night.finals and night.finals.semi_final,
        night_after.finals and night_after.finals.semi_final,
    ]
    tables += _compare_tables(*(game.finished if game else () for game in semi_finals), semi_final=True)
    return Consequences(
        tuple(tables),
        tuple(_compare_chairs(before.seats, after.seats)),
        tuple(_compare_cards(before.players, after.players)),
        tuple(sorted(unused_after - unused)),
        tuple(sorted((unused - unused_after) - after.voided)),
        tuple(_compare_throws(before, after, night, night_after)),
        tuple(_compare_holders(night, night_after)),
    )


def _compare_tables(
    before: Sequence[RoundResult], after: Sequence[RoundResult], *, semi_final: bool = False
) -> Iterator[TableChange]:
    known = {(each.set, each.round): each for each in before}
    known_after = {(each.set, each.round): each for each in after}
    for when in sorted(known.keys() | known_after.keys()):
        result, result_after = known.get(when), known_after.get(when)
        if result is result_after:
            continue  # nothing has changed up to here, so the round was not read again
        tables = {table.table: table for table in result.tables} if result else {}
        tables_after = {table.table: table for table in result_after.tables} if result_after else {}
        for number in sorted(tables.keys() | tables_after.keys()):
            table, table_after = tables.get(number), tables_after.get(number)
            if _describe_outcome(table) != _describe_outcome(table_after):
                yield TableChange(*when, number, table, table_after, semi_final)


def _describe_outcome(table: TableResult | None) -> object:
    return table and (dict(table.scores), table.winners, table.rolloff)


def _compare_throws(before: Game, after: Game, night: Night, night_after: Night) -> Iterator[ThrowChange]:
    unchanged = {id(each) for each in before.finished} & {id(each) for each in after.finished}
    places, places_after = (
        _find_places(game, night, unchanged) for game, night in ((before, night), (after, night_after))
    )
    named = _find_named(after.events, len(before.events))
    for seq, place in sorted(places_after.items()):
        if seq not in named and (place_before := places.get(seq)) != place:
            yield ThrowChange(seq, place_before, place)


def _find_places(game: Game, night: Night, skipped: Container[int]) -> dict[int, ThrowPlace]:
    places = dict(list_places(game.rounds, skipped))
    finals = night.finals
    if finals and finals.semi_final and finals.seated:
        listed = list_places(finals.semi_final.rounds, semi_final=True)
        places.update((seq + finals.seated, place) for seq, place in listed)
    return places


def list_places(
    rounds: Sequence[RoundResult], skipped: Container[int] = (), *, semi_final: bool = False
) -> Iterator[tuple[int, ThrowPlace]]:
    """Yield where each throw of three dice counts in some rounds, after the number of its event.

    Parameters
    ----------
    rounds
        The rounds.
    skipped
        The identities of rounds to leave out.
    semi_final
        Whether they are rounds of the semi-final.
    """
    for played in rounds:
        for table in played.tables if id(played) not in skipped else ():
            where = semi_final, played.set, played.round, table.table
            sides = [side.players for side in table.sides]
            for seq, thrower, side, dice, score, _, rolloff, *_ in table.throws:
                yield seq, ThrowPlace(*where, rolloff, thrower, sides[side], dice, score.points)


def _find_named(events: Sequence[Event], known: int) -> set[int]:
    """Return the numbers of the events after the first ``known`` ones, and of those that they name."""
    named = {*range(known + 1, len(events) + 1)}
    for event in events[known:]:
        seq = _find_target(event)
        while seq is not None and 0 < seq <= len(events):
            named.add(seq)
            seq = _find_target(events[seq - 1])  # a void may name a void or a correction of a throw
    return named


def _find_target(event: Event) -> int | None:
    """Return the number of the event that a correction acts on, ``None`` if there is none."""
    seq = event.raw.get("seq") if isinstance(event, Other) else getattr(event, "seq", None)
    return seq if type(seq) is int else None


def _compare_chairs(before: Sequence[Seats], after: Sequence[Seats]) -> Iterator[ChairChange]:
    chairs, chairs_after = _find_chairs(before), _find_chairs(after)
    for name in dict.fromkeys((*chairs, *chairs_after)):
        if chairs.get(name) != chairs_after.get(name) and not is_ghost(name):
            yield ChairChange(name, chairs.get(name), chairs_after.get(name))


def _find_chairs(tables: Sequence[Seats]) -> dict[str, Chair]:
    return {
        name: (table, seat) for table, seats in enumerate(tables, 1) for seat, name in enumerate(seats, 1)
    }


def _compare_cards(before: Mapping[str, Card], after: Mapping[str, Card]) -> Iterator[CardChange]:
    for name in dict.fromkeys((*before, *after)):
        card, card_after = before.get(name, Card()), after.get(name, Card())
        if card != card_after:
            more = (getattr(card_after, count.name) - getattr(card, count.name) for count in fields(Card))
            yield CardChange(name, Card(*more))


def _compare_holders(night: Night, night_after: Night) -> Iterator[HolderChange]:
    sets, sets_after = ({result.set: result.winners for result in each.sets} for each in (night, night_after))
    for number in sorted(sets.keys() | sets_after.keys()):
        if sets.get(number, ()) != sets_after.get(number, ()):
            yield HolderChange(number, sets.get(number, ()), sets_after.get(number, ()))
    for award, award_after in zip(night.awards, night_after.awards, strict=False):
        holders, holders_after = (
            each.winners or tuple(say("group {group}", group=group) for group in each.winning_groups)
            for each in (award, award_after)
        )
        if holders != holders_after:
            yield HolderChange(award.award, holders, holders_after)
    prize, prize_after = (
        (each.finals.grand_prize,) if each.finals and each.finals.grand_prize else ()
        for each in (night, night_after)
    )
    if prize != prize_after:
        yield HolderChange("grand prize", prize, prize_after)
