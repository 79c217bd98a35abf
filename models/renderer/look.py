"""Properties of a rendered table as plain values, from the die's pips to the sensor's noise.

Colours are ``(red, green, blue)`` as a screen shows them, 0 to 1. Lengths are in *units*: one unit is
half the edge of an ordinary die (8 mm for a 16 mm die), so that an ordinary die spans -1 to 1.
"""

from dataclasses import dataclass, field
from typing import Literal

Colour = tuple[float, float, float]
Cloth = Literal["felt", "weave", "wood", "plain", "carpet", "printed", "paper", "board", "quilt"]
Fleck = Literal["none", "marble", "glitter", "grain"]


@dataclass(frozen=True, slots=True)
class DieLook:
    """One die.

    Attributes
    ----------
    body, pips, one
        Colours of the body, of the pips, and of the pip of the one if it has its own.
    size
        Edge, as a multiple of an ordinary die's.
    radius
        How far the edges are rounded, in half edges: 0.03 (casino) to 0.4 (pebble).
    ball
        Radius of the ball that trims the corners, in half edges; 2 trims nothing.
    spread, pip, big_one
        Distance of the pips from the middle of the face, their radius (both in half edges), and how much
        larger the one's pip is.
    six
        Distance between the six's two rows, as a share of the largest possible.
    hollow
        How deep pips are, 0 (painted flat) to 1.
    gloss, rough
        How much the surface mirrors, and how blurred.
    dish
        How much flat faces bulge, so that reflections on them move and stretch.
    metal
        Share of the light that the body mirrors instead of scattering, 0 to 1.
    fleck, fleck_colour, fleck_amount
        Surface: marbled, glittering, wood grain.
    clear
        How translucent the body is, 0 to 1; the pips of the far side shine through.
    wear
        How much of the paint has gone, 0 to 1.
    right
        Whether 1, 2 and 3 are counter-clockwise round their corner (a right-handed die).
    ring
        Radius of a ring printed round the pips, in half edges, 0 for none.
    disc
        Colour of a disc printed under the pips, as wide as the ring.
    logo
        Text printed beside the one's pip, if any.
    turned
        For the 2, 3 and 6: whether they are turned by a quarter.
    """

    body: Colour = (0.90, 0.86, 0.74)
    pips: Colour = (0.06, 0.05, 0.05)
    one: Colour | None = None
    size: float = 1.0
    radius: float = 0.22
    ball: float = 1.52
    spread: float = 0.5
    pip: float = 0.175
    big_one: float = 1.0
    six: float = 1.0
    hollow: float = 0.7
    gloss: float = 0.7
    rough: float = 0.12
    dish: float = 0.05
    metal: float = 0.0
    fleck: Fleck = "none"
    fleck_colour: Colour = (1.0, 1.0, 1.0)
    fleck_amount: float = 0.3
    clear: float = 0.0
    wear: float = 0.05
    right: bool = True
    ring: float = 0.0
    disc: Colour | None = None
    logo: str = ""
    turned: tuple[bool, bool, bool] = (False, False, False)


@dataclass(frozen=True, slots=True)
class TrayLook:
    """A tray with walls that the dice are thrown into.

    Attributes
    ----------
    sides
        How many walls: 4, 6 or 8.
    half
        Distance of the walls from the middle, in units, alternating from wall to wall.
    turn
        Its rotation in degrees.
    wall, rim
        Height and thickness of the walls.
    colour, table
        Colours of the walls and of the table under the tray.
    """

    sides: int = 4
    half: tuple[float, float] = (9.0, 9.0)
    turn: float = 0.0
    wall: float = 3.0
    rim: float = 0.6
    colour: Colour = (0.30, 0.16, 0.08)
    table: Colour = (0.55, 0.45, 0.35)


@dataclass(frozen=True, slots=True)
class MatLook:
    """The surface that the dice lie on.

    Attributes
    ----------
    cloth
        Its material.
    colour, second
        Its colour, and that of its grain, weave or print.
    contrast
        How strongly the texture shows, 0 to 1.
    scale
        How coarse the texture is; 1 is ordinary.
    line
        Whether a fine double line is printed round the playing field.
    fiducials
        Edge, in units, of the markers printed at its corners; 0 for none.
    things
        Number of other things on it: coins, dominoes, cards, a cable.
    dominoes
        Number of further dominoes on it, each half of which looks like the face of a die.
    prints
        Number of sheets on it with printed faces of dice.
    tray
        A tray round it, if there is one.
    """

    cloth: Cloth = "felt"
    colour: Colour = (0.09, 0.34, 0.21)
    second: Colour = (0.79, 0.66, 0.36)
    contrast: float = 0.5
    scale: float = 1.0
    line: bool = False
    fiducials: float = 0.0
    things: int = 0
    dominoes: int = 0
    prints: int = 0
    tray: TrayLook | None = None


