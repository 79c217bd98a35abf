"""The moment that the sender of a command saw."""

import re
from dataclasses import dataclass

from pi_bunco.limits import NUMBER, SETS
from pi_bunco.rules.play import ROUNDS
from pi_bunco.sentences import Sentence, say
from pi_bunco.whole_numbers import parse_whole

_SEEN = re.compile(r"([0-9]+)\.(s?)([0-9]+)-([0-9]+)\.([a-z_]{1,20})(?:\.([a-z0-9_-]{1,30}))?")


@dataclass(frozen=True, slots=True)
class SeenMoment:
    """The moment that the sender of a command saw at their table.

    Attributes
    ----------
    game
        The number of the game in the log.
    set, round
        Where the game was, both from 1.
    phase
        The phase of the table (:data:`pi_bunco.game.moment.Phase`); ``done``: it waited for other tables.
    semi_final
        Whether it was in the semi-final.
    step
        What was thrown or drawn for, if a phase has several such steps; ``""``: it has one.

    >>> str(SeenMoment(3, 1, 2, "playing"))
    '3.1-2.playing'
    >>> SeenMoment.parse("3.s1-2.one_each.2-wins")
    SeenMoment(game=3, set=1, round=2, phase='one_each', semi_final=True, step='2-wins')
    >>> SeenMoment.parse("yesterday")
    """

    game: int
    set: int
    round: int
    phase: str
    semi_final: bool = False
    step: str = ""

    def __str__(self) -> str:
        """Return the moment as a page sends it."""
        text = f"{self.game}.{'s' if self.semi_final else ''}{self.set}-{self.round}.{self.phase}"
        return f"{text}.{self.step}" if self.step else text

    @classmethod
    def parse(cls, text: str) -> "SeenMoment | None":
        """Read a moment from a page, ``None`` if the text is none."""
        found = _SEEN.fullmatch(text)
        if found is None:
            return None
        game, at_set = parse_whole(found[1], 1, NUMBER), parse_whole(found[3], 1, SETS)
        at_round = parse_whole(found[4], 1, ROUNDS)
        if not (game and at_set and at_round):
            return None
        return cls(game, at_set, at_round, found[5], semi_final=bool(found[2]), step=found[6] or "")

    def is_same_round(self, other: "SeenMoment") -> bool:
        """Return whether both are in the same round of the same game."""
        own = (self.game, self.semi_final, self.set, self.round)
        return own == (other.game, other.semi_final, other.set, other.round)

    def describe(self) -> Sentence:
        """Return in words which moment it was.

        >>> SeenMoment(3, 1, 2, "rolloff").describe()
        'the roll-off of set 1, round 2'
        """
        round_ = say("set {set}, round {round}", set=self.set, round=self.round)
        if self.semi_final:
            round_ = say("the semi-final’s round {round}", round=self.round)
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
