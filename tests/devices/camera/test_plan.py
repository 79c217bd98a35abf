"""The plan for a camera: sizes, rate and buffers for each board and each of Raspberry Pi's sensors."""

from pathlib import Path

import pytest

from pi_bunco.devices.board import Board, Family
from pi_bunco.devices.camera.plan import (
    _MEMORY_SHARE,
    choose_rate,
    limit_by_memory,
    limit_cameras,
    plan_camera,
    share_rates,
)

BOARDS = {
    "zero 2": Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 417, 256, 201),
    "3A+": Board("Raspberry Pi 3 Model A Plus Rev 1.0", Family.PI3, 417, 256, 201),
    "3B+": Board("Raspberry Pi 3 Model B Plus Rev 1.3", Family.PI3, 906, 256, 201),
    "4": Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 1846, 512, 450),
    "5": Board("Raspberry Pi 5 Model B Rev 1.0", Family.PI5, 8063, 64, 60),
}
SENSORS = {
    "Camera Module 1": (2592, 1944),
    "Camera Module 2": (3280, 2464),
    "Camera Module 3": (4608, 2592),
    "HQ": (4056, 3040),
    "Global Shutter": (1456, 1088),
}


@pytest.mark.parametrize("sensor", SENSORS)
def test_plan_sizes_depend_on_the_sensor_alone(sensor: str) -> None:
    """All boards get the same sizes, so that a card keeps its calibration; both have the sensor's shape."""
    plans = [plan_camera(board, SENSORS[sensor]) for board in BOARDS.values()]
    sizes = {(plan.main, plan.small) for plan in plans}
    [(main, small)] = sizes
    assert main[0] / main[1] == pytest.approx(small[0] / small[1])
    assert main[0] / main[1] == pytest.approx(SENSORS[sensor][0] / SENSORS[sensor][1], rel=0.01)
    assert small[0] * small[1] <= 320 * 240


@pytest.mark.parametrize(
    ("sensor", "mode"),
    [
        ("Camera Module 1", (1296, 972)),
        ("Camera Module 2", (1640, 1232)),
        ("Camera Module 3", (2304, 1296)),
        ("HQ", (2028, 1520)),
        ("Global Shutter", (1456, 1088)),
    ],
)
def test_plan_takes_the_fastest_mode_of_the_whole_view(sensor: str, mode: tuple[int, int]) -> None:
    """The sensor mode has half of the pixels in each direction, where that is enough."""
    assert plan_camera(BOARDS["4"], SENSORS[sensor]).sensor == mode


@pytest.mark.parametrize(
    ("board", "rate", "buffers"),
    [("zero 2", 15, 3), ("3A+", 20, 3), ("3B+", 20, 4), ("4", 30, 4), ("5", 30, 4)],
)
def test_plan_asks_small_boards_for_less(board: str, rate: float, buffers: int) -> None:
    """Slow boards take fewer pictures a second; boards with little memory have fewer buffers."""
    plan = plan_camera(BOARDS[board], SENSORS["Camera Module 3"])
    assert (plan.rate, plan.buffers, choose_rate(BOARDS[board])) == (rate, buffers, rate)


@pytest.mark.parametrize(("board", "cameras"), [("zero 2", 1), ("3A+", 1), ("3B+", 2), ("4", 6), ("5", 8)])
def test_plan_small_boards_support_fewer_cameras(board: str, cameras: int) -> None:
    """The cores limit the number of cameras; on boards with 512 MB, memory limits it too."""
    assert limit_cameras(BOARDS[board]) == cameras


def test_plan_cores_limit_other_machines() -> None:
    """A machine with one core supports fewer cameras than one with four; unknown values limit nothing."""
    assert [limit_cameras(Board("", Family.OTHER, 4000, cores=cores)) for cores in (1, 4, 0)] == [5, 8, 8]
    assert limit_by_memory(Board("", Family.OTHER, 0)) is None


@pytest.mark.parametrize("board", BOARDS)
def test_plan_every_camera_gets_pictures(board: str) -> None:
    """All cameras get some pictures, table 1 the most, and together no more than two cameras would get."""
    together = sum(share_rates(BOARDS[board], 2))
    for cameras in range(2, 26):
        first, others = share_rates(BOARDS[board], cameras)
        assert choose_rate(BOARDS[board]) >= first >= others > 0
        assert first + (cameras - 1) * others <= together + 1e-9


def test_plan_memory_share_is_that_of_the_service() -> None:
    """The memory share of the plan is ``MemoryHigh`` of the systemd service."""
    unit = (Path(__file__).parents[3] / "systemd/pi-bunco.service").read_text("utf-8")
    assert f"\nMemoryHigh={_MEMORY_SHARE:.0%}\n" in unit
