"""From the game to what a page shows of it. Nothing is decided here."""

from dataclasses import dataclass

from pi_bunco import rules
from pi_bunco.chance.odds import chances
from pi_bunco.rules.night import Draw, Drawing, RolloffThrow, SeatSemiFinal
from pi_bunco.table import snapshot as s
from pi_bunco.table.alone import TARGETS, alone
from pi_bunco.table.book import Book, name_of
from pi_bunco.table.commands import CLOCK
from pi_bunco.table.course import boxes_of, course
from pi_bunco.table.due import asked, due, phase
from pi_bunco.table.honours import drawing
from pi_bunco.table.likely import likely
from pi_bunco.table.named import named
from pi_bunco.table.needs import need
from pi_bunco.table.pending import pending
from pi_bunco.table.results import results, winners
from pi_bunco.table.steps import steps
from pi_bunco.table.words import told


@dataclass(frozen=True, slots=True)
class Around:
    """What a page shows beside the game: how the camera does, what is wrong, what time is left."""

    camera: s.Camera
    banners: tuple[s.Banner, ...] = ()
    minutes_left: int | None = None


def show(book: Book, number: int, around: Around, alerts: tuple[s.Alert, ...]) -> s.Snapshot:
    """Give what a page shows of a game.

    Parameters
    ----------
    book
        The game.
    number
        Its number in the log.
    around
        What the devices say.
    alerts
        What just happened.
    """
    game, table, now = book.played, book.played.tables[0], phase(book)
    thrown = alone(book, now) or (() if now in TARGETS else course(book))
    left, right = table.rolloff.names if now == "dieoff" and table.rolloff else (None, None)
    return s.Snapshot(
        revision=len(book.lines),
        game=f"Game {number}",
        title=game.sheet.title,
        rules=game.sheet.slug,
        sets=game.header.sets,
        table=table.number,
        stage="semi_final" if book.seated else "game",
        phase=now,
        set=game.set,
        round=game.round,
        target=TARGETS.get(now, game.target),
        teams=table.teams,
        sides=_sides_now(book),
        players=_players(book, table),
        thrower=game.starters[0] if now == "ready" else _thrower(book),
        then=table.then,
        last=thrown[-1] if thrown else None,
        course=thrown,
        doubt=_doubt(book),
        rounds=_rounds(book),
        moves=tuple(s.Move(name, seat, to) for name, _, seat, _, to in game.moves()),
        left=left,
        right=right,
        winners=winners(book) if now == "over" else (),
        unused=tuple(game.unused),
        told=told(book.lines[-1]),
        alerts=alerts,
        can=_can(book),
        camera=around.camera,
        banners=around.banners,
        finishing=table.state == "finishing",
        limit=_limit(book),
        minutes_left=around.minutes_left,
        dice=_dice(book),
        need=need(book),
        rest=_rest(book),
        results=results(book),
    )


def _limit(book: Book) -> s.Limit | None:
    game = book.played
    minutes = game.sheet.round_minutes
    if minutes is None or game.tables[0].state != "playing":
        return None
    put_aside = {seq + book.seated for seq in (*game.voided, *game.unused)}
    bell = max(at for at, body in enumerate(book.lines) if name_of(body) == "bell" and at not in put_aside)
    rung = any(name_of(body) == "end_round" and body.get("by") == CLOCK for body in book.lines[bell:])
    return s.Limit(bell, minutes, book.lines[bell].get("time", ""), rung)


def _sides_now(book: Book) -> tuple[s.Side, ...]:
    table = book.played.tables[0]
    odds = chances(book.played)
    each = odds.sides if odds and table.winner is None else (None,) * len(table.sides)
    return tuple(_side(book, table, index, chance) for index, chance in enumerate(each))


