"""Debian packages for a card: an index that apt itself reads, and servers that do not answer."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.card import debian
from tools.card.debian import Apt, read_wanted, write_index
from tools.card.problem import CardProblem

pytestmark = pytest.mark.skipif(not debian.can_fetch(), reason="this machine has no apt")

CONTROL = (
    "Package: bunco-test\nVersion: 1:2\nArchitecture: arm64\nMaintainer: a <a@b.example>\nDescription: a\n"
)


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a folder with a package whose name has an epoch, as apt writes it, and its index."""
    source, folder = tmp_path / "source" / "DEBIAN", tmp_path / "packages"
    source.mkdir(parents=True)
    folder.mkdir()
    (source / "control").write_text(CONTROL)
    made = folder / "bunco-test_1%3a2_arm64.deb"
    subprocess.run(["dpkg-deb", "--build", source.parent, made], check=True, capture_output=True)
    write_index(folder)
    return folder


@pytest.fixture
def apt(tmp_path: Path, packages: Path) -> Apt:
    """Return an apt that knows this folder only."""
    apt = Apt(tmp_path / "apt", "trixie", "arm64")
    apt._add(f"deb [trusted=yes] file:{packages} ./")
    return apt


def test_apt_takes_packages_from_the_folder(apt: Apt, tmp_path: Path) -> None:
    """Apt finds the package by the index, for another machine than this one."""
    assert apt.offers("bunco-test")
    assert not apt.offers("bunco-other")
    (tmp_path / "to").mkdir()
    apt.download(["bunco-test"], tmp_path / "to")
    assert [file.name for file in (tmp_path / "to").iterdir()] == ["bunco-test_1%3a2_arm64.deb"]


def test_apt_refuses_a_damaged_package(apt: Apt, packages: Path, tmp_path: Path) -> None:
    """A file that is not the one of the index is not taken."""
    (tmp_path / "to").mkdir()
    damaged = next(packages.glob("*.deb"))
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"x")
    with pytest.raises(subprocess.CalledProcessError):
        apt.download(["bunco-test"], tmp_path / "to")


def test_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    """The sentence names the server; the other sources stay in use."""
    apt = Apt(tmp_path, "trixie", "arm64")
    with pytest.raises(CardProblem, match=r"127\.0\.0\.1:9/debian did not answer"):
        apt._add("deb [trusted=yes] http://127.0.0.1:9/debian trixie main")
    assert (tmp_path / "etc/sources.list").read_text() == ""


def test_missing_key_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its key, nothing can be checked, so nothing is fetched."""
    monkeypatch.setattr(debian, "KEYS", ())
    monkeypatch.setattr(debian, "PI_KEYS", ())
    with pytest.raises(CardProblem, match="Debian's key"):
        Apt(tmp_path / "a", "trixie", "arm64").add_debian()
    with pytest.raises(CardProblem, match="Raspberry Pi's packages"):
        Apt(tmp_path / "b", "trixie", "arm64").add_raspberry_pi()


@pytest.mark.skipif(shutil.which("bash") is None, reason="this machine has no Bash")
def test_wanted_packages_are_those_of_the_installer() -> None:
    """The list is install.sh's own, so it cannot become out of date."""
    assert {"mosquitto", "python3-venv", "python3-picamera2"} <= set(read_wanted())
