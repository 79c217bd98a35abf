"""Records as text."""

import pytest

from pi_bunco.rules import replay

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"event": "bell"}'


def test_blank_lines_count_as_lines_but_not_as_events() -> None:
    """Lines are counted from 1 with the blank ones; events are numbered without them."""
    game, error = replay(
        ["", HEADER, "  ", BELL, "", '{"event": "throw", "table": 1, "dice": [1, 1, 2]}', "{}"]
    )
    assert error is not None
    assert error.startswith("line 7: 'event'")
    assert game is not None
    assert len(game.events) == 2


@pytest.mark.parametrize(
    "line",
    [
        "bell",
        "[]",
        '"bell"',
        "null",
        '{"event": "bell"',
        '{"event": "bell", "x": NaN}',
        '{"event": "bell"} {"event": "bell"}',
        b'{"event": "bell", "name": "\xff"}',
        "[" * 100_000,
        '{"event": "throw", "table": ' + "1" * 5000 + ', "dice": [1, 2, 3]}',
    ],
)
def test_a_line_that_is_no_event(line: str | bytes) -> None:
    """A line that is no JSON object ends the reading there, and what came before stays."""
    game, error = replay([HEADER, line, BELL])
    assert error is not None
    assert error.startswith("line 2: ")
    assert game is not None
    assert game.events == ()


@pytest.mark.parametrize("lines", [[], [""], ["\n", "  \n"]])
def test_an_empty_record_is_an_error_of_line_1(lines: list[str]) -> None:
    """A record without a header gives no game."""
    game, error = replay(lines)
    assert game is None
    assert error is not None
    assert error.startswith("line 1: ")
