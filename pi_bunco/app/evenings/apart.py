"""What is done with past evenings in a process of its own: a long one takes seconds that the game needs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pi_bunco.game.renaming import FORGOTTEN, list_forgotten
from pi_bunco.paper.pdf_kinds import Heading, PaperKind, PaperSize
from pi_bunco.rules import replay
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say
from pi_bunco.store.evening_file import EveningFile, EveningFileTrouble, unpack_evening
from pi_bunco.store.imported import read_imported
from pi_bunco.store.past_games import read_game
from pi_bunco.views.evenings import (
    EveningSummary,
    PastEvening,
    describe_evening,
    open_book,
    summarize_evening,
)


def read_record(folder: Path, key: str) -> list[str]:
    """Return the lines of a past evening.

    Raises
    ------
    pi_bunco.store.LogTrouble, OSError
        If it cannot be read.
    """
    return read_imported(folder, key[1:]) if key.startswith("p") else read_game(folder, int(key))


def summarize(folder: Path, keys: Sequence[str]) -> list[EveningSummary]:
    """Return the summaries of some evenings in a state directory."""
    return [summarize_evening(key, _read_lines(folder, key)) for key in keys]


def describe(folder: Path, key: str) -> PastEvening:
    """Return the whole of an evening in a state directory."""
    return describe_evening(key, _read_lines(folder, key))


def _read_lines(folder: Path, key: str) -> list[str]:
    """Return the lines of an evening. A file that cannot be read has one empty line, which is damaged.

    So the list shows it, and the host can delete it.
    """
    try:
        return read_record(folder, key)
    except OSError:
        if key.startswith("p"):
            return [""]
        raise


def draw_paper(folder: Path, kind: PaperKind, key: str, size: PaperSize, language: str) -> bytes:
    """Return a paper of an evening as PDF, with its day."""
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - only this process needs it

    lines = read_record(folder, key)
    heading = Heading("", summarize_evening(key, lines).date, size, language)
    return draw(kind, open_book(lines).game, heading)


def examine(data: bytes) -> tuple[EveningFile, EveningSummary]:
    """Return what is in the file of an evening, and its summary. Every line of its record is right.

    Raises
    ------
    EveningFileTrouble
        If it cannot be taken.
    """
    file = unpack_evening(data)
    game, fault = replay(file.lines)
    if game and not fault:
        fault = _find_wrong_header(json.loads(file.lines[0]))
    if not fault:
        summary = summarize_evening("p", file.lines)
        if not (fault := summary.fault):
            return file, summary
    raise EveningFileTrouble(
        say("The record in this file cannot be played again: {fault}.", fault=fault),
        say("If a newer pi-bunco has made it, update this Pi. Otherwise save the evening as a file again."),
    )


def _find_wrong_header(header: Mapping[str, Any]) -> str:
    """Return what is wrong with the part of a header that only deletions read; ``""``: nothing."""
    forgotten = header.get(FORGOTTEN, [])
    if forgotten == list_forgotten(header):
        return ""
    return str(say("'forgotten' must be a list of names, not {given}", given=quote_value(forgotten)))
