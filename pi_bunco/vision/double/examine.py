"""Examines a picture with both methods: networks find and classify places, and pips are measured there."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box
from pi_bunco.vision.double.candidates import Candidates, make_candidates
from pi_bunco.vision.geometry import tiles
from pi_bunco.vision.geometry.judge import Judge
from pi_bunco.vision.learnt.classify import NOTHING, SpotClass
from pi_bunco.vision.learnt.find import MIN_DISTANCE, MIN_HEAT, Spot, find_spots, refine_spots
from pi_bunco.vision.learnt.weights import Network

MAX_PLACES = 14
"""The most places to examine in a picture if the number of dice is not known."""
MAX_EXTRA_PLACES = 7
"""The most places beyond the known number of dice."""
MAX_KNOWN_RATIO = 1.7
"""How many times larger or smaller than the known size a die may appear."""
MIN_CHANGED_SHARE = 0.1
"""Where a die lies on a mat, at least this share of its face differs from the empty mat."""
MIN_DIE_PROBABILITY = 0.1
"""If the network's probability of any die is less, pips are not measured there."""


class StageTimes:
    """Measures the milliseconds of each stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap to that of this stage."""
        now = time.perf_counter()
        self.spent[stage] = self.spent.get(stage, 0.0) + 1000 * (now - self._last)
        self._last = now


@dataclass(frozen=True, slots=True, eq=False)
class Examiner:
    """Examines pictures with networks and by pips.

    Attributes
    ----------
    finders
        The finding network for each size of picture; the last two also look closely
        (:func:`~pi_bunco.vision.learnt.find.find_spots`, :func:`~pi_bunco.vision.learnt.find.refine_spots`).
    classify
        Classifies spots of a picture.
    judges
        The judges of the pips.
    within
        The box around everything on the mat, in pixels of the picture; ``None``: not known.
    changed
        Where the mat differs from the empty one, as in
        :meth:`~pi_bunco.vision.reader.SkipsUnchanged.skip_unchanged`; ``None``: not known.
    min_heat
        Places with less heat are not examined.
    """

    finders: tuple[Network, ...]
    classify: Callable[[Image, list[Spot]], list[SpotClass]]
    judges: dict[str, Judge] = field(repr=False)
    within: Box | None = None
    changed: Grey | None = None
    min_heat: float = MIN_HEAT

    def examine(
        self, image: Image, dice: int | None, die_size: float | None, clock: StageTimes
    ) -> Candidates | None:
        """Examine a picture.

        Parameters
        ----------
        image, dice, die_size
            As in :meth:`pi_bunco.vision.reader.Reader.read`.
        clock
            Records how long each stage takes.

        Returns
        -------
        Candidates or None
            ``None`` if nothing could be a die.
        """
        places = find_spots(self.finders, image, die_size, self.within)
        places = [spot for spot in places if spot.heat >= self.min_heat]
        if die_size is not None:
            places = [spot for spot in places if 1 / MAX_KNOWN_RATIO < spot.edge / die_size < MAX_KNOWN_RATIO]
        if self.changed is not None:
            scale = self.changed.shape[1] / image.shape[1]
            places = [spot for spot in places if _has_changed(self.changed, spot, scale)]
        places = places[: MAX_PLACES if dice is None else dice + MAX_EXTRA_PLACES]
        if die_size is None:
            # The last network is used, since preparing the first one again for this size is slow.
            places = refine_spots(self.finders[-1], image, places)
        clock.lap("find")
        spots, classes = _drop_overlaps(places, self.classify(image, places))
        clock.lap("learnt")
        if not spots:
            return None
        found = tiles.find_in_tiles(image, [(spot.x, spot.y, spot.edge) for spot in spots])
        candidates = make_candidates(spots, classes, tiles.weigh_values(self.judges, found, len(spots)))
        clock.lap("pips")
        return candidates


def _has_changed(changed: Grey, place: Spot, scale: float) -> bool:
    """Return whether enough of a face has changed, in a mask `scale` times as large as the picture."""
    half = place.edge / 2
    x0, x1, y0, y1 = (
        max(0, round(scale * side))
        for side in (place.x - half, place.x + half, place.y - half, place.y + half)
    )
    face = changed[y0 : y1 + 1, x0 : x1 + 1]
    return face.size > 0 and float(face.mean()) >= MIN_CHANGED_SHARE


def _drop_overlaps(places: list[Spot], classes: list[SpotClass]) -> tuple[list[Spot], list[SpotClass]]:
    """Return the places that may be dice, with their classes; of two places on one die, only the likelier.

    The finding network may mistake a pip for a small die inside another die. The reading network decides
    which of them is a die.
    """
    kept: list[int] = []
    for k in np.argsort([spot_class.likely[NOTHING] for spot_class in classes], kind="stable"):
        place = places[k]
        if classes[k].likely[NOTHING] < 1 - MIN_DIE_PROBABILITY and all(
            np.hypot(place.x - places[other].x, place.y - places[other].y)
            > MIN_DISTANCE * max(place.edge, places[other].edge)
            for other in kept
        ):
            kept.append(int(k))
    return [places[k] for k in kept], [classes[k] for k in kept]
