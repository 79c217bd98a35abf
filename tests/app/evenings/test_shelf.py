"""Past evenings are found, summarized once, saved as files, and taken in from files."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.app.evenings import apart
from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.app.evenings.summaries import FILE
from pi_bunco.game.refused import Refused
from pi_bunco.limits import EVENING_BYTES
from pi_bunco.store import Log, read_record
from pi_bunco.store.evening_file import EveningFileTrouble, pack_evening
from pi_bunco.views.evenings import EveningSummary
from pi_bunco.views.league import League
from tests.app.evenings.nights import make_pi, send, stay_here
from tests.app.people.evenings import NEW, play_evening


@pytest.fixture(autouse=True)
def _stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    stay_here(monkeypatch)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which evenings are read for their summaries."""
    noted: list[str] = []
    summarize = apart.summarize

    def note(folder: Path, keys: Sequence[str]) -> list[EveningSummary]:
        noted.extend(keys)
        return summarize(folder, keys)

    monkeypatch.setattr(apart, "summarize", note)
    return noted


def test_each_evening_is_read_once(tmp_path: Path, reads: list[str]) -> None:
    """The list is newest first; only an evening whose lines have changed is read again, by any shelf."""
    shelf = make_pi(tmp_path, 1, 2)
    assert [(each.key, each.date) for each in shelf.list_all().evenings] == [
        ("2", "2026-01-03"),
        ("1", "2026-01-02"),
    ]
    assert reads == ["1", "2"]
    EveningShelf(tmp_path, lambda: 0).list_all()
    assert reads == ["1", "2"]
    with Log(tmp_path) as log:
        log.append([{"event": "room:guests", "waiting": [], "away": []}])
    shelf.list_all()
    assert reads == ["1", "2", "2"]


def test_a_damaged_file_of_summaries_is_made_again(tmp_path: Path, reads: list[str]) -> None:
    """It only saves time."""
    shelf = make_pi(tmp_path, 1)
    before = shelf.list_all()
    (tmp_path / FILE).write_bytes(b"{")
    assert shelf.list_all() == before
    assert reads == ["1", "1"]


def test_many_evenings_are_read_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The running game does not wait for them."""
    monkeypatch.undo()
    shelf = make_pi(tmp_path, 1, 2, 3, 4)
    assert len(shelf.list_all().evenings) == 4
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_while_somebody_plays_another_process_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the running game waits for nothing."""
    make_pi(tmp_path, 1, 2)
    asked: list[object] = []

    def note(make: Callable[..., object], *values: object) -> object:
        asked.append(make)
        return make(*values)

    monkeypatch.setattr("pi_bunco.app.evenings.shelf.run_apart", note)
    for running, expected in ((0, []), (2, [apart.summarize, apart.describe])):
        (tmp_path / FILE).unlink(missing_ok=True)
        shelf = EveningShelf(tmp_path, lambda at=running: at)  # type: ignore[misc] # it takes nothing
        shelf.list_all()
        shelf.describe("1")
        assert asked == expected


def test_the_running_game_and_headers_alone_are_no_past_evenings(tmp_path: Path) -> None:
    """They are not listed, and become so when they are over."""
    make_pi(tmp_path, 1, 2)
    with Log(tmp_path) as log:
        log.start(NEW)
    assert {*EveningShelf(tmp_path, lambda: 2).find_stamps()} == {"1"}
    assert {*EveningShelf(tmp_path, lambda: 3).find_stamps()} == {"1", "2"}


def test_without_a_game_there_are_no_evenings(tmp_path: Path) -> None:
    """Also before the first log."""
    assert EveningShelf(tmp_path, lambda: 0).list_all().evenings == ()


def test_an_evening_goes_to_another_pi_and_back(tmp_path: Path) -> None:
    """On B it is a past evening with its photos; at home it is refused, and nothing is doubled anywhere."""
    there, here = make_pi(tmp_path / "a", 1), make_pi(tmp_path / "b", 7)
    before = (tmp_path / "b/log.sqlite3").read_bytes(), read_record(tmp_path / "b", 1)
    photos = tuple(photo.image for photo in there.describe("1").buncos)
    packed = there.pack("1", photos)
    upload = send(here, packed)
    offered = here.preview(upload)
    assert (offered.summary.winners, offered.photos) == (there.list_all().evenings[0].winners, len(photos))
    assert len(here.list_all().evenings) == 1  # nothing is taken in yet
    key = here.take(upload)
    assert [each.key for each in here.list_all().evenings] == ["1", key]
    assert here.read_record(key) == there.read_record("1")
    assert replace(here.describe(key).summary, key="1") == there.describe("1").summary
    assert all(here.find_photo(key, name) for name in photos)
    assert before == ((tmp_path / "b/log.sqlite3").read_bytes(), read_record(tmp_path / "b", 1))
    back = here.pack(key, photos)
    assert back == packed
    for shelf in (there, here):
        with pytest.raises(Refused, match="here already"):
            shelf.preview(send(shelf, back))
        with pytest.raises(Refused, match="here already"):
            shelf.take(send(shelf, back))
    assert len(there.list_all().evenings) == 1
    assert len(here.list_all().evenings) == 2


