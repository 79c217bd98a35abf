"""``pi-bunco dice-check``: its page, its JSON, and its errors."""

import json
from pathlib import Path
from random import Random

import pytest

from pi_bunco.rules import Bell, EndRound, Game, Header, Throw
from pi_bunco.store import Log
from tests.cli.conftest import Call

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]], "sets": 20}'
BELL = '{"event": "bell"}'
THROW = '{"event": "throw", "table": 1, "dice": [2, 3, 4], "by": "camera"}'


def lines(seed: int, throws: int, faces: str = "123456") -> list[str]:
    """Return the lines of a game in which the host ends each round after at most ten throws."""
    random, game = Random(seed), Game(Header.parse(json.loads(HEADER)))
    for number in range(throws):
        if game.status == "ready":
            game.push(Bell())
        game.push(Throw(1, tuple(int(random.choice(faces)) for _ in range(3))))
        if number % 10 == 9 and game.find_misfit(EndRound()) is None:
            game.push(EndRound())
    return [HEADER, *(json.dumps(event.to_dict()) for event in game.events)]


def record(folder: Path, name: str, text: list[str]) -> Path:
    path = folder / name
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def test_fair_dice(call: Call, tmp_path: Path) -> None:
    """For fair dice the page has sentences, then numbers, within 80 columns, and nothing is worth a look."""
    status, out, err = call("dice-check", record(tmp_path, "fair", lines(3, 300)))
    assert (status, err) == (0, "")
    first = out.splitlines()
    assert first[0] == "Are the dice fair?"
    assert first[1].startswith("300 throws, 900 dice:")
    assert "✓ Over 900 dice the faces came as evenly as with fair dice." in out
    assert "✓ Nobody's luck is out of the ordinary. With 2 players somebody always looks" in out
    assert "worth a look." not in out
    assert max(map(len, first)) <= 80
    for title in ("\nFaces ", "\nQuestions ", "\nPlayers "):
        assert title in out


def test_loaded_dice(call: Call, tmp_path: Path) -> None:
    """Dice that show a six two times in seven are reported with the numbers, the odds and what to do."""
    status, out, _ = call("dice-check", record(tmp_path, "loaded", lines(3, 300, "1234566")))
    result = " ".join(out.split())
    given = json.loads(call("dice-check", tmp_path / "loaded", "--json")[1])
    sixes = given["faces"]["counted"][5]
    assert status == 0
    assert f"! Over 900 dice sixes came {sixes} times, {sixes - 150} more than fair dice bring." in result
    assert "evenings like this: worth a look." in result
    assert "What to do: look at the photos" in result
    assert given["faces"]["worth_a_look"] is True
    assert given["faces"]["odds"] < 0.01


def test_too_few_dice(call: Call, tmp_path: Path) -> None:
    """With 21 dice there is no chi-square, and the number that is needed is printed."""
    path = record(tmp_path, "few", lines(1, 7))
    out = call("dice-check", path)[1]
    result = " ".join(out.split())
    assert "· Only 21 dice: too few to judge their faces; at least 30 are needed." in result
    assert "one time in five takes about" in result
    given = json.loads(call("dice-check", path, "--json")[1])
    assert given["faces"] == {"counted": given["faces"]["counted"], "worth_a_look": None}


def test_games_of_the_log_are_checked(call: Call, tmp_path: Path) -> None:
    """Without a record the last game of the log is checked; --game names another, or all."""
    with Log(tmp_path) as log:
        log.copy(lines(1, 40))
        log.copy(lines(2, 60))
        log.copy([HEADER])
    words = ["dice-check", "--state-dir", tmp_path]
    assert call(*words, "--game", 1)[1].splitlines()[1] == "40 throws, 120 dice: game 1 of the log."
    assert call(*words, "--game", "all")[1].splitlines()[1] == "100 throws, 300 dice: all 3 games of the log."
    given = json.loads(call(*words, "--game", "all", "--json")[1])
    assert (given["games"], given["throws"]) == (2, 100)
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err == (
        "pi-bunco: No throw counts in game 3 of the log (--game all checks all 3). "
        "Play a round first, or name another game or record.\n"
    )


def test_records_from_input_come_together(call: Call, tmp_path: Path) -> None:
    """Several records are checked together."""
    one, two = record(tmp_path, "one", lines(1, 40)), record(tmp_path, "two", lines(2, 60))
    given = json.loads(call("dice-check", one, two, "--json")[1])
    assert (given["games"], given["throws"]) == (2, 100)
    assert given["players"]["Ann"]["points"]["expected"] > 0


def test_corrected_and_read_throws_are_counted(call: Call, tmp_path: Path) -> None:
    """The numbers of throws that people corrected and that the camera read are printed."""
    fixed = '{"event": "correct", "seq": 2, "dice": [2, 3, 5], "by": "tap"}'
    out = call("dice-check", record(tmp_path, "fixed", [HEADER, BELL, THROW, THROW, fixed]))[1]
    assert "The camera read 1 throw by itself; people corrected 1 of 2" in " ".join(out.split())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ([], "cannot be read: line 1: the record is empty; it begins with a header."),
        (["{"], "cannot be read: line 1: this is not JSON"),
        ([HEADER, THROW], "cannot be read: line 2: the bell has not rung for this round."),
        ([HEADER, BELL], "No throw counts in "),
    ],
)
def test_a_record_that_cannot_be_checked(call: Call, tmp_path: Path, text: list[str], sentence: str) -> None:
    """A broken record is named with its wrong line, one without a throw is named too; nothing is computed."""
    path = record(tmp_path, "broken.jsonl", text)
    status, out, err = call("dice-check", path)
    assert (status, out) == (2, "")
    assert sentence in err
    assert str(path) in err


