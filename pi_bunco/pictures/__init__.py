"""Pictures from outside, unpacked: whole and in bounds, or refused with the reason."""

from pi_bunco.pictures.decode import decode
from pi_bunco.pictures.faults import Damaged, NoPicture, PictureFault, TooLarge

__all__ = ["Damaged", "NoPicture", "PictureFault", "TooLarge", "decode"]
