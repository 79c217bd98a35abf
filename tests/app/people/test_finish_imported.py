"""A deletion includes evenings that came from other Pis, the summaries, and the league."""

import shutil
import zipfile
from pathlib import Path

import pytest

from pi_bunco.app.background import Backups
from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.app.people.desk import DeletionDesk
from pi_bunco.app.people.finish import finish_wish, renew_while_playing
from pi_bunco.app.people.retention import PhotoRetention, remove_aside
from pi_bunco.app.people.wish import Wish, load_wish, save_wish
from pi_bunco.game.evening_identity import find_identity
from pi_bunco.game.refused import Refused
from pi_bunco.rules import replay
from pi_bunco.store import BACKUPS, Photos, back_up, list_backups, read_record
from pi_bunco.store.forgotten import remove_forgotten
from pi_bunco.store.imported import add_imported, list_imported, read_imported
from pi_bunco.views.evenings import EveningSummary
from pi_bunco.views.league import League
from tests.app.evenings.nights import stay_here
from tests.app.people.evenings import GUEST, find_bytes, make_state, play_evening
from tests.app.people.test_finish import cut_after

ONLY_THERE = "Wanda Quirk"
"""A guest of an imported evening who was never here."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a state with the guest in the log, in two imported evenings, in a summary, and in the league."""
    folder = make_state(tmp_path_factory.mktemp("made") / "state", evenings=2)
    for number, guests in ((21, (GUEST, ONLY_THERE)), (22, ("Ann", GUEST.upper())), (23, ("Bob", "Cy"))):
        lines = play_evening(number, guests)
        add_imported(folder, find_identity(lines), lines, {f"{number}-2.jpg": b"a photo"})
    with pytest.MonkeyPatch.context() as patched:
        stay_here(patched)
        EveningShelf(folder, lambda: 3).list_all()
    shelf = EveningShelf(folder, lambda: 3)
    evenings = shelf.list_all().evenings
    shelf.save_league(League("points", hosts={evenings[0].identity: GUEST, evenings[1].identity: "Ann"}))
    return folder


@pytest.fixture(autouse=True)
def _stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    stay_here(monkeypatch)


@pytest.fixture
def state(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "state"))


def list_cards(folder: Path) -> dict[str, object]:
    """Return the cards of each imported evening without names."""
    games = {each: replay(read_imported(folder, each)).game for each in list_imported(folder)}
    return {each: [*game.players.values()] for each, game in games.items() if game}


def test_no_byte_is_left_of_a_guest_anywhere(state: Path) -> None:
    """One name stands for them in all evenings; scores and identities stay; the league forgets them."""
    shelf, before = EveningShelf(state, lambda: 3), list_cards(state)
    identities = {each.identity for each in shelf.list_all().evenings}
    assert {"evenings.json", "league.json"} <= {*find_bytes(state, GUEST)}
    for left in (
        "imported/.making-x/record.jsonl",
        f"imported/{min(list_imported(state))}/.record.jsonl.new",
    ):
        (state / left).parent.mkdir(exist_ok=True)
        (state / left).write_text(GUEST)
    save_wish(Wish(name=GUEST), state)
    done = finish_wish(state)
    assert done
    assert (done.stage, done.text, done.stands_for, done.evenings) == ("done", "", ("Guest 1",), 4)
    for name in (GUEST, GUEST.upper()):
        assert find_bytes(state, name) == []
    assert list_cards(state) == before
    evenings = EveningShelf(state, lambda: 3).list_all().evenings
    assert {each.identity for each in evenings} == identities
    guests = [guest for each in evenings for guest in each.guests]
    assert {guest.name for guest in guests if guest.is_forgotten} == {"Guest 1"}
    assert shelf.get_league().hosts == {evenings[1].identity: "Ann"}
    assert find_bytes(state, GUEST) == []


