"""Small records of games by house rules, each with its result."""

import json
from pathlib import Path

import pytest

from pi_bunco.rules import replay


@pytest.mark.parametrize(
    "name", ["everybody_throws", "five_rounds", "traveling_by", "two_win", "winner_starts"]
)
def test_record(name: str) -> None:
    """The record replays to its result to the byte."""
    record = Path(__file__).with_name(f"{name}.jsonl")
    game, error = replay(record.read_bytes().split(b"\n"))
    assert error is None
    assert game is not None
    assert json.dumps(game.make_result()) + "\n" == record.with_suffix(".json").read_text(encoding="utf-8")
