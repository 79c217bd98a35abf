"""A card is prepared whole or not at all, and what the imager wrote stays byte for byte."""

import errno
import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Never

import pytest

from tests.tools.imager import FIRST_RUN, write_bookworm, write_trixie
from tools.card.boot_partition import prepare
from tools.card.folder import TOP, assemble
from tools.card.problem import CardProblem


def read_all(folder: Path) -> dict[str, bytes]:
    """Return the content of each file below a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder as the tool makes it, with a small bundle."""
    bundle = tmp_path / "bundle"
    (bundle / "wheels").mkdir(parents=True)
    (bundle / "wheels" / "pi_bunco-1.0.0-py3-none-any.whl").write_bytes(b"wheel")
    (bundle / "install.sh").write_text("exit 0\n")
    assemble(bundle, tmp_path / "folder", ("trixie",))
    return tmp_path / "folder"


def test_card_with_cloud_init_only_gets_more_files(tmp_path: Path, folder: Path) -> None:
    """All files of the imager are the same afterwards, and a second time changes nothing."""
    card = write_trixie(tmp_path / "bootfs")
    before = read_all(card)
    done = prepare(card, folder)
    after = read_all(card)
    assert (done.cloud_init, done.changed) == (True, ("vendor-data",))
    assert {name: after[name] for name in before} == before
    assert {name: after[name] for name in read_all(folder)} == read_all(folder)
    assert prepare(card, folder).changed == ()
    assert read_all(card) == after


def test_the_picture_shows_what_the_folder_contains(folder: Path) -> None:
    """The builder's guide shows each of its names twice: in the folder, and on the drive after the copy."""
    drawing = (TOP / "docs/images/copy-card.svg").read_text(encoding="utf-8")
    assert all(drawing.count(f">{path.name}</text>") == 2 for path in folder.iterdir())


def test_card_copied_by_hand_is_the_same(tmp_path: Path, folder: Path) -> None:
    """People who only copy the files get the same card as from the tool."""
    by_hand, by_tool = write_trixie(tmp_path / "hand"), write_trixie(tmp_path / "tool")
    shutil.copytree(folder, by_hand, dirs_exist_ok=True)
    prepare(by_tool, folder)
    assert read_all(by_hand) == read_all(by_tool)


@pytest.mark.parametrize("name", ["user-data", "meta-data"])
def test_missing_seed_is_added(tmp_path: Path, folder: Path, name: str) -> None:
    """cloud-init reads nothing at all if one of the two is missing."""
    card = write_trixie(tmp_path / "bootfs")
    (card / name).unlink()
    assert set(prepare(card, folder).changed) == {name, "vendor-data"}
    assert (card / name).stat().st_size


def test_card_with_firstrun_keeps_it(tmp_path: Path, folder: Path) -> None:
    """On Debian 12 only firstrun.sh gets our lines."""
    card = write_bookworm(tmp_path / "bootfs")
    before = read_all(card)
    done = prepare(card, folder)
    assert (done.cloud_init, done.changed) == (False, ("firstrun.sh",))
    after = read_all(card)
    assert after["cmdline.txt"] == before["cmdline.txt"]
    assert FIRST_RUN.splitlines()[-1] == after["firstrun.sh"].splitlines()[-1]
    assert prepare(card, folder).changed == ()


def test_card_without_customisation_gets_both(tmp_path: Path, folder: Path) -> None:
    """If the imager wrote no firstrun.sh, the card gets one, and the line that starts it, in this order."""
    card = write_bookworm(tmp_path / "bootfs", customised=False)
    assert prepare(card, folder).changed == ("firstrun.sh", "cmdline.txt")


@pytest.mark.parametrize("what", ["nothing", "empty", "file"])
def test_other_places_are_refused(tmp_path: Path, folder: Path, what: str) -> None:
    """A folder that is no boot partition is named, with the remedy, and nothing is written there."""
    place = tmp_path / "Fotos für Zoë"
    if what == "empty":
        place.mkdir()
    elif what == "file":
        place.write_text("")
    with pytest.raises(CardProblem, match="Fotos für Zoë") as caught:
        prepare(place, folder)
    assert "bootfs" in caught.value.remedy
    assert read_all(place) == {}


def test_small_card_is_refused_before_the_first_byte(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too little space is found before anything is written."""
    card = write_trixie(tmp_path / "bootfs")
    before = read_all(card)
    usage = SimpleNamespace(free=4 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(CardProblem, match="4 MB are free") as caught:
        prepare(card, folder)
    assert "--system" in caught.value.remedy
    assert read_all(card) == before


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, ("is full", "Delete")),
        (errno.EROFS, ("Nothing can be written", "lock")),
        (errno.EACCES, ("Nothing can be written", "administrator")),
        (errno.EIO, ("could not be written", "another card")),
    ],
)
def test_card_that_fails_is_explained(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: tuple[str, str]
) -> None:
    """A full, locked or broken card is named with what to do; what starts everything is not there yet."""
    card = write_trixie(tmp_path / "bootfs")

    def fail(*_: object) -> Never:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(shutil, "copyfile", fail)
    with pytest.raises(CardProblem, match=words[0]) as caught:
        prepare(card, folder)
    assert words[1] in caught.value.remedy
    assert not (card / "vendor-data").exists()
