"""Opens the best reader that works on this machine."""

from collections.abc import Callable
from pathlib import Path

import structlog

from pi_bunco.files.assets import AssetMissing, find
from pi_bunco.vision.double import DoubleReader
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.learnt.manifest import WeightsTrouble
from pi_bunco.vision.reader import Reader

_log = structlog.get_logger()


def best_reader(folder: Path | None = None, warn: Callable[[str], object] = _log.warning) -> Reader:
    """Return the reader by networks and pips; if weights are damaged or missing, the one by pips alone.

    Parameters
    ----------
    folder
        The folder of the weights; ``None``: the one that came with pi-bunco.
    warn
        Called with a sentence if the weights cannot be used.
    """
    try:
        return DoubleReader(find("models") if folder is None else folder)
    except (WeightsTrouble, AssetMissing) as trouble:
        warn(f"{trouble} Until then dice are read by their pips alone, and more throws are asked about.")
        return GeometryReader()
