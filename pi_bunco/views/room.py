"""The whole room as pages show it: the state of each table, and for whom the room waits."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from pi_bunco import rules
from pi_bunco.game.book import Book
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.moment import Moment, find_moment, get_table_moment
from pi_bunco.game.round_end import find_ending_bunco
from pi_bunco.game.seats import find_seat_end, find_stand_in
from pi_bunco.rules import is_ghost
from pi_bunco.rules.night import list_teams
from pi_bunco.rules.seating import find_ways
from pi_bunco.sentences import Sentence, say, say_count, say_list
from pi_bunco.views.asks import make_ask_view
from pi_bunco.views.besides import list_outside_rounds
from pi_bunco.views.goal import describe_goal, describe_goal_of_room
from pi_bunco.views.lesson import LessonStep, make_lesson
from pi_bunco.views.live_cards import LiveCards, read_live_cards
from pi_bunco.views.moment import make_here_view, make_moment_view
from pi_bunco.views.results import GuestCard, Results, make_guest_cards, make_results
from pi_bunco.views.show import (
    count_rolloff,
    describe_break,
    find_short_names,
    list_moves,
    make_round_line,
)
from pi_bunco.views.table import ContestView, GameView, RoundLine
from pi_bunco.views.television import RoundBunco, TvShow, list_buncos

TableStanding = Literal["ready", "playing", "finishing", "rolloff", "decided", "over"]
"""The state of a table.

``ready``: it waits for the bell. ``finishing``: the bell has ended the round, and a turn that had begun goes
on. ``decided``: it has winners and waits for the other tables.
"""


@dataclass(frozen=True, slots=True)
class RoomTableView:
    """One table in the view of the room.

    Attributes
    ----------
    table
        Its number; 1 is the head table.
    seats
        Who sits there, seat 1 first. Between rounds: who sits there in the next round. While another Pi may
        still have throws of the last round: who sat there in the last round.
    sides
        Who plays together, in the order of their lowest seats. If seats have changed since the last round:
        who played together in it.
    scores
        The score of each side in the round.
    rolloff
        During a roll-off the points of each side, ``None`` for a side that is not in it. Otherwise empty.
    bunco
        Who threw the newest throw of the round if it was a bunco; ``""``: nobody.
    lost
        The points that the newest throw of the round took, three 1s; 0: none.
    winners
        Who has won; nobody until the table is decided and its result cannot change.
    standing
        Its state.
    thrower
        Who throws now, or first after the bell; ``None``: nobody.
    doubt
        Whether a throw there waits for an answer.
    is_open
        Whether its result may still change, since the round has ended and its own Pi has not settled it.
    here
        What happens there now, in a sentence; ``""``: nothing special.
    goal
        What score ends the round there, in words; ``""`` if none does.
    last
        Between rounds: the last round there; ``None`` before the first.
    ways
        The numbers of the tables to which its winners and its losers go after a round, as the sheet says.
    """

    table: int
    seats: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    standing: TableStanding
    thrower: str | None
    doubt: bool
    is_open: bool = False
    rolloff: tuple[int | None, ...] = ()
    bunco: str = ""
    lost: int = 0
    here: str = ""
    goal: str = ""
    last: RoundLine | None = None
    ways: tuple[int, int] | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """The points in large digits: those of a roll-off for the sides in it, or else the scores."""
        rolloff = self.rolloff or (None,) * len(self.scores)
        return tuple(
            score if points is None else points for score, points in zip(self.scores, rolloff, strict=True)
        )

    @property
    def tied(self) -> int | None:
        """The score at which the current roll-off began; ``None``: there is no roll-off."""
        return next(
            (score for score, points in zip(self.scores, self.rolloff, strict=False) if points is not None),
            None,
        )


@dataclass(frozen=True, slots=True)
class GuestsView:
    """Guests who are not at their seat.

    Attributes
    ----------
    waiting
        Guests who have come and wait for a seat.
    away
        Guests who have left and still have their seat.
    says
        Sentences about them.
    """

    waiting: tuple[str, ...]
    away: tuple[str, ...]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeardBunco:
    """A bunco that pages call out: the number of its throw, and its table."""

    seq: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomView(GameView):
    """The room at one moment.

    Attributes
    ----------
    status
        ``ready`` for the bell, ``playing`` a round, or ``over``.
    ended
        Whether the round has ended, and tables finish their turns.
    tables
        All tables, head table first.
    guests
        Who waits for a seat, and who is away.
    countdown
        How many seconds after a round the next bell rings by itself; 0: it does not.
    contest
        What is thrown outside the rounds; ``None``: nothing.
    seated
        The players who have a seat in the game; in a semi-final they are more than those who play it.
    ended_by
        A sentence about the bunco that ended the last round; ``""`` if none did.
    cards
        The score cards of all guests; in a semi-final those of the game too. Empty while a round is played.
    break_minutes, break_left
        How many minutes the present break takes, and how many of them are left; ``None``: it has no length,
        or there is no break.
    buncos
        Between rounds: the buncos of the last round.
    lesson
        The lesson about the rules; empty after the first bell.
    tv
        What the host shows on the television.
    heard_buncos
        The buncos of the present round, or between rounds of the last one.
    live_cards
        What every guest has so far, also while a round is played. It is not sent to programs.
    """

    status: Literal["ready", "playing", "over"]
    ended: bool
    tables: tuple[RoomTableView, ...]
    guests: GuestsView
    countdown: int
    contest: ContestView | None = None
    seated: tuple[str, ...] = ()
    ended_by: str = ""
    cards: tuple[GuestCard, ...] = ()
    break_minutes: int | None = None
    break_left: int | None = None
    buncos: tuple[RoundBunco, ...] = ()
    lesson: tuple[LessonStep, ...] = ()
    tv: TvShow = TvShow()  # noqa: RUF009 - frozen, so all may share it
    heard_buncos: tuple[HeardBunco, ...] = ()
    live_cards: LiveCards = field(default_factory=LiveCards)

    @property
    def names(self) -> tuple[str, ...]:
        """All guests who sit at a table, wait for a seat, or are away, sorted by name."""
        sit = {name for table in self.tables for name in table.seats if not is_ghost(name)}
        return tuple(sorted({*sit, *self.seated, *self.guests.waiting, *self.guests.away}, key=str.casefold))

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values. ``GET /api/room`` sends them."""
        values = asdict(replace(self, live_cards=LiveCards()))
        del values["live_cards"]  # programs have `cards` between the rounds, and each throw sends this
        return values


