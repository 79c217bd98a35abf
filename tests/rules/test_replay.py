"""How records are read from text."""

import pytest

from pi_bunco.rules import replay

HEADER = '{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'
BELL = '{"event": "bell"}'


def test_blank_lines() -> None:
    """Blank lines count as lines, but not as events."""
    game, error = replay(
        ["", HEADER, "  ", BELL, "", '{"event": "throw", "table": 1, "dice": [1, 1, 2]}', "{}"]
    )
    assert error is not None
    assert error.startswith("line 7: 'event'")
    assert game is not None
    assert len(game.events) == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bell", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[]", "a line must be a JSON object"),
        ('"bell"', "a line must be a JSON object"),
        ("null", "a line must be a JSON object"),
        ('{"event": "bell", "x": NaN}', "this is not JSON: NaN is not a number of JSON"),
        ('{"event": "bell", "x": -Infinity}', "this is not JSON: -Infinity is not a number of JSON"),
        (b'{"event": "bell", "name": "\xff"}', "this is no UTF-8 text"),
        ('{"event": "bell", "event": "ring"}', "there is no event 'ring'; "),
        ('{"event": "bell"', "this is not JSON: "),
        ('{"event": "bell"} {"event": "bell"}', "this is not JSON: Extra data"),
        ('\ufeff{"event": "bell"}', "this is not JSON: "),
        ("[" * 100_000, "lists and objects are nested more than 100 deep"),
        (
            '{"event": "throw", "table": ' + "1" * 5000 + ', "dice": [1, 2, 3]}',
            "a number has more than 4,300 digits",
        ),
        ('{"event": "throw", "table": 1e0, "dice": [1, 2, 3]}', "'table' must be a whole number, not 1.0"),
    ],
)
def test_line_that_is_no_event(line: str | bytes, reason: str) -> None:
    """A line that is no event ends the reading; the game keeps the events before it."""
    game, error = replay([HEADER, line, BELL])
    assert error is not None
    assert error.startswith(f"line 2: {reason}")
    assert game is not None
    assert game.events == ()


@pytest.mark.parametrize(
    "line", [f"{BELL}\r", f"  {BELL}\t", BELL.encode(), b'{"event": "b\xc3\xa4r:\xf0\x9f\x90\xbb"}']
)
def test_line_that_is_an_event(line: str | bytes) -> None:
    """Lines may end as on Windows, be indented, be text or bytes, and contain any letters."""
    game, error = replay([HEADER, line])
    assert error is None
    assert game is not None
    assert len(game.events) == 1


def test_last_of_two_equal_keys_counts() -> None:
    """If a key stands twice in a line, the last one counts, as in other JSON readers."""
    game, error = replay([HEADER, '{"event": "ring", "event": "bell"}'])
    assert error is None
    assert game is not None
    assert game.status == "playing"


@pytest.mark.parametrize("lines", [[], [""], ["\n", "  \n", b"\r\n"]])
def test_empty_record_is_an_error(lines: list[str | bytes]) -> None:
    """A record without a header is an error of line 1, and gives no game."""
    assert replay(lines) == (None, "line 1: the record is empty; it begins with a header")


def test_wrong_header_gives_no_game() -> None:
    """An error in the header names its line, blank lines included, and there is no game."""
    game, error = replay(["", BELL])
    assert game is None
    assert error == 'line 2: a record begins with a header, {"record": "bunco/1", ...}'


THROW = '{"event": "throw", "table": 1, "dice": [2, 5, 3]'


@pytest.mark.parametrize(
    "more",
    [
        ', "time": "20:15"}',
        ',"by":"tap"}  ',
        "}",
        ', "time": {"hour": [20]}}',
        ', "dice": [1, 1, 4]}',
        ', "x": 1, "table": 2}',
        ', "event": "bell"}',
        ', "x": 1, "x": 2}',
        "",
        ",",
        ", }",
        ', "x": NaN}',
        ', "x": 1}}',
        ' "x": 1}',
        "]}",
        ', "x": ' + "[" * 100 + "]" * 100 + "}",
        ', "x": ' + "[" * 99 + "]" * 99 + "}",
    ],
)
def test_more_keys_of_a_throw(more: str) -> None:
    """A line that begins like an earlier throw is read or refused as if it were the first of its kind."""
    line = THROW + more
    alone, error = replay([HEADER, BELL, line])
    after, error_after = replay([HEADER, BELL, THROW + ', "x": 1}', line])
    assert alone is not None
    assert after is not None
    assert [event.to_dict() for event in after.events[2:]] == [event.to_dict() for event in alone.events[1:]]
    assert (error_after or "").partition(": ")[2] == (error or "").partition(": ")[2]
