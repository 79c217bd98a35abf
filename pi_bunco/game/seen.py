"""The moment that the sender of a command saw."""

import re
from dataclasses import dataclass

from pi_bunco.game.round_key import RoundKey
from pi_bunco.limits import NUMBER
from pi_bunco.sentences import Sentence, say
from pi_bunco.whole_numbers import parse_whole

_SEEN = re.compile(r"([0-9]+)\.([a-z0-9-]+)\.([a-z_]{1,20})(?:\.([a-z0-9_-]{1,30}))?")


@dataclass(frozen=True, slots=True)
class SeenMoment:
    """The moment that the sender of a command saw at their table.

    Attributes
    ----------
    game
        The number of the game in the log.
    at
        The round, or before a bell the one that it would start.
    phase
        The phase of the table (:data:`pi_bunco.game.moment.Phase`); ``done``: it waited for other tables.
    step
        What was thrown or drawn for, if a phase has several such steps; ``""``: it has one.

    >>> str(SeenMoment(3, RoundKey(1, 2), "playing"))
    '3.1-2.playing'
    >>> SeenMoment.parse("3.1-6.one_each.2-wins")
    SeenMoment(game=3, at=RoundKey(set=1, round=6, semi_final=False), phase='one_each', step='2-wins')
    >>> SeenMoment.parse("yesterday")
    """

    game: int
    at: RoundKey
    phase: str
    step: str = ""

    def __str__(self) -> str:
        """Return the moment as a page sends it."""
        text = f"{self.game}.{self.at}.{self.phase}"
        return f"{text}.{self.step}" if self.step else text

    @classmethod
    def parse(cls, text: str) -> "SeenMoment | None":
        """Read a moment from a page, ``None`` if the text is none."""
        found = _SEEN.fullmatch(text)
        if found is None:
            return None
        game, at = parse_whole(found[1], 1, NUMBER), RoundKey.parse(found[2])
        return cls(game, at, found[3], found[4] or "") if game and at else None

    def is_same_round(self, other: "SeenMoment") -> bool:
        """Return whether both are in the same round of the same game."""
        return (self.game, self.at) == (other.game, other.at)

    def describe(self) -> Sentence:
        """Return in words which moment it was.

        >>> SeenMoment(3, RoundKey(1, 2), "rolloff").describe()
        'the roll-off of set 1, round 2'
        """
        round_ = say("set {set}, round {round}", set=self.at.set, round=self.at.round)
        if self.at.semi_final:
            round_ = say("the semi-final’s round {round}", round=self.at.round)
        words = {
            "ready": say("the time before {round}", round=round_),
            "rolloff": say("the roll-off of {round}", round=round_),
            "dieoff": say("the roll-off of {round}", round=round_),
            "order": say("the roll-off for the set"),
            "set_rolloff": say("the roll-off for the set"),
            "one_each": say("the final") if self.step == "order" else say("the throw for a place"),
            "final": say("the final"),
            "draw": say("the drawing"),
            "over": say("the end of the game"),
        }
        return words.get(self.phase, round_)
