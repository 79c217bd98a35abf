"""The scene for the path tracer: lamps, a camera straight above the mat, and what lies on the mat."""

from typing import Any

import mitsuba
import numpy as np
from judge.dice import DieMake, Floats, make_mesh
from numpy.typing import NDArray

from mock_table.felt import SIZE as FELT_SIZE

mitsuba.set_variant("llvm_ad_rgb")

Move = mitsuba.ScalarTransform4f
"""A transformation. It exists once a variant is set."""

PICTURE = (1280, 720)
"""Width and height of the picture of the mat, in pixels."""
EDGE = 66.0
"""Pixels along the edge of a die that lies on the mat."""
HEIGHT = 31.0
"""Height of the camera above the mat, in edges."""
LAMP_AZIMUTH, LAMP_ELEVATION = np.radians(128.0), np.radians(56.0)
LAMP_DISTANCE, LAMP_RADIUS = 55.0, 6.0
"""The lamp: where it hangs, and its radius, in edges."""
SHADOW = (
    float(-np.cos(LAMP_AZIMUTH) / np.tan(LAMP_ELEVATION)),
    float(np.sin(LAMP_AZIMUTH) / np.tan(LAMP_ELEVATION)),
)
"""How far a shadow lies from its body for each edge of height: to the right and down in the picture."""
_LAMP, _SKY, _WINDOW = (1.0, 0.90, 0.76), (0.86, 0.94, 1.0), (0.85, 0.93, 1.0)
_LAMP_SHARE, _SKY_LIGHT, _WINDOW_LIGHT = 2.0, 0.20, 1.6
"""Light of the lamp on the mat, of the sky, and of a window that glossy faces mirror."""
_GAIN = 1.35
"""How bright a picture is developed."""
IVORY = DieMake(
    (0.78, 0.70, 0.52), (0.012, 0.010, 0.010), 0.11, 0.092, 0.25, 0.035, 0.22, mirrored=False, marbled=0.0
)
"""The dice: ivory, with black pips."""


def make_lights() -> dict[str, Any]:
    """Return the lamp, the light from all sides, and the window."""
    up = np.array(
        [
            np.cos(LAMP_AZIMUTH) * np.cos(LAMP_ELEVATION),
            np.sin(LAMP_AZIMUTH) * np.cos(LAMP_ELEVATION),
            np.sin(LAMP_ELEVATION),
        ]
    )
    power = _LAMP_SHARE * LAMP_DISTANCE**2 / LAMP_RADIUS**2 / np.pi
    return {
        "sky": {"type": "constant", "radiance": _make_rgb(_SKY_LIGHT * np.array(_SKY))},
        "lamp": {
            "type": "disk",
            "to_world": Move().look_at(
                origin=(LAMP_DISTANCE * up).tolist(), target=[0, 0, 0], up=[0.3, 0.1, 0.9]
            )
            @ Move().scale([LAMP_RADIUS, LAMP_RADIUS, 1]),
            "emitter": {"type": "area", "radiance": _make_rgb(power * np.array(_LAMP))},
        },
        "window": {
            "type": "rectangle",
            "to_world": Move().look_at(origin=[34, 20, 48], target=[0, 0, 0], up=[0, 0, 1])
            @ Move().scale([5, 9, 1]),
            "emitter": {"type": "area", "radiance": _make_rgb(_WINDOW_LIGHT * np.array(_WINDOW))},
        },
    }


def make_camera(crop: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return the camera; ``crop`` is the part of its picture: left, top, width and height in pixels."""
    left, top, width, height = crop
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": float(np.degrees(2 * np.arctan(PICTURE[0] / 2 / (EDGE * HEIGHT)))),
        "to_world": Move().look_at(origin=[0, 0, HEIGHT], target=[0, 0, 0], up=[0, 1, 0]),
        "film": {
            "type": "hdrfilm",
            "width": PICTURE[0],
            "height": PICTURE[1],
            "crop_offset_x": left,
            "crop_offset_y": top,
            "crop_width": width,
            "crop_height": height,
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian", "stddev": 0.5},
        },
        "sampler": {"type": "independent"},
    }


def make_mat(felt: Floats) -> dict[str, Any]:
    """Return the mat with a picture of its felt, or with one of one pixel for an even mat."""
    bitmap = mitsuba.Bitmap(np.ascontiguousarray(felt, np.float32))
    return {
        "type": "rectangle",
        "to_world": Move().scale([FELT_SIZE[0] / 2, FELT_SIZE[1] / 2, 1]),
        "bsdf": {
            "type": "diffuse",
            "reflectance": {"type": "bitmap", "bitmap": bitmap, "raw": True, "filter_type": "bilinear"},
        },
    }


def make_die(place: Floats, turn: Floats, *, shines: bool = False) -> Any:
    """Return a die with its middle at a place; one that shines is only for :func:`render_cover`."""
    points, triangles, colours = make_mesh(np.random.default_rng(5), IVORY)
    surface = {"type": "principled", "roughness": IVORY.roughness, "specular": 0.5}
    return make_shape(points @ turn.T + place, triangles, colours, surface, shines=shines)


def make_shape(
    points: Floats,
    triangles: NDArray[np.uint32],
    colours: Floats,
    surface: dict[str, Any],
    *,
    shines: bool = False,
) -> Any:
    """Return a mesh whose points have colours."""
    props = mitsuba.Properties()
    colour = {"type": "mesh_attribute", "name": "vertex_color"}
    props["bsdf"] = mitsuba.load_dict(surface | {"base_color": colour})
    if shines:
        props["emitter"] = mitsuba.load_dict({"type": "area", "radiance": _make_rgb(np.ones(3))})
    shape = mitsuba.Mesh("mesh", len(points), len(triangles), has_vertex_normals=True, props=props)
    shape.add_attribute("vertex_color", 3, colours.astype(np.float32).ravel())
    parameters = mitsuba.traverse(shape)
    parameters["vertex_positions"] = points.astype(np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(triangles).ravel()
    parameters.update()
    shape.recompute_vertex_normals()
    return shape


def render(parts: dict[str, Any], camera: dict[str, Any], samples: int, seed: int) -> Floats:
    """Return the light of each pixel: linear red-green-blue, shape ``(height, width, 3)``."""
    integrator = {"type": "path", "max_depth": 6}
    scene = mitsuba.load_dict({"type": "scene", "integrator": integrator, "camera": camera, **parts})
    return np.array(mitsuba.render(scene, seed=seed, spp=samples), np.float64)[..., :3]


def render_cover(shape: Any, camera: dict[str, Any], samples: int) -> Floats:
    """Return how much of each pixel a shape that shines covers, 0 to 1: shape ``(height, width)``."""
    integrator = {"type": "path", "max_depth": 1}
    scene = mitsuba.load_dict({"type": "scene", "integrator": integrator, "camera": camera, "shape": shape})
    return np.array(mitsuba.render(scene, seed=1, spp=samples), np.float64)[..., 1]


def develop(light: Floats) -> NDArray[np.uint8]:
    """Return light as a screen shows it, blue-green-red.

    A pure power keeps products: a shadow that leaves half of the light multiplies all pixels alike.
    """
    bright = np.clip(_GAIN * light[..., ::-1], 0, 1) ** (1 / 2.2)
    return np.asarray(np.round(255 * bright), np.uint8)


def _make_rgb(light: Floats) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(part) for part in light]}
