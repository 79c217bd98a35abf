"""The pictures of failures, as figures of a page: what was read beside what lies there."""

import base64
from html import escape

import cv2
import numpy as np

from pi_bunco.frames import Box, Image, Status
from pi_bunco.vision.evaluate.match import Pair, match
from pi_bunco.vision.evaluate.score import PictureCase, PictureOutcome
from pi_bunco.vision.evaluate.words import kind_of, percent
from pi_bunco.vision.overlay import draw

BIG, SMALL = 900, 420
"""Longer side of a misread's picture and of a doubtful one's on the page, in pixels."""
CROP = 132
"""Side of a die's own picture, in pixels."""
_ROOM = 0.25
"""How much of its surroundings a die's own picture shows, as a share of its box."""
_MANY = 8
"""Of more dice than this only the wrong ones are listed."""


def figure(case: PictureCase, image: Image) -> str:
    """Draw one case: its picture with boxes, what was read and how surely, the label, the reason."""
    wrong = case.outcome is PictureOutcome.WRONG
    verb = "guessed" if case.reading.status is Status.DOUBTFUL else "read"
    reason = case.reading.reason or case.labelled.unreadable
    kind = f"<b class=kind>{kind_of(case.reading.doubt)}</b> " if case.reading.doubt else ""
    return (
        f'<figure class="card{" wrong" if wrong else ""}">'
        f'<img alt="" src="{_data(_fit(draw(image, case.reading), BIG if wrong else SMALL))}">'
        "<figcaption><div class=values>"
        f"<span class=said><small>{verb}</small>{_values(case.reading.values)}</span>"
        f"<span><small>label</small>{_values(case.labelled.values)}</span></div>"
        f"{_dice(case, image)}<div class=reason>{kind}{escape(reason)}</div>"
        f"<div class=name>{escape(case.labelled.source)} · {escape(case.labelled.path.name)}</div>"
        "</figcaption></figure>"
    )


def _values(values: tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(values))) or "no dice"


def _dice(case: PictureCase, image: Image) -> str:
    """List the dice one by one, each with its own picture where the read is wrong."""
    wrong = case.outcome is PictureOutcome.WRONG
    pairs = match(case.reading.dice, case.labelled.dice)
    if pairs is None:
        return ""
    if len(pairs) > _MANY:
        pairs = tuple(pair for pair in pairs if not pair.right)
    return f"<div class=dice>{''.join(_die(pair, image, pictured=wrong) for pair in pairs)}</div>"


def _die(pair: Pair, image: Image, *, pictured: bool) -> str:
    said = f"{pair.read.value} <small>{percent(pair.read.confidence)}</small>" if pair.read else "missed"
    lies = "" if pair.right else f"<em>{pair.lies.value if pair.lies else 'no die'}</em>"
    box = pair.read.box if pair.read else pair.lies.box if pair.lies else None
    crop = f'<img alt="" src="{_data(_crop(image, box))}">' if pictured and box else ""
    return f'<span class="die{"" if pair.right else " off"}">{crop}<span>{said}{lies}</span></span>'


def _crop(image: Image, box: Box) -> Image:
    """Cut a die out, with some room, as a square."""
    half = (0.5 + _ROOM) * max(box[2] - box[0], box[3] - box[1], 8)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    scale = CROP / (2 * half)
    move = np.array([[scale, 0, CROP / 2 - scale * x], [0, scale, CROP / 2 - scale * y]], np.float64)
    return np.asarray(cv2.warpAffine(image, move, (CROP, CROP), flags=cv2.INTER_AREA), np.uint8)


def _fit(image: Image, side: int) -> Image:
    scale = min(1.0, side / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _data(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"
