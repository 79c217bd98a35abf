"""A room whose money a test sees: the night is over, and nothing is paid yet."""

from pathlib import Path

from pi_bunco.game.commands import Command, EnterMoney, PlanMoney, UndoMoney
from pi_bunco.rules import Game
from pi_bunco.views.money import MoneyView, make_money_view
from pi_bunco.views.table import TableView
from tests.money.nights import do, enter, here, judge, play_night
from tests.web.conftest import FakePageService


class MoneyService(FakePageService):
    """Shows the money of a night that is over, and does the commands about it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.book = play_night({"A1": 3, "A2": 3, "D1": 2}, {"A1": 4})
        judge(self.book, "C2", "F1", 2)
        enter(self.book, "in", "50", what="other", note="=1+1")
        here(self.book, "A1")

    def view_money(self) -> MoneyView:
        return make_money_view(self.book)

    def copy_game(self) -> Game:
        return self.book.game.copy()

    def ask(self, command: Command) -> TableView:
        after = super().ask(command)
        if isinstance(command, PlanMoney | EnterMoney | UndoMoney):
            do(self.book, command)
            self.show_room(self.view_room())
        return after
