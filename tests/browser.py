"""Whether tests can use a real browser on this machine, and the options with which it starts."""

import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec

CHROMIUM = (
    shutil.which("chromium-headless-shell")  # has no windows, so it takes less processor time
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
)
WITH_WINDOWS = shutil.which("chromium") or shutil.which("chromium-browser")
"""Scrolls smoothly, and keeps a screen awake."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def why_not() -> str:
    """Return what is missing for tests in a browser, ``""`` if nothing is missing."""
    if CHROMIUM is None:
        return "Chromium is not installed"
    if find_spec("playwright") is None:
        return "playwright is not installed"
    driver, _ = import_module("playwright._impl._driver").compute_driver_executable()
    started = subprocess.run([driver, "--version"], capture_output=True, text=True, check=False)
    return "" if started.returncode == 0 else f"playwright's driver does not start: {started.stderr.strip()}"


WHY_NOT = why_not()
