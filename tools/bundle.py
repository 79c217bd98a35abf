"""Makes a folder from which install.sh installs without the internet: `make bundle`.

The folder contains the installer, pi-bunco's wheel and, for each Python of the Raspberry Pi's systems, the
wheels of the locks. It can be copied to a USB stick as it is.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

TOP = Path(__file__).resolve().parents[1]
LOCK = "requirements.lock"
NUMPY1 = "requirements-numpy1.lock"
SYSTEMS = {"3.11": ((2, 36), (LOCK, NUMPY1)), "3.13": ((2, 41), (LOCK,))}
"""The Pythons of bookworm and of trixie: the version of the C library there, and the locks for it."""


def main() -> None:
    """Make the bundle, and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--to", type=Path, default=TOP / "dist" / "pi-bunco-bundle")
    parser.add_argument("--machine", default="aarch64", choices=["aarch64", "x86_64"])
    parser.add_argument("--python", action="append", choices=sorted(SYSTEMS), help="[default: all]")
    options = parser.parse_args()
    folder: Path = options.to
    wheels = folder / "wheels"
    if folder.exists():
        if not wheels.is_dir() and any(folder.iterdir()):
            sys.exit(f"{folder} holds something else. Name another folder with --to.")
        shutil.rmtree(folder)
    wheels.mkdir(parents=True)
    build_wheel(wheels)
    for python in options.python or sorted(SYSTEMS):
        libc, locks = SYSTEMS[python]
        for lock in locks:
            with tempfile.TemporaryDirectory() as scratch:
                selected = Path(scratch) / lock
                selected.write_text(
                    select_for_python((TOP / lock).read_text("utf-8"), python, options.machine), "utf-8"
                )
                fetch_wheels(wheels, ["--require-hashes", "-r", str(selected)], python, options.machine, libc)
        # A fresh Raspberry Pi OS may lack python3-venv, which would bring pip.
        fetch_wheels(wheels, ["pip"], python, options.machine, libc)
    for name in ("install.sh", LOCK, NUMPY1, "LICENSE"):
        shutil.copy2(TOP / name, folder / name)
    shutil.copytree(TOP / "tools" / "install", folder / "tools" / "install")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
    sys.stdout.write(
        f"{folder}: {len(list(wheels.iterdir()))} wheels, {size:.0f} MB, for {options.machine}.\n"
        "Copy the folder to a USB stick; on the Pi, in that folder: sudo bash install.sh\n"
    )


def build_wheel(to: Path, checkout: Path = TOP) -> Path:
    """Build the wheel of pi-bunco itself from a checkout into a folder, and return its path."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", scratch, checkout],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (wheel,) = Path(scratch).glob("*.whl")
        return Path(shutil.move(wheel, to / wheel.name))


def select_for_python(lock: str, python: str, machine: str) -> str:
    """Return the part of a lock for another machine, since pip evaluates markers only for its own machine.

    Parameters
    ----------
    lock
        A universal lock as uv writes it.
    python
        Such as ``"3.13"``.
    machine
        Such as ``"aarch64"``.
    """
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
    }
    kept = []
    for block in re.split(r"\n(?=\S)", lock.replace("\\\n", "")):
        requirement, *hashes = block.split(" --hash", maxsplit=1)
        name, _, marker = requirement.partition(";")
        if not marker or Marker(marker).evaluate(environment):
            kept.append(" --hash".join([name.strip(), *hashes]))
    return "\n".join(kept)


def fetch_wheels(to: Path, what: list[str], python: str, machine: str, libc: tuple[int, int]) -> None:
    """Fetch wheels for this Python, machine and C library; pip checks each against its sum in the lock."""
    major, newest = libc
    tags = [f"manylinux_{major}_{minor}_{machine}" for minor in range(17, newest + 1)]
    platforms = [word for tag in [*tags, f"manylinux2014_{machine}"] for word in ("--platform", tag)]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--no-deps",
         "--python-version", python, "--implementation", "cp", *platforms, "--dest", to, *what],
        check=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
