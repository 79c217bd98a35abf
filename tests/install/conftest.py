"""Blank roots, and what is installed on them: only where somebody asks, since each takes minutes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.install.roots import ALL, NATIVE, Root, blank, copy_checkout
from tests.install.said import with_next

ASKED = os.environ.get("PI_BUNCO_ROOTS", "")
"""``all``, or names of :data:`ALL` with commas between."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that takes a root on each that was asked for; without any, once, to say why not."""
    if "root_name" in metafunc.fixturenames:
        names = [name for name in ALL if name in ASKED.split(",") or ASKED == "all"]
        metafunc.parametrize("root_name", names or ["none asked for"], scope="session")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout that stays as it is."""
    return copy_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="session")
def root(root_name: str, request: pytest.FixtureRequest) -> Root:
    """Return a blank Debian."""
    if root_name not in ALL:
        pytest.skip("installs on blank Debian systems, which takes long: make test-install (as root)")
    if os.geteuid() != 0:
        pytest.skip("a Debian in a folder needs root")
    needed = ["mmdebstrap", "unshare"]
    if not root_name.endswith(NATIVE):
        needed.append("qemu-aarch64-static")
    missing = [name for name in needed if not shutil.which(name)]
    if missing:
        pytest.skip(f"not here: {', '.join(missing)} (apt: mmdebstrap, qemu-user-static)")
    checkout: Path = request.getfixturevalue("checkout")  # only now: a skipped test copies nothing
    return blank(root_name, checkout)


@pytest.fixture(scope="session")
def bundle_for(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Root], Path]:
    """Return what `make bundle` makes, for a root's machine."""
    made: dict[str, Path] = {}

    def make(root: Root) -> Path:
        machine = {"amd64": "x86_64", "arm64": "aarch64"}[root.name.split("-")[1]]
        if machine not in made:
            folder = tmp_path_factory.mktemp("bundle") / machine
            tool = root.checkout / "tools" / "bundle.py"
            command: list[str | Path] = [sys.executable, tool, "--to", folder, "--machine", machine]
            subprocess.run(command, check=True, capture_output=True)
            made[machine] = folder
        return made[machine]

    return make


@pytest.fixture(scope="session")
def bundle(root: Root, bundle_for: Callable[[Root], Path]) -> Path:
    """Return the bundle for the root."""
    return bundle_for(root)


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder for layers, which are large: they go at the end."""
    folder = tmp_path_factory.mktemp("roots")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def installed(root: Root, scratch: Path) -> tuple[Root, str]:
    """Return a root on which install.sh was run from the checkout, by the network; and what it printed."""
    there = root.above(scratch)
    return there, there.said("/mnt/checkout/install.sh", net=True)


@pytest.fixture(scope="session")
def next_bundle(bundle: Path, root: Root, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bundle with the next version beside it."""
    return with_next(bundle, tmp_path_factory.mktemp("next"), root.checkout)


@pytest.fixture
def ready(installed: tuple[Root, str], scratch: Path) -> Root:
    """Return the same for one test alone: what it does there is gone afterwards."""
    return installed[0].above(scratch)
