"""Lines are read as they were written; lines of other programs that cannot be read are skipped."""

import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    CorrectThrow,
    EnterDice,
    NewGame,
    RingBell,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import read_line, write_line
from pi_bunco.game.refused import Refused
from pi_bunco.rules import replay
from pi_bunco.store import Log, Photos
from tests.game.conftest import Hands, show

ROUNDS = int(os.environ.get("PI_BUNCO_HOSTILE", "60"))
HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
DOUBT: dict[str, Any] = {
    "event": "camera:doubtful", "values": [1, 2, 3], "confidence": [0.4, 0.9, 0.9], "reason": "Is it a 1?",
    "size": [320, 240], "boxes": [[1, 2, 9, 10]] * 3, "image": "1-1.jpg", "kind": "cocked",
}  # fmt: skip


def write_lines(*lines: dict[str, Any]) -> list[str]:
    """Write lines as JSON, infinity as a number that is read as infinity."""
    return [json.dumps(line).replace("Infinity", "1e999") for line in lines]


@pytest.fixture
def show_record(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Return a function that copies a record into a log, sends commands, and returns the table's view."""

    def open_(*lines: dict[str, Any], then: tuple[Any, ...] = ()) -> dict[str, Any]:
        assert replay(write_lines(*lines)).error is None
        with Log(tmp_path) as log:
            log.copy(write_lines(*lines))
            table = Keeper(log, Photos(tmp_path))
            for command in then:
                with suppress(Refused):
                    table.handle(command)
            view = show(table).to_json()
            json.dumps(view, allow_nan=False)
            return view

    return open_


@pytest.mark.parametrize(
    "line",
    [
        {"event": "another:program"},
        {"event": "camera:doubtful"},
        {"event": "camera:doubtful", "values": "x", "confidence": 3, "boxes": 7, "reason": 8},
        DOUBT | {"confidence": [float("inf"), 1, 1]},
        DOUBT | {"confidence": [1]},
        DOUBT | {"values": [7, 1, 2]},
        {"event": "camera:waiting"},
        {"event": "table:no_throw"},
        {"event": "table:no_throw", "answers": 999},
        {"event": "table:no_throw", "answers": 1, "by": "rules", "kind": "cocked"},
        {"event": "table:no_throw", "answers": [1]},
        {"event": "night:correct"},
        {"event": "boxed:order"},
        {"event": "final:throw", "dice": 7},
        {"event": "semi_final:throw", "dice": {}},
    ],
)
def test_unreadable_event_is_skipped(
    show_record: Callable[..., dict[str, Any]], hands: Hands, line: dict[str, Any]
) -> None:
    """An event that the table cannot read is skipped, and the next throw counts."""
    view = show_record(
        HEADER,
        line,
        then=(RingBell(), hands.throw(1, 1, 4), CorrectThrow(1, (1, 2, 3)), EnterDice((2, 3, 4))),
    )
    assert view["doubt"] is None
    assert [side["score"] for side in view["sides"]] == [2, 0]


@pytest.mark.parametrize(
    "more",
    [
        {"boxes": "x", "size": 1, "answers": "y", "by": 3, "image": {}},
        {"boxes": [[1, 2, 3]] * 3, "size": [0, 0]},
        {"boxes": [[1e999, 2, 3, 4]] * 3, "size": [320, 240], "taken": 1e999},
        {"boxes": [[1, 2, 3, 4]] * 2, "size": [320, 240]},
        {"boxes": [[1, 2, 3, 4]] * 3},
        {"by": "rules", "kind": "cocked"},
        {"answers": 0, "time": [], "token": 7},
    ],
)
def test_wrong_keys_of_throw_are_left_out(
    show_record: Callable[..., dict[str, Any]], hands: Hands, more: dict[str, Any]
) -> None:
    """If another program added wrong values under the table's own keys of a throw, they are left out."""
    throw = {"event": "throw", "table": 1, "dice": [1, 1, 4], **more}
    view = show_record(HEADER, {"event": "bell"}, throw, then=(hands.throw(2, 3, 4, at_start=True),))
    assert view["last"]["dice"] == (1, 1, 4)
    assert view["last"]["boxes"] == ()
    assert view["can"]["undo"]["what"] == "Undo +2"


def test_huge_number_of_sets(show_record: Callable[..., dict[str, Any]]) -> None:
    """A number that a browser cannot hold becomes a text, and a longer one a short description."""
    assert show_record(HEADER | {"sets": 10**24})["sets"] == "1000000000000000000000000"
    assert show_record(HEADER | {"sets": 10**4000})["sets"] == "a number of more than 30 digits"
    assert show_record(HEADER | {"sets": 2**53 - 1})["sets"] == 2**53 - 1


def test_huge_goal(show_record: Callable[..., dict[str, Any]]) -> None:
    """A game to 10^24 points can be played, but shows no odds."""
    boxed = HEADER | {"rules": "boxed", "tables": [["Ann", "Bob"]], "options": {"goal": 10**24}}
    view = show_record(boxed, {"event": "bell"}, {"event": "throw", "table": 1, "dice": [1, 1, 4]})
    assert [(side["score"], side["chance"]) for side in view["sides"]] == [(2, None), (0, None)]


def test_likely_answers_after_restart(
    show_record: Callable[..., dict[str, Any]],
) -> None:
    """After a restart too, the two faces that a die may show are the likely answers."""
    line = DOUBT | {"kind": "unsure", "which": 1, "other": 5}
    view = show_record(HEADER, {"event": "bell"}, line)
    assert view["doubt"]["likely"] == ((1, 2, 3), (1, 5, 3))
    assert read_line(line | {"which": "x"}, []).sighting == read_line(DOUBT | {"kind": "unsure"}, []).sighting
    assert write_line(read_line(line | {"other": 7}, [])) == line | {"other": 7}, (
        "wrong keys are written again"
    )


@pytest.mark.parametrize(
    ("marks", "read"),
    [((2, 2, 2), (2, 2, 2)), ((1, 4, 4), (None, None, 4)), ((None, 2, 2), (None, None, None)),
     (("2", True, 0), (None, None, None)), ((2, None, 2), (2, None, None))],
)  # fmt: skip
def test_step_follows_its_first_line(marks: tuple[Any, ...], read: tuple[int | None, ...]) -> None:
    """A line belongs to a step if it is the first one, or follows another line of the step directly."""
    lines = [read_line({"event": "bell"}, [])]
    for mark in marks:
        lines.append(read_line({"event": "a:b"} | ({} if mark is None else {"step": mark}), lines))
    assert tuple(line.step for line in lines[1:]) == read


def test_line_round_trip() -> None:
    """A line that a table writes is read and written without changes; impossible keys are left out."""
    answer = {"event": "throw", "table": 1, "dice": [1, 2, 3], "answers": 1, "by": "tap"}
    ruled = {"event": "table:no_throw", "answers": 1, "by": "rules", "kind": "cocked"}
    before = [read_line(DOUBT, [])]
    for line in (
        DOUBT,
        DOUBT | {"which": 0, "other": 4},
        answer,
        ruled,
        {"event": "bell", "time": "2026-05-01T20:15:00"},
    ):
        known = read_line(line, before)
        assert not known.foreign
        assert write_line(replace(known, raw={})) == line | ({"table": 1} if "reason" in line else {})
        assert write_line(known) == line
    assert (read_line(answer, before).answers, read_line(answer, []).answers) == (1, None)


@pytest.mark.parametrize("name", ["another:program", "semi_final:throw", "camera:doubtful", "night:correct"])
def test_unreadable_event_is_foreign(name: str) -> None:
    """A foreign event keeps its keys, and is no step, no reading and no correction."""
    body = {"event": name, "mood": "good"}
    line = read_line(body, [])
    assert (line.foreign, line.waits, line.is_correction, line.about) == (True, False, False, None)
    assert write_line(line) == body


VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 99, 1.5, 1e999, 10**24, "", "rules", "camera", "\ud800", "\x00", "A" * 5000,
    [], {}, [1], [1, 1, 4], [[1, 2, 3, 4]] * 3, [320, 240], {"Ann": 6}, {"Ann": {"Ann": []}},
]  # fmt: skip
KEYS = (
    *("by", "boxes", "size", "values", "confidence", "answers", "kind", "reason", "image", "taken", "time"),
    *("token", "touched", "at_start", "frame", "seq", "set", "player", "claims", "awards", "group"),
)
NAMES = ("camera:doubtful", "camera:waiting", "table:no_throw", "a:b", "night:correct")


