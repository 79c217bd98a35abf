"""From the game to what a page shows of it. Nothing is decided here."""

from dataclasses import dataclass
from typing import Any

from pi_bunco import rules
from pi_bunco.table import snapshot as s
from pi_bunco.table.book import Book
from pi_bunco.table.commands import CLOCK
from pi_bunco.table.likely import likely
from pi_bunco.table.named import named
from pi_bunco.table.pending import pending
from pi_bunco.table.steps import steps
from pi_bunco.table.words import points, told

Boxes = tuple[tuple[float, float, float, float], ...]
DICE = {"dice": 3, "die_off": 2}


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
    game, table = book.game, book.game.tables[0]
    phase = _phase(book)
    course = tuple(_thrown(book, table, thrown) for thrown in table.throws)
    left, right = table.rolloff.names if phase == "dieoff" and table.rolloff else (None, None)
    return s.Snapshot(
        revision=len(book.lines),
        game=f"Game {number}",
        title=game.sheet.title,
        rules=game.sheet.slug,
        sets=game.header.sets,
        table=table.number,
        phase=phase,
        set=game.set,
        round=game.round,
        target=game.target,
        teams=table.teams,
        sides=tuple(_side(table, index) for index in range(len(table.sides))),
        players=_players(book, table),
        thrower=game.starters[0] if phase == "ready" else table.holder,
        then=table.then,
        last=course[-1] if course else None,
        course=course,
        doubt=_doubt(book),
        rounds=_rounds(book),
        moves=tuple(s.Move(name, seat, to) for name, _, seat, _, to in game.moves()),
        left=left,
        right=right,
        winners=leaders(book) if phase == "over" else (),
        unused=tuple(game.unused),
        told=told(book.lines[-1]),
        alerts=alerts,
        can=_can(book, phase),
        camera=around.camera,
        banners=around.banners,
        finishing=table.state == "finishing",
        limit=_limit(book),
        minutes_left=around.minutes_left,
    )


def leaders(book: Book) -> tuple[str, ...]:
    """Give who leads: most wins, and where the sheet says so most buncos among those; ties are shared."""
    cards = book.game.players
    most = max(card.wins for card in cards.values())
    ahead = [name for name, card in cards.items() if card.wins == most]
    if book.game.sheet.slug == "boxed":  # "Winning": most W, then most B among the tied
        buncos = max(cards[name].buncos for name in ahead)
        ahead = [name for name in ahead if cards[name].buncos == buncos]
    return tuple(ahead)


def _limit(book: Book) -> s.Limit | None:
    game = book.game
    minutes = game.sheet.round_minutes
    if minutes is None or game.tables[0].state != "playing":
        return None
    put_aside = {*game.voided, *game.unused}
    bells = (at for at, body in enumerate(book.lines) if body.get("event") == "bell" and at not in put_aside)
    bell = max(bells)
    rung = any(body["event"] == "end_round" and body.get("by") == CLOCK for body in book.lines[bell:])
    return s.Limit(bell, minutes, book.lines[bell].get("time", ""), rung)


def _phase(book: Book) -> s.Phase:
    table = book.game.tables[0]
    if book.game.status != "playing":
        return book.game.status
    if table.rolloff is None:
        return "playing"
    return "dieoff" if table.takes == "die_off" else "rolloff"


def _side(table: rules.Table, index: int) -> s.Side:
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
        throwing=table.holder in side.players,
        winner=bool(set(side.players) & set(table.winners)),
        rolloff=table.rolloff.points[index] if table.rolloff else None,
    )


def _players(book: Book, table: rules.Table) -> tuple[s.Player, ...]:
    players = []
    for seat, name in enumerate(book.game.seats[0], start=1):
        card = book.game.players.get(name)
        side = next(k for k, side in enumerate(table.sides) if name in side.players)
        players.append(
            s.Player(
                name=name,
                seat=seat,
                side=side,
                throwing=name == table.holder,
                next=name == table.then,
                ghost=card is None,
                wins=card.wins if card else 0,
                losses=card.losses if card else 0,
                buncos=card.buncos if card else 0,
                minis=card.minis if card else 0,
                points=card.points if card else 0,
                bag=name == book.game.bag,
            )
        )
    return tuple(players)


def _thrown(book: Book, table: rules.Table, thrown: rules.Thrown) -> s.Thrown:
    body = book.lines[thrown.seq]
    return s.Thrown(
        seq=thrown.seq,
        thrower=thrown.thrower,
        side=thrown.side,
        dice=thrown.dice,
        hits=thrown.score.hits,
        points=thrown.score.points,
        kind=thrown.score.kind,
        says=_says(table, thrown),
        image=body.get("image"),
        boxes=_boxes(body),
        by=body.get("by", ""),
        corrected=thrown.corrected,
        rolloff=thrown.rolloff,
        taken=body.get("taken"),
    )


def _says(table: rules.Table, thrown: rules.Thrown) -> str:
    if thrown.seq == table.callable:
        return "Three alike: call it!"
    said = points(thrown.score)
    if thrown is not table.throws[-1] or table.holder is None:
        return said
    if table.holder == thrown.thrower and not thrown.ends_turn:
        return f"{said}, {table.holder} throws again"
    return f"{said}, {table.holder} throws now"


def _boxes(body: dict[str, Any]) -> Boxes:
    width, height = body.get("size", (1, 1))
    return tuple(
        (x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in body.get("boxes", ())
    )


def _doubt(book: Book) -> s.Doubt | None:
    waiting = pending(book.lines)
    if not waiting:
        return None
    body, table = book.lines[waiting[0]], book.game.tables[0]
    wanted = DICE[table.takes or "dice"]
    return s.Doubt(
        seq=waiting[0],
        reason=body["reason"],
        image=body.get("image"),
        dice=tuple(body["values"]),
        boxes=_boxes(body),
        wanted=wanted,
        likely=likely(tuple(body["values"]), tuple(body["confidence"]), wanted),
        waiting=len(waiting) - 1,
        thrower=table.holder,
    )


def _rounds(book: Book) -> tuple[s.RoundLine, ...]:
    return tuple(
        s.RoundLine(
            set=done.set,
            round=done.round,
            sides=_sides(done.tables[0], teams=book.game.tables[0].teams),
            winners=done.tables[0].winners,
            rolloff=done.tables[0].rolloff,
        )
        for done in book.game.rounds
        if done.tables[0].winners
    )


def _sides(table: rules.TableResult, *, teams: bool) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Give each side's players and score; partners sit opposite each other."""
    sides = (table.seats[::2], table.seats[1::2]) if teams else tuple((name,) for name in table.seats)
    return tuple((side, table.scores[side[0]]) for side in sides)


def _can(book: Book, phase: s.Phase) -> s.Can:
    undo, redo = steps(book.lines)
    doubtful = bool(pending(book.lines))
    playing = book.game.status == "playing"
    return s.Can(
        ring=phase == "ready",
        end_round=book.fits({"event": "end_round"}) and not doubtful,
        enter=playing and not doubtful,
        call=book.game.tables[0].callable is not None,
        undo=s.Step(undo, f"Undo {named(book, undo)}") if undo else None,
        redo=s.Step(redo, f"Redo {named(book, book.lines[redo]['seq'])}") if redo else None,
    )
