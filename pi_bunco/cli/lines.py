"""Game records from the command line: a file, or - for standard input."""

import sys
from pathlib import Path

from pi_bunco.cli.garbage import pause_garbage_collection
from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.files import bounded
from pi_bunco.limits import EVENTS, MEGABYTE, PRINTED_ROUNDS, RECORD_BYTES
from pi_bunco.rules import Game, Replayed, replay
from pi_bunco.sentences import say


def read_lines(record: str) -> list[bytes]:
    """Read a game record's lines; `record` is a path, or ``-`` for standard input.

    Raises
    ------
    Trouble
        If it cannot be read, or is larger than any record of an evening.
    """
    name = say("The record {path}", path=record) if record != "-" else say("The record on standard input")
    try:
        data = (
            bounded.read(Path(record), RECORD_BYTES)
            if record != "-"
            else sys.stdin.buffer.read(RECORD_BYTES + 1)
        )
    except OSError as error:
        raise Trouble(
            say("{name} cannot be read: {why}.", name=name, why=error.strerror),
            say("Name a file that is there, or - for input."),
        ) from error
    remedy = say("See whether it is a game record at all; if it is, keep one evening of it.")
    if len(data) > RECORD_BYTES:
        raise Trouble(
            say("{name} has more than {megabytes} megabytes.", name=name, megabytes=RECORD_BYTES // MEGABYTE),
            remedy,
        )
    if data.count(b"\n") > EVENTS:
        raise Trouble(say("{name} has more than {most} lines.", name=name, most=say_number(EVENTS)), remedy)
    return data.split(b"\n")


def play_again(lines: list[bytes]) -> Replayed:
    """Replay a record's lines, without garbage collection."""
    with pause_garbage_collection():
        return replay(lines)


def check_length(game: Game) -> None:
    """Refuse a game that is too long to print; one that began in this program never is.

    Raises
    ------
    Trouble
        If it is.
    """
    rounds = (len(game.rounds) + 1) * len(game.players)
    if rounds > PRINTED_ROUNDS:
        raise Trouble(
            say(
                "The game is too long to print: its players have {rounds} rounds, not {most}.",
                rounds=say_number(rounds),
                most=say_number(PRINTED_ROUNDS),
            ),
            say("Let another program read it: pi-bunco replay RECORD --json prints all of it."),
        )
