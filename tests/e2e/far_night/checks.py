"""What must be true after a night: each throw once, nothing unused, all logs equal, results as by hand."""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pi_bunco.store import read_record
from tests.e2e.far_night import score_by_round, score_by_throw
from tests.e2e.far_night.people import Tap
from tests.e2e.far_night.room import Room, ask
from tests.e2e.far_night.rounds_by_throw import put_in_order

DICE = frozenset(
    ("throw", "missed", "die_off", "boxed:order", "boxed:throw", "tournament:die_off", "final:order")
) | {"final:throw", "semi_final:throw", "semi_final:missed", "semi_final:die_off"}
"""The events that dice make."""
_WAITS = ("table:late_throw", "camera:waiting")
"""Dice that count, or do not, when somebody has answered."""


def check_logs(room: Room) -> list[str]:
    """Check that all Pis have the same games, line by line, and return the lines of the last one."""
    lines = read_record(room.head.folder)
    for far in room.fars:
        assert read_record(far.folder) == lines, f"the log of {far.folder.name} differs"
    return lines


def check_throws(lines: Sequence[str], taps: Sequence[Tap]) -> dict[str, int]:
    """Check that each throw that a page took counts once, at its table and in its order, and no other does.

    Dice about which somebody was asked count once, or not if the answer was no. Return how many there were of
    what.
    """
    events = [json.loads(line) for line in lines]
    by_token: dict[str, list[int]] = defaultdict(list)
    answers: dict[int, list[int]] = defaultdict(list)
    for number, event in enumerate(events):
        if event.get("token") and event.get("event") != "pi:answer":
            by_token[event["token"]].append(number)
        if event.get("answers"):
            answers[event["answers"]].append(number)
    counts = dict.fromkeys(("counted", "answered no", "refused"), 0)
    places: dict[int, list[int]] = defaultdict(list)
    for tap in taps:
        found = by_token.pop(tap.token, [])
        if tap.refused or (tap.is_gone and not found):
            assert not found, f"{tap} was refused, and is in the log: {[events[at] for at in found]}"
            counts["refused"] += 1
            continue
        assert len(found) == 1, f"{tap} is {len(found)} times in the log: {[events[at] for at in found]}"
        place = found[0]
        while events[place]["event"] in _WAITS:
            assert len(answers[place]) == 1, f"{tap}: {events[place]} has answers {answers[place]}"
            place = answers[place][0]
        if events[place]["event"] == "table:no_throw":
            counts["answered no"] += 1
            continue
        assert events[place]["event"] in DICE, f"{tap} has become {events[place]}"
        assert tap.dice == _read_dice(events[place]["dice"]), f"{tap} has become {events[place]}"
        assert events[place].get("table", tap.table) == tap.table, f"{tap} has become {events[place]}"
        counts["counted"] += 1
        places[tap.table].append(place)
    left = {token: found for token, found in by_token.items() if events[found[0]]["event"] in DICE}
    assert not left, f"nobody has tapped {left}"
    all_dice = sum(event.get("event") in DICE for event in events)
    assert all_dice == counts["counted"], f"{all_dice} throws count, {counts}"
    order = {id(event): at for at, event in enumerate(put_in_order(events[1:]))}
    for table, found in places.items():
        for one, other in pairwise(found):
            text = f"table {table}: {one} {events[one]} comes after {other} {events[other]}"
            assert order[id(events[one])] < order[id(events[other])], text
    return counts


def check_shown(lines: Sequence[str], taps: Sequence[Tap]) -> None:
    """Check that no throw that a page has shown in a round is now another player's, or worth other points."""
    now = score_by_throw.list_shown(lines)
    changed = [
        (tap, now[tap.token]) for tap in taps if tap.shown and now.get(tap.token, tap.shown) != tap.shown
    ]
    assert not changed, f"what a page has shown, and what it is now: {changed}"


def _read_dice(dice: Any) -> tuple[int, ...]:
    return tuple(dice.values() if isinstance(dice, dict) else dice)


def check_results(room: Room, lines: Sequence[str], folder: Path) -> dict[str, Any]:
    """Check that the product and both scorekeepers find the same results, and return them."""
    record = folder / "record.jsonl"
    record.write_text("\n".join(lines) + "\n")
    replayed = subprocess.run(
        [sys.executable, "-m", "pi_bunco", "replay", str(record), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    product = json.loads(replayed.stdout)
    assert product["unused"] == [], f"events are unused: {product['unused']}"
    by_throw, by_round = score_by_throw.score(lines), score_by_round.score(lines)
    assert by_throw == by_round, _find_difference(by_throw, by_round)
    for what in ("rounds", "seats", "players", "bag"):
        assert product[what] == by_throw[what], f"{what}: {_find_difference(product[what], by_throw[what])}"
    view = ask(room.head, "/api/table/1")
    if view["moment"]["part"] == "over":
        _check_winners(view, by_throw)
    for far in room.fars:
        assert ask(far, "/api/table/1")["results"] == view["results"]
    return by_throw


def _check_winners(view: dict[str, Any], found: dict[str, Any]) -> None:
    """Check who has won what on the pages, once the game is over."""
    results, finals = view["results"], found["finals"]
    if finals:
        assert sorted(results["semi_finalists"]) == finals["semi_finalists"]
        assert sorted(results["finalists"]) == finals["finalists"]
        assert results["grand_prize"] == finals["grand_prize"] is not None
    if found["set_winners"]:
        assert results["sets"][0]["winners"] == view["winners"] == found["set_winners"]
    for line in results["awards"]:
        team = line["team"].partition(" ")[2]
        name = line["what"] + (f"@{team}" if team else "")
        if name in found["awards"] and line["among"] != "groups":
            assert sorted(line["winners"]) == found["awards"][name], line["title"]


def _find_difference(one: Any, other: Any, path: str = "") -> str:
    """Say where two results first differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(at), *both) for at, both in enumerate(zip(one, other, strict=True))]
    else:
        return f"{path}: {one!r} and {other!r}"
    return next((_find_difference(a, b, f"{path}/{key}") for key, a, b in pairs if a != b), "")
