"""Decodes a picture of any supported format."""

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import jpeg, png, webp
from pi_bunco.pictures.exif import turn_upright
from pi_bunco.pictures.faults import Damaged, NoPicture
from pi_bunco.pictures.quiet import silence_opencv
from pi_bunco.sentences import say


def decode(data: bytes, most: int = PICTURE_PIXELS) -> Image:
    r"""Return the picture in a file, turned upright by its EXIF data.

    The formats are JPEG, PNG and WebP, recognised by their first bytes. A picture is decoded only after its
    size is known, and only if it is complete. No library fills in what is missing or writes to standard
    error.

    Parameters
    ----------
    data
        The file's bytes.
    most
        How many pixels the picture may have.

    Returns
    -------
    Image
        The picture, shape ``(height, width, 3)``, blue-green-red.

    Raises
    ------
    NoPicture
        If the file has none of these formats.
    TooLarge
        If the picture has more pixels than `most`.
    Damaged
        If the file ends too early, or its decoder or a checksum shows damage. WebP has no checksum, and
        its decoder is tolerant, so a changed byte may become a changed pixel.

    >>> decode(cv2.imencode(".png", np.zeros((2, 3, 3), np.uint8))[1].tobytes()).shape
    (2, 3, 3)
    >>> decode(b"GIF89a")
    Traceback (most recent call last):
    pi_bunco.pictures.faults.NoPicture: is not a kind of picture that can be read here
    """
    turn = 1
    if data.startswith(jpeg.BEGIN):
        return jpeg.decode(data, most)
    if data.startswith(png.BEGIN):
        data, turn = png.check_png(data, most)
    elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        turn = webp.check_webp(data, most)
    else:
        raise NoPicture(say("is not a kind of picture that can be read here"))
    return turn_upright(_decode_with_opencv(data), turn)


def decode_on_paper(data: bytes, paper: tuple[int, int, int], most: int = PICTURE_PIXELS) -> Image:
    """Return the picture in a file like :func:`decode`; a colour shows through its clear parts.

    Parameters
    ----------
    data, most
        As for :func:`decode`.
    paper
        The colour, blue-green-red.
    """
    image = decode(data, most)
    packed = np.frombuffer(data, np.uint8)
    whole = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED)  # complete: it was decoded before
    if whole is None or whole.ndim < image.ndim or whole.shape[2] < 4:  # noqa: PLR2004 - with an alpha channel
        return image
    shares = np.asarray(whole, np.float32) / (255 if whole.dtype == np.uint8 else 65535)
    colours, opaque = 255 * shares[..., :3], shares[..., 3:]
    mixed = colours * opaque + np.asarray(paper, np.float32) * (1 - opaque)
    return np.asarray(mixed.round(), np.uint8)


def _decode_with_opencv(data: bytes) -> Image:
    silence_opencv()
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as error:
        raise Damaged(error.err) from None
    if image is None:
        raise Damaged(say("it cannot be unpacked"))
    return np.asarray(image, np.uint8)
