"""Another name for a guest leaves every game as it is, and the old name stands nowhere in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.renaming import NotTheSame, check_same, find_spellings, rename
from pi_bunco.game.roster import EveningGuests, find_free_names
from pi_bunco.rules import SHEETS, is_ghost, replay

RECORDS = Path(__file__).resolve().parents[2].parent / "shared/records"
HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'


def list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from list_texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from list_texts(item)


def list_records() -> list[Path]:
    return [path for path in sorted(RECORDS.rglob("*.jsonl")) if not path.with_suffix(".error").exists()]


@pytest.mark.shared
@pytest.mark.skipif(not RECORDS.exists(), reason="the example records are not beside the checkout")
def test_every_guest_of_every_record() -> None:
    """In each example record of each sheet, each guest can get another name, and no score changes."""
    sheets, renamed = set(), 0
    for path in list_records():
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
        game = replay(lines).game
        assert game
        sheets.add(game.header.rules)
        for name in [name for name in game.players if not is_ghost(name)][:12]:
            spellings = find_spellings(lines, name)
            names = dict(
                zip(spellings, find_free_names([EveningGuests(1, tuple(game.players))], 2), strict=False)
            )
            after = rename(lines, names)
            check_same(1, lines, after, names)
            assert name not in {text for line in after for text in list_texts(json.loads(line))}, path
            renamed += 1
    assert sheets >= set(SHEETS)
    assert renamed > 500


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "seating", "tables": [["Bob", "Ann"]]}',
        '{"event": "seating", "tables": [["Bob"]], "waiting": ["Ann"], "away": ["Ann"]}',
        '{"event": "die_off", "table": 1, "dice": {"Ann": 6, "Bob": 2}}',
        '{"event": "tally", "table": 1, "scores": [1, 2], "buncos": {"Ann": 1}, "bag": "Ann"}',
        '{"event": "correct", "seq": 9, "scores": [1, 2], "minis": {"Ann": 1}}',
        '{"event": "table:late_throw", "table": 1, "player": "Ann", "values": [1, 2, 3]}',
        '{"event": "pi:answer", "table": 1, "text": "Ann’s seat is taken, Ann.", "remedy": "Ask Ann."}',
        '{"event": "casino:verified", "claims": ["bunco:17:Ann", "mini:18:Bob"]}',
        '{"event": "casino:verified", "claim": "bunco:17:Ann"}',
        '{"event": "casino:doubted", "claims": ["win:1.2:Ann", "bunco*2:17:Ann"]}',
        '{"event": "casino:drawing", "player": "Ann", "prize": "Ann: a cake"}',
        '{"event": "semi_final:die_off", "table": 1, "dice": {"Ann": 6}}',
        '{"event": "else:where", "note": [{"Ann": ["Ann"]}]}',
    ],
)
def test_every_place_of_a_name(line: str) -> None:
    """Wherever a line may have a name, it gets the other one; all else stays."""
    after = rename([HEADER, line], {"Ann": "Guest 1"})
    assert after[1] == line.replace("Ann", "Guest 1")
    assert json.loads(after[0])["forgotten"] == ["Guest 1"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("tap", '{"event": "throw", "table": 1, "dice": [1, 2, 3], "by": "tap"}'),
        ("dice", '{"event": "throw", "table": 1, "dice": [1, 2, 3]}'),
        ("throw", '{"event": "throw", "table": 1, "dice": [1, 2, 3]}'),
        ("Ann", '{"event": "pi:answer", "table": 1, "text": "Anna sits there."}'),
    ],
)
def test_other_words_stay(name: str, line: str) -> None:
    """A guest who is called like a word of the log is no reason to change that word."""
    assert find_spellings([line], name) == ()
    assert rename([HEADER, line], {name: "Guest 1"})[1] == line


def test_names_that_look_alike_are_one_guest() -> None:
    """All spellings are found, but no ghost is."""
    lines = [HEADER, '{"event": "seating", "tables": [["ANN", "ghost 1"]]}']
    assert find_spellings(lines, "ann") == ("Ann", "ANN")
    assert find_spellings(lines, "ghost 1") == ()


def test_a_digest_of_results_goes() -> None:
    """A digest was made with the names, so somebody could try names until it fits."""
    line = '{"event": "pi:settled", "pi": "hall", "digest": "0123456789abcdef"}'
    assert rename([HEADER, line], {"Ann": "Guest 1"})[1] == '{"event": "pi:settled", "pi": "hall"}'


def test_other_results_are_refused() -> None:
    """If a throw differs, the deletion stops before anything is written."""
    before = [HEADER, '{"event": "bell"}', '{"event": "throw", "table": 1, "dice": [1, 2, 3]}']
    after = [line.replace("[1, 2, 3]", "[1, 1, 3]") for line in rename(before, {"Ann": "Guest 1"})]
    with pytest.raises(NotTheSame, match="game 7"):
        check_same(7, before, after, {"Ann": "Guest 1"})


@pytest.mark.parametrize("forgotten", ["7", '"Ann"', "null", '[["Ann"]]'])
def test_a_wrong_list_of_deleted_guests_counts_as_none(forgotten: str) -> None:
    """Another program may have written anything there."""
    header = f'{HEADER[:-1]}, "forgotten": {forgotten}}}'
    assert json.loads(rename([header], {"Ann": "Guest 1"})[0])["forgotten"] == ["Guest 1"]


@pytest.mark.parametrize("key", ["prize", "note", "device", "name"])
def test_typed_texts_have_a_name_in_any_case(key: str) -> None:
    """People type them, also in an evening in which nobody else has that name."""
    line = json.dumps({"event": "casino:drawing", "player": "Bob", key: "a cake by ann, ANN"})
    assert find_spellings([line], "Ann") == ("Ann",)
    after = rename([HEADER, line], {"Ann": "Guest 1"})[1]
    assert json.loads(after)[key] == "a cake by Guest 1, Guest 1"


def test_a_short_name_is_no_other_word() -> None:
    """A cake stays a cake when a guest called A is deleted."""
    line = json.dumps({"event": "casino:drawing", "player": "Bob", "prize": "a cake by A"})
    assert json.loads(rename([HEADER, line], {"A": "Guest 1"})[1])["prize"] == "a cake by Guest 1"


def test_other_sentences_keep_the_case() -> None:
    """The program wrote the name there as the game has it, so a word like it stays."""
    line = '{"event": "pi:answer", "text": "May may."}'
    assert rename([HEADER, line], {"May": "Guest 1"})[1] == line.replace("May", "Guest 1")
