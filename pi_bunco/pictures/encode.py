"""Encodes pictures as JPEG files."""

import cv2

from pi_bunco.frames import Image

_PHOTO_QUALITY = 85


def encode_jpeg(image: Image, quality: int = 95) -> bytes:
    """Return a picture as a JPEG file of a quality from 0 to 100."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def encode_photo(image: Image) -> bytes:
    """Return the photo of a throw as a JPEG file."""
    return encode_jpeg(image, _PHOTO_QUALITY)
