"""Fixtures of blank Debian systems (roots), used only on request, because each takes minutes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.install.commands import add_next_version
from tests.install.roots import ALL, NATIVE, Root, copy_checkout, make_blank

REQUESTED = os.environ.get("PI_BUNCO_ROOTS", "")
"""``all``, or names of :data:`ALL` separated by commas."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test with a root on each requested root; without one, run it once, so that it is skipped."""
    if "root_name" in metafunc.fixturenames:
        names = [name for name in ALL if name in REQUESTED.split(",") or REQUESTED == "all"]
        metafunc.parametrize("root_name", names or ["none requested"], scope="session")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout, which does not change while the tests run."""
    return copy_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="session")
def root(root_name: str, request: pytest.FixtureRequest) -> Root:
    """Return a blank Debian system, or skip the test."""
    if root_name not in ALL:
        pytest.skip("installs on blank Debian systems, which takes long: make test-install (as root)")
    if os.geteuid() != 0:
        pytest.skip("a Debian system in a folder needs the rights of root")
    needed = ["mmdebstrap", "unshare"]
    if not root_name.endswith(NATIVE):
        needed.append("qemu-aarch64-static")
    missing = [name for name in needed if not shutil.which(name)]
    if missing:
        pytest.skip(f"not here: {', '.join(missing)} (apt: mmdebstrap, qemu-user-static)")
    checkout: Path = request.getfixturevalue("checkout")  # here, so that a skipped test copies nothing
    return make_blank(root_name, checkout)


@pytest.fixture(scope="session")
def bundle_for(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Root], Path]:
    """Return a function that makes the bundle for a root's machine once, as `make bundle` does."""
    bundles: dict[str, Path] = {}

    def make(root: Root) -> Path:
        machine = {"amd64": "x86_64", "arm64": "aarch64"}[root.name.split("-")[1]]
        if machine not in bundles:
            folder = tmp_path_factory.mktemp("bundle") / machine
            tool = root.checkout / "tools" / "bundle.py"
            command: list[str | Path] = [sys.executable, tool, "--to", folder, "--machine", machine]
            subprocess.run(command, check=True, capture_output=True)
            bundles[machine] = folder
        return bundles[machine]

    return make


@pytest.fixture(scope="session")
def bundle(root: Root, bundle_for: Callable[[Root], Path]) -> Path:
    """Return the bundle for the root."""
    return bundle_for(root)


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder for layers, which are large and are removed at the end."""
    folder = tmp_path_factory.mktemp("roots")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def installed(root: Root, scratch: Path) -> tuple[Root, str]:
    """Return a root on which install.sh has run from the checkout, with the network; and its output."""
    layered = root.add_layer(scratch)
    return layered, layered.check_output("/mnt/checkout/install.sh", net=True)


@pytest.fixture(scope="session")
def next_bundle(bundle: Path, root: Root, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bundle together with the next version."""
    return add_next_version(bundle, tmp_path_factory.mktemp("next"), root.checkout)


@pytest.fixture
def ready(installed: tuple[Root, str], scratch: Path) -> Root:
    """Return the installed root with a new layer, so that each test begins with the same system."""
    return installed[0].add_layer(scratch)
