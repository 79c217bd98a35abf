"""The reader that reads every die twice: with networks, and by measuring pips."""

from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path

from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box, Reading, Status
from pi_bunco.vision.double.belief import load as load_belief
from pi_bunco.vision.double.border import doubt_cut_off
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.double.examine import Examiner, StageTimes
from pi_bunco.vision.double.missed import doubt_missed, measure_die_size
from pi_bunco.vision.double.second_look import choose_reading, is_worth_second_look, mirror
from pi_bunco.vision.double.smear import doubt_smeared
from pi_bunco.vision.double.surroundings import doubt_other_things
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.geometry.judge import load as load_judges
from pi_bunco.vision.learnt.classify import classify
from pi_bunco.vision.learnt.find import LONGER_SIDES, MIN_HEAT
from pi_bunco.vision.learnt.manifest import check_file
from pi_bunco.vision.learnt.upright import Classifiers, classify_upright
from pi_bunco.vision.learnt.weights import open_network
from pi_bunco.vision.stand import Stand

SURE_OF_ANY_NUMBER = 0.94
"""The belief that each value needs on a table that is not calibrated if any number of dice may lie there.

Then no number shows that a die was missed. ``models/README.md``, *Photos that are set aside*, says why 0.94.
"""
MIN_HEAT_ANYWHERE = 0.2
"""The heat that a place needs on a table that is not calibrated. On a mat, even faint places are examined."""


class DoubleReader:
    """Reads every die twice, and doubts if the two readings differ.

    A small network finds the places where dice may be, near and far. Another one classifies each place, in
    four turns. Independent of the networks, the pips at each place are found and fitted. Both results
    together become one belief in each value. A reading becomes doubtful if one of its dice is smeared.

    On a table that is not calibrated it also becomes doubtful if a third network takes a die for part of a
    domino or for a print. If the number of dice is known there and a value nearly sure, the mirror image is
    read too.

    Parameters
    ----------
    folder
        The folder of the weights and their manifest.

    Attributes
    ----------
    spent
        Milliseconds by stage of the last read.

    Raises
    ------
    WeightsTrouble
        If weights are missing or damaged; :class:`~pi_bunco.vision.geometry.GeometryReader` needs none of
        them.

    Examples
    --------
    >>> import numpy as np
    >>> from pi_bunco.files.assets import find
    >>> reader = DoubleReader(find("models"))
    >>> reader.read(np.zeros((480, 640, 3), np.uint8)).status
    <Status.EMPTY: 'empty'>
    """

    def __init__(self, folder: Path) -> None:
        self._examiner = Examiner(
            tuple(open_network(folder, "finding.onnx") for _ in LONGER_SIDES),
            partial(classify, open_network(folder, "reading.onnx")),
            load_judges(check_file(folder, "tiles.json")),
            min_heat=MIN_HEAT_ANYWHERE,
        )
        self._belief = load_belief(check_file(folder, "belief.json"))
        self._belief_of_any = replace(self._belief, sure=SURE_OF_ANY_NUMBER)
        self._whole = GeometryReader()
        self._surroundings = open_network(folder, "surroundings.onnx")
        self.spent: dict[str, float] = {}
        self._calibrated = False
        close_looks = (open_network(folder, "finding_above.onnx") for _ in LONGER_SIDES[1:])
        self._finders_above = (self._examiner.finders[0], *close_looks)
        self._above = Classifiers(
            open_network(folder, "above.onnx"), open_network(folder, "above_thorough.onnx")
        )
        self._belief_above = load_belief(check_file(folder, "above.json"))

    def above(self, stand: Stand, within: Box | None = None) -> "DoubleReader":
        """Return the reader for a flat picture of a mat, as in :meth:`SeesFromAbove.above`.

        It uses other networks. One finds the upper face of a die beside its visible sides, the other two
        recognise by these sides a die that leans.
        """
        other = copy(self)
        classify_here = partial(classify_upright, self._above, stand)
        other._examiner = replace(  # noqa: SLF001 - the same class
            self._examiner,
            finders=self._finders_above,
            classify=classify_here,
            within=within,
            min_heat=MIN_HEAT,
        )
        other._belief = self._belief_above  # noqa: SLF001 - likewise
        other._calibrated = True  # noqa: SLF001 - likewise
        other.spent = {}
        return other

    def skip_unchanged(self, changed: Grey) -> "DoubleReader":
        """Return the reader that finds no dice where nothing changed, as in :class:`SkipsUnchanged`."""
        other = copy(self)
        other._examiner = replace(self._examiner, changed=changed, min_heat=MIN_HEAT)  # noqa: SLF001 - the same class
        other._calibrated = True  # noqa: SLF001 - likewise
        return other

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as in :meth:`Reader.read`."""
        clock = StageTimes()
        reading = self._look(image, dice, die_size, clock)
        if not self._calibrated and dice is not None and is_worth_second_look(reading):
            second = self._look(mirror(image), dice, die_size, clock)
            reading = choose_reading(reading, second, image.shape[1])
        self.spent = clock.spent
        return reading

    def _look(self, image: Image, dice: int | None, die_size: float | None, clock: StageTimes) -> Reading:
        """Read a picture once."""
        candidates = self._examiner.examine(image, dice, die_size, clock)
        belief = self._belief_of_any if dice is None and not self._calibrated else self._belief
        reading = decide(candidates, belief, dice, image.shape) if candidates else Reading(Status.EMPTY)
        if reading.status is Status.EMPTY or (dice is None and reading.status is Status.READ):
            # The whole picture's pips may show a die that the networks missed, as large as those they found.
            size = die_size or measure_die_size(reading)
            reading = doubt_missed(reading, self._whole.read(image, dice=dice, die_size=size))
            clock.lap("count")
        if reading.status is Status.READ:
            reading = doubt_smeared(reading, image)
            if reading.status is Status.READ and not self._calibrated:
                # On a calibrated mat, the rest of a domino or a print is seen as a change of the mat.
                reading = doubt_other_things(reading, image, self._surroundings)
            clock.lap("recheck")
        if reading.status is Status.READ and dice is None and not self._calibrated:
            # On a calibrated mat, what lies beyond the field is a change that no die explains.
            reading = doubt_cut_off(reading, image, self._examiner.finders, self._examiner.classify)
            clock.lap("border")
        return reading
