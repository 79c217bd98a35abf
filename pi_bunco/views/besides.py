"""Throws beside those of the rounds: die-offs, roll-offs of a set, dice for places, and the final."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD, Line
from pi_bunco.game.moment import Phase, get_table_moment
from pi_bunco.rules import Dice, Kind
from pi_bunco.rules.events import DieOff, Other
from pi_bunco.rules.night import OUTSIDE_THROWS, SetResult
from pi_bunco.rules.rolloff import WINNING_DIE
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import Sentence, say, say_list, say_series
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.throws import ThrowWords, join_words, list_common_values
from pi_bunco.views.words import say_who_throws


def list_besides(book: Book, table: int, numbers: Iterable[int]) -> tuple[ThrowView, ...]:
    """Return the throws of a table beside those of its rounds that count, oldest first.

    Parameters
    ----------
    book
        The game.
    table
        The number of the table.
    numbers
        The numbers of the events to look at, in their order.
    """
    found = [seq for seq in numbers if is_besides(book.get_line(seq)) and book.is_at(seq, table)]
    if not found:
        return ()  # a round is played, and nobody needs to know what the night needs
    gone, ignored, by_number = book.gone, book.night.ignored, {each.seq: each for each in _list_alone(book)}
    return tuple(
        _make_one_of(book, seq, by_number) for seq in found if seq not in gone and seq not in ignored
    )


def is_besides(line: Line) -> bool:
    """Return whether a line is a throw of one die each, or a throw outside the rounds."""
    return line.is_throw and (isinstance(line.event, DieOff) or line.name in OUTSIDE_THROWS)


def find_set(line: Line) -> int | None:
    """Return the set that a throw of a set's roll-off decides, ``None`` for every other line."""
    if not isinstance(line.event, Other) or line.name not in ("boxed:order", "boxed:throw"):
        return None
    number = line.event.raw.get("set")
    return number if type(number) is int else None


def _make_one_of(book: Book, seq: int, by_number: Mapping[int, "_OutsideThrow"]) -> ThrowView:
    if seq in by_number:
        return _make_outside_throw(book, by_number[seq], last=False)
    return _make_one_each(book, seq, cast("Mapping[str, int]", book.find_dice(seq)))


def _make_one_each(book: Book, seq: int, dice: Mapping[str, int]) -> ThrowView:
    line, names = book.get_line(seq), tuple(dice)
    text = say_series([say("{name} {die}", name=name, die=die) for name, die in dice.items()])
    is_order = line.name == "final:order"  # every face counts there, and no die is a hit
    return ThrowView(
        seq=seq,
        thrower=say_list(names),
        side=0,
        dice=(*dice.values(),),
        hits=tuple(die == WINNING_DIE and not is_order for die in dice.values()),
        points=0,
        kind="nothing",
        corrected=(*dice.values(),) != line.faces,
        rolloff=True,
        owners=names,
        purpose=_say_purpose(line),
        **list_common_values(line, ThrowWords(text, text)),
    )


def _say_purpose(line: Line) -> Sentence:
    """Return what a throw decides that is none of three dice in a round."""
    raw = line.event.raw if isinstance(line.event, Other) else {}
    match line.name:
        case "boxed:order":
            return say("The order of the roll-off for set {set}", set=raw.get("set"))
        case "boxed:throw":
            return say("Roll-off for set {set}", set=raw.get("set"))
        case "tournament:die_off":
            return say("A place in the semi-final") if "group" in raw else say("A place at the final table")
        case "final:order":
            return say("The order of the final")
        case "final:throw":
            return say("The final")
        case _:
            return say("The tie of the round, one die each")


PHASE_TARGETS: dict[Phase, int] = {"order": LAST_TARGET, "set_rolloff": LAST_TARGET, "final": 1}
"""The target of each phase outside the rounds. Throws for the order have none: their totals decide."""


def list_outside_rounds(book: Book, phase: Phase) -> tuple[ThrowView, ...]:
    """Return the throws of a set's roll-off or of the final, the current or the last one, oldest first."""
    finals, sets = book.night.finals, book.night.sets
    if phase == "final" or (phase == "over" and finals):
        throws = _list_final_throws(book)
    elif phase in ("order", "set_rolloff") or (phase == "over" and sets and sets[-1].throws):
        throws = _list_set_throws(next((each for each in sets if each.ask), sets[-1]))
    else:
        throws = []
    return tuple(_make_outside_throw(book, each, last=each is throws[-1]) for each in throws)


class _OutsideThrow(NamedTuple):
    """A throw outside the rounds. Its target is 0 if its total counts."""

    seq: int
    thrower: str
    dice: Dice
    points: int
    target: int


def _list_set_throws(result: SetResult) -> list[_OutsideThrow]:
    """Return the throws for the order until it is found, then those of the roll-off."""
    return [*_list_order_throws(result)] if result.order is None else [*_list_rolloff_throws(result)]


def _list_order_throws(result: SetResult) -> Iterator[_OutsideThrow]:
    for seq, name, dice in result.order_throws:
        yield _OutsideThrow(seq, name, dice, points=sum(dice), target=0)


def _list_rolloff_throws(result: SetResult) -> Iterator[_OutsideThrow]:
    for each in result.throws:
        yield _OutsideThrow(*each, target=LAST_TARGET)


def _list_final_throws(book: Book) -> list[_OutsideThrow]:
    finals = book.night.finals
    return [_OutsideThrow(*each, points=0, target=1) for each in finals.throws] if finals else []


def _list_alone(book: Book) -> Iterator[_OutsideThrow]:
    """Yield all throws of three dice outside the rounds."""
    for result in book.night.sets:
        yield from _list_order_throws(result)
        yield from _list_rolloff_throws(result)
    yield from _list_final_throws(book)


def _make_outside_throw(book: Book, thrown: _OutsideThrow, *, last: bool) -> ThrowView:
    line, sides = book.get_line(thrown.seq), book.played.tables[0].sides
    kind: Kind = "points" if thrown.points else "nothing"
    return ThrowView(
        seq=thrown.seq,
        thrower=thrown.thrower,
        side=next((number for number, side in enumerate(sides) if thrown.thrower in side.players), 0),
        dice=thrown.dice,
        hits=tuple(die == thrown.target for die in thrown.dice),
        points=thrown.points,
        kind="bunco" if _is_bunco(thrown) else kind,
        corrected=thrown.dice != line.faces,
        rolloff=True,
        purpose=_say_purpose(line),
        **list_common_values(line, _describe_outside_throw(book, thrown, last=last)),
    )


def _is_bunco(thrown: _OutsideThrow) -> bool:
    return thrown.dice == (thrown.target,) * 3


def _describe_outside_throw(book: Book, thrown: _OutsideThrow, *, last: bool) -> ThrowWords:
    points = thrown.points
    if not thrown.target:
        headline = say("Total {total}", total=points)
    elif _is_bunco(thrown):
        headline = say("Bunco! +{points}", points=points) if points else say("Three ones!")
    elif points:
        headline = say("+{points}", points=points)
    else:
        headline = say("No points") if thrown.target == LAST_TARGET else say("Not yet")
    thrower = get_table_moment(book, HEAD).thrower if last else None
    if thrower is None:
        return join_words(headline, None)
    return join_words(headline, say_who_throws(thrower, again=thrower == thrown.thrower))
