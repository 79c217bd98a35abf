"""The rules of a sheet in sentences for guests: one for each key, or for two or three keys together."""

from pi_bunco.paper.sentences.finals import FINALS
from pi_bunco.paper.sentences.item import Item
from pi_bunco.paper.sentences.moving import MOVING
from pi_bunco.paper.sentences.rounds import ROUNDS, TIES
from pi_bunco.paper.sentences.sets import BREAKS, OPTIONS, SETS
from pi_bunco.paper.sentences.throwing import THROWING
from pi_bunco.sentences import Sentence, say

__all__ = ["PAGE", "Item"]

PAGE: dict[Sentence, tuple[Item, ...]] = {
    say("What a throw scores"): THROWING,
    say("How a round begins and ends"): ROUNDS,
    say("A tie"): TIES,
    say("Who sits where, and who moves"): MOVING,
    say("Sets, winners and awards"): SETS,
    say("Breaks and staff"): BREAKS,
    say("Semi-final and final"): FINALS,
    say("Options"): OPTIONS,
}
"""The sentences on a page of rules, by heading."""
