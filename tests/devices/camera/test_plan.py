"""What is asked of the camera on each board and with each of Raspberry Pi's sensors."""

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
def test_plan_pictures_depend_on_the_sensor_alone(sensor: str) -> None:
    """A card that moves to another board keeps its calibration; both streams have the sensor's shape."""
    sizes = {
        (made.main, made.small) for made in (plan_camera(board, SENSORS[sensor]) for board in BOARDS.values())
    }
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
    """Half of the pixels each way, where that is enough; the modes are those that the sensors list."""
    assert plan_camera(BOARDS["4"], SENSORS[sensor]).sensor == mode


@pytest.mark.parametrize(
    ("board", "rate", "buffers"),
    [("zero 2", 15, 3), ("3A+", 20, 3), ("3B+", 20, 4), ("4", 30, 4), ("5", 30, 4)],
)
def test_plan_asks_small_boards_for_less(board: str, rate: float, buffers: int) -> None:
    """Slow boards take fewer pictures a second, those with little memory fewer at once."""
    made = plan_camera(BOARDS[board], SENSORS["Camera Module 3"])
    assert (made.rate, made.buffers, choose_rate(BOARDS[board])) == (rate, buffers, rate)


@pytest.mark.parametrize(("board", "bears"), [("zero 2", 1), ("3A+", 1), ("3B+", 2), ("4", 6), ("5", 8)])
def test_small_boards_bear_fewer_cameras(board: str, bears: int) -> None:
    """By their cores, and where they have 512 MB by their memory."""
    assert limit_cameras(BOARDS[board]) == bears


def test_a_machine_that_is_no_pi_is_judged_by_its_cores() -> None:
    """One core bears fewer than four; what is not known holds nothing back."""
    assert [limit_cameras(Board("", Family.OTHER, 4000, cores=cores)) for cores in (1, 4, 0)] == [5, 8, 8]
    assert limit_by_memory(Board("", Family.OTHER, 0)) is None


@pytest.mark.parametrize("board", BOARDS)
def test_every_camera_gets_pictures(board: str) -> None:
    """However many there are: table 1 no fewer than others, and together no more than the board bears."""
    together = sum(share_rates(BOARDS[board], 2))
    for cameras in range(2, 26):
        first, others = share_rates(BOARDS[board], cameras)
        assert choose_rate(BOARDS[board]) >= first >= others > 0
        assert first + (cameras - 1) * others <= together + 1e-9


def test_memory_is_reckoned_as_systemd_holds_the_table_back() -> None:
    """Cameras may take what the service may have before it is slowed down."""
    unit = (Path(__file__).parents[3] / "systemd/pi-bunco.service").read_text("utf-8")
    assert f"\nMemoryHigh={_MEMORY_SHARE:.0%}\n" in unit
