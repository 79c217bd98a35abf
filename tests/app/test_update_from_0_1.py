"""Games of version 0.1 are kept by an update, and an unfinished one goes on.

``log-0.1.zip`` contains a log of version 0.1 of 22 November 2026, when lines had no seals yet. It has two
games that people tapped, with throws undone and corrected: a whole game by the boxed sheet, and a classic
game until the program was killed, so that there is a write-ahead file beside the log. ``game-N.json`` and
``game-N.table`` are the output of that version's ``pi-bunco replay``.
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
from pi_bunco.settings.config import NO_CAMERA, Settings
from pi_bunco.store import BACKUPS, back_up

ARCHIVE = Path(__file__).with_name("log-0.1.zip")
WHOLE, UNFINISHED = 1, 2


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder of version 0.1."""
    folder = tmp_path / "state"
    with zipfile.ZipFile(ARCHIVE) as archive:
        for name in ("log.sqlite3", "log.sqlite3-wal"):
            archive.extract(name, folder)
    return folder


def read_lines(state: Path) -> list[tuple[int, int, str]]:
    with closing(sqlite3.connect(state / "log.sqlite3")) as database:
        return database.execute("SELECT game, seq, body FROM line ORDER BY game, seq").fetchall()


def run(*words: str | Path, typed: str = "") -> str:
    done = CliRunner().invoke(cli, [str(word) for word in words], input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def replay(state: Path, game: int, form: str) -> str:
    """Return the output of ``pi-bunco replay`` for a game of the log."""
    record = run("record", "--state-dir", state, "--game", str(game))
    return run("replay", "-", f"--{form}", typed=record)


def ask(address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=60) as answer:
        return json.load(answer)


def play_on(state: Path) -> tuple[Any, Any]:
    """Start the table, throw, undo that, throw again; return the view of the table before and after."""
    with play(Settings(camera=NO_CAMERA, state_dir=state, port=0)) as playing:
        api = f"http://127.0.0.1:{playing.server.port}/api/table/1"
        before = ask(api)
        ask(f"{api}/enter", {"dice": [1, 3, 4]})
        ask(f"{api}/undo", {"seq": ask(api)["can"]["undo"]["seq"]})
        return before, ask(f"{api}/enter", {"dice": [2, 2, 6]})


def check_results(state: Path, game: int) -> None:
    """Assert that the results are those that version 0.1 printed.

    Version 0.1 listed the award for traveling although the option was off.
    """
    with zipfile.ZipFile(ARCHIVE) as archive:
        for form in ("json", "table"):
            lines = archive.read(f"game-{game}.{form}").decode().splitlines(keepends=True)
            expected = "".join(line for line in lines if not line.lstrip().startswith("Traveling"))
            assert replay(state, game, form) == expected, form


def test_results_are_those_of_0_1(state: Path) -> None:
    """The results of both games are those of version 0.1, before the log is written to."""
    check_results(state, WHOLE)
    check_results(state, UNFINISHED)


def test_unfinished_game_goes_on(state: Path) -> None:
    """The unfinished game goes on with its seats and scores; new lines follow the unchanged old ones."""
    logged = read_lines(state)
    before, after = play_on(state)
    assert (before["phase"], before["round"], before["set"]) == ("playing", 2, 1)
    assert [player["name"] for player in before["players"]] == ["Ann", "Di", "Bob", "Cy"]
    assert [team["score"] for team in before["sides"]] == [14, 13]
    assert [team["score"] for team in after["sides"]] in ([16, 13], [14, 15])
    now = read_lines(state)
    assert now[: len(logged)] == logged
    assert [json.loads(body)["event"] for _, _, body in now[len(logged) :]] == ["throw", "void", "throw"]
    check_results(state, WHOLE)


def test_backup_of_an_old_log_can_be_restored(state: Path, tmp_path: Path) -> None:
    """A backup before the first start of the new version restores all lines, and the game goes on."""
    logged = read_lines(state)
    back_up(state, state / BACKUPS)
    (backup,) = (state / BACKUPS).glob("*.zip")
    run("restore", backup, "--state-dir", tmp_path / "other")
    assert read_lines(tmp_path / "other") == logged
    play_on(tmp_path / "other")


def test_game_goes_on_after_a_downgrade_and_another_update(state: Path) -> None:
    """Lines without seals, which version 0.1 adds after sealed ones, are accepted."""
    play_on(state)
    with closing(sqlite3.connect(state / "log.sqlite3")) as database, database:
        game, seq = database.execute(
            "SELECT game, max(seq) FROM line WHERE game = ?", (UNFINISHED,)
        ).fetchone()
        throw = '{"event": "throw", "table": 1, "dice": [1, 3, 4], "by": "tap"}'
        database.execute("INSERT INTO line VALUES (?, ?, ?)", (game, seq + 1, throw))
    played = read_lines(state)
    play_on(state)
    assert read_lines(state)[: len(played)] == played
