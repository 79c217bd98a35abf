"""The moment: what happens now in the room and at each table, what is awaited, and what comes next.

It is found once for each state of the game. Pages, the API, the bell, commands and mock people all use it, so
they never disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.game.coming import Coming, Part, find_coming
from pi_bunco.game.lines import HEAD
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.seen import SeenMoment
from pi_bunco.rules import DieOffs, Table
from pi_bunco.rules.night import (
    Ask,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
)

Phase = Literal[
    "ready",
    "playing",
    "rolloff",
    "dieoff",
    "order",
    "set_rolloff",
    "one_each",
    "draw",
    "final",
    "over",
]
"""The phase of the game at a table.

``ready``: before a bell. ``dieoff``: a roll-off with one die for each side (tournament). ``order``: each
player throws three dice for the order of a set's roll-off (boxed). ``set_rolloff``: that roll-off.
``one_each``: each player throws one die for a place or an order. ``draw``: a name or seats are drawn.
``final``: three ones win (tournament).
"""

Awaited = Literal["bell", "throw", "one_each", "draw", "answer", "tables", "nothing"]
"""What a table waits for.

``one_each``: one die from each of several players. ``answer``: somebody must say what a throw in doubt shows.
``tables``: the table is done and waits for other tables.
"""


@dataclass(frozen=True, slots=True)
class TableMoment:
    """What happens now at one table.

    Attributes
    ----------
    table
        Its number.
    phase
        The phase.
    awaits
        What it waits for.
    dice
        How many dice the next throw has; 0: nobody throws here.
    thrower
        Who throws them, ``None`` if nobody does, or if several players throw one die each.
    throwers
        The players who throw one die each, from left to right; empty if one player throws all dice.
    doubt
        The number of the reading that waits for an answer, ``None`` if none waits.
    waits_for
        The tables for which this one waits if it is done.
    newest
        The number of the newest throw here since the last bell that counts; 0: there is none. A page sends it
        with the dice that are tapped, so that two devices do not enter the same throw twice.
    seen
        This moment, as a page sends it back.
    """

    table: int
    phase: Phase
    awaits: Awaited
    dice: int
    thrower: str | None
    throwers: tuple[str, ...]
    doubt: int | None
    waits_for: tuple[int, ...]
    newest: int
    seen: SeenMoment


@dataclass(frozen=True, slots=True)
class Pause:
    """The break after ``round`` of ``set``.

    ``minutes`` is its length, ``None`` if the sheet says none. ``since`` is the event before it.
    """

    set: int
    round: int
    minutes: int | None
    since: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What happens now in the room.

    Attributes
    ----------
    part
        The part of the night.
    semi_final
        Whether the semi-final is played.
    set, sets, round
        The present round, or before a bell the one that it starts; and how many sets there are.
    first_round
        The number of each set's first round.
    due
        Who must still have a turn at the table that ends the round, although its score is reached.
    ask
        What the night needs outside the rounds, ``None`` if it needs nothing.
    names
        The players who take part in that, in the order of their turns if there is one.
    drawing
        What can be drawn now: what the night needs, or the drawing of a break; ``None``: nothing.
    another
        Another drawing of the present break, which nobody has to make; ``None``: none is possible.
    pause
        The present break, ``None`` if there is none.
    waiting
        The tables for which the next bell waits: they are not decided although the round has ended, a throw
        there is in doubt, or their own Pi has not settled the round.
    doubtful, unsettled
        Those of them where a throw is in doubt, and those whose own Pi has not settled the round.
    coming
        What comes next, ``None`` if nothing does.
    won, winners
        What was won in the end, if the sheet has a winner of the game, and by whom.
    goal
        The score that wins the roll-off of a set.
    tables
        The moment at each table, head table first.
    """

    part: Part
    semi_final: bool
    set: int
    sets: int
    round: int
    first_round: int
    due: tuple[str, ...]
    ask: Ask | None
    names: tuple[str, ...]
    drawing: Draw | SeatSemiFinal | Drawing | None
    another: Drawing | None
    pause: Pause | None
    waiting: tuple[int, ...]
    doubtful: tuple[int, ...]
    unsettled: tuple[int, ...]
    coming: Coming | None
    won: Literal["grand_prize", "set"] | None
    winners: tuple[str, ...]
    goal: int
    tables: tuple[TableMoment, ...]


