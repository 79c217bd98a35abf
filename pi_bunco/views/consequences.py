"""What a correction would change, in sentences. People read them before they confirm it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.corrections import Preview
from pi_bunco.game.keep_end import EndNotKept
from pi_bunco.rules.night import Consequences, compare
from pi_bunco.rules.night.consequences import (
    CardChange,
    HolderChange,
    TableChange,
    ThrowChange,
    ThrowPlace,
)
from pi_bunco.rules.result import TableResult
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.words import format_dice, join_names, join_some_names, name_award, say_card_count
from pi_bunco.sentences import Sentence, say, say_count, say_series
from pi_bunco.views.rounds import find_throw

MAX_NAMED = 12
"""The most throws that are listed by name if they would count elsewhere, or no longer. The others are only
counted."""


@dataclass(frozen=True, slots=True)
class KeptEndView:
    """Whether a correction can keep the end of a round that it would open again.

    Attributes
    ----------
    possible
        Whether it can.
    reason
        Why it cannot, in a sentence; ``""`` if it can.
    changes
        What it would change then, a sentence each.
    """

    possible: bool
    reason: str = ""
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConsequencesView:
    """What a correction would change.

    Attributes
    ----------
    past
        Whether it changes a round that is over, a seat, or which throws count.
    leaves
        Whether later throws would lose their place in the game.
    changes
        Each change as a sentence.
    end
        Whether the end of its round can be kept; ``None`` if the correction opens no round again.
    """

    past: bool
    leaves: bool
    changes: tuple[str, ...]
    end: KeptEndView | None = None


def make_consequences_view(
    consequences: Consequences, lost: Sequence[str] = (), end: KeptEndView | None = None
) -> ConsequencesView:
    """Return the changes in sentences. The most serious ones come first.

    Parameters
    ----------
    consequences
        What the correction would change.
    lost
        The throws that would no longer count, in words (see :func:`name_throws`).
    end
        Whether the end of its round can be kept.

    >>> make_consequences_view(Consequences(unused=(9, 12)), ("Bob 1-3-3",)).changes
    ('1 later throw no longer counts: Bob 1-3-3.', '1 other later entry no longer counts.')
    """
    changes = tuple(_list_sentences(consequences, lost))
    return ConsequencesView(consequences.past, bool(lost), changes, end)


def make_kept_end_view(preview: Preview) -> KeptEndView | None:
    """Return whether a correction can keep the end of its round, ``None`` if it opens no round again.

    Any thread may call this.
    """
    try:
        kept = preview.keep_end()
    except EndNotKept as refused:
        return KeptEndView(possible=False, reason=refused.text)
    if kept is None:
        return None
    changes = tuple(_list_sentences(compare(preview.game, kept.game), ()))
    return KeptEndView(possible=True, changes=changes or (say("Nothing else changes."),))


def name_throws(book: Book, numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the throws among these events: the first twelve as text, the others as ``""``."""
    throws = [seq for seq in numbers if book.get_line(seq).dice is not None]
    return tuple(_name_throw(book, seq) if at < MAX_NAMED else "" for at, seq in enumerate(throws))


def _name_throw(book: Book, seq: int) -> str:
    found = find_throw(book, book.find_table(seq), seq)
    if found is None:
        return say("a throw")
    dice = "-".join(map(str, found.thrown.dice))
    return say("{name} {dice}", name=found.thrown.thrower, dice=dice) if found.thrown.thrower else dice


def _list_sentences(consequences: Consequences, lost: Sequence[str]) -> Iterator[Sentence]:
    yield from map(_describe_table, consequences.tables)
    if lost:
        named = say_series(lost if len(lost) <= MAX_NAMED else (*lost[:MAX_NAMED], say("and others")))
        yield say_count(
            "{count} later throw no longer counts: {throws}.",
            "{count} later throws no longer count: {throws}.",
            len(lost),
            throws=named,
        )
    if others := len(consequences.unused) - len(lost):
        yield say_count(
            "{count} other later entry no longer counts.",
            "{count} other later entries no longer count.",
            others,
        )
    yield from _list_throws(consequences.throws)
    if consequences.chairs:
        yield say(
            "Other seats for {names}.", names=join_some_names(change.name for change in consequences.chairs)
        )
    yield from map(_describe_holder, consequences.holders)
    yield from map(_describe_card, consequences.cards)
    listed = {change.seq for change in consequences.throws}
    if again := sum(seq not in listed for seq in consequences.used_again):
        yield say_count("{count} later event counts again.", "{count} later events count again.", again)


