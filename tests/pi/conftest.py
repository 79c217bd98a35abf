"""Fixtures of the virtual Pi; without it, its tests are skipped."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi.frames import render
from tests.pi.virtualpi import LAB, VirtualPi

HOW = "sudo make test-pi builds it and runs this; the first time takes a while"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that need the virtual Pi if it is not built, with how to build it."""
    missing = [name for name in ("linux", "pi4.dtb", "blank.ext4", "ready.ext4") if not (LAB / name).exists()]
    # `make test` and CI do not use it even if it is built: it takes long, and may be of another checkout.
    why = (
        f"no virtual Pi: {LAB} lacks {', '.join(missing)}" if missing else "the virtual Pi was not requested"
    )
    if missing or "PI_BUNCO_TEST_PI" not in os.environ:
        skip = pytest.mark.skip(reason=f"{why}; {HOW}")
        for item in items:
            if "pi" in item.keywords and item.get_closest_marker("pi"):
                item.add_marker(skip)


@pytest.fixture(scope="session")
def truth() -> list[list[int]]:
    """Return the dice of the throws that the camera shows, in order; after the last comes the first again."""
    return render(LAB / "frames")


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory, truth: list[list[int]]) -> Iterator[VirtualPi]:
    """Yield a Pi on which pi-bunco is installed and plays: the same for all tests of a file."""
    assert truth
    folder = tmp_path_factory.mktemp("pi")
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        pi.wait_for_table("the table answers", lambda now: now)
        yield pi


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder for a Pi of a single test; its large card is removed at the end."""
    yield tmp_path
    shutil.rmtree(tmp_path)
