"""A table's page as a whole: its title, what its middle shows, alerts, and spoken text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pi_bunco.game.moment import Phase
from pi_bunco.rules import Dice
from pi_bunco.sentences import Sentence, say, say_series
from pi_bunco.views.spoken_lines import find_last_seconds
from pi_bunco.views.table import Alert, TableView
from pi_bunco.views.throw_views import Boxes
from pi_bunco.web.files import find_clips

Stage = Literal["alone", "doubt", "again", "draw", "over", "map", "play"]
"""What the middle of the page shows.

``alone``: the Pi that plays the game is not heard.
``doubt``: a throw waits for an answer. ``again``: a throw is thrown again. ``draw``: a name is drawn.
``over``: the game is over. ``map``: between rounds, who sits where. ``play``: anything else.
"""


@dataclass(frozen=True, slots=True)
class FrameView:
    """The page's title, its stage and phase, and the moment that it shows."""

    title: str
    stage: Stage
    phase: str
    seen: str


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
    instead
        Whom the newest drawn name replaces, in words; ``""``: nobody.
    quiet, horn
        As in :class:`pi_bunco.views.devices.RoomSound`.
    bell_in
        The last seconds before the bell rings by itself, one by one; ``None``: it does not ring soon.
    lines
        The spoken line of each kind of alert, as in :func:`pi_bunco.views.spoken_lines.list_lines`.
    clips
        The address of the spoken lines in the language that the host has chosen; ``""``: in the page's own.
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
    instead: str = ""
    quiet: bool = False
    horn: bool = False
    bell_in: int | None = None
    lines: Mapping[str, str] = field(default_factory=dict)
    clips: str = ""


def make_frame(view: TableView) -> FrameView:
    """Return the title and the state of a table's page."""
    title = say("{scores} · Bunco", scores=_say_scores(view))
    return FrameView(title, choose_stage(view), view.phase, view.here.seen)


def make_cues(view: TableView) -> CuesView:
    """Return the news that everybody should see and hear once."""
    thrown = next((throw for throw in reversed(view.course) if throw.kind == "bunco"), view.last)
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
        instead=results.newest.replaces if results.newest else "",
        quiet=view.sound.quiet,
        horn=view.sound.horn,
        bell_in=find_last_seconds(view.bell_in),
        lines=_list_lines(view),
        clips=find_clips(view.sound.language),
    )


def _list_lines(view: TableView) -> Mapping[str, str]:
    """Return the spoken line of each kind of alert."""
    ended = view.round if view.phase != "ready" or not view.rounds else view.rounds[-1].round
    return {
        "start": f"round-{view.round}",
        "end": f"round-over-{ended}",
        "bunco": "bunco",
        "drawn": "drawn",
        "over": "game-over",
    }


def choose_stage(view: TableView) -> Stage:
    """Return what the middle of the page shows."""
    if view.alone is not None:
        return "alone"
    if view.doubt:
        return "doubt"
    return "again" if view.again else _STAGES.get(view.phase, "play")


_STAGES: dict[Phase, Stage] = {"over": "over", "ready": "map", "draw": "draw"}


def is_tapped_in(view: TableView) -> bool:
    """Return whether people tap throws in because no camera sees them."""
    return view.can.enter and view.camera.status in ("none", "trouble")


def find_owners(view: TableView) -> tuple[str, ...]:
    """Return the owner of each die, from left to right, if several players throw one die each."""
    if view.phase == "dieoff":
        return view.one_die_each
    return view.need.each if view.need else ()


def announce(view: TableView) -> str:
    """Return the last event in words for a screen reader; ``""`` before the first throw."""
    if view.again:
        return view.again.reason
    if not view.last:
        return ""
    return say("{says}. {scores}.", says=view.last.says, scores=_say_scores(view))


def _say_scores(view: TableView) -> Sentence:
    return say_series([say("{name} {score}", name=side.name, score=side.score) for side in view.sides])
