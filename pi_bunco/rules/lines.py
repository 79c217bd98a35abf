"""A game record as text: one JSON object a line."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

from pi_bunco.rules.events import parse_event
from pi_bunco.rules.faults import Misfit, RecordError
from pi_bunco.rules.game import Game
from pi_bunco.rules.header import Header


class Replayed(NamedTuple):
    """What became of a record.

    Attributes
    ----------
    game
        The game up to the first line that is wrong, ``None`` where that is the header.
    error
        ``line N: reason`` for that line, ``None`` where all is in order.
    """

    game: Game | None
    error: str | None


def replay(lines: Iterable[str | bytes]) -> Replayed:
    r"""Play a record again. Blank lines are skipped; lines count from 1.

    >>> game, error = replay(['{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}',
    ...                       '{"event": "bell"}', '', '{"event": "bell"}'])
    >>> error
    'line 4: the bell has rung, and the round is being played'
    >>> game.status
    'playing'
    """
    game = None
    for number, line in enumerate(lines, 1):
        try:
            text = line if isinstance(line, str) else line.decode()
            if not text.strip():
                continue
            given = _read(text)
            if game is None:
                game = Game(Header.parse(given))
            else:
                game.push(parse_event(given))
        except (RecordError, Misfit) as error:
            return Replayed(game, f"line {number}: {error}")
        except UnicodeDecodeError:
            return Replayed(game, f"line {number}: this is no UTF-8 text")
    return Replayed(game, None if game else "line 1: the record is empty; it begins with a header")


def _read(text: str) -> Any:
    try:
        return _JSON.decode(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


_JSON = json.JSONDecoder(parse_constant=_no_constant)