def mutate(lines: list[dict[str, Any]], luck: random.Random) -> list[str]:
    """Change keys of some lines, and repeat some lines under another name."""
    changed = [dict(line) for line in lines]
    for _ in range(luck.randint(1, 6)):
        line = luck.choice(changed[1:])
        line[luck.choice([*KEYS, *line])] = luck.choice(VALUES)
        if luck.random() < 0.3:
            changed.insert(luck.randint(1, len(changed)), line | {"event": luck.choice(NAMES)})
    return write_lines(*changed)


def test_mutated_lines(tmp_path: Path, hands: Hands) -> None:
    """The table plays on and its page can be shown, with any values in the keys of lines."""
    luck = random.Random(os.environ.get("PI_BUNCO_SEED", "1"))
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        for command in (
            RingBell(),
            hands.throw(1, 1, 4),
            hands.throw(1, 2, 2, reason="?"),
            hands.throw(2, 2, 3),
            AnswerDoubt(3, (1, 1, 2)),
            UndoStep(5),
        ):
            with suppress(Refused):
                table.handle(command)
        lines = log.record()
    played = 0
    for number in range(ROUNDS):
        texts = mutate(lines, luck)
        if replay(texts).error is not None:
            continue
        played += 1
        with Log(tmp_path / str(number)) as log:
            log.copy(texts)
            table = Keeper(log, Photos(tmp_path))
            undo = UndoStep(len(texts) - 1)
            for tap in (
                undo,
                RingBell(),
                hands.throw(3, 3, 4),
                AnswerDoubt(3, (1, 1, 2)),
                EnterDice((1, 1, 4)),
                CallThrow(),
                CorrectThrow(3, (1, 2, 2)),
                undo,
            ):
                json.dumps(show(table).to_json(), allow_nan=False)
                with suppress(Refused):
                    table.handle(tap)
    assert played
