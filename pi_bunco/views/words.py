"""Sentences that several views share."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pi_bunco.errors import Trouble
from pi_bunco.rules import Score
from pi_bunco.sentences import Sentence, say

TARGET_WORDS = (say("ones"), say("twos"), say("threes"), say("fours"), say("fives"), say("sixes"))
_COMMAND = re.compile(
    r"\b(?:sudo|journalctl|install\.sh)\b|(?<!\w)--\w"
    r"|\bpi-bunco (?:backup|calibrate|doctor|pin|record|restore|rules|run|support-bundle|update)\b"
)


@dataclass(frozen=True, slots=True)
class EmphasisedText:
    """A sentence of which a part is shown large.

    Attributes
    ----------
    text
        The sentence.
    strong
        The names of its values that are large.
    """

    text: Sentence
    strong: tuple[str, ...] = ()


def say_points(score: Score) -> Sentence:
    """Return the result of a throw in words.

    >>> say_points(Score(5, "mini", (True, True, True)))
    'Mini! +5'
    """
    if score.kind == "bunco":
        return say("Bunco! +{points}", points=score.points)
    if score.kind == "mini":
        return say("Mini! +{points}", points=score.points)
    if score.kind == "snake_eyes":
        return say("Snake eyes!")
    if score.kind == "wipe":
        return say("Three ones! −{points}", points=-score.points) if score.points else say("Three ones!")
    return say("+{points}", points=score.points) if score.points else say("No points")


def join_scores(scores: Iterable[int | str]) -> str:
    """Return the scores of a table, side by side. No line is broken between them.

    >>> join_scores((21, 17)).replace("\N{NO-BREAK SPACE}", "_")
    '21_:_17'
    """
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(map(str, scores))


def say_who_throws(name: str, stand_in: str | None = None, *, again: bool = False) -> Sentence:
    """Return a sentence about who throws next, and for whom.

    >>> say_who_throws("Ann", again=True), say_who_throws("ghost 1", "Bob")
    ('Ann throws again', 'Bob throws now for ghost 1')
    """
    if stand_in:
        if again:
            return say("{stand_in} throws again for {name}", stand_in=stand_in, name=name)
        return say("{stand_in} throws now for {name}", stand_in=stand_in, name=name)
    return say("{name} throws again", name=name) if again else say("{name} throws now", name=name)


def adapt_remedy(remedy: str) -> str:
    """Return a remedy for people at a page, who have no keyboard.

    If it needs a command, say where the guide explains it.

    >>> adapt_remedy("Start it: sudo systemctl start pi-bunco")
    'This has to be fixed at the machine itself. The guide says how, under “Is everything working?”.'
    >>> adapt_remedy("Switch on a lamp.")
    'Switch on a lamp.'
    """
    if not _COMMAND.search(remedy):
        return remedy
    return say(
        "This has to be fixed at the machine itself. The guide says how, under “{heading}”.",
        heading=say("Is everything working?"),
    )


def adapt_trouble(trouble: Trouble | None) -> tuple[str, str] | None:
    """Return the two sentences of a trouble for people at a page."""
    return None if trouble is None else (trouble.text, adapt_remedy(trouble.remedy))
