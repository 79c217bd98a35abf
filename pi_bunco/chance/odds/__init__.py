"""Live odds: how likely each side is to win its table, from any state of a game."""

from pi_bunco.chance.odds.chances import Chances
from pi_bunco.chance.odds.live import Ahead, chances

__all__ = ["Ahead", "Chances", "chances"]
