"""States of the room's screen: rooms of any number of tables, with short and long names, at every moment."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count

from pi_bunco.rules import is_ghost
from pi_bunco.views.claims import ClaimLine
from pi_bunco.views.moment import MomentView
from pi_bunco.views.results import AwardLine, DrawnName, Results, SetLine
from pi_bunco.views.room import GuestsView, RoomTableView, RoomView
from pi_bunco.views.short_names import make_short_names
from pi_bunco.views.table import AskView, ContestView, RoundLine, SeatMove
from tests.web.states import make_throw, roomful

COUNTS = (1, 2, 3, 4, 6, 9, 12, 16, 20, 25)
SHORT_NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lee")
USUAL_NAMES = ("Christabelle", "Bartholomew", "Wilhelmine", "Maximilianus", "Guggelyn", "Johannes", "Quigley")
LONG_NAMES = (
    "Maximiliane von Hohenstein-Löwenburg",
    "Bartholomew Maximilian Featherstonehaugh",
    "Wilhelmina-Alexandra Quirrenbach-Eggers",
    "Maximilian Hohenberg",
    "王小明王小明王小明王小明",
    "שרה בת-שבע אברמוביץ׳ כהן",
    "🎲🎲🎲 Dice Queen of the Western World 🎲",
    "gypsyjoggingquaggypuppyjuggling",
)
"""Names of up to 40 letters. Some have no blank, others are wide, or are written from right to left."""
NAMES = {"short": SHORT_NAMES, "usual": USUAL_NAMES, "long": LONG_NAMES}


def make_room(tables: int, names: str = "short", sides: int = 0) -> RoomView:
    """Return a room in round 3.

    Parameters
    ----------
    tables
        How many tables it has.
    names
        The kind of its names: ``short``, ``usual`` or ``long``.
    sides
        How many players sit at each table and play alone; 0: four in two teams.
    """
    numbers = count()
    seats_of = [
        tuple(_make_name(NAMES[names], next(numbers)) for _ in range(sides or 4)) for _ in range(tables)
    ]
    if not sides and tables > 1:
        seats_of[-1] = (*seats_of[-1][:3], "ghost 1")
    base = roomful(tables)
    return replace(
        base,
        title="Boxed Bunco" if sides else "Classic Bunco",
        goal="to 21" if tables == 1 or sides else "until table 1 has 21",
        tables=tuple(_make_table(number, seats, sides) for number, seats in enumerate(seats_of, 1)),
        short_names=make_short_names({name for seats in seats_of for name in seats}),
    )


def _make_name(names: tuple[str, ...], number: int) -> str:
    again, at = divmod(number, len(names))
    return f"{names[at][:37]} {again + 1}" if again else names[at]


def _make_table(number: int, seats: tuple[str, ...], sides: int) -> RoomTableView:
    of_sides = tuple((name,) for name in seats) if sides else (seats[::2], seats[1::2])
    scores = ((14, 9), (19, 18), (121, 98), (0, 5), (21, 20))[number % 5]
    return RoomTableView(
        table=number,
        seats=seats,
        sides=of_sides,
        scores=(*scores, 105, 7)[: len(of_sides)],
        winners=(),
        standing="playing",
        thrower=seats[number % len(seats)],
        doubt=False,
    )


def change_tables(room: RoomView, change: Callable[[RoomTableView], RoomTableView]) -> RoomView:
    """Return a room in which every table has changed."""
    return replace(room, tables=tuple(map(change, room.tables)))


def waiting(room: RoomView) -> RoomView:
    """Return a room whose round was ended by a bunco: tables finish, roll off, are in doubt or decided."""

    def change(at: RoomTableView) -> RoomTableView:
        match at.table % 4:
            case 1:
                winners = max(zip(at.scores, at.sides, strict=True))[1]
                return replace(at, standing="decided", winners=winners, thrower=None)
            case 2:
                points = (1, 2, *(None for _ in at.scores[2:]))
                return replace(
                    at, standing="rolloff", scores=(21, 21, *at.scores[2:]), rolloff=points, doubt=False
                )
            case 3:
                return replace(at, standing="finishing")
            case _:
                return replace(at, doubt=True)

    thrower = room.tables[0].seats[1]
    return replace(
        change_tables(room, change),
        ended=True,
        moment=MomentView(
            "finishing",
            "Set 1, round 3 has ended, but throws at tables 2, 3, 4 and 6 are in doubt.",
            "Next: round 4, rolling for fours.",
            waiting=(2, 3, 4, 6),
        ),
        ended_by=f"{room.short_names.get(thrower, thrower)}’s bunco ended round 3",
    )


def bunco(room: RoomView) -> RoomView:
    """Return a room with a bunco at every table."""
    return change_tables(room, lambda at: replace(at, bunco=at.seats[-1]))


def dieoff(room: RoomView) -> RoomView:
    """Return a room with a die-off at every table, which has no points of its own."""
    return change_tables(
        room,
        lambda at: replace(
            at, standing="rolloff", scores=(21, 21, *at.scores[2:]), rolloff=(None,) * len(at.scores)
        ),
    )


def between(room: RoomView) -> RoomView:
    """Return a room between two rounds: how the last one ended at each table, and who moves."""

    def change(at: RoomTableView) -> RoomTableView:
        sides = tuple(zip(at.sides, at.scores, strict=True))
        line = RoundLine(1, 2, sides, max(sides, key=lambda side: side[1])[0], rolloff=at.table % 2 == 0)
        return replace(at, standing="ready", last=line)

    last = len(room.tables)
    moves = tuple(
        SeatMove(at.seats[seat - 1], last if at.table == 1 else at.table - 1, seat, at.table, seat)
        for at in room.tables
        for seat in range(2, len(at.seats) + 1, 2)
        if not is_ghost(at.seats[seat - 1])
    )
    thrower = room.tables[0].seats[1]
    return replace(
        change_tables(room, change),
        status="ready",
        moment=MomentView(
            "between",
            "Set 1, round 2 is over: everybody waits for the bell.",
            "Next: round 3, rolling for threes.",
        ),
        moves=moves,
        ended_by=f"{room.short_names.get(thrower, thrower)}’s bunco ended round 2",
    )


def resting(room: RoomView) -> RoomView:
    """Return a room in a break in which a name was drawn again, and guests wait for a seat."""
    name, before = room.tables[0].seats[:2]
    drawn = DrawnName(
        room.short_names.get(name, name),
        "The drawing",
        "a bottle of elderflower wine",
        room.short_names.get(before, before),
    )
    waits = ("Gwen, Yuri, Zoë, Penelope and Quentin wait for a seat",)
    return replace(
        between(room),
        rest="A break of 15 minutes",
        moment=MomentView(
            "break", "A break of 15 minutes: 14 minutes are left.", "Next: round 3, rolling for threes."
        ),
        bell_in=870,
        results=Results(newest=drawn),
        guests=GuestsView(("Gwen", "Yuri", "Zoë", "Penelope", "Quentin"), (), waits),
    )


def over(room: RoomView, awards: int = 9, sets: int = 0) -> RoomView:
    """Return the end of a game with awards that staff have not confirmed."""
    names = [
        room.short_names.get(name, name) for at in room.tables for name in at.seats if not is_ghost(name)
    ]
    titles = ("Most buncos", "Most minis", "Most wins", "Best costume")
    lines = []
    for at in range(awards):
        tied = (1, 2, 1, 0, 3, 1, 9, 1)[at % 8]
        winners = tuple((names * 3)[at : at + tied])
        lines.append(
            AwardLine(
                "most_buncos",
                "group",
                titles[at % 4],
                f"Team {at // 4 + 1}" if awards > 4 else "",
                winners,
                "4 buncos" if winners else "",
                ("$100", "a bottle of elderflower wine")[at % 2],
                "$20 each" if tied > 1 else "",
                38,
                final=False,
            )
        )
    claims = tuple(ClaimLine(str(at), names[0], "bunco, round 1", confirmed=False) for at in range(38))
    return replace(
        room,
        status="over",
        moment=MomentView(
            "over",
            f"The end: {names[0]} has won the grand prize.",
            "There is nothing more to play.",
            ends=True,
        ),
        winners=tuple(names[:1]),
        short_names={},
        results=Results(
            awards=tuple(lines),
            claims=claims,
            sets=tuple(SetLine(at, (names[0],), "with most wins") for at in range(1, sets + 1)),
        ),
    )


def final(room: RoomView) -> RoomView:
    """Return a room before the final of a tournament: the wild card has just been drawn."""
    names = room.tables[0].seats
    now = f"The final: {', '.join(names)} throw one die each, and the lowest goes first."
    need = AskView("The final", now, names, names)
    drawn = DrawnName(room.short_names.get(names[0], names[0]), "The wild card of the final")
    return replace(
        room,
        status="over",
        moment=MomentView("final", now, "Next: the awards."),
        need=need,
        contest=ContestView("one_each", (), None),
        results=Results(newest=drawn),
    )


def throwing(room: RoomView) -> RoomView:
    """Return a room in the final of a tournament, in which two players have thrown."""
    names = room.tables[0].seats
    now = f"The final: {names[0]} throws. Three ones win the grand prize."
    throws = tuple(
        make_throw(90 + at, name, 0, dice, 1, "Not yet")
        for at, (name, dice) in enumerate(zip(names, ((1, 1, 4), (2, 3, 5)), strict=False))
    )
    return replace(
        room,
        status="over",
        moment=MomentView("final", now, "Next: the awards."),
        need=AskView("The final", now, (), names),
        contest=ContestView("final", throws, names[0]),
    )


MOMENTS: Mapping[str, Callable[[RoomView], RoomView]] = {
    "playing": lambda room: room,
    "waiting": waiting,
    "bunco": bunco,
    "die-off": dieoff,
    "between": between,
    "resting": resting,
    "over, 3 awards": lambda room: over(room, 3),
    "over, 9 awards": lambda room: over(room, 9, sets=4),
    "over, 18 awards": lambda room: over(room, 18),
    "over, 30 awards": lambda room: over(room, 30),
    "final": final,
    "final, throwing": throwing,
}
