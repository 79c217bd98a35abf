"""A new game is not begun over one of which prizes are not paid."""

from pathlib import Path

from pi_bunco.game.commands import UndoMoney
from pi_bunco.game.money_desk import find_ledger
from pi_bunco.web.new_game import GameBody, find_unfinished
from tests.money.nights import do
from tests.web.money_states import MoneyService
from tests.web.states import begin, over

FOUR = ("Ann", "Bob", "Cy", "Di")


def test_unpaid_prizes_are_named_before_a_new_game(tmp_path: Path) -> None:
    """If the host keeps a ledger, a new game first says what is still to pay; without one nobody is asked."""
    service = MoneyService(tmp_path)
    service.show(over())
    body = GameBody(rules="classic", players=FOUR)
    asked = find_unfinished(service, body)
    assert asked is not None
    assert str(asked.text) == f"Prizes of the last game are still to pay: {service.view_money().due}."
    assert find_unfinished(service, body.model_copy(update={"end": True})) is None
    for entry in service.book.derive(find_ledger).entries:
        do(service.book, UndoMoney(entry.seq))
    assert find_unfinished(service, body) is None


def test_money_that_came_in_is_named_before_a_new_game(tmp_path: Path) -> None:
    """A new game before the first bell, to seat late guests, would begin without the ledger."""
    service = MoneyService(tmp_path)
    service.show(begin())
    body = GameBody(rules="classic", players=FOUR)
    asked = find_unfinished(service, body)
    assert asked is not None
    assert str(asked.text) == "This game has $50 in its kitty; a new game begins with an empty one."
    assert find_unfinished(service, body.model_copy(update={"end": True})) is None
    for entry in service.book.derive(find_ledger).entries:
        do(service.book, UndoMoney(entry.seq))
    assert find_unfinished(service, body) is None
