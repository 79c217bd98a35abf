"""Finds data files, such as boards in ``hardware/`` and the reader's networks in ``models/``.

They are at the top of a checkout, or inside an installed wheel. Only this module knows the difference.
"""

from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

_PACKAGE = Path(__file__).parents[1]
_ROOTS = (_PACKAGE / "_assets", _PACKAGE.parent)  # a wheel's, then a checkout's


class AssetMissing(Trouble, FileNotFoundError):
    """A file that should have come with pi-bunco is not there."""


def find(name: str) -> Path:
    """Return the path of a file or folder.

    Parameters
    ----------
    name
        Its path in the checkout, such as ``hardware/boards/generic.toml``.

    Raises
    ------
    AssetMissing
        If neither place has it.

    >>> find("models").is_dir()
    True
    """
    for root in _ROOTS:
        path = root / name
        if path.exists():
            return path
    raise AssetMissing(
        say("{name} is missing from this installation.", name=name), say("Install pi-bunco again.")
    )
