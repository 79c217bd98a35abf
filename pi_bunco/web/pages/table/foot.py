"""The foot of a table's page: who throws, the throws of the round, and what can be done now."""

from dataclasses import dataclass, replace
from typing import Literal

from pi_bunco.rules import Dice, Kind
from pi_bunco.sentences import Sentence, say, say_count, say_list, say_series
from pi_bunco.views.table import RoundLine, TableView
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.words import EmphasisedText, join_scores
from pi_bunco.web.pages.table.frame import is_tapped_in


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat seen from above: its number, its player, and whether they throw now or are a ghost."""

    seat: int
    name: str
    throwing: bool
    ghost: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """Who throws, or how the last round ended.

    ``hint``: the quiet line below, if no throws are shown.
    """

    line: EmphasisedText
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SlipView:
    """A throw of the round as a small slip.

    Attributes
    ----------
    seq, thrower, dice, hits
        As in :class:`~pi_bunco.views.throw_views.ThrowView`.
    look
        The colour of the side: ``us`` or ``them``; ``""``: none.
    worth, scored
        The points in words, and whether there are any.
    title, label
        The throw in words, for a pointer and for a screen reader.
    """

    seq: int
    look: str
    thrower: str
    dice: Dice
    hits: tuple[bool, ...]
    worth: str
    scored: bool
    title: str
    label: str


ActionCommand = Literal["ring", "draw", "call", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class ActionView:
    """Something that can be done now.

    Attributes
    ----------
    key
        Identifies it.
    label, icon
        Its label, and the picture beside it; ``""``: none.
    command
        The command that it sends; ``""`` if it opens a page or a dialog.
    seq
        The number that goes with the command.
    bell
        Whether the whole room waits for it.
    host
        Whether it is for the host alone.
    seen
        The moment that the page shows.
    drawn
        How many names were drawn at breaks before it draws one; ``None``: it draws none.
    """

    key: Literal["ring", "results", "new", "draw", "call", "undo", "redo", "enter"]
    label: str
    icon: str = ""
    command: ActionCommand | Literal[""] = ""
    seq: int | None = None
    bell: bool = False
    host: bool = False
    seen: str = ""
    drawn: int | None = None


def make_seats(view: TableView) -> tuple[SeatView, ...]:
    """Return the seats from above while a round is played. Between rounds the map shows them."""
    if view.phase in ("ready", "over", "draw") or view.need or view.alone is not None:
        return ()  # outside the rounds others than those at the table may take part
    return tuple(SeatView(player.seat, player.name, player.throwing, player.ghost) for player in view.players)


def make_turn(view: TableView) -> TurnView:
    """Return who throws; between rounds, how the last one ended."""
    if view.alone is not None:
        return TurnView(EmphasisedText(say("Throw in your usual order")))
    if view.phase in ("ready", "over"):
        return _describe_last_round(view)
    return TurnView(_say_who_throws(view), _choose_hint(view))


def make_slips(view: TableView) -> tuple[SlipView, ...]:
    """Return the throws of the round, oldest first."""
    outside = tuple(make_slip(thrown, teams=False, plain=True) for thrown in view.outside)
    if view.phase in ("one_each", "draw") or (view.phase in ("ready", "over") and not view.rounds):
        return outside
    teams, plain = view.teams and not view.need, view.phase == "order"
    course = tuple(make_slip(thrown, teams=teams, plain=plain) for thrown in view.course)
    # Only a set's roll-off and the final are in the course themselves, and come after the others.
    return (*outside, *course) if view.phase in ("set_rolloff", "final", "over") else (*course, *outside)


def make_actions(view: TableView) -> tuple[ActionView, ...]:
    """Return what can be done, the most important first."""
    can, phase = view.can, view.phase
    actions: list[ActionView] = []
    if can.ring and not view.doubt:
        actions.append(ActionView("ring", say("Ring the bell"), "bell", command="ring", bell=True))
    if phase == "over":
        actions += (ActionView("results", say("Results")), ActionView("new", say("New game"), host=True))
    elif can.draw:
        drawn, bell = len(view.results.drawn), phase == "draw"
        actions.append(ActionView("draw", can.draw, command="draw", bell=bell, host=True, drawn=drawn))
    if can.call:
        seq = view.last.seq if view.last else None
        actions.append(ActionView("call", say("Call it!"), command="call", seq=seq))
    undo, redo = can.undo, can.redo
    # The notice about a ruling has its own button to undo it.
    if undo and not (view.again and view.again.seq == undo.seq):
        actions.append(ActionView("undo", undo.what, "undo", command="undo", seq=undo.seq, host=undo.host))
    if redo:
        actions.append(ActionView("redo", redo.what, "redo", command="redo", seq=redo.seq, host=redo.host))
    if can.enter and not is_tapped_in(view) and not view.doubt:
        actions.append(ActionView("enter", say("Enter dice")))
    return tuple(replace(action, seen=view.here.seen) for action in actions)


def _say_who_throws(view: TableView) -> EmphasisedText:
    who = view.stand_in or view.thrower
    later = view.then if view.then != view.thrower and not view.need else None
    if len(view.one_die_each) == 2:  # noqa: PLR2004 - more names do not fit in large letters
        left, right = view.one_die_each
        both = say("{left} and {right} throw one die each", left=left, right=right)
        return EmphasisedText(both, ("left", "right"))
    if view.phase in ("dieoff", "one_each"):
        return EmphasisedText(say("{what}", what=say("One die each")), ("what",))
    if view.phase == "draw":
        among = len(view.need.among) if view.need else 0
        return EmphasisedText(say_count("{count} in the hat", "{count} in the hat", among), ("count",))
    if not who:
        return EmphasisedText(say("{text}", text=view.here.text))
    if view.stand_in and later:
        text = say("{who} throws for {name}, then {later}", who=who, name=view.thrower, later=later)
    elif view.stand_in:
        text = say("{who} throws for {name}", who=who, name=view.thrower)
    else:
        text = (
            say("{who} throws, then {later}", who=who, later=later) if later else say("{who} throws", who=who)
        )
    return EmphasisedText(text, ("who",))


def _choose_hint(view: TableView) -> str:
    if view.phase == "one_each":
        return say("All at the same time")
    if view.phase == "draw":
        return say("Everybody has the same chance")
    if view.course:
        return ""
    return say("No throw yet") if view.need else say("No throw yet in this round")


def _say_rounds(view: TableView) -> str:
    if view.first_round > 1:
        return say("{sets} sets of five rounds", sets=view.sets) if view.sets > 1 else say("Five rounds")
    return say("{sets} sets of six rounds", sets=view.sets) if view.sets > 1 else say("Six rounds")


def _describe_last_round(view: TableView) -> TurnView:
    if not view.rounds:
        rounds = _say_rounds(view)
        return TurnView(EmphasisedText(say("{title}", title=view.title), ("title",)), rounds)
    grand = view.results.grand_prize
    if grand:
        return TurnView(EmphasisedText(say("Three ones by {name}", name=grand), ("name",)))
    has_set_ended = view.phase == "over" or view.round == view.first_round
    ended = view.set if view.phase == "over" else view.set - 1
    line = next((line for line in view.results.sets if line.set == ended), None)
    if not has_set_ended or not line:
        return TurnView(_describe_round(view.rounds[-1]))
    if not line.winners:
        return TurnView(EmphasisedText(say("Set {set}: {how}", set=line.set, how=line.how)))
    won = say("Set {set} to {winners} {how}", set=line.set, winners=say_list(line.winners), how=line.how)
    return TurnView(EmphasisedText(won, ("winners",)))


def _describe_round(line: RoundLine) -> EmphasisedText:
    scores = join_scores(score for _, score in line.sides)
    if not line.winners:
        return EmphasisedText(say("Round {round}: {scores}, not final", round=line.round, scores=scores))
    winners = _join_partners(line.winners)
    text = say("Round {round} to {winners} {scores}", round=line.round, winners=winners, scores=scores)
    if line.rolloff:
        text = say(
            "Round {round} to {winners} {scores} after a roll-off",
            round=line.round,
            winners=winners,
            scores=scores,
        )
    return EmphasisedText(text, ("winners",))


def _join_partners(names: tuple[str, ...]) -> Sentence:
    first, *others = names
    joined = say("{name}", name=first)
    for name in others:
        joined = say("{names} & {name}", names=joined, name=name)
    return joined


def make_slip(thrown: ThrowView, *, teams: bool, plain: bool = False) -> SlipView:
    """Return a throw as a slip.

    Parameters
    ----------
    thrown
        The throw.
    teams
        Whether the slip has the colour of its side.
    plain
        Whether its worth is a total and not a score.
    """
    return SlipView(
        seq=thrown.seq,
        look=("us", "them")[thrown.side] if teams and not thrown.owners else "",
        thrower=thrown.thrower,
        dice=thrown.dice,
        hits=thrown.hits,
        worth="" if thrown.owners else _say_worth(thrown.kind, thrown.points, plain=plain),
        scored=thrown.points > 0,
        title=say("{name}: {says}", name=thrown.thrower, says=thrown.headline),
        label=_make_label(thrown),
    )


def _make_label(thrown: ThrowView) -> Sentence:
    """Return what a screen reader says of a slip. It has the words that are seen."""
    dice = spell(thrown.dice)
    if thrown.owners:
        return say("{name}: {dice}. Tap to correct.", name=thrown.thrower, dice=dice)
    if thrown.kind == "snake_eyes":
        return say("{name}: {dice}, lost. Tap to correct.", name=thrown.thrower, dice=dice)
    if thrown.points < 0:
        return say(
            "{name}: {dice}, −{lost} points. Tap to correct.",
            name=thrown.thrower,
            dice=dice,
            lost=-thrown.points,
        )
    return say_count(
        "{name}: {dice}, {count} point. Tap to correct.",
        "{name}: {dice}, {count} points. Tap to correct.",
        thrown.points,
        name=thrown.thrower,
        dice=dice,
    )


def _say_worth(kind: Kind, points: int, *, plain: bool) -> str:
    """Return the points of a throw in words, with a plus if not ``plain``. Some throws lose points."""
    if kind == "snake_eyes":
        return say("lost")
    if points < 0:
        return f"−{-points}"
    return (str(points) if plain else f"+{points}") if points else "–"


_FACES = (say("one"), say("two"), say("three"), say("four"), say("five"), say("six"))


def spell(dice: Dice) -> Sentence:
    """Return dice as words for a screen reader.

    >>> spell((1, 4, 6))
    'one, four, six'
    """
    return say_series([_FACES[face - 1] for face in dice])
