"""The paper cards: of sides, and outside the rounds of those who take part."""

from dataclasses import replace

from pi_bunco.views.page.cards import make_cards
from tests.web.night import final, one_each, order, set_rolloff
from tests.web.states import boxed, playing, rolloff

FOUR = ("Ann", "Bob", "Cy", "Di")


def test_teams_have_two_cards() -> None:
    """Each has its colour, both names, the score, the tally and the chance in whole percent."""
    us, them = make_cards(playing())
    assert (us.look, us.score, us.tally, us.percent, us.throwing) == ("us", "14", (2, 7, 12, 14), 71, True)
    assert [(one.name, one.throwing) for one in us.names] == [("Ann", True), ("Cy", False)]
    assert (them.look, them.score, them.tied) == ("them", "9", None)


def test_a_rolloff_shows_its_own_score() -> None:
    """And at which score the round is tied."""
    assert [(card.score, card.tied) for card in make_cards(rolloff())] == [("1", 21), ("2", 21)]


def test_players_for_themselves_have_a_card_each() -> None:
    """In ink, without a second line of names."""
    for count in (2, 3, 4):
        shown = make_cards(boxed(count))
        assert [card.look for card in shown] == ["own"] * count
        assert all(card.names == () for card in shown)


def test_outside_the_rounds_the_cards_are_those_of_who_takes_part() -> None:
    """One die each is blank; a place in the order is a total; a roll-off for a set tallies what scored."""
    assert all(card.blank and card.together for card in make_cards(one_each(FOUR, "One die each.")))
    assert {card.score for card in make_cards(order(FOUR))} >= {"–"}
    for card in make_cards(set_rolloff()):
        assert card.tally is not None
        assert int(card.score) == (card.tally[-1] if card.tally else 0)


def test_the_final_shows_dice() -> None:
    """Who has thrown shows them, who has not a dash."""
    for card in make_cards(final(FOUR)):
        assert bool(card.dice) != (card.score == "–")


def test_a_ghost_is_pale() -> None:
    """Its name is marked, and nobody else's."""
    view = playing()
    ghostly = replace(
        view, players=(*view.players[:2], replace(view.players[2], ghost=True), view.players[3])
    )
    us, them = make_cards(ghostly)
    assert [one.ghost for one in (*us.names, *them.names)] == [False, True, False, False]
