"""What a night asks of the rounds that were played: groups, the cards of one set, buncos and minis."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from pi_bunco.rules.game import Game
from pi_bunco.rules.header import is_ghost
from pi_bunco.rules.moving import groups
from pi_bunco.rules.play import ROUNDS
from pi_bunco.rules.result import Card, RoundResult

Group = tuple[str, ...]
"""The players of one group, in the order of the header."""


class Feat(NamedTuple):
    """A ``bunco`` or ``mini`` on a player's card: who threw it, and the number of the throw's event."""

    kind: Literal["bunco", "mini"]
    player: str
    seq: int


def groups_of(game: Game) -> tuple[Group, ...]:
    """Give the players of each group of three tables, by the first seating.

    Where a sheet moves in groups nobody ever leaves hers; where it moves in the whole room, her group is
    where she sat first. A group of ghosts alone stays, empty, so that numbers fit the tables.

    >>> from pi_bunco.rules import Header
    >>> tables = [["Ann", "Bob", "Cy", "ghost 1"]]
    >>> groups_of(Game(Header.parse({"record": "bunco/1", "rules": "casino", "tables": tables})))
    (('Ann', 'Bob', 'Cy'),)
    """
    tables = game.header.tables
    return tuple(
        tuple(name for at in group for name in tables[at] if not is_ghost(name))
        for group in groups(len(tables))
    )


def feats(played: RoundResult) -> Iterable[Feat]:
    """Give the buncos and minis of a round, by table."""
    for table in played.tables:
        for thrown in table.throws:
            kind = thrown.score.kind
            if (kind == "bunco" or kind == "mini") and not (thrown.rolloff or is_ghost(thrown.thrower)):  # noqa: PLR1714 - mypy narrows it
                yield Feat(kind, thrown.thrower, thrown.seq)


def set_cards(game: Game, number: int) -> Mapping[str, Card] | None:
    """Return what a set alone has put on everybody's card; ``None`` until it is over."""
    rounds = game.rounds[(number - 1) * ROUNDS : number * ROUNDS]
    if len(rounds) < ROUNDS or (game.status == "playing" and game.set == number):
        return None
    lines = {name: dict.fromkeys(("wins", "losses", "buncos", "minis", "points"), 0) for name in game.players}
    for played in rounds:
        for feat in feats(played):
            lines[feat.player][f"{feat.kind}s"] += 1
        for table in played.tables:
            for name, score in table.scores.items():
                if name in lines:
                    lines[name]["wins" if name in table.winners else "losses"] += 1
                    lines[name]["points"] += score
    return {name: Card(**its) for name, its in lines.items()}
