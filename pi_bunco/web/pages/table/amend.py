"""The dialogs that correct throws: a throw, an earlier round, and what a correction would change."""

from dataclasses import dataclass
from itertools import groupby

from pi_bunco.game.commands import Amendment, CorrectThrow, InsertThrow, RestoreThrow
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.throw_lines import THREE
from pi_bunco.rules import Dice
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import Sentence, say, say_list, say_series
from pi_bunco.views.consequences import ConsequencesView, KeptEndView
from pi_bunco.views.rounds import FoundThrow, RoundView
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.web.pages.table.foot import SlipView, make_slip
from pi_bunco.web.pages.table.middle import EntryView, KeypadView


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A throw that can be corrected.

    Attributes
    ----------
    thrown
        The throw.
    title, text
        Who threw it, and who entered its dice, or why it does not count.
    dice
        The name of each die.
    marked
        Whether the dice are in the order of the photo. People may tap an answer in another order.
    counts
        Whether it counts. A throw that does not count can be removed or brought back.
    removed
        Whether somebody removed it because it did not happen.
    follows
        Whether a throw may be missing after it, which is possible only in a round.
    back
        The round to go back to; ``None`` if it is not an earlier one.
    called
        Whether it counts as called; ``None`` if it need not be called to count.
    turned
        The dice of two players the other way round; empty if that is no other throw.
    """

    thrown: ThrowView
    title: Sentence
    text: Sentence
    dice: tuple[str, ...]
    marked: bool
    counts: bool
    removed: bool
    follows: bool
    back: RoundKey | None
    called: bool | None
    turned: Dice = ()


@dataclass(frozen=True, slots=True)
class RoundDialog:
    """An earlier round.

    Attributes
    ----------
    title, text
        Which round it is, and its result.
    throws
        Its throws as slips, oldest first, each with the thrower.
    besides
        What was thrown beside the three dice of its turns: what it decided, and its slips.
    removed
        The throws that did not happen.
    round
        The round.
    """

    title: Sentence
    text: Sentence
    throws: tuple[SlipView, ...]
    besides: tuple[tuple[str, tuple[SlipView, ...]], ...]
    removed: tuple[SlipView, ...]
    round: RoundView


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A correction of an earlier round, before somebody confirms it.

    Attributes
    ----------
    title
        The correction in words.
    changes
        What it would change, a sentence each.
    leaves
        Whether later throws would lose their place. They are shown afterwards.
    fields
        The names and values that the form sends.
    end
        Whether the end of its round can be kept; ``None`` if it opens no round again.
    """

    title: Sentence
    changes: tuple[str, ...]
    leaves: bool
    fields: tuple[tuple[str, str], ...]
    end: KeptEndView | None


def make_correction(found: FoundThrow) -> CorrectionView:
    """Return the dialog that corrects a throw."""
    thrown = found.thrown
    marked = thrown.by == "camera" and len(thrown.boxes) == len(thrown.dice)
    if thrown.owners:
        dice = thrown.owners
    elif not marked:
        dice = tuple(say("Die {number}", number=at) for at in range(1, len(thrown.dice) + 1))
    elif len(thrown.dice) < THREE:
        dice = (say("Left die"), say("Right die"))
    else:
        dice = (say("Left die"), say("Middle die"), say("Right die"))
    return CorrectionView(
        thrown,
        *_describe_throw(found),
        dice,
        marked,
        counts=not (found.removed or found.uncounted),
        removed=found.removed,
        follows=found.key is not None and not thrown.purpose and len(thrown.dice) == THREE,
        back=found.key if found.past else None,
        called=found.called,
        turned=_turn_round(thrown),
    )


def _turn_round(thrown: ThrowView) -> Dice:
    """Return the dice of two players the other way round; empty if that is no other throw."""
    turned = thrown.dice[::-1]
    return turned if len(thrown.owners) == 2 and turned != thrown.dice else ()  # noqa: PLR2004 - two halves of the mat


def make_round_dialog(view: RoundView, sets: int) -> RoundDialog:
    """Return the dialog of a round.

    Parameters
    ----------
    view
        The round.
    sets
        How many sets the game has.
    """
    teams = any(len(players) > 1 for players, _ in view.sides)  # as they sat then, not as they sit now
    return RoundDialog(
        _name_round(view, sets),
        _describe_result(view),
        tuple(make_slip(thrown, teams=teams) for thrown in view.throws),
        tuple(
            (purpose, tuple(make_slip(thrown, teams=False, plain=True) for thrown in throws))
            for purpose, throws in groupby(view.besides, lambda thrown: thrown.purpose)
        ),
        tuple(make_slip(thrown, teams=False) for thrown in view.removed),
        view,
    )


