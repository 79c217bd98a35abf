"""Each Python package that pi-bunco needs has a wheel for a Pi, so that nothing is compiled there."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools.bundle import select_for_python

TOP = Path(__file__).parents[2]
LIBC = {"3.11": 36, "3.13": 41}
"""The Python of Raspberry Pi OS bookworm and trixie, and the minor version of its C library 2.x."""


@pytest.mark.nightly
@pytest.mark.network
@pytest.mark.parametrize(
    ("python", "lock"),
    [
        ("3.11", "requirements.lock"),
        ("3.11", "requirements-numpy1.lock"),
        ("3.13", "requirements.lock"),
        ("3.11", None),
        ("3.13", None),
    ],
)
def test_wheels_for_the_pi(python: str, lock: str | None, tmp_path: Path) -> None:
    """Pip finds aarch64 wheels for all packages of the locks and of pyproject.toml."""
    wanted = list_dependencies()
    if lock:  # pip itself would choose the lines for the Python that it runs on
        part = tmp_path / lock
        part.write_text(select_for_python((TOP / lock).read_text("utf-8"), python, "aarch64"), "utf-8")
        wanted = ["--no-deps", "--ignore-requires-python", "--require-hashes", "-r", str(part)]
    chosen = resolve(python, wanted, tmp_path)
    files = {
        each["metadata"]["name"].lower(): each["download_info"]["url"].rsplit("/", 1)[1] for each in chosen
    }
    assert all(name.endswith(("-any.whl", "_aarch64.whl")) for name in files.values()), files
    assert files["numpy"].split("-")[2] == f"cp{python.replace('.', '')}"
    assert files["opencv-python-headless"].endswith("_aarch64.whl")
    # These come from apt: PyPI's lgpio for 3.13 is an empty stub, and picamera2 needs a compiler.
    assert not {"lgpio", "picamera2"} & files.keys()


def list_dependencies() -> list[str]:
    """Return the dependencies of pyproject.toml."""
    return list(tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


def resolve(python: str, wanted: list[str], scratch: Path) -> list[dict[str, Any]]:
    """Return pip's choice of packages for a Pi with this Python; skip the test without a network."""
    tags = [f"manylinux_2_{minor}_aarch64" for minor in range(17, LIBC[python] + 1)] + [
        "manylinux2014_aarch64"
    ]
    report = scratch / "report.json"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed",
         "--only-binary=:all:", "--python-version", python, "--implementation", "cp",
         *(word for tag in tags for word in ("--platform", tag)), "--target",
         scratch / "nowhere", "--report", report, *wanted],
        capture_output=True, text=True, check=False, cwd=scratch,
    )  # fmt: skip
    if done.returncode and "Failed to establish a new connection" in done.stderr:
        pytest.skip("no network: pip cannot reach its package index")
    assert done.returncode == 0, done.stderr[-2000:]
    return list(json.loads(report.read_text("utf-8"))["install"])
