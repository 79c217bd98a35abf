"""Fits how much to believe both methods, on pictures that neither of them learnt from.

The network that ships has seen all training pictures, so its certainty on them means nothing. So two other
networks, each trained without one half of the families, read the half that they have not seen. The threshold
is chosen there, too, and never on the folders for measuring. The belief for flat pictures of mats is fitted
on tables that their network has not seen.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from learn.pictures import Picture
from numpy.typing import NDArray

from pi_bunco.frames import Box, Image, Status
from pi_bunco.vision.double.belief import SUMS, Belief, read_sum
from pi_bunco.vision.double.candidates import NAMES, Candidates
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.double.examine import Examiner, StageTimes
from pi_bunco.vision.learnt.upright import classify_upright
from pi_bunco.vision.learnt.weights import Network

MATCHED = 0.4
"""A candidate within this many edges of a labelled die's middle is that die."""
STRICT = {"fisheye", "trays", "rendered", "above"}
"""Families in which every die is labelled, so that an unlabelled candidate is no die."""
COUNTED = STRICT | {"train_epanemu"}
"""Families that are used to choose the thresholds."""
MOST = 6
"""Pictures with more dice are not used for that."""
LEAST = 20.0
"""Rendered pictures with smaller dice, in pixels, are not used: no table's camera is set up like this."""
ALLOWED = 0.0025
"""Share of misread pictures among the accepted ones at the chosen threshold. It is half of what is acceptable
at a table, since a threshold does better on the pictures it was chosen on than on others."""
PASSED, EXTRA_ABOVE = 0.05, 0.4
"""For mats: the share of unreadable throws that may be accepted at the chosen threshold, and the belief from
which a die is one too many. Many of these dice lean by only 8 to 12 degrees, on unusually hard mats."""
ASKEW = tuple(name for name in NAMES if name not in {"stretch", "bend"})
"""The features for photos: a face that is seen askew is stretched, whether its die leans or not."""


class Case(NamedTuple):
    """The candidates of one picture, and its label.

    Attributes
    ----------
    family
        The family of the picture.
    some
        Its candidates.
    there, right
        Which of them are dice, and which have the right value: 1, 0, or -1 if that is not known.
    values
        The values of the dice, sorted.
    readable
        Whether all of them can be read.
    shape
        The shape of the picture.
    """

    family: str
    some: Candidates
    there: NDArray[np.int8]
    right: NDArray[np.int8]
    values: tuple[int, ...]
    readable: bool
    shape: tuple[int, ...]


def examine_pictures(pictures: list[Picture], eyes: Examiner) -> list[Case]:
    """Examine pictures as the reader does."""
    return _examine_all(
        pictures, lambda image, picture: eyes.look(image, len(picture.faces), None, StageTimes())
    )


def examine_flat_pictures(pictures: list[Picture], eyes: Examiner, network: Network) -> list[Case]:
    """Examine flat pictures of mats as the reader of a calibrated table does, with this reading network."""

    def look(image: Image, picture: Picture) -> Candidates | None:
        assert picture.stand is not None  # noqa: S101 - all of them are flat pictures of mats
        # The edge that a calibration knows is not exact.
        edge = np.median([face.edge for face in picture.faces]) * (1 + 0.05 * np.sin(picture.stand.height))
        mine = replace(
            eyes, classify=partial(classify_upright, network, picture.stand), within=_enclose(picture)
        )
        return mine.look(image, len(picture.faces), float(edge), StageTimes())

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
    seen = []
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        if image is None or any(face.exact and face.edge < LEAST for face in picture.faces):
            continue
        some = look(np.asarray(image, np.uint8), picture)
        if some is not None:
            seen.append(_make_case(some, picture, image.shape))
    return seen


def _make_case(some: Candidates, picture: Picture, shape: tuple[int, ...]) -> Case:
    there = np.full(len(some.spots), 0 if picture.family in STRICT else -1, np.int8)
    right = there.copy()
    for k, spot in enumerate(some.spots):
        away = [np.hypot(spot.x - face.x, spot.y - face.y) / face.edge for face in picture.faces]
        if away and min(away) < MATCHED:
            face = picture.faces[int(np.argmin(away))]
            # A die under a hand may be visible or not.
            there[k] = -1 if face.why == "covered" else 1
            right[k] = not face.why and face.value == some.value[k]
    values = tuple(sorted(face.value for face in picture.faces))
    return Case(
        picture.family, some, there, right, values, all(not face.why for face in picture.faces), shape
    )


