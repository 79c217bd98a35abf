"""The reader that looks twice: a network that learnt, and pips that are measured."""

from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path

from pi_bunco.frames import Box, Image, Reading, Status
from pi_bunco.vision.double.agree import agree, seen_size
from pi_bunco.vision.double.belief import load as load_belief
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.double.eyes import Eyes, StageTimes
from pi_bunco.vision.double.recheck import recheck
from pi_bunco.vision.geometry import GeometryReader, tiles
from pi_bunco.vision.geometry.judge import load as load_judges
from pi_bunco.vision.learnt.classify import classify
from pi_bunco.vision.learnt.find import LONGEST
from pi_bunco.vision.learnt.upright import classify_upright
from pi_bunco.vision.learnt.weights import check_file, network
from pi_bunco.vision.stand import Stand


class DoubleReader:
    """Reads every die twice and doubts where the two readings differ.

    A small network finds the places where dice may lie, near and far; another one says what lies at each,
    in four turns; and the pips at each are found and fitted by geometry, which knows nothing of the networks.
    What both say becomes one belief. Dice that were read are looked at once more: none may be smeared.

    Parameters
    ----------
    folder
        Where the weights are, with their manifest.

    Attributes
    ----------
    spent
        Milliseconds by stage of the last read.

    Raises
    ------
    WeightsTrouble
        If weights are missing or damaged: then :class:`~pi_bunco.vision.geometry.GeometryReader` is left.

    Examples
    --------
    >>> import numpy as np
    >>> from pi_bunco.assets import find
    >>> reader = DoubleReader(find("models"))
    >>> reader.read(np.zeros((480, 640, 3), np.uint8)).status
    <Status.EMPTY: 'empty'>
    """

    def __init__(self, folder: Path) -> None:
        self._eyes = Eyes(
            tuple(network(folder, "finding.onnx") for _ in LONGEST),
            partial(classify, network(folder, "reading.onnx")),
            load_judges(check_file(folder, "tiles.json"), tiles.NAMES),
        )
        self._belief = load_belief(check_file(folder, "belief.json"))
        self._whole = GeometryReader()
        self.spent: dict[str, float] = {}
        self._above = network(folder, "above.onnx")
        self._belief_above = load_belief(check_file(folder, "above.json"))

    def above(self, stand: Stand, within: Box | None = None) -> "DoubleReader":
        """Return the reader for a flat picture of a mat, as :meth:`SeesFromAbove.above` says.

        Another network reads it. It recognises a die that leans by the sides that the die shows.
        """
        other = copy(self)
        reads = partial(classify_upright, self._above, stand)
        other._eyes = replace(self._eyes, reads=reads, within=within)  # noqa: SLF001 - its own
        other._belief = self._belief_above  # noqa: SLF001 - likewise
        other.spent = {}
        return other

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says."""
        clock = StageTimes()
        some = self._eyes.look(image, dice, die_size, clock)
        reading = decide(some, self._belief, dice, image.shape) if some else Reading(Status.EMPTY)
        if reading.status is Status.EMPTY or (dice is None and reading.status is Status.READ):
            # The whole picture's pips may show a die that the networks missed: one as large as those seen.
            size = die_size or seen_size(reading)
            reading = agree(reading, self._whole.read(image, dice=dice, die_size=size))
            clock.lap("count")
        if reading.status is Status.READ:
            reading = recheck(reading, image)
            clock.lap("recheck")
        self.spent = clock.spent
        return reading
