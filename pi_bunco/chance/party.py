"""Whole parties played with dice from a computer: a room whose tables throw, and its night."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from heapq import heapify, heappop, heapreplace
from math import inf
from random import Random
from typing import Any

from pi_bunco.chance.dice import FAIR, Dice, Probabilities
from pi_bunco.rules import (
    SHEETS,
    Bell,
    Call,
    DieOff,
    EndRound,
    Event,
    Game,
    Header,
    Sheet,
    Table,
    Throw,
    seat_first_tables,
)
from pi_bunco.rules.night import (
    Ask,
    CostumeQuestion,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    Lottery,
    Night,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
    read_night,
)
from pi_bunco.rules.night.stages import GRAND_PRIZE

SECONDS_PER_THROW = 6.0
"""Seconds from one throw of a table to its next, if nobody says how fast people throw."""
Push = Callable[[Event], object]
"""Logs the next event."""

HOST_MINUTES = 5
"""Minutes after which the host ends a round that no score and no limit of the sheet ends."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, and how.

    Attributes
    ----------
    sheet
        The rule sheet.
    players
        How many play; the rules add ghosts.
    sets
        How many sets, ``None``: as many as the sheet has.
    options
        The options of the game, as in a record's header.
    chances
        The chance of each face of a die.
    called
        The share, 0 to 1, of the throws that must be called and are called in time.
    pace
        The mean number of seconds from one throw of a table to its next. Each wait is random, evenly between
        half and one and a half times as long.
    """

    sheet: Sheet
    players: int
    sets: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    chances: Probabilities = FAIR
    called: float = 1.0
    pace: float = SECONDS_PER_THROW

    def make_header(self, random: Random) -> Header:
        """Draw who sits where, and return the record's header.

        Raises
        ------
        RecordError
            If the sheet does not allow this number of players, or does not have these options.
        """
        names = [f"Player {number}" for number in range(1, self.players + 1)]
        random.shuffle(names)
        header: dict[str, Any] = {"record": "bunco/1", "rules": self.sheet.slug}
        if self.sheet.slug not in SHEETS:
            header["sheet"] = self.sheet.to_dict()
        if self.sets is not None:
            header["sets"] = self.sets
        header["tables"] = [list(table) for table in seat_first_tables(self.sheet, names)]
        header["options"] = dict(self.options)
        return Header.parse(header)


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played.

    Attributes
    ----------
    number
        The round, which is its target, 1 to 6.
    tables
        Its tables, decided.
    seconds
        From the bell until the last table was decided.
    """

    number: int
    tables: tuple[Table, ...]
    seconds: float


class Room:
    """Tables that throw, each at its own pace; all random numbers come from ``random``."""

    def __init__(self, plan: Plan, random: Random) -> None:
        self.random = random
        self.dice = Dice(random, plan.chances)
        self._plan = plan

    def play_rounds(self, game: Game, push: Push) -> Iterator[Round]:
        """Play the rest of a game and log its events with ``push``; yield each round once it is decided."""
        while game.status == "ready":
            number = game.round
            push(Bell())
            seconds = self._play_round(game, push)
            yield Round(number, game.tables, seconds)

    def _play_round(self, game: Game, push: Push) -> float:
        """Let each table throw at its own pace until all are decided; return the seconds of the round."""
        plan, random, dice, tables = self._plan, self.random, self.dice, game.tables
        host_minutes = HOST_MINUTES if plan.sheet.round_end == "host" else inf
        limit = (plan.sheet.round_minutes or host_minutes) * 60
        now = 0.0
        next_throws = [(plan.pace * (0.5 + random.random()), place) for place in range(len(tables))]
        heapify(next_throws)
        while next_throws:
            throw_time, place = next_throws[0]
            table = tables[place]
            takes = table.takes
            if takes is None:
                heappop(next_throws)
                continue
            if throw_time > limit:
                if game.find_misfit(EndRound()) is None:
                    push(EndRound())
                    now = limit
                limit = inf
                continue
            now = throw_time
            if takes == "dice":
                push(_make_throw(table.number, dice.throw()))
                if table.callable is not None and random.random() < plan.called:
                    push(Call(table.number))
            elif table.rolloff is not None:
                push(DieOff(table.number, {name: dice.throw_one() for name in table.rolloff.names}))
            heapreplace(next_throws, (now + plan.pace * (0.5 + random.random()), place))
        return now


_make_throw = cache(Throw)


class Party:
    """One party while it is played.

    The draws and throws of the night, outside the rounds, have their own random numbers. So the rounds are
    the same whether the night is played or not.

    Attributes
    ----------
    game
        The game so far; its header and events are the record.
    night
        The night as the rules last derived it, ``None`` before that.

    Examples
    --------
    >>> from pi_bunco.rules import load_sheet
    >>> party = Party(Plan(load_sheet("boxed"), players=2), seed="7: party 1")
    >>> [round.number for round in party.play_rounds()], party.game.status
    ([1, 2, 3, 4, 5, 6], 'over')
    >>> party.play_night()
    >>> party.night.over
    True
    """

    def __init__(self, plan: Plan, seed: str) -> None:
        random = Random(seed)  # noqa: S311 - dice that can be thrown again, no secrets
        self.game = Game(plan.make_header(random))
        self.night: Night | None = None
        self._room = Room(plan, random)
        self._night_room = Room(plan, Random(f"{seed}, night"))  # noqa: S311 - no secrets either

    def play_rounds(self) -> Iterator[Round]:
        """Play until the game is over; yield each round as soon as it is decided."""
        return self._room.play_rounds(self.game, self.game.push)

    def play_night(self, *, all_asks: bool = False) -> None:
        """Answer what the night asks now, until it asks nothing more.

        With ``all_asks`` this includes what it does not need: drawings, a judge's choice, what staff confirm.
        """
        while True:
            self.night = read_night(self.game)
            asks = [ask for ask in self.night.asks if ask.needed or all_asks]
            if not asks:
                return
            for ask in asks:
                self._answer(ask)

    def _answer(self, ask: Ask) -> None:
        """Draw or throw an outcome for an ask, and log it."""
        push, dice = self.game.push, self._night_room.dice
        match ask:
            case OrderThrow() | RolloffThrow():
                push(ask.make_event(dice.throw()))
            case PlaceDie() | FinalOrder():
                push(ask.make_event({name: dice.throw_one() for name in ask.names}))
            case SemiFinal():
                for _ in self._night_room.play_rounds(ask.game, partial(_push_both, ask, self.game)):
                    pass
            case FinalThrow():
                thrown = None
                while thrown != GRAND_PRIZE:
                    thrown = dice.throw()
                    push(ask.make_event(thrown))
            case Verify():
                push(ask.make_event())
            case _:
                self._draw(ask)

    def _draw(self, ask: Draw | Drawing | Lottery | SeatSemiFinal | CostumeQuestion) -> None:
        """Draw the answer; a judge's choice is random too."""
        push, random = self.game.push, self._night_room.random
        match ask:
            case Draw():
                for player in random.sample(ask.among, ask.how_many):
                    push(ask.make_event(player))
            case Drawing() | Lottery():
                push(ask.make_event(random.choice(ask.among)))
            case SeatSemiFinal():
                push(ask.make_event(random.sample(ask.players, len(ask.players))))
            case CostumeQuestion():
                best: str | int = random.choice(ask.players) if ask.players else random.choice(ask.groups)
                push(ask.make_event(best))


def _push_both(ask: SemiFinal, whole: Game, inner: Event) -> None:
    """Log an event in the semi-final's own game and in the record of the whole night."""
    ask.game.push(inner)
    whole.push(ask.make_event(inner))
