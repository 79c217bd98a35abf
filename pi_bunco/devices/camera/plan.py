"""Plans how to open a Pi camera, and estimates how many cameras a board can run."""

from dataclasses import dataclass

from pi_bunco.devices.board import Board, Family

_SLOW_RATES = {Family.ZERO2: 15.0, Family.PI3: 20.0}
"""Pictures a second on boards with slow cores. Three still pictures are enough to notice a throw."""
_USUAL_RATE = 30.0

PICTURE_COST = 0.19 / 15
"""Seconds of one core for each picture while nobody throws: a camera at 15 pictures a second took 19 % of one
core (measured, x86-64)."""
STATION_MEMORY = 80
"""Megabytes for each further camera (proportional set size of its station, measured, x86-64)."""
TABLE_MEMORY = 160
"""Megabytes for a table with its first camera: 61 and 97 (likewise)."""
_MEMORY_SHARE = 0.45
"""If the table takes more of the board's memory, systemd slows it down (``MemoryHigh`` of its service)."""

_TOTAL_RATES = {Family.ZERO2: 15.0, Family.PI3: 20.0, Family.PI4: 45.0}
"""Pictures a second of all cameras together. These are estimates, since none of these boards was measured: if
a core of the Pi 4 is a third as fast as the measured one, 45 pictures need less than half of its four
cores."""
_TOTAL_RATE = 60.0
"""Pictures a second of all cameras together on a Pi 5; other machines get at most as many."""
_CORES_SHARE = 0.5
"""The share of a machine's cores for watching. The rest is for reading throws, the pages and the system."""

_FIRST_RATE = 15.0
"""Table 1 gets this many pictures a second, but at most half of all; the other tables share the rest."""
_MIN_RATE = 7.5
"""With fewer pictures a second a throw is noticed late."""

_WIDE_ASPECT = 1.5
"""A sensor with a larger aspect ratio is wide."""


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """How to open a Pi camera.

    Attributes
    ----------
    main
        Width and height of the pictures for the reader, in pixels. They depend only on the sensor, like
        calibrations: a card that moves to another board keeps its calibration.
    small
        Width and height of the pictures for motion detection; the same aspect ratio.
    sensor
        The sensor's own mode. With half the pixels each way all of Raspberry Pi's sensors are fast and
        still have their full view; smaller modes have a smaller view.
    rate
        Pictures a second.
    buffers
        The number of picture buffers. Each one needs memory and delays a change of the exposure by one
        picture.
    """

    main: tuple[int, int]
    small: tuple[int, int]
    sensor: tuple[int, int]
    rate: float
    buffers: int


def choose_rate(board: Board) -> float:
    """Return the highest rate, in pictures a second, for one camera on this board.

    >>> choose_rate(Board("", Family.OTHER, 8000))
    30.0
    """
    return _SLOW_RATES.get(board.family, _USUAL_RATE)


def limit_by_cores(board: Board) -> int:
    """Return how many cameras the cores of a board can run.

    The costs were measured on x86-64; for a Raspberry Pi they are estimates.

    >>> limit_by_cores(Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792, cores=4))
    6
    """
    return max(int(_find_total_rate(board) / _MIN_RATE), 1)


def limit_by_memory(board: Board) -> int | None:
    """Return how many cameras the memory of a board can run; ``None`` if its size is unknown.

    >>> limit_by_memory(Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 906, cores=4))
    4
    """
    if not board.memory:
        return None
    further = int(board.memory * _MEMORY_SHARE - TABLE_MEMORY) // STATION_MEMORY
    return max(further, 0) + 1


def limit_cameras(board: Board) -> int:
    """Return how many cameras a board can run, by its cores and its memory; at least one.

    >>> limit_cameras(Board("", Family.OTHER, 8000)), limit_cameras(Board("", Family.ZERO2, 417))
    (8, 1)
    """
    cores, memory = limit_by_cores(board), limit_by_memory(board)
    return cores if memory is None else min(cores, memory)


def share_rates(board: Board, cameras: int) -> tuple[float, float]:
    """Return the highest rate of table 1's camera and of each other camera, in pictures a second.

    All cameras share the board's capacity equally, but table 1, which has the bell, gets enough first.

    >>> other = Board("", Family.OTHER, 8000)
    >>> share_rates(other, 1), share_rates(other, 4), share_rates(other, 6)
    ((30.0, 30.0), (15.0, 15.0), (15.0, 9.0))
    """
    most, total = choose_rate(board), _find_total_rate(board)
    if cameras <= 1:
        return most, most
    first = min(most, max(total / cameras, min(_FIRST_RATE, total / 2)))
    return first, min(most, (total - first) / (cameras - 1))


def _find_total_rate(board: Board) -> float:
    """Return how many pictures a second of all cameras together a board can process."""
    if board.family is Family.OTHER and board.cores:
        return min(_TOTAL_RATE, board.cores * _CORES_SHARE / PICTURE_COST)
    return _TOTAL_RATES.get(board.family, _TOTAL_RATE)


def plan_camera(board: Board, resolution: tuple[int, int]) -> CameraPlan:
    """Plan how to open a Pi camera.

    Parameters
    ----------
    board
        The board that it is connected to.
    resolution
        Width and height of its sensor, in pixels.

    >>> from pi_bunco.devices.board import Family
    >>> zero = Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417, 256, 200)
    >>> plan_camera(zero, (4608, 2592))
    CameraPlan(main=(1536, 864), small=(320, 180), sensor=(2304, 1296), rate=15.0, buffers=3)
    """
    width, height = resolution
    main, small = ((1536, 864), (320, 180)) if width / height > _WIDE_ASPECT else ((1280, 960), (320, 240))
    half = (width // 2, height // 2)
    sensor = half if half[0] >= main[0] and half[1] >= main[1] else resolution
    return CameraPlan(main, small, sensor, choose_rate(board), 3 if board.is_small else 4)
