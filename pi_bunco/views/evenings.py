"""Past evenings: a summary of each, for lists and the league, and the whole of one, for its page."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pi_bunco.dates import say_date
from pi_bunco.game.book import Book
from pi_bunco.game.evening_identity import find_identity
from pi_bunco.game.money_desk import find_ledger
from pi_bunco.game.refused import Refused
from pi_bunco.game.renaming import list_forgotten
from pi_bunco.game.roster import MOCK
from pi_bunco.rules import Misfit, RecordError, RoundResult
from pi_bunco.rules.lines import replace_in_strings
from pi_bunco.rules.night import list_teams
from pi_bunco.sentences import say
from pi_bunco.views.results import GuestCard, Results, make_guest_cards, make_results
from pi_bunco.views.show import make_round_line
from pi_bunco.views.table import RoundLine


@dataclass(frozen=True, slots=True)
class PastGuest:
    """A guest of an evening, and what is on their card.

    Attributes
    ----------
    name
        Their name.
    wins, losses, buncos, minis, points
        What they have: rounds that they won and lost, buncos, minis and points.
    is_forgotten
        Whether the name stands for a guest who was deleted, so that it is nobody's.
    """

    name: str
    wins: int
    losses: int
    buncos: int
    minis: int
    points: int
    is_forgotten: bool = False


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """What lists and the league show of an evening.

    Attributes
    ----------
    key
        Its name in addresses: the number of its game in the log, or ``p`` and the identity of its game if it
        came from another Pi as a file.
    identity
        The identity of its game, the same on every Pi.
    time
        When it began, as ISO 8601; ``""``: unknown.
    title
        The title of its sheet.
    tables, rounds
        How many tables it had, and how many rounds were played.
    is_over
        Whether it was played to its end.
    is_demo
        Whether mock people played it.
    winners
        Who won the grand prize or the last set; if the sheet has neither, who won most rounds.
    guests
        The guests, the best first.
    fault
        Why it cannot be read, as the end of a sentence; ``""``: it can.
    """

    key: str
    identity: str
    time: str = ""
    title: str = ""
    tables: int = 0
    rounds: int = 0
    is_over: bool = False
    is_demo: bool = False
    winners: tuple[str, ...] = ()
    guests: tuple[PastGuest, ...] = ()
    fault: str = ""

    @property
    def date(self) -> str:
        """The day on which it began, by this machine's clock, ``2026-01-05``; ``""``: unknown."""
        try:
            return say_date(datetime.fromisoformat(self.time).astimezone())
        except (ValueError, OverflowError):
            return ""

    @property
    def is_imported(self) -> bool:
        """Whether it came from another Pi as a file."""
        return self.key.startswith("p")


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round, and how it ended at each table, table 1 first.

    Attributes
    ----------
    set, round
        Its set and its number there, both from 1.
    is_semi_final
        Whether it is of the semi-final.
    tables
        How it ended at each table.
    """

    set: int
    round: int
    is_semi_final: bool
    tables: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class BuncoPhoto:
    """The name of the photo of a bunco, and whose it is."""

    image: str
    player: str


@dataclass(frozen=True, slots=True)
class PastEvening:
    """The whole of an evening.

    Attributes
    ----------
    summary
        Its summary.
    results
        Its awards, sets, drawings and finals.
    cards, game_cards
        The score cards of its guests; after a semi-final those of the semi-final, and those of the game.
    rounds
        Its rounds, oldest first.
    buncos
        The photos of its buncos that the record names. They may be deleted by now.
    has_ledger
        Whether its record has entries about money.
    """

    summary: EveningSummary
    results: Results
    cards: tuple[GuestCard, ...]
    game_cards: tuple[GuestCard, ...]
    rounds: tuple[PastRound, ...]
    buncos: tuple[BuncoPhoto, ...]
    has_ledger: bool = False


def open_book(lines: Sequence[str]) -> Book:
    """Return the book of an evening.

    Raises
    ------
    Refused, pi_bunco.rules.RecordError, pi_bunco.rules.Misfit, ValueError
        If this version cannot read it.
    """
    return Book(replace_in_strings([json.loads(line) for line in lines]))


def summarize_evening(key: str, lines: Sequence[str]) -> EveningSummary:
    """Return the summary of an evening. One that this version cannot read has a fault.

    Parameters
    ----------
    key
        Its name in addresses.
    lines
        The lines of its record, header first.
    """
    return _open(key, lines)[0]


def describe_evening(key: str, lines: Sequence[str]) -> PastEvening:
    """Return the whole of an evening, see :func:`summarize_evening`."""
    summary, book = _open(key, lines)
    if book is None:
        return PastEvening(summary, Results(), (), (), (), ())
    game, played = book.game, book.played
    teams = list_teams(game, book.night)
    rounds = [(0, False, done) for done in game.rounds]
    if book.seq_offset:
        rounds += [(book.seq_offset, True, done) for done in played.rounds]
    return PastEvening(
        summary,
        make_results(book),
        make_guest_cards(played, played.players, teams),
        make_guest_cards(game, game.players, teams) if book.seq_offset else (),
        tuple(
            PastRound(done.set, done.round, semi, tuple(make_round_line(done, at) for at in done.tables))
            for _, semi, done in rounds
        ),
        tuple(photo for offset, _, done in rounds for photo in _list_buncos(book, offset, done)),
        has_ledger=bool(book.derive(find_ledger).entries),
    )


def _open(key: str, lines: Sequence[str]) -> tuple[EveningSummary, Book | None]:
    """Return the summary of an evening and its book, ``None`` if this version cannot read it."""
    try:
        header: dict[str, Any] = json.loads(lines[0])
        found = EveningSummary(key, find_identity(lines), str(header.get("time") or ""))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return EveningSummary(key, key.removeprefix("p"), fault=str(say("its record is damaged"))), None
    try:
        book = open_book(lines)
        return _summarize(found, book, any(MOCK in line for line in lines)), book
    except (Refused, RecordError, Misfit, ValueError) as error:
        return replace(found, title=str(header.get("rules", "")), fault=str(error)), None


def _summarize(found: EveningSummary, book: Book, is_demo: bool) -> EveningSummary:  # noqa: FBT001 - a value
    gone = set(list_forgotten(book.header))
    cards = sorted(
        book.game.players.items(), key=lambda item: (-item[1].wins, -item[1].buncos, -item[1].points)
    )
    most = cards[0][1].wins if cards else 0
    return replace(
        found,
        title=book.game.sheet.title,
        tables=len(book.header["tables"]),
        rounds=len(book.game.rounds),
        is_over=book.over,
        is_demo=is_demo,
        winners=book.winners or tuple(name for name, card in cards if most and card.wins == most),
        guests=tuple(
            PastGuest(name, card.wins, card.losses, card.buncos, card.minis, card.points, name in gone)
            for name, card in cards
        ),
    )


def _list_buncos(book: Book, offset: int, done: RoundResult) -> Iterator[BuncoPhoto]:
    for feat in (feat for table in done.tables for feat in table.feats):
        if feat.kind == "bunco" and (image := book.get_line(feat.seq + offset).image):
            yield BuncoPhoto(image, feat.player)