def find_moment(book: Book) -> Moment:
    """Return the present moment."""
    return book.derive(_find_moment)


def get_table_moment(book: Book, table: int) -> TableMoment:
    """Return the present moment at a table.

    Raises
    ------
    Refused
        If there is no such table.
    """
    book.get_table(table)  # raises if there is none
    return find_moment(book).tables[table - 1]


def _find_moment(book: Book) -> Moment:
    game, ask = book.played, _find_ask(book)
    pause = _find_pause(book)
    part = _find_part(book, ask, pause)
    waiting, doubtful = _list_waiting(book)
    return Moment(
        part=part,
        semi_final=bool(book.seq_offset),
        set=game.set,
        sets=game.header.sets,
        round=game.round,
        first_round=game.sheet.first_target,
        due=game.list_turns_due(HEAD) if game.sheet.round_end == "head" or len(game.tables) == 1 else (),
        ask=ask,
        names=_list_names(book, ask),
        drawing=_find_drawing(book, ask),
        another=_find_another(book, ask),
        pause=pause,
        waiting=waiting,
        doubtful=doubtful,
        unsettled=() if game.status == "playing" else book.unsettled[0],
        coming=find_coming(book, part, ask),
        won=_find_won(book) if part == "over" else None,
        winners=book.winners if part == "over" else (),
        goal=game.sheet.rolloff_goal,
        tables=tuple(_make_table(book, table, ask, waiting) for table in game.tables),
    )


def _find_ask(book: Book) -> Ask | None:
    """Return what the night needs next, ``None`` if it needs nothing or a semi-final is played.

    Players who have left are not drawn.
    """
    if book.played.status == "playing" or book.unsettled[0]:
        return None
    ask = next((ask for ask in book.night.asks if ask.needed), None)
    if isinstance(ask, Draw):
        # Somebody must be drawn, even if all of them have left.
        return replace(ask, among=_list_present(book, ask.among) or ask.among)
    return None if isinstance(ask, SemiFinal) else ask


def _find_drawing(book: Book, ask: Ask | None) -> Draw | SeatSemiFinal | Drawing | None:
    if isinstance(ask, Draw | SeatSemiFinal):
        return ask
    if book.played.status == "playing":
        return None
    drawing = next((ask for ask in book.night.asks if isinstance(ask, Drawing)), None)
    present = _list_present(book, drawing.among) if drawing else ()
    return replace(drawing, among=present) if drawing and present else None


def _find_another(book: Book, ask: Ask | None) -> Drawing | None:
    """Return a further drawing of the present break: the sheet asks for one, and the host may make more."""
    if ask is not None or book.played.status == "playing" or book.unsettled[0]:
        return None
    pause, present = book.night.break_now, _list_present(book, book.night.drawings.pool)
    return Drawing(pause.set, pause.round, present) if pause and present else None


