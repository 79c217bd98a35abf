"""What a sheet says, in sentences that a guest understands: one for each key, or for two or three."""

from pi_bunco.paper.sentences.item import Item
from pi_bunco.paper.sentences.moving import MOVING
from pi_bunco.paper.sentences.rounds import ROUNDS, TIES
from pi_bunco.paper.sentences.sets import BREAKS, FINALS, OPTIONS, SETS
from pi_bunco.paper.sentences.throwing import THROWING

__all__ = ["PAGE", "Item"]

PAGE: dict[str, tuple[Item, ...]] = {
    "What a throw scores": THROWING,
    "How a round begins and ends": ROUNDS,
    "A tie": TIES,
    "Who sits where, and who moves": MOVING,
    "Sets, winners and awards": SETS,
    "Breaks and staff": BREAKS,
    "Semi-final and final": FINALS,
    "Options": OPTIONS,
}
"""What a page of rules says, by its headings."""
