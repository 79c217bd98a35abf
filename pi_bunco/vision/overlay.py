"""Draws a reading into its picture, for people."""

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Die, Reading, Status

_CREAM, _GREEN, _INK, _BRASS = (236, 248, 253), (58, 67, 16), (48, 37, 29), (22, 133, 185)
"""Colours as blue, green and red."""
_FONT = cv2.FONT_HERSHEY_DUPLEX


def draw(image: Image, reading: Reading) -> Image:
    """Draw the dice of a reading into a copy of its picture.

    Parameters
    ----------
    image
        The picture that was read.
    reading
        What was read. The dice of a reading without doubt get green boxes. Those of a doubtful one get brass
        boxes with the confidence in percent, and the reason is written below.

    Returns
    -------
    Image
        A new picture of the same size.

    Examples
    --------
    >>> felt = np.full((120, 160, 3), 40, np.uint8)
    >>> drawn = draw(felt, Reading(Status.READ, (Die(5, 0.99, (40.0, 40.0, 80.0, 80.0)),)))
    >>> drawn.shape, bool((drawn != felt).any())
    ((120, 160, 3), True)
    """
    drawn = image.copy()
    unit = max(image.shape[:2]) / 960
    sure = reading.status is Status.READ
    for die in reading.dice:
        _draw_die(drawn, die, unit, sure=sure)
    if reading.reason:
        _draw_reason(drawn, reading.reason, unit)
    return drawn


def _draw_die(drawn: Image, die: Die, unit: float, *, sure: bool) -> None:
    """Draw one die's box and its value, on a label above or below."""
    colour = _GREEN if sure else _BRASS
    x0, y0, x1, y1 = (round(edge) for edge in die.box)
    thick = max(2, round(3 * unit))
    cv2.rectangle(drawn, (x0, y0), (x1, y1), _CREAM, thick + max(2, round(3 * unit)), cv2.LINE_AA)
    cv2.rectangle(drawn, (x0, y0), (x1, y1), colour, thick, cv2.LINE_AA)
    text = str(die.value) if sure else f"{die.value}? {100 * die.confidence:.0f}%"
    size = max(0.5, 1.1 * unit)
    (width, height), _ = cv2.getTextSize(text, _FONT, size, max(1, round(2 * unit)))
    pad = max(4, round(8 * unit))
    left = int(np.clip(x0 - thick, 0, max(0, drawn.shape[1] - width - 2 * pad)))
    top = y0 - height - 2 * pad - thick
    if top < 0:
        top = min(y1 + thick, drawn.shape[0] - height - 2 * pad)
    cv2.rectangle(drawn, (left, top), (left + width + 2 * pad, top + height + 2 * pad), colour, cv2.FILLED)
    where = (left + pad, top + pad + height)
    cv2.putText(drawn, text, where, _FONT, size, _CREAM, max(1, round(2 * unit)), cv2.LINE_AA)


def _draw_reason(drawn: Image, reason: str, unit: float) -> None:
    """Write the reason on a strip along the lower border, as large as it fits."""
    size = max(0.5, 0.9 * unit)
    thick = max(1, round(1.5 * unit))
    (width, height), _ = cv2.getTextSize(reason, _FONT, size, thick)
    room = drawn.shape[1] * 0.94
    if width > room:
        size *= room / width
        (width, height), _ = cv2.getTextSize(reason, _FONT, size, thick)
    top = drawn.shape[0] - 2 * height
    cv2.rectangle(drawn, (0, top - height // 2), (drawn.shape[1], drawn.shape[0]), _CREAM, cv2.FILLED)
    where = ((drawn.shape[1] - width) // 2, top + height)
    cv2.putText(drawn, reason, where, _FONT, size, _INK, thick, cv2.LINE_AA)
