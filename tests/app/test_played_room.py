"""A room that is opened again goes on with its game, and with the pace that the host has chosen."""

from contextlib import AbstractContextManager
from pathlib import Path

from pi_bunco.app.played_room import PlayedRoom, open_room
from pi_bunco.settings.chosen_pace import FILE
from pi_bunco.settings.config import Settings


def open_in(folder: Path, countdown: int = 0) -> AbstractContextManager[PlayedRoom]:
    """Open the room of a folder, without a camera."""
    settings = Settings(camera="none", state_dir=folder, players=("Ann", "Bob"), countdown=countdown)
    return open_room(settings, lambda _: None, lambda: None, [])


def test_a_chosen_countdown_holds_after_a_restart(tmp_path: Path) -> None:
    """Other settings count more than what was chosen before."""
    with open_in(tmp_path, 30) as played:
        assert played.room.countdown == 30
        played.room.choose_countdown(90)
    with open_in(tmp_path, 30) as played:
        assert (played.room.countdown, played.room.view_room().countdown) == (90, 90)
    with open_in(tmp_path, 60) as played:
        assert played.room.countdown == 60


def test_a_countdown_holds_although_it_cannot_be_kept(tmp_path: Path) -> None:
    """The disk refuses the file: the choice counts until the program ends."""
    with open_in(tmp_path) as played:
        (tmp_path / FILE).mkdir()
        played.room.choose_countdown(90)
        assert played.room.countdown == 90
