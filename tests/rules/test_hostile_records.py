"""Records that somebody wrote to do harm: each ends in a result or in one short sentence."""

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
"""Letters of the longest reason: one that names five faults of a sheet."""


def head(**more: Any) -> str:
    """Write the header of a game of four."""
    return json.dumps(
        {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]} | more
    )


def nested(deep: int) -> str:
    """Write lists in lists."""
    return "[" * deep + "]" * deep


def house(**values: Any) -> str:
    """Write the header of a game by a house's own sheet with these values."""
    sheet = load_sheet("classic").to_dict() | {"slug": "ours"} | values
    return head(rules="ours", sheet=sheet)


HUGE = "z" * 100_000
NINES = "9" * 4300
HEADERS = [
    head(rules=HUGE),
    head(rules=[HUGE] * 1000),
    head(sets=HUGE),
    head(tables=[[HUGE, HUGE, "c", "d"]]),
    head(tables=[["a", "b", {HUGE: HUGE}, "d"]]),
    head(tables=[["a"]] * 50_000),
    head(options={HUGE: 1}),
    head(options={"calls": [HUGE] * 100}),
    head(sheet=HUGE),
    head().replace('"classic"', f"-{NINES}"),
    head().replace('"classic"', "9" * 5000),
    head().replace('"classic"', nested(MAX_NESTING - 1)),
    house(awards=[{"what": HUGE}] * 5000),
    house(breaks=[1] * 100_000),
    house(rolloff=HUGE, **{f"k{n}": n for n in range(10_000)}),
    house(layouts={HUGE: 1, "5": [HUGE] * 1000}),
    house(goal=10**24),
    house(bunco=int(NINES)),
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
def test_a_header_is_quoted_briefly(line: str) -> None:
    """What is wrong with a header is said without giving all of it back."""
    game, error = replay([line])
    assert game is None
    assert error is not None
    assert error.startswith("line 1: ")
    assert len(error) < SHORT


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_an_event_is_quoted_briefly(event: Any) -> None:
    """What is wrong with an event is said without giving all of it back."""
    game, error = replay([head(), '{"event": "bell"}', json.dumps(event)])
    assert game is not None
    assert error is not None
    assert error.startswith("line 3: ")
    assert len(error) < SHORT


@pytest.mark.parametrize("deep", [MAX_NESTING, 900, 985, 990, 1000, 100_000])
def test_what_is_nested_too_deep(deep: int) -> None:
    """How deep a line may be nested depends on the line alone, so all that reads it again can."""
    _, error = replay([head(), '{"event": "x:y", "a": ' + nested(deep) + "}"])
    assert error == f"line 2: lists and objects are nested more than {MAX_NESTING} deep"
    assert replay([head(), '{"event": "x:y", "a": ' + nested(MAX_NESTING - 1) + "}"]).error is None


def test_many_lists_are_not_deep() -> None:
    """A line of many lists and objects beside one another is read."""
    assert replay([head(), json.dumps({"event": "x:y", "a": [[1], {"b": []}] * 1000})]).error is None


def test_numbers_as_the_rules_allow_them() -> None:
    """Sets and goals of many digits are read, and play as those of a few."""
    for sets in (10**24, int(NINES)):
        game, error = replay([head(sets=sets), '{"event": "bell"}'])
        assert (error, game and game.header.sets) == (None, sets)
    boxed = head(rules="boxed", tables=[["Ann", "Bob"]], options={"goal": int(NINES)})
    throw = '{"event": "throw", "table": 1, "dice": [1, 1, 2]}'
    game, error = replay([boxed, '{"event": "bell"}', throw, throw])
    assert error is None
    assert game is not None
    assert game.tables[0].scores == (4, 0)


def test_the_end_of_a_game_of_many_sets_does_not_matter() -> None:
    """A thousand sets of 10^24 are played on, and each bell remembers only its own round."""
    lines = [head(sets=10**24)]
    for played in range(6000):
        target = played % 6 + 1
        lines += ['{"event": "bell"}', json.dumps({"event": "throw", "table": 1, "dice": [target] * 3})]
    game, error = replay(lines)
    assert error is None
    assert game is not None
    assert (game.set, game.round, len(game.rounds)) == (1001, 1, 6000)
    last, marks = game._play.standing.rounds, game._reading._marks
    assert last is not None
    assert last.before is marks[-1].standing.rounds
    assert game.rounds is game.rounds


def test_a_long_row_of_voids() -> None:
    """Each of 20,000 voids names the one before; that takes 20,000 steps, and not their square."""
    throw = '{"event": "throw", "table": 1, "dice": [1, 2, 3]}'
    voids = [json.dumps({"event": "void", "seq": 2 + n}) for n in range(20_000)]
    steps = 0
    weigh = Corrections._void

    def counting(record: Corrections, seq: int) -> int | None:
        nonlocal steps
        steps += 1
        return weigh(record, seq)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Corrections, "_void", counting)
        game, error = replay([head(), '{"event": "bell"}', throw, *voids])
    assert (error, steps) == (None, 0)
    assert game is not None
    assert 2 not in game.voided
    assert 3 in game.voided