def fit_sums(seen: list[Case], names: tuple[str, ...] = ASKEW) -> dict[str, Any]:
    """Fit both sums over these features."""
    columns = [NAMES.index(one) for one in names]
    rows = np.concatenate([case.some.features for case in seen])[:, columns].astype(np.float64)
    # Every family has the same weight, however many pictures it has.
    family = np.concatenate([[case.family] * len(case.right) for case in seen])
    weight = np.zeros(len(rows))
    for one in np.unique(family):
        weight[family == one] = 1 / (family == one).sum()
    truths = {"there": [case.there for case in seen], "shows": [case.right for case in seen]}
    sums = {name: _fit_sum(rows, np.concatenate(true), weight) for name, true in truths.items()}
    return {"names": list(names), **sums}


def _fit_sum(
    rows: NDArray[np.float64], true: NDArray[np.int8], weight: NDArray[np.float64]
) -> dict[str, Any]:
    """Fit one logistic sum by Newton's method, with weights pulled a little to zero."""
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
    return {"weight": [round(float(one), 6) for one in plain], "bias": bias}


def choose_thresholds(made: dict[str, Any], seen: list[Case]) -> tuple[float, float]:
    """Choose the thresholds that accept the most pictures with at most a share of :data:`ALLOWED` misread.

    Pictures that cannot be read do not count here: to recognise dice that lean is the task of the network
    that ships.
    """
    some = [case for case in seen if case.readable and case.family in COUNTED and len(case.values) <= MOST]
    chosen = (0.99, 0.05)
    best = -1
    for extra in (0.3, 0.4, 0.5, 0.6):
        for sure in (0.7, 0.75, 0.8, 0.83, 0.85, 0.87, 0.89, 0.91, 0.93, 0.95, 0.97):
            tally = count_outcomes(made, some, sure, extra)
            accepted = sum(one[1] for one in tally.values())
            wrong = sum(one[2] for one in tally.values())
            if wrong <= ALLOWED * accepted and accepted > best:
                best, chosen = accepted, (sure, extra)
            print(
                f"sure {sure}, extra {extra}: "
                + ", ".join(f"{k} {b}/{a} {c} wrong" for k, (a, b, c) in tally.items())
            )
    print("chosen", chosen)
    return chosen


def choose_flat_thresholds(made: dict[str, Any], seen: list[Case]) -> tuple[float, float]:
    """Choose the lowest thresholds for mats that accept at most :data:`PASSED` of unreadable throws."""
    parted = [case._replace(family="readable" if case.readable else "others") for case in seen]
    for sure in (0.5, 0.6, 0.7, 0.75, 0.8, 0.83, 0.86, 0.89, 0.91, 0.93, 0.95, 0.97):
        tally = count_outcomes(made, parted, sure, EXTRA_ABOVE)
        good, bad = (tally.get(part, [0, 0, 0]) for part in ("readable", "others"))
        print(f"mats, sure {sure}: {good[1]}/{good[0]} read, {good[2]} wrong; {bad[1]}/{bad[0]} unreadable")
        if good[2] == 0 and bad[1] <= PASSED * bad[0]:
            break
    return sure, EXTRA_ABOVE


def count_outcomes(made: dict[str, Any], seen: list[Case], sure: float, extra: float) -> dict[str, list[int]]:
    """Count by family: the pictures, those accepted, and those of them that were misread."""
    there, shows = (read_sum(made, one) for one in SUMS)
    belief = Belief(there, shows, sure, extra)
    tally: dict[str, list[int]] = {}
    for case in seen:
        one = tally.setdefault(case.family, [0, 0, 0])
        one[0] += 1
        reading = decide(case.some, belief, len(case.values), case.shape)
        if reading.status is Status.READ:
            one[1] += 1
            one[2] += not case.readable or tuple(sorted(reading.values)) != case.values
    return tally


def write_belief(made: dict[str, Any], sure: float, extra: float, path: Path) -> None:
    """Write the belief and its thresholds to a file."""
    path.write_text(
        json.dumps({"made_by": "models/train.py", **made, "sure": sure, "extra": extra}, indent=1) + "\n",
        "utf-8",
    )
