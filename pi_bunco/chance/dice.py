"""Fair and loaded dice from a computer."""

from collections.abc import Mapping
from itertools import product
from math import prod
from random import Random
from types import MappingProxyType

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

FACES = range(1, 7)
"""What a die can show."""

MIN_CHANCE = 0.02
"""The least chance of a face. With a face that hardly ever comes, a roll-off for it hardly ever ends."""

Probabilities = tuple[float, ...]
"""The chance of each face, of 1 first; the six add up to 1."""

FAIR: Probabilities = (1 / 6,) * 6
"""The chances of fair dice."""

_THROWS_AT_ONCE = 1024
"""How many throws of three dice are drawn at once, which is several times faster than one by one."""

_ALL_THROWS = tuple(product(FACES, repeat=3))


def compute_probabilities(loaded: Mapping[int, float] = MappingProxyType({})) -> Probabilities:
    """Return the chance of each face where those of ``loaded`` are known and the others share the rest.

    Parameters
    ----------
    loaded
        A face, 1 to 6, and its chance; empty: fair dice.

    Raises
    ------
    Trouble
        If there is no such face, or a face is left with a chance below :data:`MIN_CHANCE`.

    Examples
    --------
    >>> compute_probabilities({6: 0.25})
    (0.15, 0.15, 0.15, 0.15, 0.15, 0.25)
    """
    for face, chance in loaded.items():
        if face not in FACES:
            raise Trouble(
                say("A die has no face {face}.", face=face), say("Load one of the faces 1 to 6, as 6:0.25.")
            )
        if not MIN_CHANCE <= chance < 1:
            raise Trouble(
                say("The face {face} cannot have a chance of {chance}.", face=face, chance=f"{chance:g}"),
                say(
                    "Give each face at least {least} and less than 1; 0.167 is fair.", least=f"{MIN_CHANCE:g}"
                ),
            )
    others = len(FACES) - len(loaded)
    rest = 1 - sum(loaded.values())
    if others and rest < others * MIN_CHANCE - 1e-9:
        raise Trouble(
            say(
                "The loaded faces leave a chance of {rest} to the other {others}.",
                rest=f"{rest:g}",
                others=others,
            ),
            say(
                "Leave at least {least}, so that each face comes up now and then.",
                least=f"{others * MIN_CHANCE:g}",
            ),
        )
    if not others and abs(rest) > 1e-9:  # noqa: PLR2004 - what adding six floats may lose
        raise Trouble(
            say("The chances of the six faces add up to {total}.", total=f"{1 - rest:g}"),
            say("Make them add up to 1."),
        )
    return tuple(loaded[face] if face in loaded else rest / others for face in FACES)


class Dice:
    """Dice that show faces with these chances, drawn from ``random`` alone.

    Attributes
    ----------
    probabilities
        The chance of each face, of 1 first.

    Examples
    --------
    >>> Dice(Random(3)).throw()
    (4, 4, 4)
    """

    def __init__(self, random: Random, probabilities: Probabilities = FAIR) -> None:
        self.probabilities = probabilities
        self._random = random
        fair = probabilities == FAIR
        self._weights = (
            None if fair else [prod(probabilities[face - 1] for face in three) for three in _ALL_THROWS]
        )
        self._threes: list[tuple[int, ...]] = []

    def throw(self) -> tuple[int, ...]:
        """Throw three dice."""
        if not self._threes:
            self._threes = self._random.choices(_ALL_THROWS, self._weights, k=_THROWS_AT_ONCE)
        return self._threes.pop()

    def throw_one(self) -> int:
        """Throw one die."""
        return self._random.choices(FACES, self.probabilities)[0]