NAMES = ["", "\ud800", "\x00", "\u200f", "Ann", "ghost 1", "👩\u200d👩\u200d👧", "A" * 5000, "a\u0301" * 100]
VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 7, 1.5, 10**24, int(NINES), "", "Ann", "bell", "throw", [], {}, [1, 1, 1],
    [[1]], {"Ann": 6}, float("inf"), *NAMES,
]  # fmt: skip


def mutated(lines: list[str], luck: random.Random) -> list[str]:
    """Change a record in one to four ways: its values, keys, lines, letters."""
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


def a_record(luck: random.Random) -> list[str]:
    """Write a short record with corrections in it."""
    lines = [head()] if luck.random() < 0.7 else [house(goal=5)]
    for target in (1, 2, 3):
        lines += ['{"event": "bell"}', '{"event": "throw", "table": 1, "dice": [1, 2, 4]}']
        lines += [json.dumps({"event": "correct", "seq": len(lines) - 1, "dice": [target, target, 6]})]
        lines += [json.dumps({"event": "missed", "after": len(lines) - 2, "table": 1, "dice": [1, 1, 2]})]
        lines += [json.dumps({"event": "void", "seq": len(lines) - 1})]
        lines += [json.dumps({"event": "throw", "table": 1, "dice": [target] * 3})]
    return lines


@pytest.mark.parametrize("seed", range(4))
def test_mutated_records(seed: int) -> None:
    """However a record is changed, it is read to a result or to one short sentence."""
    luck = random.Random(seed)
    told = 0
    for _ in range(100):
        game, error = replay(mutated(a_record(luck), luck))
        told += error is not None
        assert error is None or (error.startswith("line ") and len(error) < SHORT)
        if game is not None:
            json.dumps(game.make_result())
    assert 0 < told < 100


@pytest.mark.parametrize(
    "value", [HUGE, [HUGE] * 1000, {HUGE: HUGE}, int(NINES), [int(NINES) ** 2], [[[[[1]]]]]]
)
def test_a_quotation_is_short(value: Any) -> None:
    """Nothing is quoted in full that is long or deep."""
    assert len(quote_value(value)) <= 80
    assert "z" * 61 not in quote_value(value)


def test_a_few_of_many_names() -> None:
    """Of many names the first are told, and long ones are cut."""
    assert join_some_names(["A" * 5000, "Bob"]) == f"{'A' * 59}… and Bob"
    assert join_some_names(map(str, range(6))) == "0, 1, 2, 3, 4 and 5"
    assert join_some_names(map(str, range(7))) == "0, 1, 2, 3, 4, 5 and others"
