"""Entries of another Pi that come to another head find what they are about, or change nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    CorrectThrow,
    DismissDoubt,
    EnterDice,
    GameCommand,
    InsertThrow,
    TableCommand,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.far_meant import name_event
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import FarAnswer, LateThrow
from pi_bunco.store import Log, Photos
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.store.rewrite import read_games, rewrite_log
from pi_bunco.store.tail import Place
from pi_bunco.views.late_throws import list_late_throws
from tests.game.conftest import Hands, get_scores
from tests.game.far_pi import begin, far, look


class Head:
    """A head with two tables in their first round; another Pi has the second one."""

    def __init__(self, folder: Path, lines: list[dict[str, object]] | None = None) -> None:
        self.log = Log(folder)
        if lines:
            self.log.start(lines[0])
            self.log.append(lines[1:])
        self.keeper = Keeper(self.log, Photos(folder))
        if not lines:
            begin(self.keeper)
        self._sent = 0

    def send(self, command: TableCommand, of: str = "") -> None:
        """Send a command as the next item, which calls what it is about by this name."""
        self._sent += 1
        self.keeper.handle(far(cast("GameCommand", replace(command, of=of)), self._sent))

    def name(self, seq: int) -> str:
        """Return what the far Pi calls an event."""
        return name_event(self.keeper.book, self.log, seq)

    def get_header(self) -> Place:
        """Return the place of the header of the game."""
        seal = self.log.find_seal(self.keeper.number, 0)
        assert seal
        return Place(self.keeper.number, 0, seal)

    def list_new(self) -> list[str]:
        """Return the names of the lines since the bell."""
        return [line.name for line in self.keeper.book.lines[2:]]


@pytest.fixture
def heads(tmp_path: Path) -> Iterator[tuple[Head, Head]]:
    """Return a head, and the one after it, whose log lacks what came after the bell."""
    first = Head(tmp_path / "a")
    second = Head(tmp_path / "b", first.log.record())
    first.keeper.handle(EnterDice((2, 3, 4)))  # event 3, which the second head never gets
    yield first, second
    for head in (first, second):
        head.log.close()


DICE = [(1, 1, 4), (1, 3, 4)]


def play(head: Head, hands: Hands) -> None:
    """Let the far Pi send two throws, and one that its camera is not sure of."""
    for dice in DICE:
        head.send(EnterDice(dice, table=2, seen=look(head.keeper)))
    head.send(hands.throw(1, 2, 3, table=2, reason="One leans."))


def test_corrections_find_their_throw(heads: tuple[Head, Head], hands: Hands) -> None:
    """The first throw showed a 2: on both heads the first throw changes, although its number is another."""
    for head in heads:
        play(head, hands)
        head.send(DismissDoubt(6, table=2), heads[0].name(6))
        head.send(CorrectThrow(4, (1, 2, 4), table=2), heads[0].name(4))
        head.send(InsertThrow(4, (1, 1, 5), table=2), heads[0].name(4))
    assert [get_scores(head.keeper, 2) for head in heads] == [[4, 0]] * 2
    assert heads[0].list_new()[1:] == heads[1].list_new()


def test_undo_finds_its_throw(heads: tuple[Head, Head]) -> None:
    """An undo that waited behind its own throw takes back this throw and no other."""
    for head in heads:
        for dice in DICE:
            head.send(EnterDice(dice, table=2, seen=look(head.keeper)))
        head.send(UndoStep(5, table=2), heads[0].name(5))
    assert [get_scores(head.keeper, 2) for head in heads] == [[2, 0]] * 2


def test_throw_that_waited_is_found_by_its_reading(heads: tuple[Head, Head], hands: Hands) -> None:
    """It counted when the question before it was answered, so its line has no item of its own."""
    for head in heads:
        head.send(hands.throw(1, 2, 3, table=2, reason="One leans."))
        head.send(hands.throw(1, 1, 4, table=2))
        head.send(AnswerDoubt(4, (1, 2, 2), table=2), heads[0].name(4))
        head.send(VoidThrow(7, table=2), heads[0].name(7))
    assert [get_scores(head.keeper, 2) for head in heads] == [[1, 0]] * 2


@pytest.mark.parametrize("command", [CorrectThrow(3, (1, 2, 4)), InsertThrow(3, (1, 2, 4))])
def test_dice_about_a_lost_event_are_for_the_host(heads: tuple[Head, Head], command: TableCommand) -> None:
    """They were about a throw that the older head alone had: no other throw changes."""
    second = heads[1]
    second.keeper.handle(EnterDice((1, 1, 4)))
    second.send(command, heads[0].name(3))
    assert isinstance(second.keeper.book.lines[-1].event, LateThrow)
    assert [late.dice for late in list_late_throws(second.keeper.book)] == [(1, 2, 4)]
    assert get_scores(second.keeper, 1) == [2, 0]


@pytest.mark.parametrize("command", [UndoStep(3), VoidThrow(3), DismissDoubt(3)])
def test_what_has_no_dice_is_refused(heads: tuple[Head, Head], command: TableCommand) -> None:
    """It is answered with a sentence, and another throw with the same number stays."""
    second = heads[1]
    second.keeper.handle(EnterDice((1, 1, 4)))
    second.send(command, heads[0].name(3))
    answer = second.keeper.book.lines[-1].event
    assert isinstance(answer, FarAnswer)
    assert answer.text == "That was about an entry that was lost with the previous head."
    assert get_scores(second.keeper, 1) == [2, 0]


def test_event_that_both_have_is_found_by_its_seal(heads: tuple[Head, Head]) -> None:
    """Lines before the other head began are the same in both logs."""
    for head in heads:
        head.send(InsertThrow(2, (1, 1, 4), table=2), heads[0].name(2))
    assert [get_scores(head.keeper, 2) for head in heads] == [[2, 0]] * 2


@pytest.fixture
def other(heads: tuple[Head, Head]) -> Head:
    """Return a head that has begun a game of its own with the number of the game of the first head."""
    second = heads[1]
    for head in heads:
        begin(head.keeper)
    return second


def test_dice_of_another_game_with_the_same_number_are_for_the_host(
    heads: tuple[Head, Head], other: Head, hands: Hands
) -> None:
    """Other people play it: the dice count for nobody, and the host sees them."""
    header, seen = heads[0].get_header(), look(heads[0].keeper)
    other.send(EnterDice((1, 1, 4), table=2, seen=seen, header=header))
    other.send(replace(hands.throw(2, 2, 1, table=2), seen=seen, header=header))
    assert get_scores(other.keeper, 2) == [0, 0]
    assert [late.dice for late in list_late_throws(other.keeper.book)] == [(1, 1, 4), (2, 2, 1)]
    other.send(EnterDice((1, 1, 4), table=2, seen=seen, header=other.get_header()))
    assert get_scores(other.keeper, 2) == [2, 0]


def test_other_entries_for_another_game_are_refused(heads: tuple[Head, Head], other: Head) -> None:
    """A correction or a call in one game is none in another."""
    other.keeper.handle(EnterDice((1, 1, 4), table=2))
    other.send(VoidThrow(3, table=2, header=heads[0].get_header()))
    answer = other.keeper.book.lines[-1].event
    assert isinstance(answer, FarAnswer)
    assert answer.text == "That was meant for another game."
    assert get_scores(other.keeper, 2) == [2, 0]


def test_dice_of_a_deleted_game_ask_nobody(tmp_path: Path) -> None:
    """Their lines are gone, so their Pi sends them again. Each gets an answer without a word."""
    first = Head(tmp_path)
    first.keeper.handle(far(EnterDice((1, 1, 4), table=2), 1))
    header, seen = first.get_header(), look(first.keeper)
    first.log.close()
    rewrite_log(tmp_path, read_games(tmp_path) | {1: [DELETED_LINE]})
    with Log(tmp_path) as log:
        keeper = begin(Keeper(log, Photos(tmp_path)))
        keeper.handle(far(EnterDice((1, 1, 4), table=2, seen=seen, header=header), 1))
        assert keeper.book.lines[-1].event == FarAnswer(2)
        assert list_late_throws(keeper.book) == ()


def test_throw_after_a_lost_one_counts(heads: tuple[Head, Head]) -> None:
    """Dice are never refused: which throws its page had seen is not known here."""
    second = heads[1]
    second.send(EnterDice((1, 1, 4), table=2, after=3, token="a.1"), heads[0].name(3))
    second.send(EnterDice((1, 1, 5), table=2, after=4, token="a.2"), f"{heads[1].keeper.book.lines[-1].item}")
    assert get_scores(second.keeper, 2) == [4, 0]
    assert heads[0].name(0) == heads[0].name(99) == ""
