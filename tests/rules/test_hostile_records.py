"""Hostile records: each gives a result or one short error."""

import json
import random
from typing import Any

import pytest

from pi_bunco.rules import replay
from pi_bunco.rules.corrections import Corrections
from pi_bunco.rules.lines import MAX_NESTING
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets import load_sheet
from pi_bunco.rules.words import join_some_names

SHORT = 1000
"""Letters of the longest allowed reason: a sheet's reason names five faults."""


def make_header(**more: Any) -> str:
    """Return the line of a header for four players."""
    return json.dumps(
        {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]} | more
    )


def nest_lists(deep: int) -> str:
    """Return lists inside lists, so many levels deep."""
    return "[" * deep + "]" * deep


def make_house_header(**values: Any) -> str:
    """Return the line of a header with a house sheet that has these values."""
    sheet = load_sheet("classic").to_dict() | {"slug": "ours"} | values
    return make_header(rules="ours", sheet=sheet)


HUGE = "z" * 10_000
NINES = "9" * 4300
HEADERS = [
    make_header(rules=HUGE),
    make_header(rules=[HUGE] * 1000),
    make_header(sets=HUGE),
    make_header(tables=[[HUGE, HUGE, "c", "d"]]),
    make_header(tables=[["a", "b", {HUGE: HUGE}, "d"]]),
    make_header(tables=[["a"]] * 50_000),
    make_header(options={HUGE: 1}),
    make_header(options={"calls": [HUGE] * 100}),
    make_header(sheet=HUGE),
    make_header().replace('"classic"', f"-{NINES}"),
    make_header().replace('"classic"', "9" * 5000),
    make_header().replace('"classic"', nest_lists(MAX_NESTING - 1)),
    make_house_header(awards=[{"what": HUGE}] * 500),
    make_house_header(breaks=[1] * 100_000),
    make_house_header(rolloff=HUGE, **{f"k{n}": n for n in range(10_000)}),
    make_house_header(layouts={HUGE: 1, "5": [HUGE] * 1000}),
    make_house_header(goal=10**24),
    make_house_header(bunco=int(NINES)),
]
EVENTS: list[Any] = [
    {"event": HUGE},
    {"event": [HUGE] * 1000},
    {"event": "throw", "table": HUGE, "dice": [1, 1, 1]},
    {"event": "throw", "table": 1, "dice": [1] * 100_000},
    {"event": "die_off", "table": 1, "dice": {HUGE: HUGE}},
    {"event": "void", "seq": int(NINES)},
    {"event": "void", "seq": -int(NINES)},
    {"event": "throw", "table": int(NINES), "dice": [1, 1, 1]},
    {"event": "missed", "after": int(NINES), "table": 1, "dice": [1, 1, 1]},
    {"event": "correct", "seq": 1, "dice": [1, 1, 1], "called": HUGE},
    [HUGE],
]


@pytest.mark.parametrize("line", HEADERS, ids=range(len(HEADERS)))
def test_error_quotes_header_briefly(line: str) -> None:
    """An error about a header quotes only a short part of it."""
    game, error = replay([line])
    assert game is None
    assert error is not None
    assert error.startswith("line 1: ")
    assert len(error) < SHORT


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_error_quotes_event_briefly(event: Any) -> None:
    """An error about an event quotes only a short part of it."""
    game, error = replay([make_header(), '{"event": "bell"}', json.dumps(event)])
    assert game is not None
    assert error is not None
    assert error.startswith("line 3: ")
    assert len(error) < SHORT


@pytest.mark.parametrize("deep", [MAX_NESTING, 900, 985, 990, 1000, 100_000])
def test_deep_nesting_is_refused(deep: int) -> None:
    """The limit of nesting depends on the line alone, so every program can read the record again."""
    _, error = replay([make_header(), '{"event": "x:y", "a": ' + nest_lists(deep) + "}"])
    assert error == f"line 2: lists and objects are nested more than {MAX_NESTING} deep"
    assert replay([make_header(), '{"event": "x:y", "a": ' + nest_lists(MAX_NESTING - 1) + "}"]).error is None


def test_many_lists_are_not_deep() -> None:
    """A line with many lists and objects beside one another is read."""
    assert replay([make_header(), json.dumps({"event": "x:y", "a": [[1], {"b": []}] * 1000})]).error is None


def test_huge_numbers_can_be_played() -> None:
    """Sets and goals may have thousands of digits, and can be played."""
    for sets in (10**24, int(NINES)):
        game, error = replay([make_header(sets=sets), '{"event": "bell"}'])
        assert (error, game and game.header.sets) == (None, sets)
    boxed = make_header(rules="boxed", tables=[["Ann", "Bob"]], options={"goal": int(NINES)})
    throw = '{"event": "throw", "table": 1, "dice": [1, 1, 2]}'
    game, error = replay([boxed, '{"event": "bell"}', throw, throw])
    assert error is None
    assert game is not None
    assert game.tables[0].scores == (4, 0)


def test_huge_number_of_sets() -> None:
    """Of 10^24 sets a thousand are played, and the state at each bell refers only to its own round."""
    lines = [make_header(sets=10**24)]
    for played in range(6000):
        target = played % 6 + 1
        lines += ['{"event": "bell"}', json.dumps({"event": "throw", "table": 1, "dice": [target] * 3})]
    game, error = replay(lines)
    assert error is None
    assert game is not None
    assert (game.set, game.round, len(game.rounds)) == (1001, 1, 6000)
    last, marks = game._play.standing.rounds, game._reading._checkpoints
    assert last is not None
    assert last.before is marks[-1].standing.rounds
    assert game.rounds is game.rounds