def make_room_view(
    keeper: Keeper,
    countdown: int = 0,
    bell_in: int | None = None,
    break_left: int | None = None,
    find_show: Callable[[Book], TvShow] = lambda _: TvShow(),
) -> RoomView:
    """Return what the pages show of a room.

    Parameters
    ----------
    keeper
        Keeps the game.
    countdown, bell_in
        As in :class:`RoomView`.
    break_left
        How many minutes of the break are left; ``None``: it has no length.
    find_show
        Returns what the host shows on the television.
    """
    return keeper.read(
        lambda book: replace(
            _make_view(book, countdown, bell_in, break_left),
            tv=find_show(book),
            heard_buncos=_list_heard_buncos(book),
        )
    )


def _list_heard_buncos(book: Book) -> tuple[HeardBunco, ...]:
    """Return the buncos of the present round, or between rounds of the last one."""
    game = book.played
    tables = {table.number: table.throws for table in game.tables}
    if game.status != "playing":
        tables = {done.table: done.throws for done in game.finished[-1].tables} if game.finished else {}
    return tuple(
        HeardBunco(thrown.seq + book.seq_offset, number)
        for number, throws in tables.items()
        for thrown in throws
        if thrown.score.kind == "bunco" and not thrown.rolloff
    )


def _make_view(book: Book, countdown: int, bell_in: int | None, break_left: int | None) -> RoomView:
    game, moment = book.played, find_moment(book)
    ways = find_ways(game.sheet, [len(table.seats) for table in game.tables])
    tables = tuple(
        replace(_make_table(book, table), ways=(way.winners + 1, way.losers + 1))
        for table, way in zip(game.tables, ways, strict=True)
    )
    return RoomView(
        revision=book.next_seq,
        game=say("Game {number}", number=book.number),
        title=game.sheet.title,
        rules=game.sheet.slug,
        status=game.status,
        set=game.set,
        sets=game.header.sets,
        first_round=game.sheet.first_target,
        round=game.round,
        target=game.target,
        ended=game.ended,
        tables=tables,
        guests=_make_guests(book),
        countdown=countdown,
        bell_in=bell_in,
        moves=list_moves(book),
        rest=describe_break(moment),
        need=make_ask_view(moment),
        moment=make_moment_view(moment, break_left),
        contest=_make_contest(book, moment),
        seated=book.game.seated,
        winners=moment.winners,
        results=make_results(book) if game.status != "playing" else Results(),
        stage="semi_final" if book.seq_offset else "game",
        goal=describe_goal_of_room(game),
        short_names=find_short_names(book),
        ended_by=_describe_ending_bunco(book),
        cards=make_guest_cards(book.game, book.game.players, list_teams(book.game, book.night))
        if game.status != "playing"
        else (),
        break_minutes=moment.pause.minutes if moment.pause else None,
        break_left=break_left if moment.pause else None,
        buncos=list_buncos(book) if game.status != "playing" else (),
        lesson=make_lesson(game.sheet) if moment.part == "start" else (),
        live_cards=read_live_cards(book),
    )


