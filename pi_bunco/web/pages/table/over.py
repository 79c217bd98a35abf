"""The end of a game at a table: the winners, the awards and its score card."""

from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.awards import AwardView, WonSet, list_awards, list_won_sets, say_why_provisional
from pi_bunco.views.score_cards import ScoreCardView, make_score_card
from pi_bunco.views.table import TableView

_MAX_BESIDE = 3
"""The most awards that fit beside the score card on a phone."""


@dataclass(frozen=True, slots=True)
class GameOverView:
    """The end of a game.

    Attributes
    ----------
    title, headline
        The game, and who has won it.
    sets
        Who won each set, if sets have winners of their own.
    awards
        The awards so far.
    provisional
        Why they cannot be handed over yet; ``""`` if they can.
    many
        Whether there are more awards than fit beside the score card on a phone.
    card
        The score card of this table.
    """

    title: str
    headline: str
    sets: tuple[WonSet, ...]
    awards: tuple[AwardView, ...]
    provisional: str
    many: bool
    card: ScoreCardView


def make_game_over(view: TableView) -> GameOverView:
    """Return the end of a game."""
    title = view.title
    if view.stage == "game":
        sets = say("{sets} sets", sets=view.sets) if view.sets > 1 else say("one set")
        title = say("{title}, {sets}", title=title, sets=sets)
    return GameOverView(
        title=title,
        headline=view.moment.now,
        sets=list_won_sets(view.results),
        awards=list_awards(view.results),
        provisional=say_why_provisional(view),
        many=len(view.results.awards) > _MAX_BESIDE,
        card=make_score_card(view),
    )