@dataclass(frozen=True, slots=True)
class LightLook:
    """The light on the table.

    Attributes
    ----------
    azimuth, elevation
        Direction of the lamp: degrees counter-clockwise from the picture's right, and above the mat.
    distance
        Distance of the lamp, in units.
    width
        Its radius in units; a small lamp throws hard shadows.
    second
        Azimuth and elevation of another lamp, just as bright, if there is one.
    key, key_colour
        The lamp's brightness on the mat, and its colour.
    ambient, ambient_colour
        The same for the light from all directions.
    window
        Brightness of the reflections of a window or ceiling panel in glossy faces, 0 for none.
    window_at, window_size
        Its azimuth and elevation in degrees, and its half width and half height (tangents).
    screen
        Shadow of a person: direction of its edge (degrees), distance of the edge from the middle and its
        softness (units); everything beyond is dark. ``None``: nobody.
    """

    azimuth: float = 128.0
    elevation: float = 56.0
    distance: float = 110.0
    width: float = 11.0
    second: tuple[float, float] | None = None
    key: float = 0.62
    key_colour: Colour = (1.0, 0.94, 0.85)
    ambient: float = 0.40
    ambient_colour: Colour = (0.93, 0.97, 1.0)
    window: float = 1.0
    window_at: tuple[float, float] = (40.0, 62.0)
    window_size: tuple[float, float] = (0.16, 0.34)
    screen: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class ViewLook:
    """The camera and its pictures.

    Attributes
    ----------
    tilt, azimuth, roll
        Angle from straight above, direction of that tilt, and rotation of the picture; degrees.
    distance
        Distance from the middle of the mat, in units.
    edge
        Pixels along the edge of an ordinary die in the middle of the picture.
    bend
        Lens distortion: 0 none, positive barrel, negative pincushion (about -0.05 to 0.15; a fisheye 0.5).
    circle
        Radius of a fisheye's round picture, as a multiple of half the shorter side; 0 if the picture fills
        the sensor.
    blur
        Defocus in pixels (standard deviation).
    shake
        Motion blur: its length in pixels and its direction in degrees.
    shutter
        Exposure time in seconds.
    exposure, balance
        Brightness as a multiple, and the white balance's gains for red and blue.
    vignette
        How much darker the corners are, 0 to 1.
    noise, chroma
        Standard deviation of the sensor's noise in grey levels, and how coloured it is (0 to 1).
    sharpen
        How strongly the camera sharpens, 0 to 1.
    jpeg
        JPEG quality of the pictures, 0 for none.
    grey
        Whether the pictures are grey.
    """

    tilt: float = 9.0
    azimuth: float = -90.0
    roll: float = 0.0
    distance: float = 62.0
    edge: float = 66.0
    bend: float = 0.03
    circle: float = 0.0
    blur: float = 0.55
    shake: tuple[float, float] = (0.0, 0.0)
    shutter: float = 1 / 70
    exposure: float = 1.12
    balance: tuple[float, float] = (1.0, 1.0)
    vignette: float = 0.22
    noise: float = 1.6
    chroma: float = 0.4
    sharpen: float = 0.0
    jpeg: int = 0
    grey: bool = False


@dataclass(frozen=True, slots=True)
class TableLook:
    """A complete table.

    Attributes
    ----------
    mat, light, view
        The mat, the light and the camera.
    dice
        The looks of the dice; with more dice they repeat.
    touching
        Share of the dice that come to rest against another die.
    halves
        Whether two dice belong to a die-off: one in the picture's left half, one in its right.
    """

    mat: MatLook = field(default_factory=lambda: MatLook(line=True))
    light: LightLook = field(default_factory=LightLook)
    view: ViewLook = field(default_factory=ViewLook)
    dice: tuple[DieLook, ...] = (DieLook(), DieLook(), DieLook())
    touching: float = 0.06
    halves: bool = True
