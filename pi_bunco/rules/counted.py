"""The tally of a round that a table counted on paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.header import is_ghost
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say

TALLY_KEYS = ("scores", "winner", "winners", "buncos", "minis", "bag")
"""The keys of a tally, besides that of its table."""

MAX_COUNT = 999_999_999
"""The highest score, and the largest number of buncos or minis, in a tally."""

SIDES_OF_A_TABLE = range(2, 5)
"""The possible numbers of sides at a table."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a table counted in a round. Use :meth:`parse` to make one.

    Attributes
    ----------
    scores
        The score of each side, 0 or more, in the order of their lowest seats (teams: US, THEM).
    winner
        The place in ``scores``, from 1, of the side that won; ``None`` if only one has the highest score.
    winners
        The places of the two sides that won, where two win and the scores leave open which; else empty.
    buncos, minis
        How many each player threw, 1 or more; players who threw none are missing.
    bag
        The player who takes the traveling bag, or ``None``.
    """

    scores: tuple[int, ...]
    winner: int | None = None
    buncos: Mapping[str, int] = field(default_factory=dict)
    minis: Mapping[str, int] = field(default_factory=dict)
    bag: str | None = None
    winners: tuple[int, ...] = ()

    def is_tied(self, places: int) -> bool:
        """Return whether the scores leave open which sides win, where so many (``places``) do.

        >>> Counted((15, 15), winner=2).is_tied(1), Counted((15, 15, 9, 3)).is_tied(2)
        (True, False)
        """
        ranked = sorted(self.scores, reverse=True)
        return len(ranked) > places and ranked[places - 1] == ranked[places]

    def find_winning_sides(self, places: int) -> tuple[int, ...] | None:
        """Return the places of the sides that won, from 0, where so many do; ``None`` if that is open.

        >>> Counted((12, 15)).find_winning_sides(1), Counted((15, 15), winner=1).find_winning_sides(1)
        ((1,), (0,))
        >>> Counted((9, 15, 15, 3)).find_winning_sides(2), Counted((9, 15, 9, 3)).find_winning_sides(2)
        ((1, 2), None)
        """
        named = (self.winner,) if self.winner else self.winners
        if named or self.is_tied(places):
            return tuple(place - 1 for place in named) if len(named) == places else None
        ranked = sorted(range(len(self.scores)), key=self.scores.__getitem__, reverse=True)
        return tuple(sorted(ranked[:places]))

    @property
    def names(self) -> frozenset[str]:
        """All players that the tally names."""
        return frozenset((*self.buncos, *self.minis, *(() if self.bag is None else (self.bag,))))

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "Counted":
        """Read a tally from the object of a line.

        Raises
        ------
        RecordError
            If something in it is impossible at any table.

        >>> Counted.parse({"scores": [15, 15], "winner": 2, "buncos": {"Ann": 1}}).winner
        2
        >>> Counted.parse({"scores": [15, 15]})
        Traceback (most recent call last):
        pi_bunco.rules.faults.RecordError: several sides have 15, so 'winner' must name one of them: 1 or 2
        """
        scores = raw.get("scores")
        if (
            not isinstance(scores, list)
            or len(scores) not in SIDES_OF_A_TABLE
            or not all(_is_count(score, 0) for score in scores)
        ):
            raise RecordError(
                say(
                    "'scores' must be a whole number from 0 to {most} for each of two to four sides, not "
                    "{scores}",
                    most=MAX_COUNT,
                    scores=quote_value(scores),
                )
            )
        return cls(
            tuple(scores),
            None if "winners" in raw else _read_winner(raw, scores),
            _read_counts(raw, "buncos"),
            _read_counts(raw, "minis"),
            _read_bag(raw),
            _read_winners(raw, scores),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return its keys for the record, without empty ones.

        >>> Counted((15, 12), minis={"Ann": 2}).to_dict()
        {'scores': [15, 12], 'minis': {'Ann': 2}}
        """
        known = {
            "scores": list(self.scores),
            "winner": self.winner,
            "winners": list(self.winners),
            "buncos": dict(self.buncos),
            "minis": dict(self.minis),
            "bag": self.bag,
        }
        return {key: value for key, value in known.items() if value not in (None, {}, [])}


def _is_count(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= MAX_COUNT


def _read_winner(raw: Mapping[str, Any], scores: list[int]) -> int | None:
    best = max(scores)
    places = [place for place, score in enumerate(scores, 1) if score == best]
    if "winner" not in raw and len(places) == 1:
        return None
    winner = raw.get("winner")
    if type(winner) is int and winner in places:
        return winner
    if len(places) > 1:
        raise RecordError(
            say(
                "several sides have {best}, so 'winner' must name one of them: {sides}",
                best=best,
                sides=" or ".join(map(str, places)),
            )
        )
    raise RecordError(
        say("'winner' can only name the side with the highest score, which is {side}", side=places[0])
    )


def _read_winners(raw: Mapping[str, Any], scores: list[int]) -> tuple[int, ...]:
    if "winners" not in raw:
        return ()
    winners, sides = raw["winners"], range(1, len(scores) + 1)
    if (
        "winner" in raw
        or not isinstance(winners, list)
        or [place for place in sides if place in winners] != winners
        or len(winners) != 2  # noqa: PLR2004 - at a table of four
        or any(type(place) is not int for place in winners)
        or min(scores[place - 1] for place in winners)
        < max((score for place, score in enumerate(scores, 1) if place not in winners), default=0)
    ):
        raise RecordError(
            say(
                "'winners' must be the places of the two sides with the highest scores, without 'winner', "
                "not {winners}",
                winners=quote_value(winners),
            )
        )
    return tuple(winners)


def _read_counts(raw: Mapping[str, Any], key: str) -> Mapping[str, int]:
    counts = raw.get(key, {})
    if not isinstance(counts, dict) or not all(_is_count(count, 1) for count in counts.values()):
        raise RecordError(
            say(
                "{key} must be a whole number from 1 to {most} for each player, not {counts}",
                key=repr(key),
                most=MAX_COUNT,
                counts=quote_value(counts),
            )
        )
    for name in counts:
        _check_player(name, key)
    return dict(counts)


def _read_bag(raw: Mapping[str, Any]) -> str | None:
    if "bag" not in raw:
        return None
    bag = raw["bag"]
    if not isinstance(bag, str):
        raise RecordError(say("'bag' must be the name of a player, not {bag}", bag=quote_value(bag)))
    _check_player(bag, "bag")
    return bag


def _check_player(name: str, key: str) -> None:
    if is_ghost(name):
        raise RecordError(
            say(
                "{key} names the ghost {name}, for whom nothing counts", key=repr(key), name=quote_value(name)
            )
        )