def _list_throws(changes: Sequence[ThrowChange]) -> Iterator[Sentence]:
    yield from map(_describe_throw, changes[:MAX_NAMED])
    if (others := len(changes) - MAX_NAMED) > 0:
        yield say_count(
            "{count} other throw also counts elsewhere or differently.",
            "{count} other throws also count elsewhere or differently.",
            others,
        )


def _describe_throw(change: ThrowChange) -> Sentence:
    before, after = change.before, change.after
    dice, now = format_dice(after.dice), _describe_place(after, before)
    if before is None:
        return say("{dice} at table {table} counts again: {now}.", dice=dice, table=after.table, now=now)
    return say(
        "{dice} at table {table}: {now} (before: {before}).",
        dice=dice,
        table=after.table,
        now=now,
        before=_describe_place(before, after),
    )


def _describe_place(place: ThrowPlace, other: ThrowPlace | None) -> Sentence:
    """Return for whom a throw counts, where and how much, with what distinguishes it from ``other``."""
    who: str = place.thrower
    partners = [name for name in place.side if name != place.thrower]
    if partners and other and other.thrower == place.thrower and other.side != place.side:
        who = say("{name} with {partners}", name=place.thrower, partners=join_names(partners))
    points = say("+{points}", points=place.points) if place.points else say("no points")
    if place.points < 0:
        points = say("−{points}", points=-place.points)
    at = place.round
    if place.rolloff:
        return say("{name} in the roll-off of round {round} for {points}", name=who, round=at, points=points)
    if place.semi_final:
        return say(
            "{name} in round {round} of the semi-final for {points}", name=who, round=at, points=points
        )
    if other and other.set != place.set:
        return say(
            "{name} in set {set}, round {round} for {points}",
            name=who,
            set=place.set,
            round=at,
            points=points,
        )
    return say("{name} in round {round} for {points}", name=who, round=at, points=points)


def _describe_table(change: TableChange) -> Sentence:
    table, at = change.table, change.round
    where = say("Table {table} in set {set}, round {round}", table=table, set=change.set, round=at)
    if change.semi_final:
        where = say("Table {table} in the semi-final, round {round}", table=table, round=at)
    if change.after is None:
        return say("{where} is not over any more.", where=where)
    after = _describe_result(change.after)
    if change.before is None:
        return say("{where} is over: {after}.", where=where, after=after)
    before = _describe_result(change.before)
    return say("{where}: {after} (before: {before}).", where=where, after=after, before=before)


def _describe_result(table: TableResult) -> Sentence:
    scores, *others = (str(table.scores[side.players[0]]) for side in table.sides)
    for score in others:
        scores = say("{scores} to {score}", scores=scores, score=score)
    if table.winners:
        return say("{winners} won {scores}", winners=join_names(table.winners), scores=scores)
    return say("nobody won {scores}", scores=scores)


def _describe_holder(change: HolderChange) -> Sentence:
    return say(
        "{prize} goes to {after} instead of {before}.",
        prize=_name_prize(change.held),
        after=_name_holders(change.after),
        before=_name_holders(change.before),
    )


def _name_prize(prize: int | Award | str) -> Sentence:
    if isinstance(prize, Award):
        return say("“{award}”", award=name_award(prize))
    return say("Set {set}", set=prize) if isinstance(prize, int) else say("The grand prize")


def _name_holders(holders: Sequence[str]) -> Sentence:
    return join_names(holders) if holders else say("nobody")


def _describe_card(change: CardChange) -> Sentence:
    parts = [_say_difference(what, number) for what, number in asdict(change.more).items() if number]
    return say("{name}: {changes}.", name=change.name, changes=say_series(parts))


def _say_difference(what: str, number: int) -> Sentence:
    changed = say_card_count(what, abs(number))
    return say("{things} more", things=changed) if number > 0 else say("{things} fewer", things=changed)
