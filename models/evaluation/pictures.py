"""Writes failed pictures as figures of the page, each with the reading beside the label."""

import base64
from html import escape

import cv2
import numpy as np

from evaluation.match import Pair, match
from evaluation.score import PictureCase, PictureOutcome
from evaluation.words import format_percent, name_doubt
from pi_bunco.frames import Image
from pi_bunco.readings import Box, Status
from pi_bunco.vision.overlay import draw

BIG, SMALL = 900, 420
"""Longer side of a misread's picture and of a doubtful one's on the page, in pixels."""
CROP = 132
"""Side of a die's own picture, in pixels."""
_CROP_MARGIN = 0.25
"""How much of its surroundings a die's own picture shows, as a share of its box."""
_MAX_LISTED_DICE = 8
"""If there are more dice than this, only the wrong ones are listed."""


def write_figure(case: PictureCase, image: Image) -> str:
    """Return one case as HTML: its picture with boxes, reading, confidences, label and reason."""
    wrong = case.outcome is PictureOutcome.WRONG
    drawn = _shrink(draw(image, case.reading), BIG if wrong else SMALL)
    verb = "guessed" if case.reading.status is Status.DOUBTFUL else "read"
    reason = case.reading.reason or case.labelled.unreadable
    kind = f"<b class=kind>{name_doubt(case.reading.doubt)}</b> " if case.reading.doubt else ""
    return (
        f'<figure class="card{" wrong" if wrong else ""}">'
        f'<img alt="" src="{_encode_as_data_url(drawn)}">'
        "<figcaption><div class=values>"
        f"<span class=said><small>{verb}</small>{_write_values(case.reading.values)}</span>"
        f"<span><small>label</small>{_write_values(case.labelled.values)}</span></div>"
        f"{_write_dice(case, image)}<div class=reason>{kind}{escape(reason)}</div>"
        f"<div class=name>{escape(case.labelled.source)} · {escape(case.labelled.path.name)}</div>"
        "</figcaption></figure>"
    )


def _write_values(values: tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(values))) or "no dice"


def _write_dice(case: PictureCase, image: Image) -> str:
    """Return the list of the dice, each with its own picture if the read is wrong."""
    wrong = case.outcome is PictureOutcome.WRONG
    pairs = match(case.reading.dice, case.labelled.dice)
    if pairs is None:
        return ""
    if len(pairs) > _MAX_LISTED_DICE:
        pairs = tuple(pair for pair in pairs if not pair.right)
    return f"<div class=dice>{''.join(_write_die(pair, image, with_picture=wrong) for pair in pairs)}</div>"


def _write_die(pair: Pair, image: Image, *, with_picture: bool) -> str:
    read = (
        f"{pair.read.value} <small>{format_percent(pair.read.confidence)}</small>" if pair.read else "missed"
    )
    label = "" if pair.right else f"<em>{pair.label.value if pair.label else 'no die'}</em>"
    box = pair.read.box if pair.read else pair.label.box if pair.label else None
    crop = f'<img alt="" src="{_encode_as_data_url(_crop(image, box))}">' if with_picture and box else ""
    return f'<span class="die{"" if pair.right else " off"}">{crop}<span>{read}{label}</span></span>'


def _crop(image: Image, box: Box) -> Image:
    """Return a square picture of one die and a little around it."""
    half = (0.5 + _CROP_MARGIN) * max(box[2] - box[0], box[3] - box[1], 8)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    scale = CROP / (2 * half)
    move = np.array([[scale, 0, CROP / 2 - scale * x], [0, scale, CROP / 2 - scale * y]], np.float64)
    return np.asarray(cv2.warpAffine(image, move, (CROP, CROP), flags=cv2.INTER_AREA), np.uint8)


def _shrink(image: Image, side: int) -> Image:
    scale = min(1.0, side / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _encode_as_data_url(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"