def test_a_broken_game_of_the_log_is_named(call: Call, tmp_path: Path) -> None:
    """With all games, one that cannot be read is named; the others can still be chosen."""
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL, THROW])
        log.copy([HEADER, THROW])
    status, out, err = call("dice-check", "--state-dir", tmp_path, "--game", "all")
    assert (status, out) == (2, "")
    assert f"Game 2 of the log in {tmp_path} cannot be read: line 2" in err
    assert call("dice-check", "--state-dir", tmp_path, "--game", 1)[0] == 0


def test_a_record_named_twice_is_refused(call: Call, tmp_path: Path) -> None:
    """The same game twice would count each throw twice, so it is refused under any name."""
    text = lines(1, 20)
    one, two = record(tmp_path, "one", text), record(tmp_path, "two", text)
    status, _, err = call("dice-check", one, two)
    assert status == 2
    assert err == f"pi-bunco: The record {two} is the same as {one}. Name each game once.\n"


def test_nothing_to_check(call: Call, tmp_path: Path) -> None:
    """No log, a log without games, a game that is not there, a record that is not there: each is an error."""
    assert call("dice-check", "--state-dir", tmp_path / "none")[0] == 2
    with Log(tmp_path) as log:
        assert log.game == 0
    for words in ([], ["--game", "all"]):
        status, _, err = call("dice-check", "--state-dir", tmp_path, *words)
        assert status == 2
        assert "has no game yet. Play one" in err
    with Log(tmp_path) as log:
        log.copy([HEADER, BELL, THROW])
    assert "Its games are 1 to 1." in call("dice-check", "--state-dir", tmp_path, "--game", 2)[2]
    status, _, err = call("dice-check", tmp_path / "gone")
    assert status == 2
    assert f"The record {tmp_path / 'gone'} cannot be read" in err


@pytest.mark.parametrize("game", ["0", "last", "-1", "1.5", "²"])
def test_wrong_number_of_a_game_is_refused(call: Call, game: str) -> None:
    """A --game that is not a number or "all" is refused."""
    status, _, err = call("dice-check", f"--game={game}")
    assert status == 2
    assert f'"{game}" is no game.' in err


def test_records_and_a_game_of_the_log_are_refused(call: Call, tmp_path: Path) -> None:
    """Records and --game cannot be used together."""
    status, _, err = call("dice-check", record(tmp_path, "one", [HEADER]), "--game", 1)
    assert status == 2
    assert "exclude records" in err


TABLES = [["Ann", "Bob", "Cy", "Di"], ["Eve", "Fay", "Gus", "Hal"]]


def room(seed: int, throws: int) -> list[str]:
    """Return the lines of a game of two tables; at table 2 the dice show no five and no six."""
    header = json.dumps({"record": "bunco/1", "rules": "classic", "tables": TABLES, "sets": 9})
    random, game = Random(seed), Game(Header.parse(json.loads(header)))
    for _ in range(throws):
        if game.status == "ready":
            game.push(Bell())
        at = random.choice([table for table in game.tables if table.takes])
        faces = "123456" if at.number == 1 else "1234"
        game.push(Throw(at.number, tuple(int(random.choice(faces)) for _ in range(3))))
    return [header, *(json.dumps(event.to_dict()) for event in game.events)]


def test_the_tables_of_a_room(call: Call, tmp_path: Path) -> None:
    """All tables are checked together, and their number is printed; with --table only one, which is named."""
    path = record(tmp_path, "room", room(1, 240))
    result = " ".join(call("dice-check", path)[1].split())
    assert f"{path}, all 2 tables." in result
    both = json.loads(call("dice-check", path, "--json")[1])
    assert list(both["tables"]) == ["1", "2"]
    throws = 0
    for table in ("1", "2"):
        status, out, _ = call("dice-check", path, "--table", table)
        assert (status, f"{path}, table {table}." in " ".join(out.split())) == (0, True)
        one = json.loads(call("dice-check", path, "--table", table, "--json")[1])
        assert one["faces"]["counted"] == both["tables"][table]["counted"]
        assert list(one["tables"]) == [table]
        assert one["faces"]["worth_a_look"] is (table == "2")
        throws += one["throws"]
    assert throws == both["throws"]


def test_a_table_without_throws(call: Call, tmp_path: Path) -> None:
    """A table without throws is an error that names it, and so is a wrong number of a table."""
    path = record(tmp_path, "room", room(1, 24))
    status, _, err = call("dice-check", path, "--table", "3")
    assert status == 2
    assert f"No throw counts in {path}, table 3." in err
    assert call("dice-check", path, "--table", "26")[0] == 2