def make_missing_throw(after: int, found: FoundThrow | None, seen: str = "") -> EntryView:
    """Return the dialog that adds a missing throw.

    Parameters
    ----------
    after
        The number of the event before it.
    found
        The throw before it; ``None`` if it is the first of its round.
    seen
        The moment that the page shows.
    """
    text = say("Before the first throw of the round")
    if found:
        thrown = found.thrown
        text = say("Just after {name} threw {dice}", name=thrown.thrower, dice=format_dice(thrown.dice))
    return EntryView(text, KeypadView(THREE, seq=after, missing=True, seen=seen))


def make_change(command: Amendment, found: FoundThrow | None, consequences: ConsequencesView) -> ChangeView:
    """Return what people see before they correct an earlier round.

    Parameters
    ----------
    command
        The correction.
    found
        The throw that it corrects; ``None`` if that throw is missing.
    consequences
        What it would change.
    """
    changes = consequences.changes or (say("Nothing else changes."),)
    title, fields = name_change(command, found), list_fields(command)
    return ChangeView(title, changes, consequences.leaves, fields, consequences.end)


def list_fields(command: Amendment) -> tuple[tuple[str, str], ...]:
    """Return the names and values with which a form or an address asks for a correction."""
    number = ("after", command.after) if isinstance(command, InsertThrow) else ("seq", command.seq)
    dice = command.dice if isinstance(command, CorrectThrow | InsertThrow) else ()
    answers = command.answers if isinstance(command, InsertThrow) else None
    more = () if answers is None else (("answers", str(answers)),)
    if isinstance(command, CorrectThrow) and command.called is not None:
        more = (("called", "yes" if command.called else "no"),)
    if isinstance(command, CorrectThrow):
        more = (*more, *(("was", str(face)) for face in command.was))
    return (number[0], str(number[1])), *(("dice", str(face)) for face in dice), *more


def name_change(command: Amendment, found: FoundThrow | None) -> Sentence:
    """Return a correction in words.

    ``found`` is the throw that it corrects, ``None`` if that throw is missing.
    """
    if isinstance(command, InsertThrow):
        return say("A throw of {dice} is missing", dice=format_dice(command.dice))
    dice = format_dice(found.thrown.dice if found else ())
    name = found.thrown.thrower if found else ""
    if isinstance(command, RestoreThrow):
        return say("The throw {dice} happened after all", dice=dice)
    if isinstance(command, CorrectThrow):
        after = format_dice(command.dice)
        return _name_right_dice(name, dice, after, command.called)
    if name:
        return say("{name}’s throw {dice} did not happen", name=name, dice=dice)
    return say("The throw {dice} did not happen", dice=dice)


def _name_right_dice(name: str, dice: str, after: str, called: bool | None) -> Sentence:  # noqa: FBT001 - as in the command
    if after == dice:
        return say("{dice} was called", dice=dice) if called else say("{dice} was not called", dice=dice)
    if name:
        return say("{name} threw {after}, not {dice}", name=name, dice=dice, after=after)
    return say("{dice} was {after}", dice=dice, after=after)


def _describe_throw(found: FoundThrow) -> tuple[Sentence, Sentence]:
    """Return who threw, and who entered the dice; or that it does not count, and why."""
    if found.removed:
        return say("Taken out"), say("Somebody said that it did not happen.")
    if found.uncounted:
        reason = say("Since a correction: {reason}.", reason=found.uncounted)
        return say("This throw does not count"), reason
    text = _say_who_entered(found.thrown)
    if found.thrown.purpose:
        text = say("{purpose}. {brought}", purpose=found.thrown.purpose, brought=text)
    elif found.past and found.key:
        text = say("Round {round}. {brought}", round=found.key.round, brought=text)
    return say("{name} threw", name=found.thrown.thrower), text


def _say_who_entered(thrown: ThrowView) -> Sentence:
    if thrown.corrected:
        return say("Put right by hand.")
    if thrown.by == "camera":
        return say("Read by the camera.")
    return say("The mock host looked at it.") if thrown.by == "mock host" else say("Tapped in.")


def _name_round(view: RoundView, sets: int) -> Sentence:
    key = view.key
    if view.tables > 1:
        where = say("set {set}, round {round}", set=key.set, round=key.round)
        if key.semi_final:
            where = say("semi-final, round {round}", round=key.round)
        return say("Table {table}, {where}", table=view.table, where=where)
    if key.semi_final:
        return say("Semi-final, round {round}", round=key.round)
    if sets > 1:
        return say("Set {set}, round {round}", set=key.set, round=key.round)
    return say("Round {round}", round=key.round)


def _describe_result(view: RoundView) -> Sentence:
    sides = say_series(
        [say("{names} {score}", names=say_list(names), score=score) for names, score in view.sides]
    )
    if not view.winners:
        return sides
    won = say_list(view.winners)
    if view.rolloff and sum(names[0] in view.winners for names, _ in view.sides) > 1:
        return say("{sides}. {winners} won after a roll-off.", sides=sides, winners=won)
    if view.rolloff:
        return say("{sides}. {winners} won the roll-off.", sides=sides, winners=won)
    return say("{sides}. {winners} won.", sides=sides, winners=won)
