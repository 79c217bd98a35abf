"""A deletion is complete: no byte is left of a name, the scores stay, and a power cut only delays it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.cookies import make_key
from pi_bunco.access.devices import Device
from pi_bunco.access.file import AccessFile, SavedAccess
from pi_bunco.access.roles import HOST
from pi_bunco.app.people.finish import finish_wish
from pi_bunco.app.people.wish import FILE, Wish, load_wish, save_wish
from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, save_state
from pi_bunco.rules import replay
from pi_bunco.store import BACKUPS, BackupTrouble, Log, back_up, list_backups, list_games, read_record
from tests.app.people.evenings import GUEST, NEW, find_bytes, make_state, play_evening


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_state(tmp_path_factory.mktemp("made") / "state")


@pytest.fixture
def state(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "state"))


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Plug in a stick."""
    folder = tmp_path / "stick/pi-bunco"
    folder.parent.mkdir()
    for module in ("pi_bunco.app.people.finish", "pi_bunco.store.evidence"):
        monkeypatch.setattr(f"{module}.STICK", folder)
        monkeypatch.setattr(f"{module}.is_stick_mounted", lambda: True)
    return folder


def list_scores(folder: Path) -> dict[int, list[Any]]:
    """Return the cards of each game without names, in the order of the players."""
    return {
        number: [*game.players.values()]
        for number in list_games(folder)
        if (game := replay(read_record(folder, number)).game)
    }


def finish(folder: Path, wish: Wish) -> Wish:
    save_wish(wish, folder)
    done = finish_wish(folder)
    assert done == load_wish(folder)
    assert done is not None
    return done


def test_no_byte_is_left_of_a_guest(state: Path, stick: Path) -> None:
    """The name stands in no file of the card and of the stick, also packed; all scores are as before."""
    back_up(state, stick)
    AccessFile(state).save(
        SavedAccess(make_key(), devices=(Device("one", "AB", HOST, HOST, 1.0, f"phone of {GUEST}"),))
    )
    for name in ("welcome.json", "welcome-damaged.json"):
        (state / name).write_text(f'{{"ticked": ["{GUEST}"]}}', "utf-8")
    scores = list_scores(state)
    assert len(find_bytes(state, GUEST)) > 6
    assert find_bytes(stick, GUEST)
    done = finish(state, Wish(name=GUEST))
    assert (done.stage, done.text, done.stands_for, done.evenings) == ("done", "", ("Guest 1",), 2)
    assert find_bytes(state, GUEST) == find_bytes(stick, GUEST) == []
    assert list_scores(state) == scores
    assert len(list_backups(state / BACKUPS)) == len(list_backups(stick)) == 1
    with Log(state) as log:
        assert (log.warning, log.game) == (None, 4)


def test_no_byte_is_left_of_an_evening(state: Path) -> None:
    """The evening is gone with its photos; the others keep their numbers, their photos and their scores."""
    scores = list_scores(state)
    done = finish(state, Wish(game=1))
    assert (done.stage, done.photos) == ("done", 2)
    assert find_bytes(state, "1-3.jpg") == []
    assert list_scores(state) == {number: scores[number] for number in (2, 3, 4)}
    assert [path.name for path in (state / "photos").iterdir()] == ["2-2.jpg"]
    with Log(state) as log:
        assert log.warning is None


def test_the_wish_is_private_and_loses_the_name(state: Path) -> None:
    """Only the owner may read the name, and only until the log is without it."""
    save_wish(Wish(name=GUEST), state)
    assert (state / FILE).stat().st_mode & 0o777 == 0o600
    finish_wish(state)
    assert (state / FILE).stat().st_mode & 0o777 == 0o600
    assert GUEST not in (state / FILE).read_text()


class PowerCut(BaseException):
    """Ends a program at once, as a power cut does: no handler of errors may run on."""


CALLS: tuple[tuple[Any, str], ...] = (
    (os, "replace"),
    (os, "fsync"),
    (os, "fdatasync"),
    (os, "unlink"),
    (os, "rmdir"),
    (os, "mkdir"),
)


