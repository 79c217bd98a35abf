"""The score cards of guests, as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.results import GuestCard
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the score card: a guest's counts, and whether they have won."""

    card: GuestCard
    won: bool


@dataclass(frozen=True, slots=True)
class ScoreCardView:
    """The score card: its title, and a line for each guest, the best first."""

    title: str
    lines: tuple[CardLine, ...]


def make_score_card(view: TableView) -> ScoreCardView:
    """Return the score cards of those who sit at a table. Ghosts have none."""
    names = {player.name for player in view.players}
    here = [card for card in view.cards if card.name in names]
    return ScoreCardView(_name_card(view), _list_lines(here, view))


def make_score_cards(view: TableView) -> tuple[ScoreCardView, ...]:
    """Return the score cards of all guests. In a semi-final, those of the game follow."""
    current = ScoreCardView(_name_card(view), _list_lines(view.cards, view))
    of_game = ScoreCardView(say("The game"), _list_lines(view.game_cards))
    return (current, of_game) if view.game_cards else (current,)


def _name_card(view: TableView) -> str:
    return say("Semi-final") if view.stage == "semi_final" else say("Score card")


def _list_lines(cards: Sequence[GuestCard], view: TableView | None = None) -> tuple[CardLine, ...]:
    best = sorted(cards, key=lambda card: (-card.wins, -card.buncos, -card.points))
    return tuple(CardLine(card, view is not None and card.name in view.winners) for card in best)
