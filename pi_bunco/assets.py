"""Finds the files that are no code: boards under ``hardware/``, what the reader learnt under ``models/``.

They stand at the top of a checkout and inside an installed wheel; this module alone knows where.
"""

from pathlib import Path

from pi_bunco.errors import Trouble

_PACKAGE = Path(__file__).parent
_ROOTS = (_PACKAGE / "_assets", _PACKAGE.parent)  # a wheel's, then a checkout's


class AssetMissing(Trouble, FileNotFoundError):
    """A file that should have come with pi-bunco is not there."""


def find(name: str) -> Path:
    """Return the path of a file or folder by its name in the checkout.

    Parameters
    ----------
    name
        Such as ``hardware/boards/generic.toml``.

    Raises
    ------
    AssetMissing
        If it stands in neither place.

    >>> find("models").is_dir()
    True
    """
    for root in _ROOTS:
        path = root / name
        if path.exists():
            return path
    raise AssetMissing(f"{name} is missing from this installation.", "Install pi-bunco again.")
