"""The standings: everybody's score card in a line, in the order in which the sheet has winners."""

from rich.table import Table
from rich.text import Text

from pi_bunco.paper.ranking import LINES, order, rank_players
from pi_bunco.paper.result.look import rule_table
from pi_bunco.paper.text import printable
from pi_bunco.rules import Game


def standings(game: Game) -> Table:
    """Return everybody's place, wins, losses, buncos, minis and points; equals share a place."""
    by = order(game.sheet)
    table = rule_table()
    table.add_column("", justify="right")
    table.add_column("Player")
    for line in LINES:
        table.add_column(line.capitalize(), justify="right", style="bold" if line == by[0] else "")
    for place, name in rank_players(game.players, by):
        counts = (str(getattr(game.players[name], line)) for line in LINES)
        table.add_row(str(place), Text(printable(name)), *counts)
    return table
