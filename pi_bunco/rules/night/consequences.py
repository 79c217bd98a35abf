"""What an event would change in the past, to show people before they decide to log it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from pi_bunco.rules import Award, Card, Event, Game, Misfit, Other, RoundResult, TableResult, is_ghost
from pi_bunco.rules.header import Seats
from pi_bunco.rules.night.night import Night, find_misfit, read_night
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
    holders
        Sets, awards and the grand prize that would go to others.
    """

    tables: tuple[TableChange, ...] = ()
    chairs: tuple[ChairChange, ...] = ()
    cards: tuple[CardChange, ...] = ()
    unused: tuple[int, ...] = ()
    used_again: tuple[int, ...] = ()
    holders: tuple[HolderChange, ...] = ()

    @property
    def past(self) -> bool:
        """Whether it changes a finished round, a seat, or whether other events count."""
        return bool(self.tables or self.chairs or self.unused or self.used_again)


def preview_consequences(game: Game, event: Event) -> Consequences:
    """Return what an event would change; the game stays as it is.

    Parameters
    ----------
    game
        The game.
    event
        The event that somebody wants to log.

    Raises
    ------
    Misfit
        If it does not fit.

    >>> from pi_bunco.rules import Bell, Correct, Header, Throw
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> game = Game(Header.parse(header))
    >>> for event in Bell(), Throw(1, (1, 1, 1)), Bell(), Throw(1, (2, 2, 5)):
    ...     _ = game.push(event)
    >>> preview = preview_consequences(game, Correct(2, (1, 1, 6)))     # no bunco: the first round goes on
    >>> [(change.round, change.before.winners, change.after) for change in preview.tables]
    [(1, ('Ann', 'Cy'), None)]
    >>> preview.unused, preview.cards[0].name, preview.cards[0].more.buncos
    ((3,), 'Ann', -1)
    """
    after = game.copy()
    if isinstance(event, Other) and (reason := find_misfit(after, event)):
        raise Misfit(reason)
    after.push(event)
    return compare(game, after)


def compare(before: Game, after: Game) -> Consequences:
    """Return the differences between two games with almost the same record."""
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
        tuple(_compare_holders(night, night_after)),
    )


def _compare_tables(
    before: Sequence[RoundResult], after: Sequence[RoundResult], *, semi_final: bool = False
) -> Iterator[TableChange]:
    known = {(each.set, each.round): each for each in before}
    known_after = {(each.set, each.round): each for each in after}
    for when in sorted(known.keys() | known_after.keys()):
        one, other = known.get(when), known_after.get(when)
        if one is other:
            continue  # nothing has changed up to here, so the round was not read again
        tables = {at.table: at for at in one.tables} if one else {}
        tables_then = {at.table: at for at in other.tables} if other else {}
        for number in sorted(tables.keys() | tables_then.keys()):
            was, becomes = tables.get(number), tables_then.get(number)
            if _describe_outcome(was) != _describe_outcome(becomes):
                yield TableChange(*when, number, was, becomes, semi_final)


def _describe_outcome(table: TableResult | None) -> object:
    return table and (dict(table.scores), table.winners, table.rolloff)


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
            more = (getattr(card_after, one.name) - getattr(card, one.name) for one in fields(Card))
            yield CardChange(name, Card(*more))


def _compare_holders(night: Night, night_after: Night) -> Iterator[HolderChange]:
    sets, sets_after = ({one.set: one.winners for one in at.sets} for at in (night, night_after))
    for number in sorted(sets.keys() | sets_after.keys()):
        if sets.get(number, ()) != sets_after.get(number, ()):
            yield HolderChange(number, sets.get(number, ()), sets_after.get(number, ()))
    for one, other in zip(night.awards, night_after.awards, strict=False):
        holders, holders_after = (
            at.winners or tuple(say("group {group}", group=group) for group in at.winning_groups)
            for at in (one, other)
        )
        if holders != holders_after:
            yield HolderChange(one.award, holders, holders_after)
    prize, prize_after = (
        (at.finals.grand_prize,) if at.finals and at.finals.grand_prize else () for at in (night, night_after)
    )
    if prize != prize_after:
        yield HolderChange("grand prize", prize, prize_after)
