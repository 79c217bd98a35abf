"""The example records, each with its expected result."""

import json
from pathlib import Path

import pytest

from pi_bunco.rules import replay

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "records"
NAMES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.jsonl"))


@pytest.mark.shared
@pytest.mark.skipif(not NAMES, reason=f"the example records are missing: {FOLDER}")
@pytest.mark.parametrize("name", NAMES)
def test_record(name: str) -> None:
    """The record gives the expected result, and the expected error if it has one."""
    game, error = replay((FOLDER / f"{name}.jsonl").read_bytes().split(b"\n"))
    broken = FOLDER / f"{name}.error"
    start, text = None, ""
    if broken.exists():
        start, _, text = broken.read_text(encoding="utf-8").partition("\n")
    else:
        text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    expected = json.loads(text or "null")
    result = game.make_result() if game else None
    assert result == expected
    assert (error or "").startswith(start or "")
    assert (error is None) == (start is None)
    if result is not None:
        assert list(result["players"]) == list(expected["players"])
