"""What the page about money says of each team."""

from pi_bunco.game.book import Book
from pi_bunco.views.money import make_money_view
from tests.money.nights import HEADER, play_night


def test_nothing_is_paid_while_the_game_goes_on() -> None:
    """Before anybody has won, no team's prizes are called paid, and they say what they wait for."""
    book = Book([HEADER])
    for bell in (False, True):
        if bell:
            book.extend([{"event": "bell"}])
        teams = [team for team in make_money_view(book).teams if team.prizes]
        assert len(teams) == 3
        assert not any(team.is_paid for team in teams)
        assert all(prize.waits for team in teams for prize in team.prizes)


def test_what_stays_in_the_kitty_needs_no_payment() -> None:
    """After a night without buncos the overall prize for them is nobody's, and nobody waits for it."""
    teams = make_money_view(play_night({}, {})).teams
    states = {prize.title: prize.state for prize in teams[0].prizes}
    assert "paid" in states.values()
