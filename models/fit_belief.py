"""Fits how much to believe both reading methods, on pictures from which neither method has learnt.

The network that ships has learnt from all training pictures, so its certainty on them means nothing. So two
other networks, each trained without one half of the picture families, read the half that they do not know.
These readings also decide the thresholds; the folders for measuring never do. The belief for flat pictures of
mats is fitted on tables that their network does not know.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from learn.pictures import Picture
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Status
from pi_bunco.vision.double.belief import SUMS, Belief, read_sum
from pi_bunco.vision.double.candidates import NAMES, Candidates
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.double.examine import Examiner, StageTimes
from pi_bunco.vision.learnt.upright import Classifiers, classify_upright

MATCH_DISTANCE = 0.4
"""A candidate is a labelled die if their middles are at most this far apart, in edges of the die."""
FULLY_LABELLED = {"fisheye", "trays", "rendered", "above"}
"""Picture families in which every die is labelled, so that an unlabelled candidate is no die."""
THRESHOLD_FAMILIES = FULLY_LABELLED | {"train_epanemu"}
"""Picture families that decide the thresholds."""
MAX_DICE = 6
"""Pictures with more dice do not decide the thresholds."""
MIN_EDGE = 20.0
"""Rendered pictures whose dice have shorter edges, in pixels, are not used: no camera hangs so high."""
MAX_MISREAD_SHARE = 0.0025
"""The largest share of misread pictures among the accepted ones, at the chosen thresholds.

