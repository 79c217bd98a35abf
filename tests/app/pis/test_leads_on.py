"""A far Pi that has become the head goes on with the room's game; its own settings begin none."""

from pathlib import Path
from random import Random

import pytest

from pi_bunco.app.pis.leading import take_cameras
from pi_bunco.app.play import play
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.moment import find_moment
from pi_bunco.link.authority import Authority
from pi_bunco.link.broker import find_free_port
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.state import FAR_FILE, FOLDER, HEAD_FILE, FarState, HeadState, save_state
from pi_bunco.settings.config import Settings
from pi_bunco.store import Log, Photos
from tests.app.pis.test_head import needs_mosquitto
from tests.link.certificates import join

pytestmark = needs_mosquitto


def finish(keeper: Keeper) -> None:
    """Play until the game is over."""
    chance = Random(1)
    for face in range(1, 7):
        if face > 1:
            keeper.handle(RingBell())
        keeper.handle(EnterDice((face, face, face)))
    while not keeper.finished:
        count = find_moment(keeper.book).tables[0].dice
        keeper.handle(EnterDice(tuple(chance.choices(range(1, 7), k=count))))


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("new", [False, True])
def test_the_rooms_game_goes_on(tmp_path: Path, *, over: bool, new: bool) -> None:
    """Neither a game that is over nor ``--new`` lets it begin a game with its own players."""
    folder = tmp_path / "copy"
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        keeper.handle(NewGame("boxed", ("Xi", "Yo"), sets=1))
        keeper.handle(RingBell())
        if over:
            finish(keeper)
    join(Authority(tmp_path / "room"), folder / FOLDER, "hall")
    save_state(FarState("http://127.0.0.1:1/", 8883), folder / FOLDER / FAR_FILE)
    begun = (LinePlace(1, 1, "a" * 32),)
    save_state(HeadState(find_free_port(), term=2, name="hall", begun=begun), folder / FOLDER / HEAD_FILE)
    settings = Settings(state_dir=folder, camera="none", port=0, host="127.0.0.1", new=new)
    with play(take_cameras(settings)) as playing:
        assert playing.room.view_room().tables[0].seats == ("Xi", "Yo")
        assert playing.room.view().phase == ("over" if over else "playing")
