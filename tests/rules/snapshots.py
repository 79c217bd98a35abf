"""Snapshots of games, to compare games with different records."""

from typing import Any

from pi_bunco.rules import Game


def snapshot(game: Game) -> dict[str, Any]:
    """Return everything that a game shows, except its events."""
    tables = [
        (
            table.seats, table.scores, table.state, table.takes, table.holder, table.then, table.in_turn,
            table.winners, table.callable, table.throws, table.rolloff and tuple(table.rolloff.points),
        )
        for table in game.tables
    ]  # fmt: skip
    return game.make_result() | {
        "at": (game.set, game.round, game.starters, game.list_moves()),
        "tables": tables,
    }
