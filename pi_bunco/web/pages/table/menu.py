"""The dialogs over a table's page: entering dice, the odds, throws that do not count, and the menu."""

from dataclasses import dataclass

from pi_bunco.sentences import isolate, say, say_count
from pi_bunco.views.score_cards import ScoreCardView, make_score_card
from pi_bunco.views.side_cards import round_percent
from pi_bunco.views.table import StepView, TableView
from pi_bunco.web.pages.table.foot import SlipView, make_slip
from pi_bunco.web.pages.table.middle import EntryView, make_keypad


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A side's chance to win the round: its look, name, players and percent."""

    look: str
    name: str
    players: str
    percent: int


@dataclass(frozen=True, slots=True)
class UncountedView:
    """Throws that do not count after a correction, and the step that can be undone."""

    throws: tuple[SlipView, ...]
    undo: StepView | None


@dataclass(frozen=True, slots=True)
class MenuView:
    """The menu: where the game is, the score card, and what can be done.

    Attributes
    ----------
    uncounted
        A sentence if throws have lost their place through a correction; ``""``: none.
    unused
        A sentence if other events have lost their place; ``""``: none.
    can_end_round
        Whether the round can be ended.
    redo
        The undo that can be redone; ``None``: there is none.
    camera
        Whether the table has a camera.
    odds
        Whether a chance to win is known.
    """

    title: str
    text: str
    card: ScoreCardView
    uncounted: str
    unused: str
    can_end_round: bool
    redo: StepView | None
    camera: bool
    odds: bool


def make_entry(view: TableView) -> EntryView | None:
    """Return the dialog for a throw that no camera has read, ``None`` while nobody throws."""
    if not view.can.enter:
        return None
    text = say("Tap one die for each player. The last die enters them all.")
    if view.thrower:
        text = say("Tap what {name} threw. The last die enters it.", name=view.thrower)
    return EntryView(text, make_keypad(view))


def list_odds(view: TableView) -> tuple[ChanceView, ...] | None:
    """Return each side's chance to win the round, ``None`` if it is not known."""
    chances: list[ChanceView] = []
    for at, side in enumerate(view.sides):
        chance = round_percent(side.chance)
        if chance is None:
            return None
        look = ("us", "them")[at] if view.teams else "own"
        players = " & ".join(map(isolate, side.players)) if view.teams else ""
        chances.append(ChanceView(look, side.name, players, chance))
    return tuple(chances)


def make_uncounted(view: TableView) -> UncountedView | None:
    """Return the throws that lost their place through a correction, ``None`` if there are none."""
    throws = (*view.uncounted_before, *view.uncounted)
    if not throws:
        return None
    return UncountedView(tuple(make_slip(thrown, teams=False) for thrown in throws), view.can.undo)


def make_menu(view: TableView) -> MenuView:
    """Return the menu."""
    throws = len(view.uncounted_before) + len(view.uncounted)
    unused = len(view.unused) - throws
    return MenuView(
        title=view.title,
        text=say("Set {set} of {sets}, round {round}", set=view.set, sets=view.sets, round=view.round)
        if view.sets > 1
        else say("Round {round} of 6", round=view.round)
        if view.first_round == 1
        else say("Round {round}", round=view.round),
        card=make_score_card(view),
        uncounted=say_count(
            "After a correction {count} throw no longer counts.",
            "After a correction {count} throws no longer count.",
            throws,
        )
        if throws
        else "",
        unused=say_count(
            "After a correction one other entry of the game no longer counts, here or at another table.",
            "After a correction {count} other entries of the game no longer count, here or at other tables.",
            unused,
        )
        if unused > 0
        else "",
        can_end_round=view.can.end_round,
        redo=view.can.redo,
        camera=view.camera.status != "none",
        odds=any(side.chance is not None for side in view.sides),
    )
