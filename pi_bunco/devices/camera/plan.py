"""What is asked of a camera, by the board that it hangs on."""

from dataclasses import dataclass

from pi_bunco.devices.board import Board, Family

_RATES = {Family.ZERO2: 15.0, Family.PI3: 20.0}
"""Pictures a second where the cores are slow; dice that rest are read after three still pictures."""
_RATE = 30.0

_WIDE = 1.5
"""From this ratio of its sides on, a sensor is a wide one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a Pi camera is to be opened.

    Attributes
    ----------
    main
        Width and height of the pictures that are read, in pixels. They depend on the sensor alone, for so
        do calibrations: a card that moves to another board keeps its own.
    small
        Those of the pictures in which motion is looked for; the same shape.
    sensor
        The sensor's own mode. Half of its pixels each way is where every one of Raspberry Pi's sensors
        still sees all that it can, and is fast; the modes below that see less.
    rate
        Pictures a second.
    buffers
        How many pictures are under way at once. Each is more memory, and a change of the exposure takes as
        many pictures longer.
    """

    main: tuple[int, int]
    small: tuple[int, int]
    sensor: tuple[int, int]
    rate: float
    buffers: int


def full_rate(board: Board) -> float:
    """Give how many pictures a second a board may be asked to look at.

    >>> full_rate(Board("", Family.OTHER, 8000))
    30.0
    """
    return _RATES.get(board.family, _RATE)


def plan(board: Board, resolution: tuple[int, int]) -> Plan:
    """Plan how to open a Pi camera.

    Parameters
    ----------
    board
        What it hangs on.
    resolution
        Width and height of its sensor, in pixels.

    >>> from pi_bunco.devices.board import Family
    >>> zero = Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417, 256, 200)
    >>> plan(zero, (4608, 2592))
    Plan(main=(1536, 864), small=(320, 180), sensor=(2304, 1296), rate=15.0, buffers=3)
    """
    width, height = resolution
    wide = width / height > _WIDE
    main, small = ((1536, 864), (320, 180)) if wide else ((1280, 960), (320, 240))
    half = (width // 2, height // 2)
    sensor = half if half[0] >= main[0] and half[1] >= main[1] else resolution
    return Plan(main, small, sensor, full_rate(board), 3 if board.is_small else 4)
