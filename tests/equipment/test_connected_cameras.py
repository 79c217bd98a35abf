"""Which cameras are connected."""

import sys

from pi_bunco.devices.camera.found import FoundCamera
from pi_bunco.equipment.connected_cameras import ConnectedCameras, find_pi_cameras

PI = FoundCamera("picamera2:0", "ribbon", "imx708")
USB = FoundCamera("/dev/video0", "usb", "C920", "/dev/video0")


def print_lines(*lines: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"print({chr(10).join(lines)!r})")


def test_answer_of_the_command_is_read() -> None:
    """Each line is a camera, of which those at USB are left out; a command that fails says nothing."""
    ribbon = '{"name": "picamera2:0", "plug": "ribbon", "model": "imx708", "device": ""}'
    usb = '{"name": "/dev/video0", "plug": "usb", "model": "C920", "device": "/dev/video0"}'
    assert find_pi_cameras(print_lines(ribbon, usb)) == (PI,)
    for command in (
        print_lines("rubbish"),
        print_lines('{"x": 1}'),
        (sys.executable, "-c", "exit(3)"),
        ("/no",),
    ):
        assert find_pi_cameras(command) is None


def test_own_command_finds_no_pi_camera_here() -> None:
    """The real command answers on a machine without picamera2 too."""
    assert find_pi_cameras() == ()


def test_usb_cameras_come_and_go() -> None:
    """Cameras on ribbon cables are looked for once, since that takes seconds; those at USB each time."""
    looks: list[str] = []

    def find_ribbon() -> tuple[FoundCamera, ...]:
        looks.append("ribbon")
        return (PI,)

    plugged = [USB]
    cameras = ConnectedCameras(find_ribbon, lambda: tuple(plugged))
    assert cameras.list_found() == (PI, USB)
    plugged.clear()
    assert cameras.list_found() == (PI,)
    assert looks == ["ribbon"]


def test_search_that_fails_says_that_nothing_is_known() -> None:
    """Then a Pi camera that is not listed may still be there, and no table loses it."""
    cameras = ConnectedCameras(lambda: None, lambda: (USB,))
    assert (cameras.list_found(), cameras.knows_ribbon) == ((USB,), False)
    cameras = ConnectedCameras(tuple, lambda: (USB,))
    assert (cameras.list_found(), cameras.knows_ribbon) == ((USB,), True)
