"""Makes a picture small, as a process of its own: ``python -m pi_bunco.pictures.shrink <PICTURE >SMALL``.

The table's program has no OpenCV, and a hostile picture ends only this process. It writes a JPEG, or to
standard error why the picture is refused: in the last line a list in JSON, the text and the remedy.
"""

import json
import resource
import sys
from typing import cast

import cv2

from pi_bunco.frames import Image
from pi_bunco.limits import SPONSOR_PIXELS
from pi_bunco.pictures.decode import decode_on_paper
from pi_bunco.pictures.encode import encode_photo
from pi_bunco.pictures.faults import PictureFault
from pi_bunco.texts import pack_text

REFUSED = 3
"""The status of a process that refuses its picture."""
PAPER = (236, 248, 253)
"""The colour of paper on the pages, blue-green-red: it shows through a picture with clear parts."""
WIDTH, HEIGHT = 800, 600
"""The size that a picture has at most, in pixels: it takes a fifth of a television's width."""
_SECONDS = 20  # of processor time


def main() -> int:
    """Read a picture, write it small, and return the status of the process."""
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    try:
        picture = decode_on_paper(sys.stdin.buffer.read(), PAPER, SPONSOR_PIXELS)
    except PictureFault as fault:
        # On a line of its own: libraries may have written warnings before it.
        sys.stderr.write(f"\n{json.dumps([pack_text(fault.text), pack_text(fault.remedy)])}\n")
        return REFUSED
    sys.stdout.buffer.write(encode_photo(shrink(picture)))
    return 0


def shrink(picture: Image) -> Image:
    """Return a picture that is at most as large as :data:`WIDTH` and :data:`HEIGHT` say.

    >>> import numpy as np
    >>> shrink(np.zeros((1200, 1200, 3), np.uint8)).shape, shrink(np.zeros((2, 3, 3), np.uint8)).shape
    ((600, 600, 3), (2, 3, 3))
    """
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, HEIGHT / height)
    if scale >= 1:
        return picture
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    return cast("Image", cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


if __name__ == "__main__":
    sys.exit(main())
