"""Runs the tests in the virtual Pi, or says why they cannot run here: a part of ``make nightly``."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def find_obstacle() -> str:
    """Return why the virtual Pi cannot be built and run on this machine; ``""``: it can."""
    if platform.machine() != "x86_64":
        return f"the virtual Pi needs an x86-64 machine, and this is {platform.machine()}"
    if shutil.which("apt-get") is None:
        return "the virtual Pi needs Debian or Ubuntu, and this system has no apt-get"
    if os.geteuid() != 0:
        return "the virtual Pi needs root, and this user is not"
    return ""


def run_tests() -> bool:
    """Build what is missing of the virtual Pi and run the tests in it; return whether all passed."""
    return subprocess.run(["/usr/bin/env", "make", "test-pi"], cwd=ROOT, check=False).returncode == 0


def main() -> int:
    """Run the tests if they can run, and return an exit status; 0 also if they cannot run here."""
    if obstacle := find_obstacle():
        print(f"The tests in a virtual Raspberry Pi were NOT run: {obstacle}.", file=sys.stderr)  # noqa: T201
        return 0
    return 0 if run_tests() else 1


if __name__ == "__main__":
    sys.exit(main())
