"""Facts about the rounds that a night needs: groups, and the cards of one set."""

from collections.abc import Mapping

from pi_bunco.rules import Card, Game
from pi_bunco.rules.play import ROUNDS
from pi_bunco.rules.sheets.parts import split_groups

Group = tuple[str, ...]
"""The players of one group, in the order of their cards."""


def list_groups(game: Game) -> tuple[Group, ...]:
    """Return the players of each group of three tables; see :attr:`Game.groups`.

    A group with only ghosts is empty, but counts, so that the numbers fit the tables.

    >>> from pi_bunco.rules import Header
    >>> tables = [["Ann", "Bob", "Cy", "ghost 1"]]
    >>> list_groups(Game(Header.parse({"record": "bunco/1", "rules": "casino", "tables": tables})))
    (('Ann', 'Bob', 'Cy'),)
    """
    number_of = game.groups
    among: list[list[str]] = [
        [] for _ in range(max(len(split_groups(len(game.seats))), *number_of.values(), 0))
    ]
    for name in game.players:
        among[number_of[name] - 1].append(name)
    return tuple(map(tuple, among))


def make_set_cards(game: Game, number: int) -> Mapping[str, Card] | None:
    """Return everybody's card for one set alone; ``None`` until the set is over."""
    rounds = game.rounds[(number - 1) * ROUNDS : number * ROUNDS]
    if len(rounds) < ROUNDS or (game.status == "playing" and game.set == number):
        return None
    lines = {name: dict.fromkeys(("wins", "losses", "buncos", "minis", "points"), 0) for name in game.players}
    for played in rounds:
        for table in played.tables:
            for feat in table.feats:
                lines[feat.player][f"{feat.kind}s"] += feat.times
            for name, score in table.scores.items():
                if name in lines:
                    lines[name]["wins" if name in table.winners else "losses"] += 1
                    lines[name]["points"] += score
    return {name: Card(**its) for name, its in lines.items()}