def test_a_guest_of_imported_evenings_alone_is_deleted(state: Path) -> None:
    """The page lists them, and they go; the log stays as it is."""
    before = read_record(state, 1)
    desk = DeletionDesk(
        state, Photos(state), None, PhotoRetention(state, Photos(state), 30, lambda: 3), lambda: None
    )
    view = desk.view()
    assert view.imported == 3
    assert ONLY_THERE in [guest.name for guest in view.guests]
    assert desk.plan_guest(ONLY_THERE).evenings == 1
    desk.forget_guest(ONLY_THERE)
    done = finish_wish(state)
    assert done
    assert done.stage == "done"
    assert find_bytes(state, ONLY_THERE) == []
    assert read_record(state, 1) == before


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.nightly)], ids=["some", "each"])
def test_power_cut_leaves_one_name_for_a_guest(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """After a cut at any step the next start completes it, with the same name everywhere."""
    cuts = 0
    while True:
        state = Path(shutil.copytree(made, tmp_path / f"state-{cuts}"))
        save_wish(Wish(name=GUEST), state)
        if not cut_after(cuts, monkeypatch, state):
            break
        cuts += step
        done = finish_wish(state)
        assert done
        assert (done.stage, done.stands_for, done.evenings) == ("done", ("Guest 1",), 4)
        assert find_bytes(state, GUEST) == find_bytes(state, GUEST.upper()) == []
        shutil.rmtree(state)
    assert cuts > 30


def test_the_league_forgets_an_evening_of_the_log(state: Path) -> None:
    """Who hosted an evening goes with it, and so does its summary."""
    shelf = EveningShelf(state, lambda: 3)
    identity = next(each.identity for each in shelf.list_all().evenings if each.key == "1")
    shelf.save_league(League(hosts={identity: "Otto"}, left_out=frozenset({identity})))
    save_wish(Wish(game=1), state)
    finish_wish(state)
    assert shelf.get_league() == League()
    assert find_bytes(state, "Otto") == []


def test_photos_of_imported_evenings_go_like_others(state: Path) -> None:
    """When they are old, or when the host deletes all photos."""
    assert len(find_bytes(state, "a photo")) == 3
    assert remove_aside(state, lambda photo: photo.game == 21) == 1
    assert len(find_bytes(state, "a photo")) == 2
    PhotoRetention(state, Photos(state), 30, lambda: 0).remove_all()
    assert find_bytes(state, "a photo") == []
    assert len(list_imported(state)) == 3


def damage_one(folder: Path) -> str:
    """Damage a byte of an imported evening, and return its identity."""
    identity = min(list_imported(folder))
    record = folder / "imported" / identity / "record.jsonl"
    data = bytearray(record.read_bytes())
    data[500] = 0xFF
    record.write_bytes(data)
    return identity


def test_a_damaged_evening_is_shown_and_can_be_deleted(state: Path) -> None:
    """It hides no page, and a guest, who may be in it, is deleted after it."""
    identity = damage_one(state)
    shelf = EveningShelf(state, lambda: 3)
    assert f"p{identity}" in [each.key for each in shelf.list_all().evenings]
    desk = DeletionDesk(
        state, Photos(state), None, PhotoRetention(state, Photos(state), 30, lambda: 3), lambda: None
    )
    assert desk.view().imported == 3
    with pytest.raises(Refused, match="damaged, so nobody can see which names"):
        desk.plan_guest("Ann")
    save_wish(Wish(name=GUEST), state)
    done = finish_wish(state)
    assert done
    assert done.stage == "refused"
    shelf.remove(f"p{identity}")
    save_wish(Wish(name=GUEST), state)
    done = finish_wish(state)
    assert done
    assert done.stage == "done"
    assert find_bytes(state, GUEST) == []


@pytest.mark.parametrize("header", [b"\xff", b"{}", b"7", b'{"tables": 7}', b""])
def test_an_evening_with_a_damaged_header_is_listed_with_its_fault(state: Path, header: bytes) -> None:
    """Whatever the bytes are, and also if there is no file any more."""
    identity = min(list_imported(state))
    record = state / "imported" / identity / "record.jsonl"
    record.write_bytes(header + record.read_bytes()[record.read_bytes().index(b"\n") :])
    shelf = EveningShelf(state, lambda: 3)
    assert [each.fault != "" for each in shelf.list_all().evenings if each.key == f"p{identity}"] == [True]
    assert shelf.describe(f"p{identity}").summary.fault
    record.unlink()
    record.mkdir()
    assert shelf.describe(f"p{identity}").summary.fault == "its record is damaged"


@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.nightly)], ids=["some", "each"])
def test_an_evening_goes_with_its_imported_copy(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """An evening of the log that also came as a file appears in no list any more, after any power cut."""
    lines = play_evening(1, (GUEST, "Ann"))
    whole = Path(shutil.copytree(made, tmp_path / "whole"))
    add_imported(whole, find_identity(lines), lines, {"1-2.jpg": b"its photo"})
    save_wish(Wish(game=1), whole)
    cuts = 0
    while True:
        state = Path(shutil.copytree(whole, tmp_path / f"state-{cuts}"))
        if not cut_after(cuts, monkeypatch, state):
            break
        cuts += step
        done = finish_wish(state)
        assert done
        assert done.stage == "done"
        identities = [each.identity for each in EveningShelf(state, lambda: 3).list_all().evenings]
        assert find_identity(lines) not in identities
        assert find_bytes(state, "its photo") == []
        shutil.rmtree(state)
    assert cuts > 30


def read_backups(folder: Path) -> str:
    """Return the records of imported evenings in all backups."""
    found = []
    for path in folder.glob("*.zip"):
        with zipfile.ZipFile(path) as archive:
            found += [archive.read(name).decode() for name in archive.namelist() if "imported" in name]
    return "".join(found)


def test_a_deleted_imported_evening_goes_from_the_backups(state: Path, tmp_path: Path) -> None:
    """On the card while a table plays, and on a stick that comes later. Deletions wait for each other."""
    (evening,) = [
        each for each in EveningShelf(state, lambda: 3).list_all().evenings if has(each, ONLY_THERE)
    ]
    backups, stick = state / BACKUPS, tmp_path / "stick"
    for place in (backups, stick):
        back_up(state, place)
        assert ONLY_THERE in read_backups(place)
    maker = Backups(state, lambda: 0)
    EveningShelf(state, lambda: 3, maker.wake).remove(evening.key)
    maker.close()
    assert load_wish(state) == Wish(stage="done", number=1)
    for place in (backups, stick):
        back_up(state, place)
        remove_forgotten(state, place)
        assert ONLY_THERE not in read_backups(place)
        assert len(list_backups(place)) == 1
    save_wish(Wish(name=GUEST), state)
    with pytest.raises(Refused, match="Another deletion"):
        EveningShelf(state, lambda: 3).remove(f"p{min(list_imported(state))}")


def test_the_next_start_renews_the_backups(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the disk does not take is said, and a wish that came meanwhile is not lost."""
    (evening,) = [
        each for each in EveningShelf(state, lambda: 3).list_all().evenings if has(each, ONLY_THERE)
    ]
    back_up(state, state / BACKUPS)
    EveningShelf(state, lambda: 3).remove(evening.key)
    with monkeypatch.context() as patched:
        patched.setattr("pi_bunco.app.people.finish.renew_backups", lambda *_: 1 / 0)
        renew_while_playing(state)
    wish = load_wish(state)
    assert wish
    assert (wish.stage, wish.text) == ("backups", "The program made a mistake (ZeroDivisionError).")
    with monkeypatch.context() as patched:
        asked = Wish(name=GUEST)
        patched.setattr("pi_bunco.app.people.finish.renew_backups", lambda *_: save_wish(asked, state))
        renew_while_playing(state)
    assert load_wish(state) == asked
    done = finish_wish(state)
    assert done
    assert done.stage == "done"
    assert ONLY_THERE not in read_backups(state / BACKUPS)
    assert find_bytes(state, GUEST) == []


def has(evening: EveningSummary, name: str) -> bool:
    """Return whether somebody was in an evening."""
    return name in [guest.name for guest in evening.guests]
