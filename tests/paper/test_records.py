"""All example records can be printed."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from pi_bunco.paper.result import format_result
from pi_bunco.paper.text import cell_len
from pi_bunco.rules import replay
from pi_bunco.rules.night import read_night

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "records"
RECORDS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.shared
@pytest.mark.skipif(not RECORDS, reason=f"the example records are missing: {FOLDER}")
def test_every_record_is_printed() -> None:
    """In each example record the lines keep to their widths, and each unused event is listed."""
    for path in RECORDS:
        game, _ = replay(path.read_bytes().split(b"\n"))
        if game is None:
            continue
        night = read_night(game)
        console = Console(file=io.StringIO(), width=80)
        for part in format_result(game, night, 80):
            console.print(part)
        assert isinstance(console.file, io.StringIO)
        lines = console.file.getvalue().splitlines()
        assert max(map(cell_len, lines)) <= 80
        listed = [line.split(",")[0] for line in lines if line.startswith("  Event ")]
        assert listed == [f"  Event {seq}" for seq in game.unused]