def cut_after(count: int, monkeypatch: pytest.MonkeyPatch, folder: Path) -> bool:
    """Do what is wished, with a power cut before the call of this number; return whether it came."""
    left = [count]

    def count_down(call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise PowerCut
            left[0] -= 1
            return call(*args, **named)

        return counted

    with monkeypatch.context() as patched:
        for module, name in CALLS:
            patched.setattr(module, name, count_down(getattr(module, name)))
        try:
            finish_wish(folder)
        except PowerCut:
            return True
    return False


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.nightly)], ids=["some", "each"])
@pytest.mark.parametrize(
    "wish",
    [pytest.param(Wish(name=GUEST), marks=pytest.mark.nightly), Wish(game=1)],
    ids=["guest", "evening"],
)
def test_power_cut_at_each_step(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: Wish, step: int
) -> None:
    """After a cut at any step the log is whole, old or new, and the next start completes the deletion."""
    scores = list_scores(made)
    kept = {number: each for number, each in scores.items() if number != wish.game}
    cuts, was_old, was_new = 0, False, False
    while True:
        state = Path(shutil.copytree(made, tmp_path / f"state-{cuts}"))
        save_wish(wish, state)
        if not cut_after(cuts, monkeypatch, state):
            break
        cuts += step
        found = list_scores(state)
        assert found in (scores, kept)
        is_old = bool(find_bytes(state / "photos", "1-3.jpg")) if wish.game else found == scores
        was_old, was_new = was_old or is_old, was_new or found == kept
        done = finish_wish(state)
        assert done
        assert done.stage == "done", done
        assert done.stands_for == (() if wish.game else ("Guest 1",))
        assert find_bytes(state, GUEST if wish.name else "1-3.jpg") == []
        assert list_scores(state) == kept
        assert len(list_backups(state / BACKUPS)) == 1
        with Log(state) as log:
            assert log.warning is None
        shutil.rmtree(state)
    assert cuts > 30
    assert was_old
    assert was_new


def test_old_backups_stay_without_a_new_one(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no new backup can be made, the old ones stay, the wish says why, and the next start tries again."""

    def fail(*_: object) -> None:
        raise BackupTrouble("The backup cannot be written.", "Make room there.")

    before = list_backups(state / BACKUPS)
    with monkeypatch.context() as patched:
        patched.setattr("pi_bunco.store.forgotten.back_up", fail)
        done = finish(state, Wish(name=GUEST))
    assert (done.stage, done.name, done.text) == ("backups", "", "The backup cannot be written.")
    assert list_backups(state / BACKUPS) == before
    again = finish_wish(state)
    assert again
    assert (again.stage, again.text) == ("done", "")
    assert find_bytes(state, GUEST) == []


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (Wish(name="Olga"), "Olga is in the game that the pages show now."),
        (Wish(name="Nobody"), "Nobody called Nobody is in the log."),
        (Wish(name="ghost 1"), "ghost 1 is a ghost, not a guest."),
        (Wish(game=4), "This evening is being played."),
        (Wish(game=9), "There is no evening 9."),
    ],
)
def test_what_cannot_be_deleted_is_refused(state: Path, wish: Wish, text: str) -> None:
    """The game that is being played stays, and a wrong name or number changes nothing."""
    before = [read_record(state, number) for number in (1, 2, 3, 4)]
    done = finish(state, wish)
    assert (done.stage, done.text) == ("refused", text)
    assert done.remedy
    assert [read_record(state, number) for number in (1, 2, 3, 4)] == before
    assert len(list_backups(state / BACKUPS)) == 2


def test_other_pis_must_go_first(state: Path) -> None:
    """While another Pi has a copy of the log, nothing is deleted, and the page says what to do."""
    (state / FOLDER).mkdir()
    save_state(HeadState(8884, members=("hall",)), state / FOLDER / HEAD_FILE)
    done = finish(state, Wish(name=GUEST))
    assert (done.stage, done.text) == ("refused", "Other Pis follow this one, and have copies of its games.")
    assert find_bytes(state / BACKUPS, GUEST)


def test_the_last_evening_can_be_deleted_after_it(state: Path) -> None:
    """A table whose last evening was deleted begins a new game, and goes on with no earlier one."""
    with Log(state) as log:
        log.copy(play_evening(5, ("Ann", "Bob", "Cy", "Di"), "classic"))
    assert finish(state, Wish(game=5)).stage == "done"
    with Log(state) as log:
        assert log.record() == [{"record": "bunco/1", "deleted": True}]
        log.start(NEW)
        assert log.game == 6


def test_settings_that_name_the_guest_are_said(state: Path) -> None:
    """The settings are not the program's to change, so the result says that they still have the name."""
    save_wish(Wish(name=GUEST), state)
    done = finish_wish(state, listed=("Ann", GUEST.upper()))
    assert done
    assert done.listed


def test_no_fault_of_the_program_ends_it(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a deletion meets, the table starts, and the page says that it is not done."""

    def fail(*_: object) -> None:
        raise TypeError(GUEST)

    monkeypatch.setattr("pi_bunco.app.people.finish.rename", fail)
    done = finish(state, Wish(name=GUEST))
    assert (done.stage, done.text) == ("asked", "The program made a mistake (TypeError).")
    assert "support-bundle" in done.remedy


@pytest.mark.parametrize("wish", [Wish(name=GUEST), Wish(game=1)], ids=["guest", "evening"])
def test_all_answers_of_the_welcome_go(state: Path, wish: Wish) -> None:
    """A name may be spelled otherwise there, and JSON writes a letter in several ways."""
    names = ("welcome.json", "welcome-damaged.json")
    for name in names:
        (state / name).write_text('{"typed": "Zoe\\u0308  Quirk"}')
    assert finish(state, wish).stage == "done"
    assert not any((state / name).exists() for name in names)
