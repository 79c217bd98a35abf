"""The desk says what is stored, and asks for a deletion only if it is possible."""

import shutil
from pathlib import Path

import pytest

from pi_bunco.app.people.desk import DeletionDesk
from pi_bunco.app.people.retention import PhotoRetention
from pi_bunco.app.people.wish import Wish, load_wish, save_wish
from pi_bunco.game.refused import Refused
from pi_bunco.store import KeptThrows, Photos
from tests.app.people.evenings import GUEST, make_state


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_state(tmp_path_factory.mktemp("made") / "state")


class Desk:
    """A desk whose table plays game 4, and which counts its restarts."""

    def __init__(self, folder: Path) -> None:
        self.restarts = 0
        photos = Photos(folder)
        kept = KeptThrows(folder, 10)
        kept.keep(folder / "photos/1-2.jpg", "1-2.jpg", {"values": [1, 2, 3]})
        retention = PhotoRetention(folder, photos, 30, lambda: 4)
        self.desk = DeletionDesk(folder, photos, kept, retention, self._restart)

    def _restart(self) -> None:
        self.restarts += 1


@pytest.fixture
def table(made: Path, tmp_path: Path) -> Desk:
    return Desk(Path(shutil.copytree(made, tmp_path / "state")))


def test_all_that_is_stored_is_shown(table: Desk) -> None:
    """Guests, evenings, photos, kept pictures, backups and older logs are counted."""
    view = table.desk.view()
    assert [(guest.name, guest.evenings) for guest in view.guests] == [
        ("Bob", 1),
        ("Cy", 1),
        (GUEST, 2),
        ("Ann", 2),
        ("Olga", 0),
        ("Peter", 0),
    ]
    assert [(each.game, each.photos, each.is_running, each.is_demo) for each in view.evenings] == [
        (4, 0, True, True),
        (3, 0, False, False),
        (2, 1, False, False),
        (1, 2, False, False),
    ]
    assert (view.photos.count, view.photos.days, view.kept) == (3, 30, 1)
    assert [(each.on_stick, each.count) for each in view.backups] == [(False, 2)]
    assert view.copies == ("replaced", "followed", "followed-1")
    assert view.deletion is None


def test_a_deletion_begins_with_a_restart(table: Desk) -> None:
    """The plan says what would happen; the wish is written, and the program starts again."""
    plan = table.desk.plan_guest(GUEST)
    assert (plan.evenings, plan.stands_for) == (2, "Guest 1")
    assert load_wish(table.desk.folder) is None
    table.desk.forget_guest(GUEST)
    assert load_wish(table.desk.folder) == Wish(name=GUEST)
    assert table.restarts == 1


def test_only_one_deletion_at_a_time(table: Desk) -> None:
    """While one is open, another is refused; one that is not begun can be given up."""
    save_wish(Wish(name=GUEST, text="The card is full.", remedy="Make room."), table.desk.folder)
    shown = table.desk.view().deletion
    assert shown
    assert (shown.is_done, shown.text) == (False, "The card is full.")
    with pytest.raises(Refused, match="Another deletion"):
        table.desk.forget_game(1)
    table.desk.give_up()
    assert table.desk.view().deletion is None
    table.desk.forget_game(1)
    assert table.restarts == 1


def test_a_deletion_that_has_begun_is_not_given_up(table: Desk) -> None:
    """The log may have changed already, so the next start completes it."""
    wish = Wish(name=GUEST, number=1, text="The card is full.")
    save_wish(wish, table.desk.folder)
    table.desk.give_up()
    assert load_wish(table.desk.folder) == wish
    table.desk.try_again()
    assert table.restarts == 1


def test_photos_go_at_once(table: Desk) -> None:
    """Ticked photos go without a restart, all of them too, and those for learning on their own."""
    desk = table.desk
    desk.forget_photos(["1-2.jpg"])
    assert [photo.name for photo in desk.list_photos(1)] == ["1-3.jpg"]
    assert desk.view().kept == 1
    assert desk.forget_all_photos() == 2
    desk.forget_kept()
    assert (desk.view().photos.count, desk.view().kept, table.restarts) == (0, 0, 0)


def test_photos_of_the_running_game_stay(table: Desk) -> None:
    """Somebody may still ask for them, so nobody can delete them."""
    table.desk.photos.save(b"\xff\xd8\xff", 4, 2)
    with pytest.raises(Refused, match="being played"):
        table.desk.forget_photos(["4-2.jpg"])
    table.desk.forget_all_photos()
    assert [photo.name for photo in table.desk.list_photos(4)] == ["4-2.jpg"]


@pytest.mark.parametrize("game", [4, 9])
def test_what_cannot_be_deleted_is_refused_before_it_is_asked(table: Desk, game: int) -> None:
    """The page asks nothing that would be refused afterwards."""
    with pytest.raises(Refused):
        table.desk.plan_game(game)
