"""What is asked of a camera, by the board that it hangs on."""

from dataclasses import dataclass

from pi_bunco.devices.board import Board, Family

_RATES = {Family.ZERO2: 15.0, Family.PI3: 20.0}
"""Pictures a second where the cores are slow; dice that rest are read after three still pictures."""
_RATE = 30.0

_ALL = {Family.ZERO2: 15.0, Family.PI3: 20.0, Family.PI4: 45.0}
"""Pictures a second of all cameras together. On two x86-64 cores a camera at 15 a second takes about a fifth
of one; what a Raspberry Pi bears is an estimate from that and from how fast each reads."""
_MANY = 60.0

_ENOUGH = 15.0
"""Pictures a second that table 1 gets before the others share the rest."""
_LEAST = 7.5
"""With fewer pictures a second a throw is noticed late."""
_ROOM_MEMORY, _STATION_MEMORY = 350, 70
"""Megabytes that the system and a table take, and each camera more (x86-64, measured; estimated for a Pi)."""

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


def cameras_borne(board: Board) -> int:
    """Return how many cameras a board can bear, by its cores and its memory; one at least.

    >>> cameras_borne(Board("", Family.OTHER, 8000)), cameras_borne(Board("", Family.ZERO2, 417))
    (8, 1)
    """
    by_cores = int(_ALL.get(board.family, _MANY) / _LEAST)
    by_memory = (board.memory - _ROOM_MEMORY) // _STATION_MEMORY if board.memory else by_cores
    return max(min(by_cores, by_memory), 1)


def rates(board: Board, cameras: int) -> tuple[float, float]:
    """Return how many pictures a second table 1's camera may be asked for, and each of the others.

    The board's pictures are shared alike, but table 1, which has the bell, gets enough first.

    >>> other = Board("", Family.OTHER, 8000)
    >>> rates(other, 1), rates(other, 4), rates(other, 6)
    ((30.0, 30.0), (15.0, 15.0), (15.0, 9.0))
    """
    full, together = full_rate(board), _ALL.get(board.family, _MANY)
    alike = min(full, together / max(cameras, 1))
    first = min(full, max(alike, _ENOUGH))
    if cameras <= 1:
        return first, first
    return first, min(full, (together - first) / (cameras - 1))


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
