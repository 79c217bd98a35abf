"""A whole party played with dice from a computer: the real rules, in the order in which a room throws."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from heapq import heapify, heappop, heapreplace
from random import Random
from typing import Any

from pi_bunco.chance.dice import FAIR, Dice, Probabilities
from pi_bunco.rules import (
    Bell,
    Call,
    DieOff,
    EndRound,
    Game,
    Header,
    Sheet,
    Table,
    Throw,
    first_tables,
)

HOST_MINUTES = 5
"""After so many minutes the host ends a round that no score and no limit of the sheet ends."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, and how.

    Attributes
    ----------
    sheet
        The rule sheet.
    players
        How many play; ghosts come to them as the rules say.
    sets
        How many sets, ``None``: as many as the sheet has.
    options
        The options of the game, as in a record's header.
    chances
        The chance of each face of a die.
    called
        The share of throws that must be called that are called in time, 0 to 1.
    pace
        Seconds from one throw of a table to its next, on average. Each wait is drawn anew, evenly from
        half to one and a half times as long, at every table for itself.
    """

    sheet: Sheet
    players: int
    sets: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    chances: Probabilities = FAIR
    called: float = 1.0
    pace: float = 6.0

    def header(self, random: Random) -> Header:
        """Draw who sits where, and give the record's header.

        Raises
        ------
        RecordError
            If so many cannot play by this sheet, or it does not have these options.
        """
        names = [f"Player {number}" for number in range(1, self.players + 1)]
        random.shuffle(names)
        given: dict[str, Any] = {"record": "bunco/1", "rules": self.sheet.slug}
        if self.sets is not None:
            given["sets"] = self.sets
        given["tables"] = [list(table) for table in first_tables(self.sheet, names)]
        given["options"] = dict(self.options)
        return Header.parse(given)


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


class Party:
    """One party while it is played.

    Attributes
    ----------
    plan
        What is played.
    random
        All its chance.
    dice
        What it is thrown with.
    game
        The game so far; its header and events are the record.

    Examples
    --------
    >>> from pi_bunco.rules import load_sheet
    >>> party = Party(Plan(load_sheet("boxed"), players=2), Random(1))
    >>> [round.number for round in party.rounds()], party.game.status
    ([1, 2, 3, 4, 5, 6], 'over')
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        self.plan = plan
        self.random = random
        self.dice = Dice(random, plan.chances)
        self.game = Game(plan.header(random))

    def rounds(self) -> Iterator[Round]:
        """Play round after round until the game is over, giving each as soon as it is decided."""
        while self.game.status == "ready":
            number = self.game.round
            self.game.push(Bell())
            seconds = self._play_round()
            yield Round(number, self.game.tables, seconds)

    def _play_round(self) -> float:
        """Let each table throw at its own pace until all are decided; give the seconds that took."""
        game, tables, wait = self.game, self.game.tables, self._wait
        limit = self._limit()
        now = 0.0
        next_throws = [(wait(), place) for place in range(len(tables))]
        heapify(next_throws)
        while next_throws:
            at, place = next_throws[0]
            table = tables[place]
            takes = table.takes
            if takes is None:
                heappop(next_throws)
                continue
            if limit is not None and at > limit:
                if game.misfit(EndRound()) is None:
                    game.push(EndRound())
                    now = limit
                limit = None
                continue
            now = at
            if takes == "dice":
                game.push(_throw(table.number, self.dice.throw()))
                if table.callable is not None and self.random.random() < self.plan.called:
                    game.push(Call(table.number))
            else:
                self._die_off(table)
            heapreplace(next_throws, (now + wait(), place))
        return now

    def _die_off(self, table: Table) -> None:
        names = table.rolloff.names if table.rolloff else ()
        self.game.push(DieOff(table.number, {name: self.dice.throw_one() for name in names}))

    def _wait(self) -> float:
        return self.plan.pace * (0.5 + self.random.random())

    def _limit(self) -> float | None:
        """Give the seconds after which the host ends the round."""
        sheet = self.plan.sheet
        minutes = sheet.round_minutes or (HOST_MINUTES if sheet.round_end == "host" else None)
        return None if minutes is None else minutes * 60


@cache
def _throw(table: int, dice: tuple[int, ...]) -> Throw:
    return Throw(table, dice)