def _list_present(book: Book, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these players who have not left."""
    left = book.night.left
    return tuple(name for name in names if name not in left)


def _find_pause(book: Book) -> Pause | None:
    if book.played.status == "playing" or book.night.over:
        return None
    pause = book.night.break_now
    return Pause(pause.set, pause.round, pause.minutes, book.last_finish) if pause else None


def _find_part(book: Book, ask: Ask | None, pause: Pause | None) -> Part:
    game = book.played
    if ask is not None:
        return _PARTS[type(ask)]
    if game.status == "playing":
        states = {table.state for table in game.tables if not table.won_by}
        return "round" if "playing" in states else "rolloff" if states == {"rolloff"} else "finishing"
    if book.unsettled[0]:
        return "settling"
    if game.status == "over":
        return "over"
    if pause:
        return "break"
    return "between" if game.finished else "start"


_PARTS: Mapping[type, Part] = {
    OrderThrow: "set_tied",
    RolloffThrow: "set_tied",
    PlaceDie: "places",
    Draw: "draw",
    SeatSemiFinal: "draw",
    FinalOrder: "final",
    FinalThrow: "final",
}


def _find_won(book: Book) -> Literal["grand_prize", "set"] | None:
    if book.night.finals:
        return "grand_prize"
    return "set" if book.night.sets else None


def _list_names(book: Book, ask: Ask | None) -> tuple[str, ...]:
    names: tuple[str, ...] | None = ()
    match ask:
        case OrderThrow(number):
            names = book.night.sets[number - 1].tied
        case RolloffThrow(number):
            names = book.night.sets[number - 1].order
        case PlaceDie() | FinalOrder():
            names = ask.names
        case Draw():
            names = ask.among
        case SeatSemiFinal():
            names = ask.players
        case FinalThrow():
            names = book.night.finals.order if book.night.finals else None
    return names or ()


def _list_waiting(book: Book) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tables for which the next bell waits, and those of them where a throw is in doubt."""
    game = book.played
    if any(table.state == "playing" for table in game.tables):
        return (), ()
    is_playing = game.status == "playing"
    undecided = (table.number for table in game.tables if is_playing and not table.won_by)
    unsettled = () if is_playing else book.unsettled[0]
    return tuple(sorted({*book.in_doubt, *undecided, *unsettled})), book.in_doubt


def _make_table(book: Book, table: Table, ask: Ask | None, waiting: tuple[int, ...]) -> TableMoment:
    number, game = table.number, book.played
    phase = _find_phase(book, table, ask)
    dice, thrower, throwers = _find_throw(table, ask if number == HEAD else None)
    doubt = next(iter(book.get_table_lines(number).pending), None)
    is_done = game.status == "playing" and bool(table.won_by)
    if doubt is not None:
        awaits: Awaited = "answer"
    elif dice:
        awaits = "one_each" if throwers else "throw"
    elif is_done:
        awaits = "tables"
    else:
        awaits = "draw" if phase == "draw" else "bell" if phase == "ready" else "nothing"
    return TableMoment(
        table=number,
        phase=phase,
        awaits=awaits,
        dice=dice,
        thrower=thrower,
        throwers=throwers,
        doubt=doubt,
        waits_for=tuple(other.number for other in game.tables if not other.won_by) if is_done else waiting,
        newest=book.get_table_lines(number).find_newest_throw(book.last_bell, book.gone),
        seen=SeenMoment(
            book.number,
            RoundKey(game.set, game.round, semi_final=bool(book.seq_offset)),
            "done" if is_done else phase,
            _name_step(ask),
        ),
    )


def _find_phase(book: Book, table: Table, ask: Ask | None) -> Phase:
    if ask is not None:
        return _PHASES[type(ask)]
    status = book.played.status
    if status != "playing":
        return status
    if table.rolloff is None:
        return "playing"
    return "dieoff" if table.takes == "die_off" else "rolloff"


_PHASES: Mapping[type, Literal["order", "set_rolloff", "one_each", "draw", "final"]] = {
    OrderThrow: "order",
    RolloffThrow: "set_rolloff",
    PlaceDie: "one_each",
    FinalOrder: "one_each",
    Draw: "draw",
    SeatSemiFinal: "draw",
    FinalThrow: "final",
}


def _find_throw(table: Table, ask: Ask | None) -> tuple[int, str | None, tuple[str, ...]]:
    """Return the number of dice of the next throw, who throws them all, and who throws one each."""
    match ask:
        case OrderThrow() | RolloffThrow() | FinalThrow():
            return 3, ask.player, ()
        case PlaceDie() | FinalOrder():
            return len(ask.names), None, ask.names
    if table.takes is None:
        return 0, None, ()
    if isinstance(table.rolloff, DieOffs) and table.takes == "die_off":
        return len(table.rolloff.names), None, table.rolloff.names
    return 3, table.holder, ()


def _name_step(ask: Ask | None) -> str:
    match ask:
        case Draw(purpose):
            return purpose
        case PlaceDie(group, place):
            return f"{group or 0}-{place}"
        case FinalOrder():
            return "order"
        case _:
            return ""
