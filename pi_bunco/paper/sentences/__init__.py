"""A rule sheet in sections of sentences for guests, each with the clauses that it comes from.

A sentence is for one key, or for two or three keys together. All layouts of the page show the same sentences
in the same order.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_bunco.paper.sentences.item import Item
from pi_bunco.paper.sentences.moving import MOVING
from pi_bunco.paper.sentences.rounds import ROUNDS, TIES
from pi_bunco.paper.sentences.sets import BREAKS, FINALS, OPTIONS, SETS
from pi_bunco.paper.sentences.throwing import THROWING
from pi_bunco.rules import Sheet, Written
from pi_bunco.rules.sheets.clauses import split_clause
from pi_bunco.sentences import Sentence, say

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

NOT_ON_IT = say("Not on the sheet.")
LEFT_OUT = say("Left out by the house.")


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of a sheet.

    Attributes
    ----------
    sentence
        The sentence itself.
    clauses
        The headings and words that it comes from, or :data:`NOT_ON_IT`. What the program adds to a sheet's
        clause is a part of its own, which is translated. Empty if a house has written none, or
        if a sheet has no clauses at all.
    parent
        The printed sheet's sentence, if the house's sheet differs from it; ``None`` if it does not.
    """

    sentence: str
    clauses: tuple[str, ...]
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class RulesSection:
    """Sentences under a heading."""

    heading: str
    rules: tuple[Rule, ...]


def list_sections(written: Written) -> tuple[RulesSection, ...]:
    """Return the sections of a sheet that have sentences.

    >>> from pi_bunco.rules import load_written
    >>> first = list_sections(load_written("boxed"))[0]
    >>> first.heading, first.rules[2].sentence
    ('What a throw scores', 'Three of the target are a bunco and score 21 points instead.')
    """
    parts = (RulesSection(heading, tuple(_list_rules(written, items))) for heading, items in PAGE.items())
    return tuple(part for part in parts if part.rules)


def _list_rules(written: Written, items: tuple[Item, ...]) -> Iterator[Rule]:
    for item in items:
        text, parent = (
            item.make_sentence(written.sheet),
            _find_difference(item, written.sheet, written.parent),
        )
        if text or parent is not None:
            yield Rule(text or LEFT_OUT, _find_clauses(written, item, house=parent is not None), parent)


def _find_difference(item: Item, sheet: Sheet, parent: Sheet | None) -> str | None:
    """Return the parent's sentence if it differs, ``None`` otherwise."""
    if parent is None or item.make_sentence(parent) == item.make_sentence(sheet):
        return None
    return item.make_sentence(parent) or NOT_ON_IT


def _find_clauses(written: Written, item: Item, *, house: bool) -> tuple[str, ...]:
    """Return the clauses of a sentence, each once: the house's own if it differs, otherwise the sheet's."""
    keys = (key for key in item.keys if key in written.clauses and (not house or key in written.differs))
    words = tuple(dict.fromkeys(part for key in keys for part in split_clause(written.clauses[key])))
    return (NOT_ON_IT,) if written.clauses and not words and not house else words
