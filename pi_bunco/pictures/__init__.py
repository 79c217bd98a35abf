"""Decodes pictures from outside if they are complete and within the limits; otherwise raises the reason."""

from pi_bunco.pictures.decode import decode
from pi_bunco.pictures.faults import Damaged, NoPicture, PictureFault, TooLarge

__all__ = ["Damaged", "NoPicture", "PictureFault", "TooLarge", "decode"]
