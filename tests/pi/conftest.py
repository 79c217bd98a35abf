"""The virtual Pi for the tests; without it they are skipped, which is not passed."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi.frames import render
from tests.pi.virtualpi import LAB, VirtualPi

HOW = "sudo make test-pi builds it and runs this; the first time takes a while"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the virtual Pi where none stands, and say how one comes to stand."""
    missing = [name for name in ("linux", "pi4.dtb", "blank.ext4", "ready.ext4") if not (LAB / name).exists()]
    # `make test` and CI leave it alone even where one stands: it takes long, and may be of another checkout.
    why = (
        f"no virtual Pi: {LAB} lacks {', '.join(missing)}" if missing else "the virtual Pi was not asked for"
    )
    if missing or "PI_BUNCO_TEST_PI" not in os.environ:
        skip = pytest.mark.skip(reason=f"{why}; {HOW}")
        for item in items:
            if "pi" in item.keywords and item.get_closest_marker("pi"):
                item.add_marker(skip)


@pytest.fixture(scope="session")
def truth() -> list[list[int]]:
    """Return the throws that the camera sees, in their order; after the last comes the first again."""
    return render(LAB / "frames")


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory, truth: list[list[int]]) -> Iterator[VirtualPi]:
    """Yield a Pi on which pi-bunco is installed, and plays: one for all tests of a file."""
    assert truth
    folder = tmp_path_factory.mktemp("pi")
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        pi.until_table("the table answers", lambda now: now)
        yield pi


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder for a Pi of a test's own; its card is large and goes away at once."""
    yield tmp_path
    shutil.rmtree(tmp_path)
