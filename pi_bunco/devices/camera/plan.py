"""How a camera is opened, and how many cameras a board can bear."""

from dataclasses import dataclass

from pi_bunco.devices.board import Board, Family

_RATES = {Family.ZERO2: 15.0, Family.PI3: 20.0}
"""Pictures a second where the cores are slow; dice that rest are read after three still pictures."""
_RATE = 30.0

PICTURE_COST = 0.19 / 15
"""Seconds of one core for a picture that is looked at, where nothing is thrown: a camera at 15 pictures a
second took 19 % of one core (measured, x86-64)."""
STATION_MEMORY = 60
"""Megabytes of each camera more: 45 to 60 (measured, x86-64)."""
TABLE_MEMORY = 184
"""Megabytes of a table with its first camera (measured, x86-64)."""
_MEMORY_SHARE = 0.45
"""Share of the board's memory above which systemd slows the table (``MemoryHigh`` of its service)."""

_ALL = {Family.ZERO2: 15.0, Family.PI3: 20.0, Family.PI4: 45.0}
"""Pictures a second of all cameras together: estimates, for none of these boards was measured. With a core of
the Pi 4 as fast as a third of the one that was measured, 45 take less than half of its four."""
_MANY = 60.0
"""Likewise of a Pi 5, and at most of other machines."""
_CORES_SHARE = 0.5
"""Of a machine's cores, for looking; the rest is for reading throws, for the pages and for the system."""

_ENOUGH = 15.0
"""Pictures a second that table 1 gets before the others share the rest, but no more than half of all."""
_LEAST = 7.5
"""With fewer pictures a second a throw is noticed late."""

_WIDE = 1.5
"""From this ratio of its sides on, a sensor is a wide one."""


@dataclass(frozen=True, slots=True)
class CameraPlan:
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
    """Return how many pictures a second a board may be asked to look at.

    >>> full_rate(Board("", Family.OTHER, 8000))
    30.0
    """
    return _RATES.get(board.family, _RATE)


def by_cores(board: Board) -> int:
    """Return how many cameras the cores of a board can bear.

    The costs were measured on x86-64; for a Raspberry Pi they are estimated.

    >>> by_cores(Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792, cores=4))
    6
    """
    return max(int(_together(board) / _LEAST), 1)


def by_memory(board: Board) -> int | None:
    """Return how many cameras the memory of a board can bear; ``None`` where it is not known.

    >>> by_memory(Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 906, cores=4))
    4
    """
    if not board.memory:
        return None
    further = int(board.memory * _MEMORY_SHARE - TABLE_MEMORY) // STATION_MEMORY
    return max(further, 0) + 1


def cameras_borne(board: Board) -> int:
    """Return how many cameras a board can bear, by its cores and its memory; one at least.

    >>> cameras_borne(Board("", Family.OTHER, 8000)), cameras_borne(Board("", Family.ZERO2, 417))
    (8, 1)
    """
    cores, memory = by_cores(board), by_memory(board)
    return cores if memory is None else min(cores, memory)


def rates(board: Board, cameras: int) -> tuple[float, float]:
    """Return how many pictures a second table 1's camera may be asked for, and each of the others.

    The board's pictures are shared alike, but table 1, which has the bell, gets enough first.

    >>> other = Board("", Family.OTHER, 8000)
    >>> rates(other, 1), rates(other, 4), rates(other, 6)
    ((30.0, 30.0), (15.0, 15.0), (15.0, 9.0))
    """
    full, together = full_rate(board), _together(board)
    if cameras <= 1:
        return full, full
    first = min(full, max(together / cameras, min(_ENOUGH, together / 2)))
    return first, min(full, (together - first) / (cameras - 1))


def _together(board: Board) -> float:
    """Return how many pictures a second of all cameras together a board can look at."""
    many = _ALL.get(board.family, _MANY)
    return (
        min(many, board.cores * _CORES_SHARE / PICTURE_COST)
        if board.family is Family.OTHER and board.cores
        else many
    )


def plan(board: Board, resolution: tuple[int, int]) -> CameraPlan:
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
    CameraPlan(main=(1536, 864), small=(320, 180), sensor=(2304, 1296), rate=15.0, buffers=3)
    """
    width, height = resolution
    wide = width / height > _WIDE
    main, small = ((1536, 864), (320, 180)) if wide else ((1280, 960), (320, 240))
    half = (width // 2, height // 2)
    sensor = half if half[0] >= main[0] and half[1] >= main[1] else resolution
    return CameraPlan(main, small, sensor, full_rate(board), 3 if board.is_small else 4)
