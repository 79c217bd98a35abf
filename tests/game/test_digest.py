"""Two Pis compare their results by a digest whenever a round is settled."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
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


def take(copy: CopyKeeper, lines: list[str], first: int = 1) -> None:
    """Let a copy take the first lines of a game at once, and then the others."""
    rows = seal_lines(GENESIS, 1, 0, [line.encode() for line in lines])
    copy.take(1, 0, lines[:first], rows[first - 1].seal)
    if lines[first:]:
        copy.take(1, first, lines[first:], rows[-1].seal)


def fail(*_: object) -> None:
    """Fail as a bug does."""
    raise KeyError("a bug")


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
    """If a correction has come in the same moment, the results before it are compared."""
    settled.handle(CorrectThrow(3, (1, 4, 4), table=2))
    take(copy, list_lines(settled))
    assert not copy.differs


@pytest.mark.parametrize("first", [1, 7])
def test_settling_before_other_lines_is_compared(settled: Keeper, copy: CopyKeeper, first: int) -> None:
    """After a cut many lines come at once, also with the header: each settling is compared as it was."""
    settled.handle(RingBell(sure=True))
    lines = list_lines(settled)
    body = write_line(settled.book.lines[-2])
    assert body["event"] == FarSettled.name
    lines[-2] = json.dumps(body | {"digest": "0" * 16})
    take(copy, lines, first)
    assert copy.differs


def test_later_settling_says_whether_all_results_are_the_same(settled: Keeper, copy: CopyKeeper) -> None:
    """Its digest is one of all rounds."""
    settled.handle(RingBell(sure=True))
    settled.handle(EnterDice((2, 2, 2)))
    settled.handle(SettlePi("hall", settled.book.last_end))
    lines = list_lines(settled)
    lines[5] = json.dumps(json.loads(lines[5]) | {"digest": "0" * 16})
    assert len([line for line in lines if FarSettled.name in line]) == 2
    take(copy, lines)
    assert not copy.differs


def test_any_fault_makes_the_game_unreadable(
    settled: Keeper, copy: CopyKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the lines. So a book that lacks them must not take the next ones."""
    lines = list_lines(settled)
    rows = seal_lines(GENESIS, 1, 0, [line.encode() for line in lines])
    copy.take(1, 0, lines[:3], rows[2].seal)

    with monkeypatch.context() as patched:
        patched.setattr(Book, "extend", fail)
        with pytest.raises(Trouble, match="a bug"):
            copy.take(1, 3, lines[3:4], rows[3].seal)
    with pytest.raises(Trouble, match="a bug"):
        copy.take(1, 4, lines[4:], rows[-1].seal)
    monkeypatch.setattr(Book, "extend", fail)


def test_any_fault_at_the_start_makes_the_game_unreadable(
    settled: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy waits for another game, and its Pi does not end at each start."""
    folder = tmp_path / "again"
    with Log(folder) as log:
        log.start({**settled.book.header})
        monkeypatch.setattr(Book, "extend", fail)
        assert "a bug" in str(CopyKeeper(log, Photos(folder)).unreadable)
