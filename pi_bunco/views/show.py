"""Makes the view of a table from the game. It decides nothing: the rules have decided everything already."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise

from pi_bunco import rules
from pi_bunco.chance.odds import chances
from pi_bunco.game.book import Book
from pi_bunco.game.commands import CLOCK
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.late import TAPPED_LATE
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.moment import Moment, TableMoment, find_moment
from pi_bunco.game.seats import find_stand_in
from pi_bunco.game.steps import find_redo, find_undo
from pi_bunco.game.throw_lines import THREE
from pi_bunco.rules.events import Bell, DieOff, EndRound
from pi_bunco.rules.night import Draw, Drawing, RolloffThrow, SeatSemiFinal, list_teams
from pi_bunco.sentences import say, say_count
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.answers import guess_answers, say_what_follows
from pi_bunco.views.asks import make_ask_view
from pi_bunco.views.besides import PHASE_TARGETS, list_besides, list_outside_rounds
from pi_bunco.views.devices import Banner, BellButton, CameraStatus, KeptSlip, RoomSound
from pi_bunco.views.goal import describe_goal
from pi_bunco.views.moment import make_here_view, make_moment_view
from pi_bunco.views.results import Results, make_guest_cards, make_results
from pi_bunco.views.short_names import make_short_names
from pi_bunco.views.steps import describe_last_change, name_step
from pi_bunco.views.table import (
    PlayerView,
    PossibleActions,
    RoundLine,
    SeatMove,
    SideView,
    StepView,
    TableView,
    TimeLimit,
)
from pi_bunco.views.throw_views import DoubtView, RerollView
from pi_bunco.views.throws import is_round_reopened, list_boxes, list_throws, list_uncounted

_JUST_WAITED = say("What do these dice show?")
"""The question about a throw that has no other reason than that it waited behind another one."""


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """What a table's page shows beside the game: the state of the devices, what is wrong, and the clocks."""

    camera: CameraStatus
    banners: tuple[Banner, ...] = ()
    minutes_left: int | None = None
    bell_in: int | None = None
    break_left: int | None = None
    break_ends: int | None = None
    moving: bool = False
    button: BellButton = BellButton("up")  # noqa: RUF009 - frozen, so all may share it
    sound: RoomSound = RoomSound()  # noqa: RUF009 - likewise
    kept: tuple[KeptSlip, ...] = ()


def make_table_view(
    keeper: Keeper, table: int, devices: DeviceStatus, *, with_results: bool = False
) -> TableView:
    """Return what the page of a table shows.

    Parameters
    ----------
    keeper
        Keeps the game.
    table
        The number of the table.
    devices
        The state of the devices.
    with_results
        Whether to include the results while a round is played. It takes long to make them.

    Raises
    ------
    Refused
        If there is no such table now.
    """
    return keeper.read(
        lambda book: _make_view(keeper, book, book.get_table(table), devices, with_results=with_results)
    )


def _make_view(
    keeper: Keeper, book: Book, table: rules.Table, devices: DeviceStatus, *, with_results: bool
) -> TableView:
    game, number, moment = book.played, table.number, find_moment(book)
    here = moment.tables[number - 1]
    phase, thrower = here.phase, here.thrower
    starter = None if moment.unsettled else game.starters[number - 1]
    first = starter if phase == "ready" else thrower
    course = list_outside_rounds(book, phase)
    shown = {thrown.seq for thrown in course}
    besides = list_besides(
        book, number, (seq for seq in range(book.last_bell or 1, book.next_seq) if seq not in shown)
    )
    if not course and phase not in PHASE_TARGETS:
        die_offs = tuple(thrown for thrown in besides if isinstance(book.get_line(thrown.seq).event, DieOff))
        course, besides = (*list_throws(book, number), *die_offs), besides[len(die_offs) :]
    stand_in = find_stand_in(book, number, first) if first else None
    return TableView(
        revision=book.next_seq,
        game=say("Game {number}", number=keeper.number),
        title=game.sheet.title,
        rules=game.sheet.slug,
        sets=game.header.sets,
        first_round=game.sheet.first_target,
        table=number,
        stage="semi_final" if book.seq_offset else "game",
        phase=phase,
        set=game.set,
        round=game.round,
        target=PHASE_TARGETS.get(phase, game.target),
        teams=table.teams,
        places=table.places,
        sides=_list_sides(book, table, thrower),
        players=_list_players(book, table, thrower),
        thrower=first,
        then=table.then,
        last=course[-1] if course else None,
        course=course,
        outside=besides,
        doubt=_find_doubt(book, here),
        rounds=_list_rounds(book, table),
        moves=tuple(move for move in list_moves(book) if number in (move.table, move.to_table)),
        one_die_each=table.rolloff.names if phase == "dieoff" and table.rolloff else (),
        winners=moment.winners,
        unused=tuple(game.unused),
        told=describe_last_change(book, number),
        alerts=tuple(map(make_alert, keeper.get_news(number))),
        can=_find_possible_actions(book, moment, here),
        camera=devices.camera,
        banners=_list_banners(devices),
        finishing=table.state == "finishing",
        limit=_find_time_limit(book, table),
        minutes_left=devices.minutes_left,
        dice=here.dice,
        need=make_ask_view(moment),
        rest=describe_break(moment),
        moment=make_moment_view(moment, devices.break_left),
        here=make_here_view(book, here),
        pause=_find_pause(book, moment),
        results=make_results(book) if with_results or game.status != "playing" else Results(),
        again=_find_reroll(book, here),
        stand_in=stand_in,
        button=BellButton("up") if devices.button.stage == "again" and phase != "ready" else devices.button,
        bell_in=devices.bell_in,
        sound=devices.sound,
        moving=devices.moving,
        kept=devices.kept,
        uncounted=list_uncounted(book, number),
        uncounted_before=list_uncounted(book, number, before=True),
        cards=make_guest_cards(
            game, game.players if with_results else game.seats[number - 1], list_teams(book.game, book.night)
        )
        if with_results or game.status != "playing"
        else (),
        game_cards=make_guest_cards(book.game, book.game.players, list_teams(book.game, book.night))
        if with_results and book.seq_offset
        else (),
        goes_on=is_round_reopened(book),
        goal=describe_goal(game, number),
        short_names=find_short_names(book),
    )


