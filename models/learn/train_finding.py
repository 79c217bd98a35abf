"""Trains the finding network, and further for flat pictures of a mat."""

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
"""Side of a window, and distance of two places of the output, in pixels."""
BATCH = 16
MAX_RATE, MAX_RATE_ABOVE = 3e-3, 2e-3
SHARES = {
    "fisheye": 0.15,
    "trays": 0.12,
    "train_epanemu": 0.15,
    "table_a": 0.03,
    "table_c": 0.05,
    "rendered": 0.5,
}
"""The share of each picture family in training."""
OTHER_SHARE = 0.2
"""The share of all other pictures in training: those that a table has kept."""
EDGES, EDGES_ABOVE = (12.0, 66.0), (18.0, 66.0)
"""The smallest and the largest edge of the dice in the windows, in pixels: in any picture, and in flat ones.

On a calibrated mat the size of the dice is known, so the network sees them about 48 pixels wide.
"""
EVERY_ABOVE = 4
"""One of so many flat pictures is used, since there are many throws on each mat."""

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
    """Batches of windows, each of which depends only on the seed and its number.

    Parameters
    ----------
    data
        The pictures.
    edges
        The smallest and the largest edge of the dice in the windows, in pixels.
    steps, seed
        As in :class:`Steps`.
    """

    def __init__(
        self,
        data: list[tuple[NDArray[np.uint8], Picture]],
        edges: tuple[float, float],
        steps: int,
        seed: int,
    ) -> None:
        super().__init__(steps, seed)
        self.data, self.edges = data, edges
        families = np.array([picture.family for _, picture in data])
        chances = np.zeros(len(data))
        for family in np.unique(families):
            chances[families == family] = SHARES.get(str(family), OTHER_SHARE) / (families == family).sum()
        self.cumulated = np.cumsum(chances)

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Make one batch after another."""
        for step in range(self.steps):
            rng = np.random.default_rng((self.seed, step, 7))
            which = np.minimum(
                np.searchsorted(self.cumulated, rng.random(BATCH) * self.cumulated[-1]),
                len(self.cumulated) - 1,
            )
            pixels, goals = zip(*(self._make_window(rng, *self.data[k]) for k in which), strict=True)
            yield torch.from_numpy(np.stack(pixels)), torch.from_numpy(np.stack(goals))

    def _make_window(
        self, rng: np.random.Generator, image: NDArray[np.uint8], picture: Picture
    ) -> tuple[Any, Any]:
        """Return a window of a picture, and the output that the network should give for it."""
        visible, hidden = (
            np.array(
                [
                    (face.x, face.y, face.edge)
                    for face in picture.faces
                    if (face.why in {"under", "covered"}) is is_hidden
                ]
            ).reshape(-1, 3)
            for is_hidden in (False, True)
        )
        turn, move, zoom = _choose_view(rng, visible, image.shape, self.edges)
        if zoom < 0.6:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 / zoom), np.uint8)
        matrix = np.hstack([turn, move[:, None]])
        moved = cv2.warpAffine(image, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
        # Mirrored dice would be dice without a label, so everything outside the picture is grey.
        inside = cv2.warpAffine(np.full(image.shape[:2], 255, np.uint8), matrix, (SIDE, SIDE))
        window = np.where((inside > 127)[..., None], moved, np.uint8(moved.mean())).astype(np.float32)
        if rng.random() < 0.85:
            window = degrade(rng, window)
        places, hidden_places = (
            np.column_stack([dice[:, :2] @ turn.T + move, dice[:, 2] * zoom]) for dice in (visible, hidden)
        )
        goal = _make_goal(places, hidden_places, self.edges)
        return normalise_light(window), goal


def _choose_view(
    rng: np.random.Generator, dice: Any, shape: tuple[int, ...], edges: tuple[float, float]
) -> tuple[Any, Any, float]:
    """Return how a window shows a picture: the matrix and the shift from the picture to it, and its zoom.

    Parameters
    ----------
    rng
        Chooses the zoom, the middle and the turn.
    dice
        Middle and edge of each visible die, shape ``(n, 3)``.
    shape
        The shape of the picture.
    edges
        The smallest and the largest edge of the dice in the window, in pixels.
    """
    typical = np.median(dice[:, 2]) if len(dice) else 45.0
    zoom = np.exp(rng.uniform(*np.log(edges))) / typical
    # The window shows at most twice the picture: no dice are smaller than that.
    zoom = max(zoom, 0.5 * SIDE / max(shape[:2]))
    middle = np.array(shape[1::-1]) / 2
    if len(dice):
        middle = dice[rng.integers(len(dice)), :2]
    middle = middle + rng.uniform(-0.4, 0.4, 2) * SIDE / zoom
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.integers(4) * np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    turn = zoom * np.array([[c, -s], [s, c]]) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
    return turn, SIDE / 2 - turn @ middle, zoom


def _make_goal(places: Any, hidden: Any, edges: tuple[float, float]) -> Windows:
    """Return the wanted heat, edge, x and y, where the last three count, and where the heat counts.

    The shape is ``(6, n, n)``.
    """
    n = SIDE // STRIDE
    goal = np.zeros((6, n, n), np.float32)
    goal[5] = 1
    gy, gx = np.mgrid[:n, :n] * STRIDE + STRIDE / 2
    for x, y, edge in places:
        if not (-edge < x < SIDE + edge and -edge < y < SIDE + edge):
            continue
        sigma = max(0.16 * edge, 4.5)
        heat = np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / (2 * sigma**2))
        near = (np.hypot(gx - x, gy - y) < max(0.3 * edge, 7.0)) & (heat > goal[0])
        goal[0] = np.maximum(goal[0], heat)
        if 0 <= x < SIDE and 0 <= y < SIDE:
            goal[0, int(y // STRIDE), int(x // STRIDE)] = 1.0
        goal[1][near] = np.log(edge / 40)
        goal[2][near], goal[3][near] = ((x - gx) / 16)[near], ((y - gy) / 16)[near]
        goal[4][near] = 1
        if edge < 0.6 * edges[0] or edge > 1.6 * edges[1]:
            goal[5][np.hypot(gx - x, gy - y) < edge] = 0
    for x, y, edge in hidden:
        goal[5][np.hypot(gx - x, gy - y) < 0.7 * edge] = 0
    return goal


def compute_loss(output: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
    """Return the loss: focal for the heat (Zhou et al., "Objects as points", 2019), absolute for the rest."""
    heat_output = torch.sigmoid(output[:, 0]).clamp(1e-4, 1 - 1e-4)
    heat_goal, counts = goal[:, 0], goal[:, 5]
    top = heat_goal > 0.999
    heat = (
        torch.where(
            top,
            -((1 - heat_output) ** 2) * torch.log(heat_output),
            -((1 - heat_goal) ** 4) * heat_output**2 * torch.log(1 - heat_output),
        )
        * counts
    )
    has_die = goal[:, 4]
    error = (
        torch.abs(output[:, 1] - goal[:, 1]) + 0.7 * torch.abs(output[:, 2:4] - goal[:, 2:4]).sum(1)
    ) * has_die
    return heat.sum() / top.sum().clamp(min=1) + error.sum() / has_die.sum().clamp(min=1)


def fit(pictures: list[Picture], steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a finding network."""
    batches = Batches(load_pictures(pictures), EDGES, steps, seed)
    return train(make_finding_network(), batches, compute_loss, MAX_RATE, threads)


def fit_above(
    finding: nn.Sequential, pictures: list[Picture], steps: int, seed: int = 0, *, threads: int = 1
) -> nn.Sequential:
    """Train a trained finding network further, in place, with flat pictures of mats.

    Seen from the side, a die shows more than its upper face. The network learns to leave the other sides out.
    """
    batches = Batches(load_pictures(pictures[::EVERY_ABOVE]), EDGES_ABOVE, steps, seed)
    return train(finding, batches, compute_loss, MAX_RATE_ABOVE, threads)
