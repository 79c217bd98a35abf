"""Score cards, with a mark for each round."""

from collections.abc import Callable
from random import Random

from pi_bunco.game.commands import EnterDice, NameTeam, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.views.results import make_guest_cards


def test_marks_count_rounds_at_all_tables(open_table: Callable[[], Keeper]) -> None:
    """Players keep their marks when they change tables. A round that has just begun has no mark."""
    keeper = open_table()
    keeper.handle(NewGame("houseparty", tuple(f"P{number}" for number in range(1, 13))))
    luck = Random(5)
    for _ in range(2):
        keeper.handle(RingBell())
        while keeper.book.game.status == "playing":
            for table in (1, 2, 3):
                if keeper.book.get_table(table).takes:
                    one, two, three = (luck.randint(1, 6) for _ in range(3))
                    keeper.handle(EnterDice((one, two, three), table=table))
    keeper.handle(RingBell())
    game = keeper.book.game
    for card in make_guest_cards(game, game.players):
        assert sum(card.marks[0]) == card.wins == game.players[card.name].wins
        assert len(card.marks[0]) == 2
    moved = [card for card in make_guest_cards(game, game.players) if card.wins == 2]
    assert moved, "somebody has won at two tables"


def test_the_results_have_the_cards_of_all_guests(open_table: Callable[[], Keeper]) -> None:
    """A table's page has only the cards of its players, and none during a round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    room = LiveRoom(keeper, {})
    try:
        assert [card.name for card in room.view(2).cards] == ["P5", "P6", "P7", "P8"]
        room.ask(RingBell())
        assert room.view(2).cards == ()
        assert len(room.view(with_results=True).cards) == 8
    finally:
        room.close()


def test_cards_name_the_team(open_table: Callable[[], Keeper]) -> None:
    """Each guest of the casino's teams has theirs on the card, with its name; without teams there is none."""
    keeper = open_table()
    keeper.handle(NewGame("casino", tuple(f"P{number}" for number in range(1, 25))))
    keeper.handle(NameTeam(2, "The Rollers"))
    room = LiveRoom(keeper, {})
    try:
        teams = {card.name: card.team for card in room.view(with_results=True).cards}
        assert (teams["P1"], teams["P24"]) == ("Team 1", "Team 2: The Rollers")
        assert {card.team for card in room.view(4).cards} == {"Team 2: The Rollers"}
        assert {card.team for card in room.view_room().cards} == {*teams.values()}
        room.ask(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        assert {card.team for card in room.view(with_results=True).cards} == {""}
    finally:
        room.close()
