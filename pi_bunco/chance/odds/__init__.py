"""Live odds: how likely each side is to win its table, at any time of a game."""

from pi_bunco.chance.odds.live import Chances, NextRaces, chances

__all__ = ["Chances", "NextRaces", "chances"]
