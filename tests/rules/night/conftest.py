"""Nights to play: whole games with dice from a seed, and whatever a night asks for answered by chance."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pi_bunco.rules import Bell, Call, DieOff, DieOffs, Event, Game, Header, Throw, first_tables, load_sheet
from pi_bunco.rules.night import (
    Ask,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    JudgeCostume,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
    tell,
)


class Chance:
    """Outcomes from a seed, for games and nights."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def die(self) -> int:
        return self._random.randint(1, 6)

    def dice(self) -> tuple[int, int, int]:
        return self.die(), self.die(), self.die()

    def one(self, among: Any) -> Any:
        return self._random.choice(list(among))

    def order(self, names: Any) -> list[Any]:
        return self._random.sample(list(names), len(names))

    def header(self, rules: str, players: int, **keys: Any) -> Header:
        """Seat so many players, ``P1`` and on."""
        names = self.order([f"P{n}" for n in range(1, players + 1)])
        tables = [list(seats) for seats in first_tables(load_sheet(rules), names)]
        return Header.parse({"record": "bunco/1", "rules": rules, "tables": tables, **keys})

    def next_event(self, game: Game) -> Event:
        """Give the next event of the rounds."""
        if game.status == "ready":
            return Bell()
        open_tables = [table for table in game.tables if table.takes]
        callable_ = [table for table in open_tables if table.callable is not None]
        if callable_ and self.die() > 1:
            return Call(self.one(callable_).number)
        table = self.one(open_tables)
        if table.takes == "die_off":
            assert isinstance(table.rolloff, DieOffs)
            return DieOff(table.number, {name: self.die() for name in table.rolloff.names})
        return Throw(table.number, self.dice())

    def answer(self, ask: Ask) -> Event:
        """Give the event for what a night asks for."""
        match ask:
            case OrderThrow() | RolloffThrow() | FinalThrow():
                return ask.event(self.dice())
            case PlaceDie() | FinalOrder():
                return ask.event({name: self.die() for name in ask.names})
            case Draw() | Drawing():
                return ask.event(self.one(ask.among))
            case SeatSemiFinal():
                return ask.event(self.order(ask.players))
            case SemiFinal():
                return ask.event(self.next_event(ask.game))
            case Verify():
                return ask.event(ask.claims[: self.die()])
            case JudgeCostume():
                return ask.event(self.one(ask.players or ask.groups))

    def play_rounds(self, header: Header) -> Game:
        """Play all rounds of a game."""
        game = Game(header)
        while game.status != "over":
            game.push(self.next_event(game))
        return game

    def play_on(self, game: Game, needed: bool = True) -> Iterator[Ask]:
        """Answer what the night needs, or all it asks for, until nothing is left; give each ask."""
        while asks := [ask for ask in tell(game).asks if ask.needed or not needed]:
            ask = self.one(asks)
            game.push(self.answer(ask))
            yield ask


@pytest.fixture(scope="session")
def chance() -> Callable[[int], Chance]:
    """Give outcomes from a seed."""
    return Chance
