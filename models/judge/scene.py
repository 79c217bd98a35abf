"""Builds and renders a table for the path tracer: mat, lamps, camera and dice."""

from typing import Any, NamedTuple

import cv2
import mitsuba
import numpy as np
from numpy.typing import NDArray

from judge.cloth import SIDE_IN_EDGES, draw_cloth
from judge.dice import DieMake, Floats, make_die, make_mesh
from judge.fall import Block, Rest

mitsuba.set_variant("llvm_ad_rgb")

from mitsuba import ScalarTransform4f as Move  # noqa: E402 - it exists once a variant is set

SIZE = (640, 480)
SAMPLES = 48
"""Light paths per pixel; the remaining noise is about that of a webcam."""
BLOCKS = 1
"""How many objects beside the dice a scene has."""
OUT_OF_SIGHT = (0.0, 0.0, -50.0)
"""The position of parts that are not on the mat. Every scene has the same parts, so it is compiled once."""


class Camera(NamedTuple):
    """A camera above the mat; lengths in edges of a die.

    Attributes
    ----------
    at, target, up
        Its position, the point it looks at, and the direction that is up in its picture.
    focal
        Its focal length, in pixels.
    """

    at: Floats
    target: Floats
    up: Floats
    focal: float

    def project(self, points: Floats) -> Floats:
        """Return the positions of points in the picture, in pixels: ``(n, 3)`` to ``(n, 2)``."""
        forward = self.target - self.at
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, self.up)
        right = right / np.linalg.norm(right)
        down = np.cross(forward, right)
        relative = (points - self.at) @ np.stack([right, down, forward], 1)
        return np.asarray(relative[:, :2] / relative[:, 2:] * self.focal + np.array(SIZE) / 2)


class Table(NamedTuple):
    """A table with its lamps, its camera and its dice.

    Attributes
    ----------
    camera, cloth, lamps, dice
        Its parts.
    gloss
        Roughness of the cloth; at 1 it does not shine.
    sky
        Light from all sides, linear red-green-blue.
    gain
        The camera's factors for red, green and blue.
    """

    camera: Camera
    cloth: NDArray[np.float32]
    gloss: float
    lamps: tuple[dict[str, Any], ...]
    sky: tuple[float, float, float]
    dice: tuple[DieMake, ...]
    gain: tuple[float, float, float]


def make_table(rng: np.random.Generator, *, steepest: float = 25.0) -> Table:
    """Return a random table whose camera looks down, at most `steepest` degrees from straight."""
    usual_die = make_die(rng)
    dice = tuple(usual_die if rng.random() < 0.75 else make_die(rng) for _ in range(3))
    warm = rng.uniform(0.75, 1.1)
    return Table(
        _make_camera(rng, steepest),
        draw_cloth(rng),
        float(rng.uniform(0.3, 0.9)) if rng.random() < 0.3 else 1.0,
        tuple(_make_lamp(rng, warm) for _ in range(2)),
        _make_colour(rng.uniform(0.05, 0.5) * np.array([warm, 1, 1 / warm])),
        dice,
        _make_colour(np.exp(rng.normal(0, 0.08, 3))),
    )


def _make_colour(numbers: Floats) -> tuple[float, float, float]:
    red, green, blue = (float(number) for number in numbers)
    return red, green, blue


def _make_camera(rng: np.random.Generator, steepest: float) -> Camera:
    tilt = np.radians(min(abs(rng.normal(0, steepest / 2)), steepest))
    direction, edge = rng.uniform(0, 2 * np.pi), rng.uniform(30, 64)
    focal = float(np.exp(rng.uniform(np.log(0.7), np.log(1.5)))) * SIZE[0]
    distance = focal / edge
    at = distance * np.array(
        [np.sin(tilt) * np.cos(direction), np.sin(tilt) * np.sin(direction), np.cos(tilt)]
    )
    turn = rng.uniform(0, 2 * np.pi)
    up = np.array([np.cos(turn), np.sin(turn), 0.0])
    return Camera(at, np.array([*rng.uniform(-0.8, 0.8, 2), 0.0]), up, focal)


def _make_lamp(rng: np.random.Generator, warm: float) -> dict[str, Any]:
    direction, elevation = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.45)
    distance = rng.uniform(25, 70)
    at = distance * np.array(
        [np.cos(direction) * np.cos(elevation), np.sin(direction) * np.cos(elevation), np.sin(elevation)]
    )
    width = distance * float(np.exp(rng.uniform(np.log(0.03), np.log(0.35))))
    power = rng.uniform(0.15, 1.0) * distance**2 / width**2
    colour = power * np.array([1.0, warm, warm**2])
    place = Move().look_at(origin=at.tolist(), target=[0, 0, 0], up=[0.1, 0.2, 0.97])
    return {
        "type": "rectangle",
        "to_world": place @ Move().scale([width, width * rng.uniform(0.3, 1), 1]),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": colour.tolist()}},
    }


