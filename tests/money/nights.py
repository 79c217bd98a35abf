"""Nights of two teams that are played on paper, so that a test says who has won what."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pi_bunco.game.book import Book
from pi_bunco.game.commands import ConfirmClaims, EnterMoney, GameCommand, JudgeCostume, RetabulateCard, Stamp
from pi_bunco.game.decide import decide
from pi_bunco.game.line_format import write_line
from pi_bunco.money.entries import EntryKind, MoneyEntry

HALL = [[f"{letter}{seat}" for seat in range(1, 5)] for letter in "ABCDEF"]
"""The guests at six tables: A to C are team 1, D to F are team 2."""
HEADER = {"record": "bunco/1", "rules": "casino", "tables": HALL, "options": {}}


def do(book: Book, command: GameCommand) -> None:
    """Do a command."""
    decide(book, command, Stamp("2026-11-28T21:40:00+00:00", "tap", ""), Random(1))


def play_night(buncos: Mapping[str, int], minis: Mapping[str, int], awards: Sequence[Any] = ()) -> Book:
    """Return a night after its last round, with these buncos and minis, all confirmed and totalled again."""
    book = Book([HEADER])
    for _ in range(6):
        book.extend([{"event": "bell"}])
        for table, seats in enumerate(book.game.seats, 1):
            counts = {"buncos": buncos, "minis": minis} if len(book.game.rounds) == 1 else {}
            own = {key: {name: each[name] for name in seats if name in each} for key, each in counts.items()}
            book.extend(
                [{"event": "tally", "table": table, "scores": [22, 21]} | {k: v for k, v in own.items() if v}]
            )
    if awards:
        book.extend([{"event": "award:offer", "awards": [*awards]}])
    settle(book)
    return book


def settle(book: Book) -> None:
    """Confirm everything and total all cards again."""
    if book.night.unconfirmed:
        do(book, ConfirmClaims(tuple(claim.key for claim in book.night.unconfirmed)))
    for card in book.night.cards:
        if not card.agrees:
            wins, buncos, minis = (total.counted for total in card.totals)
            do(book, RetabulateCard(card.player, wins=wins, buncos=buncos, minis=minis))


def judge(book: Book, *best: str | int) -> None:
    """Name the best costumes."""
    for each in best:
        do(book, JudgeCostume(each))


def enter(book: Book, kind: EntryKind, amount: str = "", **fields: Any) -> None:
    """Enter one entry about money."""
    do(book, EnterMoney((MoneyEntry(kind=kind, **fields),), amount, device="Tablet 3"))


def here(book: Book, *names: str) -> None:
    """Say that these guests are here and their IDs are seen."""
    do(book, EnterMoney(tuple(MoneyEntry(kind="here", player=name) for name in names)))


def write_lines(book: Book) -> list[dict[str, Any]]:
    """Return the lines of the book as in the log."""
    return [dict(HEADER), *(write_line(line) for line in book.lines)]