def find_short_names(book: Book) -> Mapping[str, str]:
    """Return the short form of each long name in the room."""
    seated = (name for seats in book.played.seats for name in seats)
    return make_short_names({*book.game.players, *book.guests.waiting, *seated})


def list_moves(book: Book) -> tuple[SeatMove, ...]:
    """Return who changes seats before the next round, for all tables; nobody while a result may change."""
    if book.unsettled[0]:
        return ()
    return tuple(SeatMove(*move) for move in book.played.list_moves())


def _list_banners(devices: DeviceStatus) -> tuple[Banner, ...]:
    """Return the banners, with another one if the button does not work."""
    button = devices.button
    is_faulty = button.stage in ("stuck", "staying", "missing")
    return (*devices.banners, Banner(button.text, button.remedy)) if is_faulty else devices.banners


def _find_time_limit(book: Book, table: rules.Table) -> TimeLimit | None:
    game = book.played
    minutes = game.sheet.round_minutes
    if minutes is None or table.state != "playing":
        return None
    bell, *later = book.get_lines_from(book.last_bell)
    rung = any(isinstance(line.event, EndRound) and line.by == CLOCK for line in later)
    return TimeLimit(book.last_bell, minutes, bell.time, rung)


def _find_pause(book: Book, moment: Moment) -> TimeLimit | None:
    pause = moment.pause
    if pause is None or pause.minutes is None:
        return None
    return TimeLimit(pause.since, pause.minutes, book.get_line(pause.since).time, rung=False)


def _list_sides(book: Book, table: rules.Table, thrower: str | None) -> tuple[SideView, ...]:
    odds = chances(book.played, table=table.number)
    chance_of = odds.sides if odds and not table.won_by else (None,) * len(table.sides)
    won = frozenset[int]() if book.is_open(table.number) else {*table.won_by, *table.safe}
    rolloff_points = _count_current_rolloff(book, table)
    return tuple(
        SideView(
            name=(say("US"), say("THEM"))[index] if table.teams else side.players[0],
            players=side.players,
            seats=side.seats,
            score=table.scores[index],
            tally=_list_totals(table, index),
            throwing=thrower in side.players,
            winner=index in won,
            rolloff=rolloff_points[index],
            chance=chance_of[index],
        )
        for index, side in enumerate(table.sides)
    )


def _list_totals(table: rules.Table, side: int) -> tuple[int, ...]:
    """Return the running totals of a side in the round, without those that repeat the one before."""
    totals = [0, *(thrown.totals[side] for thrown in table.throws if not thrown.rolloff)]
    return tuple(total for before, total in pairwise(totals) if total != before)


def _count_current_rolloff(book: Book, table: rules.Table) -> Sequence[int | None]:
    """Return each side's points in the roll-off of the set, or else in that of the table."""
    ask = find_moment(book).ask
    if not isinstance(ask, RolloffThrow):
        return count_rolloff(table)
    points = book.night.sets[ask.set - 1].points
    by_side = [[points[name] for name in side.players if name in points] for side in table.sides]
    return [sum(of_side) if of_side else None for of_side in by_side]


def count_rolloff(table: rules.Table) -> tuple[int | None, ...]:
    """Return each side's points in the table's roll-off; ``None``: the side has none, as in a die-off."""
    rolloff = table.rolloff
    if rolloff is None or rolloff.takes == "die_off":
        return (None,) * len(table.sides)
    return tuple(points if side in rolloff.sides else None for side, points in enumerate(rolloff.points))


def describe_break(moment: Moment) -> str:
    """Return a sentence about the break, with its length; ``""``: there is no break."""
    pause = moment.pause
    if pause is None:
        return ""
    if not pause.minutes:
        return say("A break")
    return say_count("A break of {count} minute", "A break of {count} minutes", pause.minutes)


