"""Another Pi that has a table, for tests: its items, and what the game says of them."""

import json
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AssignTables,
    EndRoundNow,
    EnterDice,
    GameCommand,
    NewGame,
    RingBell,
    SettlePi,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.moment import find_moment, get_table_moment
from pi_bunco.game.seen import SeenMoment

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
OUTBOX = "7c1f09aa"
HALL = "hall-2"
ItemCommand = TypeVar("ItemCommand", bound=GameCommand)


def far(command: ItemCommand, number: int, previous: int = 0, outbox: str = OUTBOX) -> ItemCommand:
    """Return a command as an item of another Pi."""
    return replace(command, item=ItemKey(outbox, number), previous=previous)


def name(number: int) -> str:
    """Return the name of an item, as a slip has it."""
    return str(ItemKey(OUTBOX, number))


def look(keeper: Keeper, table: int = 2) -> SeenMoment:
    """Return the moment that a table's page shows now."""
    return get_table_moment(keeper.book, table).seen


def get_last(keeper: Keeper) -> dict[str, Any]:
    """Return the last line of the log without its time, and without a digest of results."""
    line = write_line(keeper.book.lines[-1])
    return {key: value for key, value in line.items() if key not in ("time", "digest")}


def list_pending(keeper: Keeper, table: int = 2) -> list[int]:
    """Return the numbers of the questions and throws that wait at a table."""
    return list(keeper.book.get_table_lines(table).pending)


def settle(keeper: Keeper, *, host: bool = False) -> None:
    """Let the far Pi settle the round that is over, or let the host go on without it."""
    keeper.handle(SettlePi(HALL, keeper.book.last_end, host=host))


def read_again(keeper: Keeper) -> Book:
    """Return the book that another program reads from the lines."""
    lines = json.loads(json.dumps(keeper.book.to_dicts(keeper.book.next_seq)))
    return Book(lines, keeper.number)


def describe_far(book: Book) -> object:
    """Return all that a book says of other Pis, and what follows from it."""
    tables = [book.get_table_lines(table) for table in range(1, len(book.played.tables) + 1)]
    waiting = [(here.pending, here.for_host) for here in tables]
    items = [line.item for line in book.lines]
    ends = book.last_end, book.last_finish
    return book.far.items, book.far.tables, book.unsettled, ends, waiting, items, book.over


def begin(keeper: Keeper, rules: str = "classic", tables: tuple[int, ...] = (2,), **more: Any) -> Keeper:
    """Begin a game of two tables, of which another Pi has some, and ring its bell."""
    keeper.handle(NewGame(rules, EIGHT, **more))
    keeper.handle(AssignTables(HALL, tables))
    keeper.handle(RingBell())
    return keeper


def play_round(keeper: Keeper, luck: Random) -> None:
    """Play the rest of a round; the host ends it soon."""
    for number in range(400):
        if keeper.book.played.status != "playing":
            return
        if number == 3 and not keeper.book.played.ended:
            keeper.handle(EndRoundNow())
            continue
        here = next(table for table in find_moment(keeper.book).tables if table.dice)
        keeper.handle(EnterDice(tuple(luck.randint(1, 6) for _ in range(here.dice)), table=here.table))


def play_game(keeper: Keeper, luck: Random) -> None:
    """Play the rest of a game. The far Pi settles each round but the last."""
    while True:
        play_round(keeper, luck)
        if keeper.book.game.status == "over":
            return
        settle(keeper)
        keeper.handle(RingBell())


def ask_first(keeper: Keeper) -> int:
    """Let another device enter a throw while a far tap is under way, and return the question's number."""
    seen = look(keeper)
    keeper.handle(EnterDice((1, 2, 2), table=2, token="head.1", after=0, seen=seen))
    keeper.handle(far(EnterDice((1, 1, 3), table=2, token="far.1", after=0, seen=seen), 1))
    return keeper.book.next_seq - 1


def end_round(keeper: Keeper) -> None:
    """End the first round; table 2 is decided."""
    keeper.handle(EnterDice((1, 2, 2), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