def test_long_chain_of_voids() -> None:
    """A chain of 20,000 voids, each of the void before it, takes 20,000 steps, not the square of that."""
    throw = '{"event": "throw", "table": 1, "dice": [1, 2, 3]}'
    voids = [json.dumps({"event": "void", "seq": 2 + n}) for n in range(20_000)]
    steps = 0
    real_void = Corrections._void

    def count_step(record: Corrections, seq: int) -> int | None:
        nonlocal steps
        steps += 1
        return real_void(record, seq)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Corrections, "_void", count_step)
        game, error = replay([make_header(), '{"event": "bell"}', throw, *voids])
    assert (error, steps) == (None, 0)
    assert game is not None
    assert 2 not in game.voided
    assert 3 in game.voided


NAMES = ["", "\ud800", "\x00", "\u200f", "Ann", "ghost 1", "👩\u200d👩\u200d👧", "A" * 5000, "a\u0301" * 100]
VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 7, 1.5, 10**24, int(NINES), "", "Ann", "bell", "throw", [], {}, [1, 1, 1],
    [[1]], {"Ann": 6}, float("inf"), *NAMES,
]  # fmt: skip


def mutate(lines: list[str], luck: random.Random) -> list[str]:
    """Change a record in one to four ways: its values, keys, lines or letters."""
    lines = list(lines)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(lines))
        how = luck.random()
        if how < 0.6:
            try:
                body = json.loads(lines[at])
                body[luck.choice([*body, "seq", "called", "after", "dice"])] = luck.choice(VALUES)
                lines[at] = json.dumps(body)
            except (ValueError, TypeError):
                lines[at] = "{"
        elif how < 0.7:
            lines.insert(at, luck.choice(lines))
        elif how < 0.8:
            del lines[at]
            lines = lines or [""]
        else:
            cut = luck.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + luck.choice(
                ['"', "[", "{", "9" * 5000, "\x00", "NaN", "1e999", ","]
            )
    return lines


def make_record(luck: random.Random) -> list[str]:
    """Return the lines of a short record with corrections."""
    lines = [make_header()] if luck.random() < 0.7 else [make_house_header(goal=5)]
    for target in (1, 2, 3):
        lines += ['{"event": "bell"}', '{"event": "throw", "table": 1, "dice": [1, 2, 4]}']
        lines += [json.dumps({"event": "correct", "seq": len(lines) - 1, "dice": [target, target, 6]})]
        lines += [json.dumps({"event": "missed", "after": len(lines) - 2, "table": 1, "dice": [1, 1, 2]})]
        lines += [json.dumps({"event": "void", "seq": len(lines) - 1})]
        lines += [json.dumps({"event": "throw", "table": 1, "dice": [target] * 3})]
    return lines


@pytest.mark.parametrize("seed", range(4))
def test_mutated_records(seed: int) -> None:
    """A record that is changed at random gives a result or one short error."""
    luck = random.Random(seed)
    errors = 0
    for _ in range(100):
        game, error = replay(mutate(make_record(luck), luck))
        errors += error is not None
        assert error is None or (error.startswith("line ") and len(error) < SHORT)
        if game is not None:
            json.dumps(game.make_result())
    assert 0 < errors < 100


@pytest.mark.parametrize(
    "value", [HUGE, [HUGE] * 1000, {HUGE: HUGE}, int(NINES), [int(NINES) ** 2], [[[[[1]]]]]]
)
def test_quotation_is_short(value: Any) -> None:
    """A long or deep value is quoted only in part."""
    assert len(quote_value(value)) <= 80
    assert "z" * 61 not in quote_value(value)


def test_join_some_names() -> None:
    """Of many names only the first are listed, and long names are cut."""
    assert join_some_names(["A" * 5000, "Bob"]) == f"{'A' * 59}… and Bob"
    assert join_some_names(map(str, range(6))) == "0, 1, 2, 3, 4 and 5"
    assert join_some_names(map(str, range(7))) == "0, 1, 2, 3, 4, 5 and others"


def test_names_become_text_that_can_be_shown() -> None:
    """Half letters, escapes, line breaks and direction marks in a record are one sign; emoji stay whole."""
    odd = ["A\x1b[31m", "B\n", "D\u202e", "F\ud800"]
    whole = ["👩\u200d👧", "سا\u200cره", "山田\u3000太郎", "Zoë\xa0\U000e0fff"]
    lines = [make_header(tables=[odd, whole]), '{"event": "bell"}']
    game, error = replay(lines)
    assert error is None
    assert game is not None
    assert tuple(game.players) == ("A�[31m", "B�", "D�", "F�", *whole)


def test_missed_throws_take_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so much reading again, a further correction is refused with its line; other lines count."""
    monkeypatch.setattr("pi_bunco.rules.game.MAX_REREAD", 5000)
    missed = '{"event": "missed", "after": 1, "table": 1, "dice": [2, 3, 2]}'
    lines = [make_header(), '{"event": "bell"}', '{"event": "throw", "table": 1, "dice": [1, 3, 2]}']
    game, error = replay(lines + [missed] * 300)
    assert game is not None
    assert error is not None
    assert error.endswith("this game has had too many corrections to take another; begin a new game")
    assert 90 < len(game.events) < 110
    assert replay(lines + [missed] * 90)[1] is None
