"""Writes disturbed copies of labelled photos to judge by: ``python models/disturb.py DIR... --to DIR``.

Each photo is copied four times: turned by one to three quarters; darkened, with the noise of a dark picture;
blurred and strongly compressed; and tilted, as it looks to a camera that is 6 to 12 degrees aside. So a few
hundred photos replace the thousands that we do not have. ``evaluate.py DIR`` measures on them.
Each copy depends only on the seed and the photo's name. Nothing may learn from these copies.
"""

import argparse
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from pi_bunco.frames import Image

TILT = 12.0
"""The largest tilt of a copy, in degrees; the smallest is half of it."""


def turn(image: Image, rng: np.random.Generator) -> Image:
    """Return a picture turned by one, two or three quarters."""
    return np.ascontiguousarray(np.rot90(image, int(rng.integers(1, 4))))


def darken(image: Image, rng: np.random.Generator) -> Image:
    """Return a picture with a quarter to a half of its light, and a sensor's noise."""
    light = (image / 255.0) ** 2.2 * rng.uniform(0.25, 0.5)
    light += rng.normal(0, 0.004, image.shape) + rng.normal(0, 0.03, image.shape) * np.sqrt(light)
    return (255 * np.clip(light, 0, 1) ** (1 / 2.2) + 0.5).astype(np.uint8)


def blur(image: Image, rng: np.random.Generator) -> Image:
    """Return a picture out of focus, as strongly compressed as a cheap camera's stream."""
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.6))
    packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 70))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def tilt(image: Image, rng: np.random.Generator) -> Image:
    """Return a picture as it looks to a camera that is 6 to 12 degrees aside; all of it stays in view."""
    height, width = image.shape[:2]
    angle, direction = np.radians(rng.uniform(TILT / 2, TILT)), rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(direction), np.sin(direction), 0.0]) * angle
    distance = 1.2 * max(height, width)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    flat = np.column_stack([corners - [width / 2, height / 2], np.zeros(4)])
    projected = flat @ cv2.Rodrigues(axis)[0].T
    projected = projected[:, :2] * distance / (distance + projected[:, 2:])
    extent = np.abs(projected).max(axis=0) / [width / 2, height / 2]
    projected = projected / extent.max() + [width / 2, height / 2]
    warp = cv2.getPerspectiveTransform(corners, projected.astype(np.float32))
    return cv2.warpPerspective(
        image, warp, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


DISTURBANCES: dict[str, Callable[[Image, np.random.Generator], Image]] = {
    "turned": turn,
    "darkened": darken,
    "blurred": blur,
    "tilted": tilt,
}


def disturb_folder(folder: Path, to: Path, seed: int) -> int:
    """Write the disturbed copies of a folder's photos, by kind, and return how many they are."""
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines() if line]
    for kind, change in DISTURBANCES.items():
        out = to / kind / folder.name
        (out / "images").mkdir(parents=True, exist_ok=True)
        labels = []
        for number, row in enumerate(rows):
            image = cv2.imread(str(folder / row["image"]))
            if image is None:
                raise SystemExit(f"{folder / row['image']} is no picture that OpenCV reads.")
            rng = np.random.default_rng((seed, zlib.crc32(f"{kind} {row['image']}".encode())))
            name = f"images/{number:05d}.png"
            cv2.imwrite(str(out / name), change(image.astype(np.uint8), rng))
            dice = [{key: die[key] for key in ("value", "why") if key in die} for die in row["dice"]]
            labels.append({"image": name, "dice": dice, "why": row.get("why", "")})
        (out / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in labels), "utf-8")
    return len(DISTURBANCES) * len(rows)


def main() -> None:
    """Read the command line and write the copies."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="a folder with labels.jsonl")
    parser.add_argument("--to", required=True, type=Path, help="where the copies go")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for folder in options.folders:
        print(f"{folder}: {disturb_folder(folder, options.to, options.seed)} copies", flush=True)


if __name__ == "__main__":
    main()
