"""Both looks at a picture: the networks find places and say what lies there, the pips are measured."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pi_bunco.frames import Box, Image
from pi_bunco.vision.double.candidates import Candidates, candidates
from pi_bunco.vision.geometry import tiles
from pi_bunco.vision.geometry.judge import Judge
from pi_bunco.vision.learnt.classify import NOTHING, SpotClass
from pi_bunco.vision.learnt.find import APART, Spot, closer, spots
from pi_bunco.vision.learnt.network import Network

MOST, MORE = 14, 7
"""The most places to look at in a picture, and the most beyond the number of dice that is asked for."""
LIKE = 1.7
"""How many times larger or smaller than the given size a die may seem."""
WORTH = 0.1
"""Where the network gives any die less, no pips are looked for."""


class StageTimes:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Note what has passed since the last lap as this stage's."""
        now = time.perf_counter()
        self.spent[stage] = 1000 * (now - self._last)
        self._last = now


@dataclass(frozen=True, slots=True, eq=False)
class Eyes:
    """What a picture is looked at with.

    Attributes
    ----------
    finds
        The finding network, once for each size of picture.
    reads
        Says what lies at some spots of a picture.
    judges
        The judges of the pips.
    within
        Around all that lies there, in pixels of the picture, if that is known.
    """

    finds: tuple[Network, ...]
    reads: Callable[[Image, list[Spot]], list[SpotClass]]
    judges: dict[str, Judge] = field(repr=False)
    within: Box | None = None

    def look(
        self, image: Image, dice: int | None, die_size: float | None, clock: StageTimes
    ) -> Candidates | None:
        """Look at a picture.

        Parameters
        ----------
        image, dice, die_size
            As :meth:`pi_bunco.vision.reader.Reader.read` has them.
        clock
            Notes how long each stage takes.

        Returns
        -------
        Candidates or None
            Nothing where nothing could be a die.
        """
        places = spots(self.finds, image, die_size, self.within)
        if die_size is not None:
            places = [one for one in places if 1 / LIKE < one.edge / die_size < LIKE]
        places = places[: MOST if dice is None else dice + MORE]
        if die_size is None:
            places = closer(self.finds[-1], image, places)  # the first one is slow to plan anew
        clock.lap("find")
        near, looks = _alone(places, self.reads(image, places))
        clock.lap("learnt")
        if not near:
            return None
        found = tiles.seek(image, [(one.x, one.y, one.edge) for one in near])
        some = candidates(near, looks, tiles.weigh(self.judges, found, len(near)))
        clock.lap("pips")
        return some


def _alone(places: list[Spot], looks: list[SpotClass]) -> tuple[list[Spot], list[SpotClass]]:
    """Keep what may be a die; of two that would be one die, the likelier.

    The finding network may take a pip for a small die and the die around it for another; only the reading
    network decides which of them is one.
    """
    kept: list[int] = []
    for k in np.argsort([look.likely[NOTHING] for look in looks], kind="stable"):
        mine = places[k]
        if looks[k].likely[NOTHING] < 1 - WORTH and all(
            np.hypot(mine.x - places[one].x, mine.y - places[one].y)
            > APART * max(mine.edge, places[one].edge)
            for one in kept
        ):
            kept.append(int(k))
    return [places[k] for k in kept], [looks[k] for k in kept]