It is half of what a table may have: thresholds do better on the pictures that decided them than on others.
"""
MAX_PASSED_SHARE, EXTRA_ABOVE = 0.05, 0.4
"""For mats: the largest share of unreadable throws that may be accepted, and the belief from which a
candidate counts as a die too many. Many dice of these throws lean by only 8 to 12 degrees, on hard mats."""
ALONE, ALONE_ABOVE = 0.0, 20.0
"""For photos and mats: how many times as likely as any other value the network must find a value that the
pips do not confirm. On 250 rendered mats six throws were misread, all with such a value."""
PHOTO_FEATURES = tuple(name for name in NAMES if name not in {"stretch", "bend"})
"""The features for photos. In a photo from the side a face is stretched, whether its die leans or not."""


class Case(NamedTuple):
    """The candidates of one picture, and its label.

    Attributes
    ----------
    family
        The family of the picture.
    candidates
        Its candidates.
    is_die, is_right
        Which of them are dice, and which have the right value: 1, 0, or -1 if that is not known.
    values
        The values of the dice, sorted.
    readable
        Whether all of them can be read.
    shape
        The shape of the picture.
    """

    family: str
    candidates: Candidates
    is_die: NDArray[np.int8]
    is_right: NDArray[np.int8]
    values: tuple[int, ...]
    readable: bool
    shape: tuple[int, ...]


@dataclass
class Tally:
    """How many pictures there are, how many were accepted, and how many of these were misread."""

    pictures: int = 0
    accepted: int = 0
    misread: int = 0


def examine_pictures(pictures: list[Picture], examiner: Examiner) -> list[Case]:
    """Examine pictures as the reader does."""
    return _examine_all(
        pictures, lambda image, picture: examiner.examine(image, len(picture.faces), None, StageTimes())
    )


def examine_flat_pictures(
    pictures: list[Picture], general_examiner: Examiner, networks: Classifiers
) -> list[Case]:
    """Examine flat pictures of mats as the reader of a calibrated table does, with these networks."""

    def look(image: Image, picture: Picture) -> Candidates | None:
        assert picture.stand is not None  # noqa: S101 - all of them are flat pictures of mats
        # A calibration does not know the edge exactly.
        edge = np.median([face.edge for face in picture.faces]) * (1 + 0.05 * np.sin(picture.stand.height))
        examiner = replace(
            general_examiner,
            classify=partial(classify_upright, networks, picture.stand),
            within=_enclose(picture),
        )
        return examiner.examine(image, len(picture.faces), float(edge), StageTimes())

    return _examine_all(pictures, look)


def _enclose(picture: Picture) -> Box:
    """Return the box around all dice and objects, as the difference from the empty mat would give it."""
    objects = [(face.x, face.y, face.edge) for face in picture.faces] + [
        (x, y, width / 2) for x, y, width in picture.things
    ]
    x, y, half = np.array(objects).T
    return float((x - half).min()), float((y - half).min()), float((x + half).max()), float((y + half).max())


def _examine_all(pictures: list[Picture], look: Callable[[Image, Picture], Candidates | None]) -> list[Case]:
    """Examine each picture that a reader could get."""
    cases = []
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        if image is None or any(face.exact and face.edge < MIN_EDGE for face in picture.faces):
            continue
        candidates = look(np.asarray(image, np.uint8), picture)
        if candidates is not None:
            cases.append(_make_case(candidates, picture, image.shape))
    return cases


def _make_case(candidates: Candidates, picture: Picture, shape: tuple[int, ...]) -> Case:
    is_die = np.full(len(candidates.spots), 0 if picture.family in FULLY_LABELLED else -1, np.int8)
    is_right = is_die.copy()
    for k, spot in enumerate(candidates.spots):
        distances = [np.hypot(spot.x - face.x, spot.y - face.y) / face.edge for face in picture.faces]
        if distances and min(distances) < MATCH_DISTANCE:
            face = picture.faces[int(np.argmin(distances))]
            # A die under a hand may be visible or not.
            is_die[k] = -1 if face.why == "covered" else 1
            is_right[k] = not face.why and face.value == candidates.value[k]
    values = tuple(sorted(face.value for face in picture.faces))
    return Case(
        picture.family,
        candidates,
        is_die,
        is_right,
        values,
        all(not face.why for face in picture.faces),
        shape,
    )


def fit_sums(cases: list[Case], names: tuple[str, ...] = PHOTO_FEATURES) -> dict[str, Any]:
    """Fit both sums of these features: how likely a candidate is a die, and how likely its value is right."""
    columns = [NAMES.index(name) for name in names]
    features = np.concatenate([case.candidates.features for case in cases])[:, columns].astype(np.float64)
    # Every family has the same weight, however many pictures it has.
    families = np.concatenate([[case.family] * len(case.is_right) for case in cases])
    weight = np.zeros(len(features))
    for family in np.unique(families):
        weight[families == family] = 1 / (families == family).sum()
    truths = {"there": [case.is_die for case in cases], "shows": [case.is_right for case in cases]}
    sums = {name: _fit_sum(features, np.concatenate(true), weight) for name, true in truths.items()}
    return {"names": list(names), **sums}


def _fit_sum(
    rows: NDArray[np.float64], true: NDArray[np.int8], weight: NDArray[np.float64]
) -> dict[str, Any]:
    """Fit one logistic sum by Newton's method; its weights are pulled a little to zero."""
    known = true >= 0
    rows, true, weight = rows[known], true[known], weight[known] / weight[known].mean()
    mean, deviation = rows.mean(0), rows.std(0) + 1e-6
    design = np.hstack([(rows - mean) / deviation, np.ones((len(rows), 1))])
    hold = np.diag([2.0] * rows.shape[1] + [0.0])
    theta = np.zeros(rows.shape[1] + 1)
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(design @ theta, -30, 30)))
        slope = design.T @ (weight * (true - p)) - hold @ theta
        curve = (design * (weight * p * (1 - p))[:, None]).T @ design + hold + 1e-6 * np.eye(len(theta))
        theta = theta + np.linalg.solve(curve, slope)
    plain = theta[:-1] / deviation
    bias = round(float(theta[-1] - (plain * mean).sum()), 6)
    return {"weight": [round(float(number), 6) for number in plain], "bias": bias}


