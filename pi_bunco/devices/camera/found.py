"""Finds the cameras that are connected to this machine, without opening them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.sentences import say

USB = Path("/sys/class/video4linux")
"""Where the kernel lists its video devices."""
BY_PATH = Path("/dev/v4l/by-path")
"""Where udev keeps a name for each USB port with a camera (udev's rules ``60-persistent-v4l.rules``)."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera that is connected.

    Attributes
    ----------
    name
        Its name in the settings. It stays the same after a restart, while the camera stays at its port.
    plug
        Where it is plugged in: at USB, or with a ribbon cable.
    model
        The name that it gives itself, such as ``HD Pro Webcam C920``; ``""``: none.
    device
        Its device file now; ``""``: it has none of its own.
    """

    name: str
    plug: Literal["usb", "ribbon"]
    model: str
    device: str = ""


def list_usb_cameras(devices: Path = USB, by_path: Path = BY_PATH) -> tuple[FoundCamera, ...]:
    """Return the USB cameras, in the order of their numbers.

    Many cameras have a second device, which delivers no pictures and is skipped.

    Parameters
    ----------
    devices
        Where the kernel lists them (kernel: Documentation/userspace-api/media/v4l/open.rst).
    by_path
        Where udev names their ports.

    >>> list_usb_cameras(Path("/no/such/folder"))
    ()
    """
    return tuple(
        FoundCamera(
            _find_lasting_name(device.name, by_path), "usb", _read_model(device), f"/dev/{device.name}"
        )
        for device in _list_usb_devices(devices)
    )


def find_first_usb(devices: Path = USB) -> str:
    """Return the device file of the USB camera with the lowest number.

    A camera that is plugged in again may get another number.

    Raises
    ------
    CameraTrouble
        If there is none.

    >>> find_first_usb(Path("/no/such/folder"))
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: No USB camera is connected. ...
    """
    for device in _list_usb_devices(devices):
        return f"/dev/{device.name}"
    raise CameraTrouble(
        say("No USB camera is connected."), say("Plug it in; v4l2-ctl --list-devices must show it.")
    )


def _list_usb_devices(devices: Path) -> Iterator[Path]:
    for device in sorted(devices.glob("video*"), key=lambda path: int(path.name.removeprefix("video"))):
        if "/usb" in str(device.resolve()) and (device / "index").read_text().strip() == "0":
            yield device


def _find_lasting_name(device: str, by_path: Path) -> str:
    """Return the name of a device's USB port; without udev, that of the device.

    Two links may lead to one device. The one with ``usb-`` is older, and every udev makes it.
    """
    links = sorted(link for link in by_path.glob("*") if link.resolve().name == device)
    lasting = next((link for link in links if "-usb-" in link.name), next(iter(links), None))
    return str(lasting) if lasting else f"/dev/{device}"


def _read_model(device: Path) -> str:
    """Return the name that the camera gives itself, without the repetition that drivers append."""
    try:
        own = (device / "name").read_text("utf-8", "replace").strip()
    except OSError:  # it was unplugged just now
        own = ""
    first, _, second = own.partition(": ")
    return first if second and (second.startswith(first) or first.startswith(second)) else own
