"""Draws where lamps may be: not where the upper face of a die would reflect them into the camera."""

from dataclasses import dataclass

from pi_bunco.paper.printed_mat import PrintedMat
from pi_bunco.vision.calibrate.advice import MIN_DIE_PIXELS
from tools.hardware.overhead import find_height, load_cameras
from tools.hardware.wiring.ink import (
    BRASS,
    FELT,
    FONT,
    INK,
    PAPER,
    QUIET,
    WHITE,
    draw_box,
    draw_dot,
    draw_path,
    draw_text,
    make_tag,
)

LAMP = (550.0, 450.0)
"""The position of a lamp, in millimetres: beside the mat's middle, and above the mat."""

_WIDTH, _HEIGHT = 1060.0, 590.0
_SCALE = 0.62
"""Pixels per millimetre."""
_MIDDLE, _FLOOR = _WIDTH / 2, 500.0
_CEILING = 660.0


@dataclass(frozen=True, slots=True)
class Mirror:
    """The region in which dice reflect a lamp into a lens over the middle of a field.

    A level face at ``x`` reflects light from ``x * (1 + up / height)``, at the height ``up``, into a lens at
    ``height`` above the middle: the angle of incidence is the angle of reflection.

    Attributes
    ----------
    half
        Half of the field's width, in millimetres.
    height
        Height of the lens, in millimetres.
    """

    half: float
    height: float

    def compute_reach(self, up: float) -> float:
        """Return the distance from the middle up to which a lamp at a height is reflected, in millimetres."""
        return self.half * (1 + up / self.height)


def find_mirror(camera: str = "camera-module-3", paper: str = "a3") -> Mirror:
    """Return the region for a camera at its recommended height."""
    field = PrintedMat(paper).field
    return Mirror(
        field.width / 2,
        find_height(load_cameras()[camera], (field.width, field.height), MIN_DIE_PIXELS).height,
    )


def draw_light() -> str:
    """Return a drawing of the table from the front, true to scale, as SVG."""
    mirror = find_mirror()
    drawn = [
        make_tag("title", "Where lamps may stand"),
        draw_box((0, 0), (_WIDTH, _HEIGHT), 0, fill=PAPER),
        _draw_zone(mirror),
        *(_draw_lamp(side) for side in (-1, 1)),
        _draw_table(mirror),
        *_draw_words(mirror),
    ]
    size = f"0 0 {_WIDTH:g} {_HEIGHT:g}"
    facts = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": size, "font_family": FONT}
    return make_tag("svg", "\n" + "\n".join(drawn) + "\n", width=_WIDTH, height=_HEIGHT, **facts) + "\n"


def _draw_words(mirror: Mirror) -> list[str]:
    bold = {"text_anchor": "middle", "font_weight": "700"}
    far = mirror.compute_reach(2000) / 1000
    return [
        draw_text((_MIDDLE, 44), "No lamp, window or white ceiling light in the red part:", 17, **bold),
        draw_text((_MIDDLE, 66), "dice would mirror it into the camera.", 17, **bold),
        draw_text((_MIDDLE, _FLOOR + 34), f"field, {mirror.half / 5:.1f} cm wide", 13, text_anchor="middle"),
        draw_text(
            (_MIDDLE, _HEIGHT - 18),
            "Seen from the front, true to scale: Camera Module 3 over the A3 mat. "
            f"A ceiling light 2 m up is mirrored within {far:.1f} m of the middle.",
            12,
            text_anchor="middle",
            fill=QUIET,
        ),
    ]


def _draw_zone(mirror: Mirror) -> str:
    top = mirror.compute_reach(_CEILING)
    places = [(-mirror.half, 0.0), (mirror.half, 0.0), (top, _CEILING), (-top, _CEILING)]
    corners = [f"{_MIDDLE + x * _SCALE:.1f},{_map_height(y):.1f}" for x, y in places]
    return make_tag("polygon", points=" ".join(corners), fill="#c94a3a", fill_opacity=0.13) + "".join(
        draw_path(f"M {low} L {high}", "#b3261e", 1.4, stroke_dasharray="7 5")
        for low, high in ((corners[0], corners[3]), (corners[1], corners[2]))
    )


def _draw_table(mirror: Mirror) -> str:
    """Return board, mat, dice and camera, with the camera's height."""
    lens, edge = _map_height(mirror.height), _MIDDLE + mirror.half * _SCALE
    size = 16 * _SCALE
    dice = [draw_box((_MIDDLE + at * _SCALE, _FLOOR - 3 - size), (size, size), 2, fill=WHITE, stroke=INK)
            for at in (-120, -20, 95)]  # fmt: skip
    return "".join(
        [
            draw_box((_MIDDLE - 330 * _SCALE, _FLOOR), (660 * _SCALE, 12), 2, fill="#d9c7a0"),
            draw_box(
                (_MIDDLE - mirror.half * _SCALE, _FLOOR - 3), (2 * mirror.half * _SCALE, 3), 0, fill=FELT
            ),
            *dice,
            draw_box((_MIDDLE - 16, lens - 16), (32, 14), 3, fill="#222"),
            draw_box((_MIDDLE - 5, lens - 4), (10, 6), 1, fill="#111"),
            draw_path(f"M {edge + 26:.1f} {_FLOOR} V {lens:.1f}", QUIET, 1),
            draw_path(f"M {_MIDDLE + 22:.1f} {lens:.1f} H {edge + 32:.1f}", QUIET, 1),
            draw_text((edge + 32, lens + 48), f"{mirror.height / 10:.0f} cm", 13),
        ]
    )


def _map_height(millimetres: float) -> float:
    return _FLOOR - millimetres * _SCALE


def _draw_lamp(side: int) -> str:
    x, y = _MIDDLE + side * LAMP[0] * _SCALE, _map_height(LAMP[1])
    start = f"M {x - side * 14:.1f} {y + 12:.1f}"
    ends = [f"L {_MIDDLE + end * _SCALE:.1f} {_FLOOR - 4:.1f}" for end in (-180, -60, 60, 180)]
    rays = "".join(draw_path(f"{start} {end}", BRASS, 1.2, stroke_opacity=0.55) for end in ends)
    turned = f"rotate({side * 45} {x:.1f} {y:.1f})"
    shade = draw_box(
        (x - 34, y - 9), (68, 18), 5, fill="#f0d58a", stroke=INK, stroke_width=1.4, transform=turned
    )
    label = (f"{LAMP[0] / 10:.0f} cm beside the middle,", f"{LAMP[1] / 10:.0f} cm above the mat")
    words = [
        draw_text((x + side * 36, y - 62 + 17 * k), line, 13, text_anchor="middle")
        for k, line in enumerate(label)
    ]
    return "".join([rays, shade, draw_dot((x - side * 4, y + 4), 3, fill=BRASS), *words])
