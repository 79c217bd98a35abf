"""The wheel, installed in another folder, works and has its pages, boards, models and sheets."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_bunco.rules import SHEETS
from tools.bundle import build_wheel

CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it into a folder outside the checkout, and return that folder."""
    pytest.importorskip("hatchling", reason="the wheel is built with hatchling, which is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    there = folder / "there"
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        there,
    ]
    subprocess.run([*pip, build_wheel(folder)], check=True, capture_output=True)
    return there


def run(installed: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=installed.parent,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_wheel_contains_all_assets(installed: Path) -> None:
    """Boards, models, units, sheets, pages and fonts are in the wheel, and are found there."""
    found = run(
        installed,
        "-c",
        "from pi_bunco.files.assets import find; import pi_bunco; print(pi_bunco.__file__);"
        "print(find('hardware/boards/generic.toml')); print(find('models')); print(find('systemd'))",
    ).split()
    assert all(path.startswith(str(installed)) for path in found), found
    package = installed / "pi_bunco"
    assert {path.stem for path in (package / "rules" / "sheets").glob("*.toml")} == {*SHEETS}
    for kind in ("*.html", "*.css", "*.js", "*.woff2", "*.mp3"):
        inside = {path.relative_to(package) for path in package.rglob(kind)}
        assert inside == {
            path.relative_to(CHECKOUT / "pi_bunco") for path in (CHECKOUT / "pi_bunco").rglob(kind)
        }


def test_wheel_plays(installed: Path) -> None:
    """A throw goes from the mock camera to the log in the installed copy."""
    count = json.loads(run(installed, "-m", "pi_bunco", "rehearse", "--throws", "1", "--json"))
    assert count["shown"] == 1
    assert count["wrong"] == count["missed"] == 0
