"""How long a night takes by a sheet, estimated from a few parties with dice from a computer."""

from dataclasses import dataclass
from random import Random

from pi_bunco.chance.party import Plan, Room
from pi_bunco.limits import SETS
from pi_bunco.rules import Event, Game, RecordError, Sheet

_PARTIES = 8
_MOST_EVENTS = 25_000
"""Most events of a party. A night of three tables has about 4,000."""
_GUESTS = (12, 8, 4, 3, 2)
"""Numbers of guests, the first of which fits."""


@dataclass(frozen=True, slots=True)
class NightLength:
    """How long some parties took, without moving and breaks, if a table throws every six seconds.

    Attributes
    ----------
    guests
        How many play.
    rounds
        How many rounds a party has.
    shortest, longest
        Minutes of the shortest party and of the longest one; ``None``: the parties did not end in time.
    """

    guests: int
    rounds: int
    shortest: int | None = None
    longest: int | None = None


class _TooLong(Exception):
    """A party has too many events."""


def estimate_length(sheet: Sheet) -> NightLength:
    """Return how long parties by a sheet take. It takes a second on a Pi, and at most some ten.

    >>> from pi_bunco.rules import load_sheet
    >>> length = estimate_length(load_sheet("houseparty"))
    >>> length.guests, length.rounds, 10 < length.shortest < length.longest < 60
    (12, 6, True)
    """
    guests = next(number for number in _GUESTS if _fits(Plan(sheet, number)))
    sets = min(sheet.sets, SETS)
    plan, rounds = Plan(sheet, guests, sets), sets * len(sheet.targets)
    try:
        minutes = [_play(plan, number) for number in range(_PARTIES)]
    except _TooLong:
        return NightLength(guests, rounds)
    return NightLength(guests, rounds, round(min(minutes)), round(max(minutes)))


def _fits(plan: Plan) -> bool:
    try:
        plan.make_header(Random(0))  # noqa: S311 - nobody is seated by it
    except RecordError:
        return False
    return True


def _play(plan: Plan, number: int) -> float:
    """Return the minutes of a party."""
    random = Random(f"length {number}")  # noqa: S311 - dice that can be thrown again, no secrets
    game = Game(plan.make_header(random))
    left = iter(range(_MOST_EVENTS))

    def push(event: Event) -> None:
        if next(left, None) is None:
            raise _TooLong
        game.push(event)

    return sum(played.seconds for played in Room(plan, random).play_rounds(game, push)) / 60
