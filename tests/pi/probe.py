"""Tries what a service could do to its machine, and prints each result; runs inside the virtual Pi."""

import ctypes
import json
import os
import pwd
import socket
import time
from collections.abc import Callable
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
HOME_OF_ROOT = Path(pwd.getpwuid(0).pw_dir)
STATE = Path(os.environ.get("STATE_DIRECTORY", "/var/lib/pi-bunco"))


def call(name: str, *args: object) -> None:
    """Call the C library."""
    if getattr(LIBC, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def write(path: str) -> None:
    """Write a file and remove it again."""
    file = Path(path)
    file.write_text("x")
    file.unlink()


def open_device(path: str, mode: int = os.O_RDWR) -> None:
    """Open a device."""
    os.close(os.open(path, mode))


def listen() -> None:
    """Listen on a port."""
    with socket.socket() as page:
        page.bind(("0.0.0.0", 0))
        page.listen()


def open_raw_socket() -> None:
    """Open a socket that receives all packets of the network."""
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()


def make_setuid() -> None:
    """Make a program that runs as root."""
    file = STATE / "setuid"
    file.write_text("x")
    try:
        file.chmod(0o4755)
    finally:
        file.unlink()


def make_namespace() -> None:
    """Make a user namespace, through which kernels have been attacked."""
    if os.fork() == 0:
        os._exit(LIBC.unshare(0x10000000) and 1)
    if os.wait()[1]:
        raise PermissionError("unshare")


def mount() -> None:
    """Mount a file system."""
    call("mount", b"none", b"/mnt", b"tmpfs", 0, None)
    call("umount2", b"/mnt", 0)


def set_name() -> None:
    """Set the machine's name, to the one that it has."""
    name = socket.gethostname().encode()
    call("sethostname", name, len(name))


TRIES: dict[str, Callable[[], object]] = {
    "write its games": lambda: write(f"{STATE}/probe"),
    "listen on a port": listen,
    "know the board": lambda: Path("/proc/device-tree/model").read_bytes(),
    "use the pins": lambda: open_device("/dev/gpiochip0"),
    "use the camera's memory": lambda: open_device("/dev/dma_heap/linux,cma", os.O_RDONLY),
    "write programs": lambda: write("/usr/local/bin/probe"),
    "write settings": lambda: write("/etc/probe"),
    "write itself": lambda: write("/opt/pi-bunco/probe"),
    "write homes": lambda: write(f"{HOME_OF_ROOT}/probe"),
    "read homes": lambda: list(HOME_OF_ROOT.iterdir()),
    "read the whole card": lambda: open_device("/dev/ubda", os.O_RDONLY),
    "read passwords": lambda: Path("/etc/shadow").read_text(),
    "read others' memory": lambda: Path("/proc/1/environ").read_bytes(),
    "see others' programs": lambda: Path("/proc/1/status").read_text(),
    "read the kernel's log": lambda: open_device("/dev/kmsg", os.O_RDONLY),
    "write the kernel's settings": lambda: Path("/proc/sys/kernel/panic").write_text("0"),
    "pull the button's line": lambda: (
        next(Path("/sys/devices/platform").glob("*/gpiochip*/sim_gpio0"))
        .joinpath("pull")
        .write_text("pull-down")
    ),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "rename the machine": set_name,
    "mount": mount,
    "see the network's packets": open_raw_socket,
    "make programs that run as root": make_setuid,
    "make a world of its own": make_namespace,
    "be first in line": lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
}


def main() -> None:
    """Try all, and print one JSON object."""
    results = {}
    for name, attempt in TRIES.items():
        try:
            attempt()
            results[name] = "done"
        except Exception as error:  # noqa: BLE001 - any error means that it was refused
            results[name] = repr(error)
    print(json.dumps(results))  # noqa: T201 - the output is its purpose


if __name__ == "__main__":
    main()