def choose_thresholds(sums: dict[str, Any], cases: list[Case]) -> tuple[float, float, float]:
    """Choose the thresholds that accept the most pictures, of which :data:`MAX_MISREAD_SHARE` may be misread.

    If that share is too low for all thresholds, those with the lowest share are chosen. Pictures that cannot
    be read do not count here: it is the task of the network that ships to recognise dice that lean.
    """
    used = [
        case
        for case in cases
        if case.readable and case.family in THRESHOLD_FAMILIES and len(case.values) <= MAX_DICE
    ]
    ranks = {}
    for extra in (0.3, 0.4, 0.5, 0.6):
        for sure in (0.7, 0.75, 0.8, 0.83, 0.85, 0.87, 0.89, 0.91, 0.93, 0.95, 0.97):
            tallies = count_outcomes(sums, used, sure, extra, ALONE)
            ranks[sure, extra] = rank_outcomes(list(tallies.values()))
            print(
                f"sure {sure}, extra {extra}: "
                + ", ".join(
                    f"{family} {tally.accepted}/{tally.pictures} {tally.misread} wrong"
                    for family, tally in tallies.items()
                )
            )
    chosen = min(ranks, key=lambda thresholds: ranks[thresholds])
    print(f"chosen {chosen}: at most {ranks[chosen][0]:.2%} of the accepted pictures are misread")
    return *chosen, ALONE


def rank_outcomes(tallies: list[Tally]) -> tuple[float, int]:
    """Return the rank of thresholds with these outcomes; the lowest is the best.

    Returns
    -------
    tuple of float and int
        The share of misread pictures among the accepted ones, 0 to 1, where all shares up to
        :data:`MAX_MISREAD_SHARE` are equal; and the number of accepted pictures, negative.

    Examples
    --------
    >>> rank_outcomes([Tally(pictures=99, accepted=50, misread=1)])
    (0.02, -50)
    """
    accepted = sum(tally.accepted for tally in tallies)
    misread = sum(tally.misread for tally in tallies)
    share = misread / accepted if accepted else 1.0
    return max(share, MAX_MISREAD_SHARE), -accepted


def choose_flat_thresholds(sums: dict[str, Any], cases: list[Case]) -> tuple[float, float, float]:
    """Choose the lowest thresholds for mats. At most :data:`MAX_PASSED_SHARE` of unreadable throws pass."""
    by_readability = [case._replace(family="readable" if case.readable else "others") for case in cases]
    for sure in (0.5, 0.6, 0.7, 0.75, 0.8, 0.83, 0.86, 0.89, 0.91, 0.93, 0.95, 0.97):
        tallies = count_outcomes(sums, by_readability, sure, EXTRA_ABOVE, ALONE_ABOVE)
        good, bad = (tallies.get(part, Tally()) for part in ("readable", "others"))
        print(
            f"mats, sure {sure}: {good.accepted}/{good.pictures} read, {good.misread} wrong; "
            f"{bad.accepted}/{bad.pictures} unreadable"
        )
        if good.misread == 0 and bad.accepted <= MAX_PASSED_SHARE * bad.pictures:
            break
    return sure, EXTRA_ABOVE, ALONE_ABOVE


def count_outcomes(
    sums: dict[str, Any], cases: list[Case], sure: float, extra: float, alone: float
) -> dict[str, Tally]:
    """Count the outcomes of each family."""
    there, shows = (read_sum(sums, name) for name in SUMS)
    belief = Belief(there, shows, sure, extra, alone)
    tallies: dict[str, Tally] = {}
    for case in cases:
        tally = tallies.setdefault(case.family, Tally())
        tally.pictures += 1
        reading = decide(case.candidates, belief, len(case.values), case.shape)
        if reading.status is Status.READ:
            tally.accepted += 1
            tally.misread += not case.readable or tuple(sorted(reading.values)) != case.values
    return tallies


def write_belief(sums: dict[str, Any], sure: float, extra: float, alone: float, path: Path) -> None:
    """Write the belief and its thresholds to a file."""
    content = {"made_by": "models/train.py", **sums, "sure": sure, "extra": extra, "alone": alone}
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