def render_picture(table: Table, rest: Rest | None, seed: int) -> NDArray[np.uint8]:
    """Render a table, empty or with its dice at rest; blue-green-red."""
    parts: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 5},
        "camera": _describe_sensor(table.camera),
        "sky": {"type": "constant", "radiance": {"type": "rgb", "value": list(table.sky)}},
        "mat": _describe_mat(table),
    }
    parts |= {f"lamp{number}": lamp for number, lamp in enumerate(table.lamps)}
    blocks = rest.blocks if rest else ()
    for number in range(BLOCKS):
        block = blocks[number] if number < len(blocks) else Block((0.1, 0.1, 0.1), OUT_OF_SIGHT, 0.0)
        parts[f"block{number}"] = _describe_block(table, block)
    for number, die in enumerate(table.dice):
        if rest is not None and number < len(rest.places):
            place, turn = rest.places[number], rest.turns[number]
        else:
            place, turn = np.array(OUT_OF_SIGHT), np.eye(3)
        parts[f"die{number}"] = _make_die(np.random.default_rng((seed, number)), die, place, turn)
    scene = mitsuba.load_dict(parts)
    light = np.array(mitsuba.render(scene, seed=seed % 2**31, spp=SAMPLES))[..., :3]
    return _develop(np.random.default_rng((seed, 99)), light, table.gain)


def _describe_sensor(camera: Camera) -> dict[str, Any]:
    place = Move().look_at(origin=camera.at.tolist(), target=camera.target.tolist(), up=camera.up.tolist())
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": float(np.degrees(2 * np.arctan(SIZE[0] / 2 / camera.focal))),
        "to_world": place,
        "film": {"type": "hdrfilm", "width": SIZE[0], "height": SIZE[1], "pixel_format": "rgb"},
        "sampler": {"type": "independent"},
    }


def _describe_mat(table: Table) -> dict[str, Any]:
    return {
        "type": "rectangle",
        "to_world": Move().scale([SIDE_IN_EDGES / 2, SIDE_IN_EDGES / 2, 1]),
        "bsdf": {
            "type": "principled",
            "base_color": {"type": "bitmap", "bitmap": mitsuba.Bitmap(table.cloth), "raw": True},
            "roughness": table.gloss,
            "specular": 0.3,
        },
    }


def _describe_block(table: Table, block: Block) -> dict[str, Any]:
    colour = table.cloth.mean((0, 1)) * 0.9
    return {
        "type": "cube",
        "to_world": Move().translate(list(block.at))
        @ Move().rotate([0, 0, 1], float(np.degrees(block.turn)))
        @ Move().scale(list(block.half)),
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": colour.tolist()}},
    }


def _make_die(rng: np.random.Generator, die: DieMake, place: Floats, turn: Floats) -> Any:
    points, triangles, colours = make_mesh(rng, die)
    if die.mirrored:
        points, triangles = points * (1, 1, -1), triangles[:, ::-1]
    points = points @ turn.T + place
    shape = mitsuba.Mesh(
        "die",
        len(points),
        len(triangles),
        has_vertex_normals=True,
        props=_make_properties(die),
    )
    shape.add_attribute("vertex_color", 3, colours.astype(np.float32).ravel())
    parameters = mitsuba.traverse(shape)
    parameters["vertex_positions"] = points.astype(np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(triangles).ravel()
    parameters.update()
    shape.recompute_vertex_normals()
    return shape


def _make_properties(die: DieMake) -> Any:
    props = mitsuba.Properties()
    props["bsdf"] = mitsuba.load_dict(
        {
            "type": "principled",
            "base_color": {"type": "mesh_attribute", "name": "vertex_color"},
            "roughness": die.roughness,
            "specular": 0.5,
        }
    )
    return props


def _develop(
    rng: np.random.Generator, light: NDArray[np.float64], gain: tuple[float, float, float]
) -> NDArray[np.uint8]:
    """Return the exposed picture with a sensor's noise, after JPEG compression as in a camera's file."""
    level = np.percentile(light.mean(2), 60)
    light = light * np.array(gain) * float(np.exp(rng.normal(np.log(0.28), 0.15))) / max(level, 1e-4)
    light = light + rng.normal(size=light.shape) * np.sqrt(np.maximum(light, 0) * 4e-4 + 2e-5)
    bright = np.clip(light, 0, None)
    bright = bright * (1 + bright / 4) / (1 + bright)  # bright parts approach white slowly
    image = 255 * np.clip(bright, 0, 1) ** (1 / 2.2)
    soft = cv2.GaussianBlur(image[..., ::-1].astype(np.float32), (0, 0), float(rng.uniform(0.3, 0.8)))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 96))]
    _, code = cv2.imencode(".jpg", np.clip(soft, 0, 255).astype(np.uint8), quality)
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
