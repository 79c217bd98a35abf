"""The cards with the scores: of each side in a round, of each player who takes part outside the rounds."""

from dataclasses import replace

from pi_bunco.views.side_cards import make_cards
from tests.web.night_states import final, one_each, order, set_rolloff
from tests.web.states import boxed, playing, rolloff

FOUR = ("Ann", "Bob", "Cy", "Di")


def test_teams_have_two_cards() -> None:
    """Each has its colour, both names, the score, the tally and the chance in percent."""
    us, them = make_cards(playing())
    assert (us.look, us.score, us.tally, us.percent, us.throwing) == ("us", "14", (2, 7, 12, 14), 71, True)
    assert [(name.name, name.throwing) for name in us.names] == [("Ann", True), ("Cy", False)]
    assert (them.look, them.score, them.tied) == ("them", "9", None)


def test_a_rolloff_shows_its_own_score() -> None:
    """The cards also show the score at which the round is tied."""
    assert [(card.score, card.tied) for card in make_cards(rolloff())] == [("1", 21), ("2", 21)]


def test_each_player_has_a_card_without_teams() -> None:
    """The card has no colour of a team, and no second line of names."""
    for count in (2, 3, 4):
        cards = make_cards(boxed(count))
        assert [card.look for card in cards] == ["own"] * count
        assert all(card.names == () for card in cards)


def test_cards_outside_the_rounds() -> None:
    """With one die each they are blank. A throw for the order shows a total, a set's roll-off a tally."""
    assert all(card.blank and card.together for card in make_cards(one_each(FOUR, "One die each.")))
    assert {card.score for card in make_cards(order(FOUR))} >= {"–"}
    for card in make_cards(set_rolloff()):
        assert card.tally is not None
        assert int(card.score) == (card.tally[-1] if card.tally else 0)


def test_the_final_shows_dice() -> None:
    """A card shows the dice of its player, or a dash before they have thrown."""
    for card in make_cards(final(FOUR)):
        assert bool(card.dice) != (card.score == "–")


def test_a_ghost_is_pale() -> None:
    """Only the ghost's name is marked."""
    view = playing()
    with_ghost = replace(
        view, players=(*view.players[:2], replace(view.players[2], ghost=True), view.players[3])
    )
    us, them = make_cards(with_ghost)
    assert [name.ghost for name in (*us.names, *them.names)] == [False, True, False, False]


def test_the_bag_is_marked() -> None:
    """Only the name of the player who holds it is marked, in a team and alone."""
    for view in (playing(), boxed(3)):
        players = tuple(replace(player, bag=player.name == "Bob") for player in view.players)
        cards = make_cards(replace(view, players=players))
        marked = [card.name for card in cards if card.bag]
        marked += [name.name for card in cards for name in card.names if name.bag]
        assert marked == ["Bob"]
        assert not any(card.bag or any(name.bag for name in card.names) for card in make_cards(view))
