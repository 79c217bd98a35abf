"""An evening that was deleted has one line, with which neither its table nor a copy of its log goes on."""

from pathlib import Path

from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.keeper import Keeper
from pi_bunco.store import Log, Photos
from pi_bunco.store.deleted import DELETED_LINE

HEADER = '{"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}'
BELL = '{"event": "bell", "by": "tap"}'


def test_a_table_begins_anew_after_its_last_evening_was_deleted(tmp_path: Path) -> None:
    """An earlier game that is not over does not go on instead."""
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL])
        log.copy([DELETED_LINE])
        keeper = Keeper(log, Photos(tmp_path))
        assert keeper.finished
        assert keeper.number == 2


def test_a_copy_takes_deleted_evenings(tmp_path: Path) -> None:
    """A Pi that joins gets all lines, shows the games that are there, and counts no deleted one."""
    with Log(tmp_path / "head") as head:
        for lines in ([DELETED_LINE], [HEADER, BELL], [DELETED_LINE], [HEADER]):
            head.copy(lines)
    with Log(tmp_path / "head") as head, Log(tmp_path / "copy") as log:
        keeper = CopyKeeper(log, Photos(tmp_path / "copy"))
        games = {1: [DELETED_LINE], 2: [HEADER, BELL], 3: [DELETED_LINE], 4: [HEADER]}
        rows = head._database.execute("SELECT game, max(seq), sum FROM seal GROUP BY game").fetchall()
        for game, _, seal in rows:
            keeper.take(game, 0, games[game], seal)
            assert keeper.has_game == (game > 1)
            assert keeper.unreadable is None
        assert log.head == head.head
