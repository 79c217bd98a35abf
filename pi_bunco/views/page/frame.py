"""A table's page as a whole: its title, its state for the style sheets, alerts, and spoken text."""

from dataclasses import dataclass

from pi_bunco.sentences import Sentence, say, say_series
from pi_bunco.views.page.stage import Stage, choose_stage
from pi_bunco.views.table import Alert, TableView
from pi_bunco.views.throw_views import Boxes, Dice


@dataclass(frozen=True, slots=True)
class FrameView:
    """The page's title, and its stage and phase."""

    title: str
    stage: Stage
    phase: str


@dataclass(frozen=True, slots=True)
class ShownDice:
    """The dice that an alert shows, and their photo."""

    dice: Dice
    boxes: Boxes
    image: str | None


@dataclass(frozen=True, slots=True)
class CuesView:
    """News that everybody should see and hear once.

    Attributes
    ----------
    game
        The game of these alerts.
    alerts
        The news.
    bunco
        The dice of the newest bunco.
    scores
        The score of each side. STOP hides the cards that show them.
    moving
        Whether dice still move, so that STOP stays.
    doubt, again
        The throw in doubt, and the one that is thrown again. Each sounds once.
    draws
        Whether names are drawn now.
    drawn
        The drawn names, oldest first: for prizes, for the semi-final, for the final.
    """

    game: str
    alerts: tuple[Alert, ...]
    bunco: ShownDice | None
    scores: tuple[int, ...]
    moving: bool
    doubt: int | None
    again: int | None
    draws: bool
    drawn: tuple[tuple[str, ...], ...]


def make_frame(view: TableView) -> FrameView:
    """Return the title and the state of a table's page."""
    return FrameView(say("{scores} · Bunco", scores=_say_scores(view)), choose_stage(view), view.phase)


def make_cues(view: TableView) -> CuesView:
    """Return the news that everybody should see and hear once."""
    thrown = next((one for one in reversed(view.course) if one.kind == "bunco"), view.last)
    results = view.results
    return CuesView(
        game=view.game,
        alerts=view.alerts,
        bunco=ShownDice(thrown.dice, thrown.boxes, thrown.image) if thrown else None,
        scores=tuple(side.score for side in view.sides),
        moving=view.moving,
        doubt=view.doubt.seq if view.doubt else None,
        again=view.again.seq if view.again else None,
        draws=view.can.draw is not None,
        drawn=(results.drawn, results.semi_finalists, results.finalists),
    )


def announce(view: TableView) -> str:
    """Return the last event in words for a screen reader; ``""`` before the first throw."""
    if view.again:
        return view.again.reason
    if not view.last:
        return ""
    return say("{says}. {scores}.", says=view.last.says, scores=_say_scores(view))


def _say_scores(view: TableView) -> Sentence:
    return say_series([say("{name} {score}", name=side.name, score=side.score) for side in view.sides])