def test_an_evening_that_is_also_in_the_log_is_listed_once(tmp_path: Path) -> None:
    """It may come into the log later, as a copy of another Pi's."""
    shelf = make_pi(tmp_path / "b", 7)
    shelf.take(send(shelf, make_pi(tmp_path / "a", 1).pack("1", ())))
    with Log(tmp_path / "b") as log:
        log.copy(play_evening(1, ("Ann", "Bob")))
    assert [each.key for each in shelf.list_all().evenings] == ["1", "2"]


def test_the_game_that_is_played_is_here_already(tmp_path: Path) -> None:
    """It is not doubled by its own file."""
    data = make_pi(tmp_path, 1).pack("1", ())
    shelf = EveningShelf(tmp_path, lambda: 1)
    with pytest.raises(Refused, match="here already"):
        shelf.take(send(shelf, data))


def test_an_imported_evening_is_deleted_for_good(tmp_path: Path) -> None:
    """With its photos, its summary, and what the league has of it."""
    shelf = make_pi(tmp_path / "b", 7)
    guests = ("Zacharias", "Ann")
    key = shelf.take(send(shelf, make_pi(tmp_path / "a", 1, guests=guests).pack("1", ("1-2.jpg",))))
    identity = shelf.list_all().evenings[-1].identity
    shelf.save_league(League(hosts={identity: "Zacharias", "other": "Ann"}, left_out=frozenset({identity})))
    shelf.remove(key)
    assert shelf.get_league() == League(hosts={"other": "Ann"})
    assert [each.key for each in shelf.list_all().evenings] == ["1"]
    assert not [
        path for path in (tmp_path / "b").rglob("*") if path.is_file() and b"Zacharias" in path.read_bytes()
    ]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{}"], "line 1"),
        (['{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}', "rubbish"], "line 2"),
        (["[" * 200_000], "line 1"),
        ([*play_evening(1, ("Ann", "Bob"))[:5], '{"event": "bell"}'], "line 6"),
    ],
)
def test_a_record_that_cannot_be_played_is_refused(tmp_path: Path, lines: list[str], words: str) -> None:
    """The wrong line is named, and nothing is kept."""
    shelf = make_pi(tmp_path, 1)
    with pytest.raises(EveningFileTrouble, match=words):
        shelf.take(send(shelf, pack_evening(lines, {})))
    assert not (tmp_path / "imported").exists()


def test_pieces_must_follow_one_another(tmp_path: Path) -> None:
    """A piece that is missing, of another file, or too much is refused; another file replaces the first."""
    shelf = make_pi(tmp_path, 1)
    shelf.add_piece("first123", 0, b"abc")
    for upload, at in (("first123", 4), ("other123", 3)):
        with pytest.raises(Refused, match="not arrived completely"):
            shelf.add_piece(upload, at, b"d")
    shelf.add_piece("second12", 0, b"x")
    with pytest.raises(Refused, match="not arrived completely"):
        shelf.preview("first123")
    with pytest.raises(Refused, match="too large"):
        shelf.add_piece("second12", 1, bytes(EVENING_BYTES))


def test_an_evening_of_another_version_is_listed_with_its_fault(tmp_path: Path) -> None:
    """It is not lost, and the others are shown."""
    shelf = make_pi(tmp_path, 1)
    with Log(tmp_path) as log:
        log.copy([json.dumps({"record": "bunco/1", "rules": "unheard", "tables": [["Ann", "Bob"]]}), "{}"])
    newest = shelf.list_all().evenings[-1]
    assert (newest.key, newest.title) == ("2", "unheard")
    assert "unheard" in newest.fault


@pytest.mark.parametrize("forgotten", [7, "Ann", {"Ann": 1}, [["Ann"]], None])
def test_a_wrong_list_of_deleted_guests_is_refused(forgotten: object) -> None:
    """Deletions read it, so a file from anybody must have names there."""
    header, *lines = play_evening(1, ("Ann", "Bob"))
    header = json.dumps({**json.loads(header), "forgotten": forgotten})
    with pytest.raises(EveningFileTrouble, match="'forgotten' must be a list of names, not"):
        apart.examine(pack_evening([header, *lines], {}))


def test_one_imported_evening_too_many_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them fit into a backup."""
    monkeypatch.setattr("pi_bunco.app.evenings.shelf.IMPORTED_EVENINGS", 1)
    shelf = make_pi(tmp_path / "b", 7)
    there = make_pi(tmp_path / "a", 1, 2)
    shelf.take(send(shelf, there.pack("1", ())))
    with pytest.raises(Refused, match="no more fit"):
        shelf.preview(send(shelf, there.pack("2", ())))
