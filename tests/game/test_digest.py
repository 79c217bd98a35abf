"""Two Pis compare their results by a digest whenever a round is settled."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import AssignTables, CorrectThrow, EnterDice, NewGame, RingBell, SettlePi
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.digest import digest_results
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.lines import FarSettled
from pi_bunco.store import Log, Photos
from pi_bunco.store.chain import GENESIS, seal_lines

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture
def settled(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two tables after a round that the Pi of the second one has settled."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT))
    keeper.handle(AssignTables("hall", (2,)))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(SettlePi("hall", keeper.book.last_end))
    return keeper


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[CopyKeeper]:
    with Log(tmp_path / "copy") as log:
        yield CopyKeeper(log, Photos(tmp_path / "copy"))


def list_lines(keeper: Keeper) -> list[str]:
    """Return the lines of the head's log."""
    return [json.dumps(body) for body in keeper.book.to_dicts(keeper.book.next_seq)]


def take(copy: CopyKeeper, lines: list[str]) -> None:
    """Let a copy take all lines of a game at once."""
    rows = seal_lines(GENESIS, 1, 0, [line.encode() for line in lines])
    copy.take(1, 0, lines[:1], rows[0].seal)
    copy.take(1, 1, lines[1:], rows[-1].seal)


def test_settled_round_has_the_digest_of_the_head(settled: Keeper) -> None:
    """The line has it, and another program that reads the same log counts the same."""
    event = settled.book.lines[-1].event
    assert isinstance(event, FarSettled)
    assert event.digest == digest_results(settled.book)
    again = Book(settled.book.to_dicts(settled.book.next_seq))
    assert digest_results(again) == event.digest


def test_another_result_has_another_digest(settled: Keeper) -> None:
    """A correction that changes the scores of a round changes the digest."""
    before = digest_results(settled.book)
    settled.handle(CorrectThrow(3, (1, 4, 4), table=2))
    assert digest_results(settled.book) != before


def test_copy_that_counts_the_same_says_nothing(settled: Keeper, copy: CopyKeeper) -> None:
    """The usual case."""
    take(copy, list_lines(settled))
    assert not copy.differs


def test_copy_that_counts_something_else_says_so(settled: Keeper, copy: CopyKeeper) -> None:
    """Another version may read a sheet in another way; a new game may be counted alike again."""
    lines = list_lines(settled)
    body = write_line(settled.book.lines[-1])
    lines[-1] = json.dumps(body | {"digest": "0" * 16})
    take(copy, lines)
    assert copy.differs


def test_lines_after_the_settling_are_no_false_alarm(settled: Keeper, copy: CopyKeeper) -> None:
    """If a correction has come in the same moment, the copy waits for the next settling."""
    settled.handle(CorrectThrow(3, (1, 4, 4), table=2))
    take(copy, list_lines(settled))
    assert not copy.differs
