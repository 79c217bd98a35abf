"""Games in the middle of a round, and their next throws, played by the real rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle, product
from random import Random
from typing import Any

from pi_bunco.rules import THROWS, Bell, Call, Dice, DieOff, EndRound, Event, Game, Header, Table, Throw
from pi_bunco.rules.header import find_layout
from pi_bunco.rules.scoring import Score, make_score_table

TARGETS = range(1, 7)


@dataclass(frozen=True)
class Room:
    """What is played: a sheet, the values of a house sheet, the seats and the options."""

    rules: str
    tables: str = "ABCD"
    house: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.rules} {self.tables} {self.house or ''}{self.options or ''}"

    def make_game(self) -> Game:
        """Return the game before its first bell."""
        seats = [list(table) for table in self.tables.split()]
        given = {"record": "bunco/1", "rules": self.rules, "tables": seats, "options": dict(self.options)}
        header = Header.parse(given)
        sheet = replace(header.sheet, **self.house)
        return Game(replace(header, sheet=sheet, layout=find_layout(sheet, header.tables)))

    def begin_round(self, target: int = 1) -> Game:
        """Begin the round of this target; the host has ended the rounds before."""
        game = self.make_game()
        while game.target < target:
            game.push(Bell())
            game.push(EndRound())
            for at in range(len(game.tables)):
                while not game.tables[at].won_by:
                    throw(game, game.tables[at], choose_dice_for_first_side(game, game.tables[at]))
        game.push(Bell())
        return game

    def play_partly(self, random: Random, throws: int, target: int | None = None) -> Game:
        """Play at most this many throws of a round, at random tables; the round is not over."""
        game = self.begin_round(target or random.choice(TARGETS))
        for _ in range(random.randint(0, throws)):
            next_game = replay(game)
            throw_somewhere(next_game, random)
            if next_game.status != "playing":
                break
            game = next_game
        return game


def choose_dice_for_first_side(game: Game, table: Table) -> Dice:
    """Return dice with which the first side of a roll-off wins it."""
    if table.takes == "die_off":
        return (6, *(1 for _ in table.sides[1:]))
    nothing = (game.target % 6 + 1,) * 2 + ((game.target + 1) % 6 + 1,)
    assert table.rolloff is not None
    first = table.holder in table.sides[table.rolloff.sides[0]].players
    return (game.target,) * 3 if first and not table.in_turn else nothing


def replay(game: Game, *more: Event) -> Game:
    """Play a game's events again, and then ``more``."""
    new = Game(game.header)
    for event in (*game.events, *more):
        new.push(event)
    return new


def throw(game: Game, table: Table, dice: Dice) -> None:
    """Throw at a table, and call if possible."""
    if table.takes == "die_off" and table.rolloff is not None:
        each = zip(table.rolloff.names, dice, strict=False)
        game.push(DieOff(table.number, dict(each)))
        return
    game.push(Throw(table.number, dice[:3]))
    if game.status == "playing" and game.tables[table.number - 1].callable is not None:
        game.push(Call(table.number))


def throw_somewhere(game: Game, random: Random) -> None:
    """Throw at a random table that takes a throw."""
    throw(game, random.choice([table for table in game.tables if table.takes]), throw_dice(random))


def finish_round(game: Game, random: Random) -> None:
    """Play the round to its end: the tables throw in turn."""
    for at in cycle(range(len(game.tables))):
        if game.status != "playing":
            return
        if game.tables[at].takes:
            throw(game, game.tables[at], throw_dice(random))


def throw_dice(random: Random) -> Dice:
    return tuple(random.choices(TARGETS, k=4))


def list_outcomes(game: Game, table: Table) -> Iterator[tuple[float, Game]]:
    """Yield each different result of the table's next throw, with its chance."""
    if table.takes == "die_off":
        for dice in product((5, 6), repeat=len(table.sides)):
            chance = (1 / 6) ** dice.count(6) * (5 / 6) ** dice.count(5)
            yield chance, play_throw(game, table, dice)
        return
    alike: dict[Score, list[Dice]] = {}
    for dice, worth in make_score_table(game.sheet, game.target, game.header.options.cup).items():
        alike.setdefault(replace(worth, hits=()), []).append(dice)
    for throws in alike.values():
        yield len(throws) / len(THROWS), play_throw(game, table, throws[0])


def play_throw(game: Game, table: Table, dice: Dice) -> Game:
    after = replay(game)
    throw(after, table, dice)
    return after
