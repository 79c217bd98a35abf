"""What was played with version 0.1 is there after an update, and its unfinished game goes on.

``log-0.1.zip`` has the log of a 0.1 of 22 November 2026, before lines had seals. Two games were tapped at
its page, with throws undone and corrected: a whole one by the boxed sheet, and a classic one until the
program was killed, so that the write-ahead file lies beside the log. ``game-N.json``, ``.table`` and
``.cards`` are what its own ``pi-bunco replay`` printed of them.
"""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from pi_bunco.app.play import play
from pi_bunco.cli import cli
from pi_bunco.config import NO_CAMERA, Settings
from pi_bunco.store import BACKUPS, back_up

KEPT = Path(__file__).with_name("log-0.1.zip")
WHOLE, UNFINISHED = 1, 2


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder as 0.1 left it."""
    folder = tmp_path / "state"
    with zipfile.ZipFile(KEPT) as kept:
        for name in ("log.sqlite3", "log.sqlite3-wal"):
            kept.extract(name, folder)
    return folder


def lines(state: Path) -> list[tuple[int, int, str]]:
    with closing(sqlite3.connect(state / "log.sqlite3")) as database:
        return database.execute("SELECT game, seq, body FROM line ORDER BY game, seq").fetchall()


def run(*words: str | Path, typed: str = "") -> str:
    done = CliRunner().invoke(cli, [str(word) for word in words], input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def replay(state: Path, game: int, form: str) -> str:
    """Return what the program prints now of a game of the log."""
    record = run("record", "--state-dir", state, "--game", str(game))
    return run("replay", "-", f"--{form}", typed=record)


def ask(address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=10) as answer:
        return json.load(answer)


def go_on(state: Path) -> tuple[Any, Any]:
    """Start the table on the folder, throw, undo that, throw again; return the table before and after."""
    with play(Settings(camera=NO_CAMERA, state_dir=state, port=0)) as playing:
        api = f"http://127.0.0.1:{playing.server.port}/api/table/1"
        before = ask(api)
        ask(f"{api}/enter", {"dice": [1, 3, 4]})
        ask(f"{api}/undo", {"seq": ask(api)["can"]["undo"]["seq"]})
        return before, ask(f"{api}/enter", {"dice": [2, 2, 6]})


def check_results(state: Path, game: int) -> None:
    """See that results, tallies and score cards are those that 0.1 printed."""
    with zipfile.ZipFile(KEPT) as kept:
        for form in ("json", "table", "cards"):
            assert replay(state, game, form) == kept.read(f"game-{game}.{form}").decode(), form


def test_results_and_cards_are_those_of_0_1(state: Path) -> None:
    """Of the whole game and of the unfinished one, before anything new has written into the log."""
    check_results(state, WHOLE)
    check_results(state, UNFINISHED)


def test_the_unfinished_game_goes_on(state: Path) -> None:
    """With its seats and scores; no line of 0.1 is changed, and what is new stands after them."""
    logged = lines(state)
    before, after = go_on(state)
    assert (before["phase"], before["round"], before["set"]) == ("playing", 2, 1)
    assert [player["name"] for player in before["players"]] == ["Ann", "Di", "Bob", "Cy"]
    assert [team["score"] for team in before["sides"]] == [14, 13]
    assert [team["score"] for team in after["sides"]] in ([16, 13], [14, 15])
    now = lines(state)
    assert now[: len(logged)] == logged
    assert [json.loads(body)["event"] for _, _, body in now[len(logged) :]] == ["throw", "void", "throw"]
    check_results(state, WHOLE)


def test_a_backup_holds_both_games(state: Path, tmp_path: Path) -> None:
    """Before the first start of the new version, and after a restore the game goes on."""
    logged = lines(state)
    back_up(state, state / BACKUPS)
    (backup,) = (state / BACKUPS).glob("*.zip")
    run("restore", backup, "--state-dir", tmp_path / "other")
    assert lines(tmp_path / "other") == logged
    go_on(tmp_path / "other")


def test_the_way_back_and_forward_again(state: Path) -> None:
    """0.1 adds lines without seals after those that have them; they are taken as its others were."""
    go_on(state)
    with closing(sqlite3.connect(state / "log.sqlite3")) as database, database:
        game, seq = database.execute(
            "SELECT game, max(seq) FROM line WHERE game = ?", (UNFINISHED,)
        ).fetchone()
        throw = '{"event": "throw", "table": 1, "dice": [1, 3, 4], "by": "tap"}'
        database.execute("INSERT INTO line VALUES (?, ?, ?)", (game, seq + 1, throw))
    played = lines(state)
    go_on(state)
    assert lines(state)[: len(played)] == played