def _list_players(book: Book, table: rules.Table, thrower: str | None) -> tuple[PlayerView, ...]:
    game = book.played
    return tuple(
        PlayerView(
            name=name,
            seat=seat,
            side=(seat - 1) % 2 if table.teams else seat - 1,
            throwing=name == thrower,
            next=name == table.then,
            ghost=name not in game.players,
            bag=name == game.bag,
            **asdict(game.players.get(name, rules.Card())),
        )
        for seat, name in enumerate(book.seats_shown[table.number - 1], start=1)
    )


def _find_doubt(book: Book, here: TableMoment) -> DoubtView | None:
    """Return the question about the oldest throw that waits at a table, ``None`` if none waits."""
    if here.doubt is None:
        return None
    table, waiting = here.table, book.get_table_lines(here.table).pending
    line = book.get_line(here.doubt)
    sighting = line.sighting
    assert sighting is not None  # noqa: S101 - a throw that waits was read
    # A throw from before the table's stop has three dice, and the present thrower may not be its thrower.
    is_now = here.dice > 0 and sighting.after is None
    wanted = here.dice if is_now else THREE
    answers = guess_answers(sighting.values, sighting.confidence, wanted, sighting.which, sighting.other)
    return DoubtView(
        seq=here.doubt,
        reason=sighting.reason or (TAPPED_LATE if sighting.after is not None else _JUST_WAITED),
        image=line.image,
        dice=sighting.values,
        boxes=list_boxes(line),
        wanted=wanted,
        likely=answers,
        follows=tuple(
            say_what_follows(book, table, dice) if sighting.after is None else "" for dice in answers
        ),
        which=sighting.which,
        waiting=len(waiting) - 1,
        thrower=here.thrower if is_now else None,
        kind=sighting.kind,
    )


def _find_reroll(book: Book, here: TableMoment) -> RerollView | None:
    """Return the ruling at a table, ``None`` if its last event is not a ruling."""
    last = book.get_table_lines(here.table).undo
    if not here.dice or last is None:
        return None
    ruling = book.get_line(last)
    if not ruling.is_ruling or ruling.answers is None:
        return None
    line = book.get_line(ruling.answers)
    sighting = line.sighting
    assert sighting is not None  # noqa: S101 - a ruling follows a reading
    return RerollView(
        seq=last,
        kind=sighting.kind,
        reason=sighting.reason,
        image=line.image,
        boxes=list_boxes(line),
        dice=sighting.values,
        thrower=here.thrower,
    )


def _list_rounds(book: Book, table: rules.Table) -> tuple[RoundLine, ...]:
    """Return the rounds that were decided at this table. The last one has no winners while it is open."""
    game, here, is_open = book.played, table.number - 1, book.is_open(table.number)
    lines = [make_round_line(done, done.tables[here]) for done in game.finished if here < len(done.tables)]
    if is_open and game.status != "playing" and lines:
        lines[-1] = replace(lines[-1], winners=())
    if game.status == "playing" and table.winners and not is_open:
        lines.append(make_round_line(game, rules.TableResult.of(table)))
    return tuple(lines)


def make_round_line(when: rules.RoundResult | rules.Game, table: rules.TableResult) -> RoundLine:
    """Return a round at one table."""
    sides = tuple((side.players, table.scores[side.players[0]]) for side in table.sides)
    return RoundLine(when.set, when.round, sides, table.winners, table.rolloff)


def _find_possible_actions(book: Book, moment: Moment, here: TableMoment) -> PossibleActions:
    table, is_head, doubtful = here.table, here.table == HEAD, here.doubt is not None
    undo, redo = find_undo(book, table), find_redo(book, table)
    to_draw = moment.drawing if is_head else None
    return PossibleActions(
        ring=is_head and book.played.status == "ready" and not moment.waiting,
        end_round=is_head and book.fits(book.make_line(EndRound())) and not doubtful,
        enter=here.dice > 0 and not doubtful,
        call=book.get_table(table).callable is not None,
        undo=_make_step(book, table, undo, undo, again=False) if undo else None,
        redo=_make_step(book, table, redo, book.get_line(redo).about or 0, again=True) if redo else None,
        draw=_DRAW_LABELS[type(to_draw)] if to_draw else None,
        draw_more=say("Draw another name") if is_head and moment.another and not to_draw else None,
    )


def _make_step(book: Book, table: int, seq: int, about: int, *, again: bool) -> StepView:
    """Return the step that voids event ``seq``. Its label names the event ``about``."""
    step = name_step(book, table, about)
    for_host = book.find_table(about) == ROOM and not isinstance(book.get_line(about).event, Bell)
    return StepView(seq, say("Redo {step}", step=step) if again else say("Undo {step}", step=step), for_host)


_DRAW_LABELS = {Draw: say("Draw a name"), Drawing: say("Draw a name"), SeatSemiFinal: say("Draw the seats")}
