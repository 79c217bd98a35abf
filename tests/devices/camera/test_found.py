"""Finding the cameras that are connected."""

from pathlib import Path

import pytest

from pi_bunco.devices.camera import picamera2 as backend
from pi_bunco.devices.camera.found import FoundCamera, list_usb_cameras


def plug_in(folder: Path, number: int, name: str, port: str = "1.2", *, index: str = "0") -> None:
    """Add a video device as the kernel and udev list it."""
    device = folder / "devices" / ("usb1" if port else "platform") / port / f"video{number}"
    device.mkdir(parents=True)
    (device / "index").write_text(f"{index}\n")
    (device / "name").write_text(f"{name}\n")
    (folder / "sys").mkdir(exist_ok=True)
    (folder / "sys" / f"video{number}").symlink_to(device)
    if port:
        links, files = folder / "by-path", folder / "dev"
        links.mkdir(exist_ok=True)
        files.mkdir(exist_ok=True)
        (files / f"video{number}").touch()
        for kind in ("usb", "usbv2"):
            link = links / f"platform-fd50-{kind}-0:{port}:1.0-video-index{index}"
            link.symlink_to(files / f"video{number}")


def test_usb_camera_is_named_by_its_port(tmp_path: Path) -> None:
    """The name is that of the port, which stays; a second device and the board's own are not listed."""
    plug_in(tmp_path, 2, "HD Pro Webcam C920: HD Pro Webcam C920", "1.2")
    plug_in(tmp_path, 3, "HD Pro Webcam C920", "1.2b", index="1")
    plug_in(tmp_path, 10, "bcm2835-codec-decode", port="")
    plug_in(tmp_path, 0, "Cam: Other", "1.4")
    by_path = tmp_path / "by-path"
    assert list_usb_cameras(tmp_path / "sys", by_path) == (
        FoundCamera(
            f"{by_path}/platform-fd50-usb-0:1.4:1.0-video-index0", "usb", "Cam: Other", "/dev/video0"
        ),
        FoundCamera(
            f"{by_path}/platform-fd50-usb-0:1.2:1.0-video-index0", "usb", "HD Pro Webcam C920", "/dev/video2"
        ),
    )


def test_without_udev_the_device_is_named(tmp_path: Path) -> None:
    """A system without udev names the device file."""
    plug_in(tmp_path, 4, "Cam")
    (found,) = list_usb_cameras(tmp_path / "sys", tmp_path / "no")
    assert found == FoundCamera("/dev/video4", "usb", "Cam", "/dev/video4")


def test_pi_cameras_are_listed_without_those_at_usb(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cameras on a ribbon cable have their number; libcamera lists USB cameras too, which are left out."""

    class Library:
        @staticmethod
        def global_camera_info() -> list[dict[str, object]]:
            return [
                {"Num": 0, "Model": "imx708_wide", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"},
                {"Num": 1, "Model": "C920", "Id": "/base/scb/pcie@7d500000/usb@0,0-1.2:1.0-046d:082d"},
            ]

    monkeypatch.setattr(backend, "_load_library", lambda: Library)
    assert backend.list_pi_cameras() == (FoundCamera("picamera2:0", "ribbon", "imx708_wide"),)


def test_without_picamera2_there_is_no_pi_camera() -> None:
    """A machine without the library has no Pi camera, and no error."""
    assert backend.list_pi_cameras() == ()
