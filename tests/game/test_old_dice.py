"""Dice that were thrown before a round ended never count in what is thrown after it."""

from collections.abc import Callable
from random import Random

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    DrawNames,
    EnterDice,
    GameCommand,
    NewGame,
    RingBell,
    Stamp,
    UndoStep,
)
from pi_bunco.game.decide import decide
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.moment import find_moment
from pi_bunco.game.new_game import make_header
from pi_bunco.game.refused import Refused
from tests.game.conftest import Hands

OpenTable = Callable[[], Keeper]
EIGHT = tuple("ABCDEFGH")


def undo(keeper: Keeper, table: int) -> None:
    """Undo what a table did last."""
    keeper.handle(UndoStep(keeper.book.get_table_lines(table).undo or 0, table=table))


def test_undo_elsewhere_brings_no_old_dice_back(open_table: OpenTable, hands: Hands) -> None:
    """Dice that came too late in round 1 stay out of round 2, although another table takes a throw back."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 2, 4), table=2))
    keeper.handle(hands.throw(1, 1, 1, reason="It leans."))
    keeper.handle(hands.throw(5, 5, 5))
    keeper.handle(AnswerDoubt(table=1, seq=3, dice=(1, 1, 1)))
    assert keeper.book.game.status != "playing", "the bunco has ended the round, so 5-5-5 came too late"
    keeper.handle(RingBell())
    keeper.handle(EnterDice((2, 3, 4), table=2))
    undo(keeper, 2)
    assert keeper.book.game.tables[0].throws == ()


def test_waiting_dice_are_no_throw_of_a_roll_off(open_table: OpenTable, hands: Hands) -> None:
    """Dice behind the question that ends the last round do not count in the roll-off of the set."""
    keeper = open_table()
    keeper.handle(NewGame("boxed", ("Ann", "Bob")))
    for winner in ("Ann", "Bob", "Ann", "Bob", "Ann"):
        keeper.handle(RingBell())
        target = keeper.book.game.target or 0
        others = [face for face in range(1, 7) if face != target]
        while keeper.book.game.tables[0].holder != winner:
            keeper.handle(EnterDice((others[0], others[1], others[2])))
        keeper.handle(EnterDice((target, target, target)))
    keeper.handle(RingBell())
    while keeper.book.game.tables[0].holder != "Bob":
        keeper.handle(EnterDice((1, 2, 3)))
    keeper.handle(hands.throw(6, 6, 6, reason="It leans."))
    seq = len(keeper.book.lines)
    keeper.handle(hands.throw(1, 2, 5))
    keeper.handle(AnswerDoubt(seq=seq, dice=(6, 6, 6)))
    place = keeper.book.night.sets[0]
    assert (place.tied, [*place.order_throws]) == (("Ann", "Bob"), [])


def play_to_semi_final(book: Book, last: Callable[[], None]) -> None:
    """Play the six rounds of a tournament of eight; ``last``: what table 2 does before the last bunco."""
    book_do = make_do(book)
    for target in range(1, 7):
        book_do(RingBell())
        others = [face for face in range(1, 7) if face != target]
        book_do(EnterDice((target, target, others[0]), table=2))
        book_do(EnterDice((others[0], others[1], others[2]), table=2))
        if target == 6:
            last()
        book_do(EnterDice((target, target, target)))


def make_do(book: Book) -> Callable[[GameCommand], None]:
    """Return a function that does a command in a book."""
    chance = Random(4)
    return lambda command: decide(book, command, Stamp("2026-01-01T00:00:00", "tap", ""), chance)


def test_semi_final_is_not_drawn_while_a_table_asks(hands: Hands) -> None:
    """A question at table 2 comes before the draw: the semi-final has one table, so it has no page there."""
    book = Book([make_header(NewGame(rules="tournament", players=EIGHT, sets=1))])
    do = make_do(book)
    play_to_semi_final(book, lambda: do(hands.throw(1, 2, 4, reason="It leans.", table=2)))
    (seq,) = book.get_table_lines(2).pending

    def draw() -> None:
        for _ in range(40):
            if book.seq_offset:
                return
            moment = find_moment(book)
            dice = moment.tables[0].dice
            do(DrawNames() if moment.drawing else EnterDice((6, *[1] * (dice - 1))))

    with pytest.raises(Refused, match="table 2"):
        draw()
    do(AnswerDoubt(table=2, seq=seq, dice=(1, 2, 4)))
    draw()
    do(RingBell())
    assert book.played.status == "playing"