def _make_contest(book: Book, moment: Moment) -> ContestView | None:
    head = moment.tables[0]
    if moment.ask is None or not head.dice:
        return None
    return ContestView(head.phase, list_outside_rounds(book, head.phase), head.thrower)


def _make_table(book: Book, table: rules.Table) -> RoomTableView:
    game = book.played
    playing, moment = game.status == "playing", get_table_moment(book, table.number)
    standing: TableStanding = game.status
    is_open = book.is_open(table.number)
    is_next_known = game.status == "ready" and not book.unsettled[0]
    thrower = game.starters[table.number - 1] if is_next_known else None
    if table.state == "waiting":
        standing = "ready"
    elif playing:
        standing = table.state
    if playing:
        thrower = table.holder
    return RoomTableView(
        table=table.number,
        seats=book.seats_shown[table.number - 1],
        sides=tuple(side.players for side in table.sides),
        scores=table.scores,
        winners=() if is_open else table.winners,
        standing=standing,
        thrower=thrower,
        doubt=bool(book.get_table_lines(table.number).pending),
        is_open=is_open,
        rolloff=count_rolloff(table) if table.state == "rolloff" else (),
        bunco=_find_bunco_thrower(table) if playing else "",
        lost=max(-table.throws[-1].score.points, 0) if playing and table.throws else 0,
        here=make_here_view(book, moment).text,
        goal=describe_goal(game, table.number),
        last=None if playing else _find_last_round(book, table.number),
    )


def _find_last_round(book: Book, table: int) -> RoundLine | None:
    finished = book.played.finished
    done = finished[-1] if finished else None
    if done is None or table > len(done.tables):
        return None
    line = make_round_line(done, done.tables[table - 1])
    return replace(line, winners=()) if book.is_open(table) else line


def _describe_ending_bunco(book: Book) -> str:
    thrower, game = find_ending_bunco(book), book.played
    if thrower is None or game.status == "over":  # finals and awards are no rounds
        return ""
    ended = game.round if game.ended else game.finished[-1].round
    return say("{name}’s bunco ended round {round}", name=thrower, round=ended)


def _find_bunco_thrower(table: rules.Table) -> str:
    thrown = table.throws[-1] if table.throws else None
    return thrown.thrower if thrown and thrown.score.kind == "bunco" and not thrown.rolloff else ""


def _make_guests(book: Book) -> GuestsView:
    guests = book.guests
    table_of = {name: number for number, seats in enumerate(book.played.seats, 1) for name in seats}
    waits: tuple[Sentence, ...] = ()
    if guests.waiting:
        names, count = say_list(guests.waiting), len(guests.waiting)
        waits = (say_count("{names} waits for a seat", "{names} wait for a seat", count, names=names),)
    has_left = (
        _describe_leaver(book, table_of[name], name)
        for name in guests.away
        if name in table_of  # a semi-final has few of the players
    )
    return GuestsView(guests.waiting, guests.away, (*waits, *has_left))


def _describe_leaver(book: Book, table: int, name: str) -> Sentence:
    """Say who throws for a guest who has left, and what becomes of their seat."""
    stand_in = find_stand_in(book, table, name)
    if stand_in is None:
        return say("Table {table}: {name} has left, and nobody throws for them", table=table, name=name)
    match find_seat_end(book, name):
        case "ghost":
            return say(
                "Table {table}: {stand_in} throws for {name}, who has left; "
                "a ghost takes the seat when the round is over",
                table=table,
                stand_in=stand_in,
                name=name,
            )
        case "round":
            return say(
                "Table {table}: {stand_in} throws for {name}, who has left; "
                "the seat is free when the round is over",
                table=table,
                stand_in=stand_in,
                name=name,
            )
        case "set":
            return say(
                "Table {table}: {stand_in} throws for {name}, who has left; "
                "the seat is free when the set is over",
                table=table,
                stand_in=stand_in,
                name=name,
            )
        case _:
            return say(
                "Table {table}: {stand_in} throws for {name}, who has left",
                table=table,
                stand_in=stand_in,
                name=name,
            )
