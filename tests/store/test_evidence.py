"""An older state of the log's files is never opened silently while something newer lies beside them."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi_bunco.store import KeptThrows, Log, LogTrouble, Photos, back_up, read_record, restore, salvage
from pi_bunco.store.database import FILE, JOURNAL, SHARED
from pi_bunco.store.witness import NAME as WITNESS

HEADER = {"record": "bunco/1"}
FILES = (FILE, f"{FILE}{JOURNAL}", f"{FILE}{SHARED}", WITNESS)
SUBSETS = [subset for size in range(1, 5) for subset in itertools.combinations(FILES, size)]
PICTURE = b"a JPEG file"
LINES, OLD_LINES = 40, 11

Evidence = Callable[[Path], object]


def back_up_here(state: Path) -> None:
    back_up(state, state / "backups")


def save_photo(state: Path) -> None:
    Photos(state).save(PICTURE, 1, LINES - 1)


def keep_throw(state: Path) -> None:
    photo = state / "photo.jpg"
    photo.write_bytes(b"picture")
    KeptThrows(state, 10).keep(photo, f"1-{LINES - 1}.jpg", {"values": [1, 2, 3]})


@contextmanager
def play_and_copy(state: Path, old: Path) -> Iterator[Log]:
    """Log some lines, copy the log's files as they are while it is open, and log more."""
    with Log(state) as log:
        log.start(HEADER)
        log.append([{"event": "x:a"}] * (OLD_LINES - 1))
        old.mkdir()
        for name in FILES:
            shutil.copy(state / name, old / name)
        log.append([{"event": "x:b"}] * (LINES - OLD_LINES))
        yield log


def put_back(state: Path, old: Path, names: tuple[str, ...]) -> None:
    for name in names:
        shutil.copy(old / name, state / name)


@pytest.fixture
def memory(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder the service's one, with a folder for a second witness."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setattr("pi_bunco.store.witness.SERVICE_STATE", state)
    monkeypatch.setattr("pi_bunco.store.witness.SERVICE_RUNTIME", folder)
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def open_log(state: Path) -> tuple[int, str]:
    """Open a log, and return its number of lines and what it says: a warning or why it was refused."""
    try:
        with Log(state) as log:
            return len(log.record()), str(log.warning or "")
    except LogTrouble as trouble:
        return 0, str(trouble)


@pytest.mark.parametrize("evidence", [back_up_here, save_photo, keep_throw])
@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_older_files_are_reported(
    state: Path, tmp_path: Path, names: tuple[str, ...], evidence: Evidence
) -> None:
    """Whichever of the log's files are put back, it has all its lines, or says that it lacks some."""
    with play_and_copy(state, tmp_path / "old"):
        evidence(state)
    put_back(state, tmp_path / "old", names)
    lines, said = open_log(state)
    assert lines == LINES or said
    if set(names) == set(FILES):
        assert "may lack games" in said


@pytest.mark.usefixtures("memory")
def test_witness_in_memory_sees_older_files(state: Path, tmp_path: Path) -> None:
    """Without backups and photos, the service's second witness shows that older files were put back."""
    with play_and_copy(state, tmp_path / "old"):
        pass
    put_back(state, tmp_path / "old", FILES)
    lines, said = open_log(state)
    assert lines == OLD_LINES
    assert "may lack games: the pages showed event 39 of game 1." in said


def test_removed_folder_begins_anew_with_a_warning(state: Path, memory: Path) -> None:
    """If somebody removes all games, the next start says what was shown before, and plays."""
    with Log(state) as log:
        log.start(HEADER)
    shutil.rmtree(state)
    lines, said = open_log(state)
    assert lines == 0
    assert "may lack games: the pages showed the header of game 1." in said
    assert (memory / WITNESS).exists()


def test_backup_on_stick_sees_older_files(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup on a USB stick counts if it holds the log's last line; one of another table does not."""
    stick = tmp_path / "stick"
    monkeypatch.setattr("pi_bunco.store.evidence.STICK", stick)
    monkeypatch.setattr("pi_bunco.store.evidence.is_stick_mounted", lambda: True)
    with Log(tmp_path / "other") as log:
        log.start({**HEADER, "other": True})
        log.append([{"event": "x:c"}] * 99)
    back_up(tmp_path / "other", stick)
    with play_and_copy(state, tmp_path / "old"):
        pass
    assert open_log(state) == (LINES, "")
    back_up(state, stick)
    put_back(state, tmp_path / "old", FILES)
    assert "holds 40 lines, and the log 11" in open_log(state)[1]


@pytest.mark.usefixtures("memory")
def test_restore_makes_the_older_log_the_right_one(state: Path, tmp_path: Path) -> None:
    """After an older backup was restored, newer ones are no evidence; a later loss is seen again."""
    with play_and_copy(state, tmp_path / "old") as log:
        first = back_up(state, tmp_path / "first")
        log.append([{"event": "x:d"}] * 9)
        for evidence in (back_up_here, save_photo, keep_throw):
            evidence(state)
    assert first is not None
    restore(first.path, state)
    assert open_log(state) == (LINES, "")
    shutil.copytree(state, tmp_path / "restored")
    with Log(state) as log:
        log.append([{"event": "x:e"}] * 2)
    back_up_here(state)
    put_back(state, tmp_path / "restored", (FILE, WITNESS))
    assert "holds 42 lines, and the log 40" in open_log(state)[1]


def test_note_of_a_restore_is_for_that_log_only(state: Path, tmp_path: Path) -> None:
    """If a log that was never restored is put in the place of a restored one, backups count again."""
    with play_and_copy(state, tmp_path / "old"):
        back_up_here(state)
    back_up(tmp_path / "state", tmp_path / "first")
    with Log(tmp_path / "other") as log:
        log.start({**HEADER, "other": True})
    other = back_up(tmp_path / "other", tmp_path / "others")
    assert other is not None
    restore(other.path, state)
    assert open_log(state) == (1, "")
    put_back(state, tmp_path / "old", FILES)
    assert "holds 40 lines, and the log 11" in open_log(state)[1]


def test_salvage_with_a_loss_is_said_once(state: Path, tmp_path: Path) -> None:
    """Pictures of lost lines are set aside with the damaged log, so that the next start does not warn."""
    with play_and_copy(state, tmp_path / "old"):
        save_photo(state)
        keep_throw(state)
    put_back(state, tmp_path / "old", (FILE, f"{FILE}{JOURNAL}", f"{FILE}{SHARED}"))
    with pytest.raises(LogTrouble, match="29 lines are missing"):
        read_record(state)
    saved, aside = salvage(state)
    assert saved.lost == LINES - OLD_LINES
    assert aside == state / "replaced/0001"
    assert open_log(state) == (OLD_LINES, "")
    found = sorted(str(path.relative_to(aside)) for path in aside.rglob("*.jp*g"))
    assert found == ["kept/images/1-39.jpg", "photos/1-39.jpg"]
    assert (aside / "kept/labels.jsonl").exists()


def test_power_cut_after_a_photo_is_no_loss(state: Path) -> None:
    """A photo of the next event, which a power cut prevented, raises no doubt."""
    with Log(state) as log:
        log.start(HEADER)
        Photos(state).save(PICTURE, 1, 1)
    assert open_log(state) == (1, "")
