"""Nights to play: whole games with dice from a seed, and random answers to all that a night asks for."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pi_bunco.rules import (
    Bell,
    Call,
    DieOff,
    DieOffs,
    Event,
    Game,
    Header,
    Sheet,
    Throw,
    load_sheet,
    parse_event,
    seat_first_tables,
)
from pi_bunco.rules.night import (
    Ask,
    CostumeQuestion,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    Night,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
    read_night,
)

NOTHING = {1: "236", 2: "136", 3: "126", 4: "126", 5: "126", 6: "125"}
"""A throw that scores nothing in each round."""


class Chance:
    """Random outcomes from a seed, for games and nights."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def die(self) -> int:
        return self._random.randint(1, 6)

    def dice(self) -> tuple[int, int, int]:
        """Return a throw; three ones are frequent, so that finals are short."""
        return (1, 1, 1) if self._random.random() < 0.05 else (self.die(), self.die(), self.die())

    def choose(self, among: Sequence[Any]) -> Any:
        return self._random.choice(among)

    def shuffle(self, names: Sequence[str]) -> list[str]:
        return self._random.sample(names, len(names))

    def header(self, rules: str | Sheet, players: int, **keys: Any) -> Header:
        """Seat this number of players, ``P1`` and on; the header contains a house sheet."""
        names = self.shuffle([f"P{n}" for n in range(1, players + 1)])
        sheet = load_sheet(rules) if isinstance(rules, str) else rules
        house_sheet = {} if isinstance(rules, str) else {"sheet": sheet.to_dict()}
        tables = [list(seats) for seats in seat_first_tables(sheet, names)]
        return Header.parse({"record": "bunco/1", "rules": sheet.slug, "tables": tables} | house_sheet | keys)

    def next_event(self, game: Game) -> Event:
        """Return the next event of the rounds."""
        if game.status == "ready":
            return Bell()
        to_call = [table.number for table in game.tables if table.callable is not None]
        if to_call and self.die() > 1:
            return Call(self.choose(to_call))
        table = self.choose([table for table in game.tables if table.takes])
        if isinstance(table.rolloff, DieOffs) and table.takes == "die_off":
            return DieOff(table.number, {name: self.die() for name in table.rolloff.names})
        return Throw(table.number, self.dice())

    def play_rounds(self, game: Game, log: Callable[[Event], object] = lambda _: None) -> Game:
        """Play all rounds of a game, and pass each event to ``log``."""
        while game.status != "over":
            event = self.next_event(game)
            game.push(event)
            log(event)
        return game

    def answer(self, ask: Ask) -> Event:
        """Return the event that answers an ask."""
        match ask:
            case PlaceDie() | FinalOrder():
                event: Event = ask.make_event({name: self.die() for name in ask.names})
            case Draw() | Drawing():
                event = ask.make_event(self.choose(ask.among))
            case SeatSemiFinal():
                event = ask.make_event(self.shuffle(ask.players))
            case SemiFinal():
                event = ask.make_event(self.next_event(ask.game))
            case Verify():
                event = ask.make_event(ask.claims[: self.die()])
            case CostumeQuestion():
                event = ask.make_event(self.choose(ask.players or ask.groups))
            case OrderThrow() | RolloffThrow() | FinalThrow():
                event = ask.make_event(self.dice())
        return event

    def play_night(self, game: Game, *, only_needed: bool) -> Night:
        """Answer all asks until none is left."""
        while True:
            night = read_night(game)
            asks = [ask for ask in night.asks if ask.needed or not only_needed]
            if not asks:
                return night
            ask = self.choose(asks)
            if isinstance(ask, SemiFinal):
                self.play_rounds(ask.game, lambda event, ask=ask: game.push(ask.make_event(event)))  # type: ignore[misc]
            else:
                game.push(self.answer(ask))


@pytest.fixture(scope="session")
def chance() -> Callable[[int], Chance]:
    """Return the class that makes random outcomes from a seed."""
    return Chance


Log = Callable[..., Night]


@pytest.fixture(scope="session")
def log() -> Log:
    """Log an extension event, as ``log(game, "final:throw", dice=[1, 1, 1])``; return the night after it."""

    def make(game: Game, name: str, **keys: Any) -> Night:
        game.push(parse_event({"event": name, **keys}))
        return read_night(game)

    return make


@pytest.fixture(scope="session")
def refused(log: Log) -> Callable[..., str]:
    """Log an extension event that does not fit; return the reason why it is ignored."""

    def make(game: Game, name: str, **keys: Any) -> str:
        return log(game, name, **keys).ignored[len(game.events)]

    return make


@pytest.fixture(scope="session")
def won_by_seat_1() -> Callable[..., str]:
    """Return the words of rounds in which seat 1 of each table wins, at the head table with a bunco.

    The other tables have thrown nothing before, so they roll off.
    """

    def make(rounds: Sequence[int], tables: int = 1, *, finish: bool = True) -> str:
        words = []
        for target in rounds:
            bunco = str(target) * 3
            words += ["bell", bunco, *([NOTHING[target]] if finish else [])]
            words += [f"{table}:{bunco}" for table in range(2, tables + 1)]
        return " ".join(words)

    return make