def _side(book: Book, table: rules.Table, index: int, chance: float | None) -> s.Side:
    side = table.sides[index]
    totals = [thrown.totals[index] for thrown in table.throws if not thrown.rolloff]
    tally = [total for k, total in enumerate(totals) if total != ([0, *totals])[k]]
    name = ("US", "THEM")[index] if table.teams else side.players[0]
    return s.Side(
        name=name,
        players=side.players,
        seats=side.seats,
        score=table.scores[index],
        tally=tuple(tally),
        throwing=_thrower(book) in side.players,
        winner=bool(set(side.players) & set(table.winners)),
        rolloff=_rolled(book, table, index),
        chance=chance,
    )


def _rolled(book: Book, table: rules.Table, index: int) -> int | None:
    """Give a side's points in the roll-off: the set's while that is played, or else the table's."""
    ask = asked(book)
    if isinstance(ask, RolloffThrow):
        points = book.night.sets[ask.set - 1].points
        of_side = [points[name] for name in table.sides[index].players if name in points]
        return sum(of_side) if of_side else None
    return table.rolloff.points[index] if table.rolloff else None


def _thrower(book: Book) -> str | None:
    wanted = due(book)
    return wanted.thrower if wanted else None


def _dice(book: Book) -> int:
    wanted = due(book)
    return wanted.dice if wanted else 0


def _rest(book: Book) -> str:
    """Say that there is a break, and how long."""
    now = book.night.break_now
    if now is None or book.night.over:
        return ""
    return f"A break of {now.minutes} minutes" if now.minutes else "A break"


def _players(book: Book, table: rules.Table) -> tuple[s.Player, ...]:
    players = []
    game = book.played
    for seat, name in enumerate(game.seats[0], start=1):
        card = game.players.get(name)
        side = next(k for k, side in enumerate(table.sides) if name in side.players)
        players.append(
            s.Player(
                name=name,
                seat=seat,
                side=side,
                throwing=name == _thrower(book),
                next=name == table.then,
                ghost=card is None,
                wins=card.wins if card else 0,
                losses=card.losses if card else 0,
                buncos=card.buncos if card else 0,
                minis=card.minis if card else 0,
                points=card.points if card else 0,
                bag=name == game.bag,
            )
        )
    return tuple(players)


def _doubt(book: Book) -> s.Doubt | None:
    waiting = pending(book.lines)
    if not waiting:
        return None
    body, now = book.lines[waiting[0]], due(book)
    wanted = now.dice if now else 3
    return s.Doubt(
        seq=waiting[0],
        reason=body["reason"],
        image=body.get("image"),
        dice=tuple(body["values"]),
        boxes=boxes_of(body),
        wanted=wanted,
        likely=likely(tuple(body["values"]), tuple(body["confidence"]), wanted),
        waiting=len(waiting) - 1,
        thrower=now.thrower if now else None,
    )


def _rounds(book: Book) -> tuple[s.RoundLine, ...]:
    return tuple(
        s.RoundLine(
            set=done.set,
            round=done.round,
            sides=_sides(done.tables[0], teams=book.played.tables[0].teams),
            winners=done.tables[0].winners,
            rolloff=done.tables[0].rolloff,
        )
        for done in book.played.rounds
        if done.tables[0].winners
    )


def _sides(table: rules.TableResult, *, teams: bool) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Give each side's players and score; partners sit opposite each other."""
    sides = (table.seats[::2], table.seats[1::2]) if teams else tuple((name,) for name in table.seats)
    return tuple((side, table.scores[side[0]]) for side in sides)


def _can(book: Book) -> s.Can:
    undo, redo = steps(book.lines)
    doubtful = bool(pending(book.lines))
    to_draw = drawing(book)
    return s.Can(
        ring=book.played.status == "ready",
        end_round=book.fits(book.of_played({"event": "end_round"})) and not doubtful,
        enter=due(book) is not None and not doubtful,
        call=book.played.tables[0].callable is not None,
        undo=s.Step(undo, f"Undo {named(book, undo)}") if undo else None,
        redo=s.Step(redo, f"Redo {named(book, book.lines[redo]['seq'])}") if redo else None,
        draw=_DRAWN[type(to_draw)] if to_draw else None,
    )


_DRAWN = {Draw: "Draw a name", Drawing: "Draw a name", SeatSemiFinal: "Draw the seats"}
