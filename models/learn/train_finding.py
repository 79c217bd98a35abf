"""Trains the finding network."""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import torch
from learn.cycle import Steps, train
from learn.harm import degrade
from learn.nets import make_finding_network
from learn.pictures import Picture
from numpy.typing import NDArray
from torch import nn

from pi_bunco.vision.learnt.window import normalise_light

SIDE, STRIDE = 256, 8
BATCH = 16
TOP = 3e-3
SHARES = {
    "fisheye": 0.15,
    "trays": 0.12,
    "train_epanemu": 0.15,
    "table_a": 0.03,
    "table_c": 0.05,
    "rendered": 0.5,
}
KEPT = 0.2
"""The share of each of these families in training, and that of pictures that a table kept."""
SMALL, LARGE = 12.0, 66.0
"""Edges of the dice in the windows, in pixels."""

Windows = NDArray[np.float32]


def load_pictures(pictures: list[Picture]) -> list[tuple[NDArray[np.uint8], Picture]]:
    """Open all pictures."""
    loaded = []
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        if image is not None:
            loaded.append((np.asarray(image, np.uint8), picture))
    return loaded


class Batches(Steps):
    """Batches of windows, each of which depends only on the seed and its number."""

    def __init__(self, data: list[tuple[NDArray[np.uint8], Picture]], steps: int, seed: int) -> None:
        super().__init__(steps, seed)
        self.data = data
        families = np.array([picture.family for _, picture in data])
        p = np.zeros(len(data))
        for family in np.unique(families):
            p[families == family] = SHARES.get(str(family), KEPT) / (families == family).sum()
        self.sum = np.cumsum(p)

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Make one batch after another."""
        for step in range(self.steps):
            rng = np.random.default_rng((self.seed, step, 7))
            which = np.minimum(np.searchsorted(self.sum, rng.random(BATCH) * self.sum[-1]), len(self.sum) - 1)
            pixels, goals = zip(*(self._make_window(rng, *self.data[k]) for k in which), strict=True)
            yield torch.from_numpy(np.stack(pixels)), torch.from_numpy(np.stack(goals))

    def _make_window(
        self, rng: np.random.Generator, image: NDArray[np.uint8], picture: Picture
    ) -> tuple[Any, Any]:
        places = np.array(
            [(f.x, f.y, f.edge) for f in picture.faces if f.why not in {"under", "covered"}]
        ).reshape(-1, 3)
        blind = np.array(
            [(f.x, f.y, f.edge) for f in picture.faces if f.why in {"under", "covered"}]
        ).reshape(-1, 3)
        typical = np.median(places[:, 2]) if len(places) else 45.0
        zoom = np.exp(rng.uniform(np.log(SMALL), np.log(LARGE))) / typical
        # The window shows at most twice the picture: no dice are smaller than that.
        zoom = max(zoom, 0.5 * SIDE / max(image.shape[:2]))
        at = np.array(image.shape[1::-1]) / 2
        if len(places):
            at = places[rng.integers(len(places)), :2]
        at = at + rng.uniform(-0.4, 0.4, 2) * SIDE / zoom
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.integers(4) * np.pi / 2
        c, s = np.cos(angle), np.sin(angle)
        turn = zoom * np.array([[c, -s], [s, c]]) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
        move = SIDE / 2 - turn @ at
        if zoom < 0.6:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 / zoom), np.uint8)
        m = np.hstack([turn, move[:, None]])
        moved = cv2.warpAffine(image, m, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
        # Mirrored dice would be dice without a label, so everything outside the picture is grey.
        inside = cv2.warpAffine(np.full(image.shape[:2], 255, np.uint8), m, (SIDE, SIDE))
        window = np.where((inside > 127)[..., None], moved, np.uint8(moved.mean())).astype(np.float32)
        if rng.random() < 0.85:
            window = degrade(rng, window)
        there = [np.column_stack([p[:, :2] @ turn.T + move, p[:, 2] * zoom]) for p in (places, blind)]
        return normalise_light(window), _make_goal(*there)


def _make_goal(places: Any, blind: Any) -> Windows:
    """Return heat, edge, x, y, where the last three count, and where the heat counts: shape ``(6, n, n)``."""
    n = SIDE // STRIDE
    goal = np.zeros((6, n, n), np.float32)
    goal[5] = 1
    gy, gx = np.mgrid[:n, :n] * STRIDE + STRIDE / 2
    for x, y, e in places:
        if not (-e < x < SIDE + e and -e < y < SIDE + e):
            continue
        sigma = max(0.16 * e, 4.5)
        heat = np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / (2 * sigma**2))
        near = (np.hypot(gx - x, gy - y) < max(0.3 * e, 7.0)) & (heat > goal[0])
        goal[0] = np.maximum(goal[0], heat)
        if 0 <= x < SIDE and 0 <= y < SIDE:
            goal[0, int(y // STRIDE), int(x // STRIDE)] = 1.0
        goal[1][near] = np.log(e / 40)
        goal[2][near], goal[3][near] = ((x - gx) / 16)[near], ((y - gy) / 16)[near]
        goal[4][near] = 1
        if e < 0.6 * SMALL or e > 1.6 * LARGE:
            goal[5][np.hypot(gx - x, gy - y) < e] = 0
    for x, y, e in blind:
        goal[5][np.hypot(gx - x, gy - y) < 0.7 * e] = 0
    return goal


def compute_loss(output: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
    """Return the loss: focal for the heat (Zhou et al., "Objects as points", 2019), absolute for the rest."""
    q = torch.sigmoid(output[:, 0]).clamp(1e-4, 1 - 1e-4)
    want, counts = goal[:, 0], goal[:, 5]
    top = want > 0.999
    heat = (
        torch.where(top, -((1 - q) ** 2) * torch.log(q), -((1 - want) ** 4) * q**2 * torch.log(1 - q))
        * counts
    )
    where = goal[:, 4]
    error = (
        torch.abs(output[:, 1] - goal[:, 1]) + 0.7 * torch.abs(output[:, 2:4] - goal[:, 2:4]).sum(1)
    ) * where
    return heat.sum() / top.sum().clamp(min=1) + error.sum() / where.sum().clamp(min=1)


def fit(pictures: list[Picture], steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a finding network."""
    return train(
        make_finding_network(), Batches(load_pictures(pictures), steps, seed), compute_loss, TOP, threads
    )
