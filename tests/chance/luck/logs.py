"""Test games in which the dice go round one table."""

from random import Random

from pi_bunco.chance.dice import FAIR, Dice, Probabilities
from pi_bunco.rules import Bell, Event, Game, Header, Throw

NAMES = ("Ann", "Bob", "Cy", "Di")


def make_game(slug: str = "classic", **more: object) -> Game:
    """Return a game of four at one table that waits for its bell."""
    return Game(Header.parse({"record": "bunco/1", "rules": slug, "tables": [[*NAMES]]} | more))


def make_thrown_game(*throws: tuple[int, ...], slug: str = "classic", **more: object) -> Game:
    """Return a game with these throws; the bell rings when it is due."""
    game = make_game(slug, **more)
    for dice in throws:
        push(game, Throw(1, dice))
    return game


def push(game: Game, event: Event) -> int:
    """Push an event, after a bell if the round has not begun."""
    if game.status == "ready":
        game.push(Bell())
    return game.push(event)


def make_evening(
    seed: int, throws: int, chances: Probabilities = FAIR, one: Probabilities | None = None
) -> Game:
    """Return a boxed game with ``throws`` throws at most; ``one`` loads only the third die."""
    random = Random(seed)
    dice, third = Dice(random, chances), Dice(random, one or chances)
    game = make_game("boxed", sets=20)
    for _ in range(throws):
        first, second, _ = dice.throw()
        push(game, Throw(1, (first, second, third.throw()[0])))
    return game
