"""Drawn photos of three dice on a mat."""

import cv2
import numpy as np

from pi_bunco.rules import Dice

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
PLACES = ((0.34, 0.42, 24.0), (0.52, 0.6, -17.0), (0.66, 0.38, 41.0))
"""Where the dice lie in the drawn photos: middle as fractions of the photo, and rotation in degrees."""
BOXES = tuple((x - 0.052, y - 0.07, x + 0.052, y + 0.07) for x, y, _ in PLACES)


def draw_photo(dice: Dice) -> bytes:
    """Draw three dice on a green mat as a JPEG, 960 by 720 pixels."""
    image = np.full((720, 960, 3), (62, 82, 30), np.uint8)
    cv2.rectangle(image, (40, 40), (920, 680), (74, 98, 38), -1)
    for (x, y, turn), value in zip(PLACES, dice, strict=True):
        centre = (x * 960, y * 720)
        corners = cv2.boxPoints((centre, (74, 74), turn)).astype(np.int32)
        cv2.fillConvexPoly(image, corners + 5, (30, 42, 14))
        cv2.fillConvexPoly(image, corners, (232, 243, 247))
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        for dx, dy in PIPS[value]:
            at = (centre[0] + 21 * (dx * cos - dy * sin), centre[1] + 21 * (dx * sin + dy * cos))
            cv2.circle(image, (round(at[0]), round(at[1])), 8, (34, 34, 34), -1, cv2.LINE_AA)
    return bytes(cv2.imencode(".jpg", image)[1])
