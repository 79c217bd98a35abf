"""The question about a throw in doubt, and the notice that a throw is thrown again.

Both replace the middle card.
"""

from dataclasses import dataclass

from pi_bunco.rules import Dice
from pi_bunco.sentences import say, say_count
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import DoubtView, RerollView
from pi_bunco.web.pages.table.frame import find_owners
from pi_bunco.web.pages.table.middle import KeypadView

_ICONS = {
    "cocked": "cocked",
    "stacked": "stacked",
    "cut": "cut",
    "covered": "hand",
    "fewer": "count",
    "more": "count",
    "part": "count",
    "moved": "warn",
    "late": "bell",
}


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer to a question, as a button.

    Attributes
    ----------
    dice
        The dice of the throw; none if the answer is that nothing counts.
    text
        The words of the answer; ``""`` if the dice are enough.
    follows
        What follows from it.
    """

    dice: Dice
    text: str
    follows: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question about a throw.

    Attributes
    ----------
    doubt
        The throw in doubt.
    icon, title, waits
        Its picture, the question, and a sentence about later throws that wait; ``""``: none.
    whole_photo
        Whether to show the whole photo, because the question may be about something away from the dice.
    answers
        The answers that can be tapped, the likeliest first. While the keys are shown, only those without
        dice: nothing counts.
    guessed
        Whether some answers have dice. If none has, the keys are shown.
    keypad
        The keys for other dice.
    offers_calibration
        Whether to offer a new calibration.
    """

    doubt: DoubtView
    icon: str
    title: str
    waits: str
    whole_photo: bool
    answers: tuple[AnswerView, ...]
    guessed: bool
    keypad: KeypadView
    offers_calibration: bool


@dataclass(frozen=True, slots=True)
class RulingView:
    """The notice about a ruling: its picture, and who throws again."""

    again: RerollView
    icon: str
    title: str


def make_question(view: TableView) -> QuestionView:
    """Return the question about the throw in doubt. The table must have one."""
    doubt = view.doubt
    assert doubt is not None  # noqa: S101 - see choose_stage
    owners = find_owners(view) if doubt.wanted == view.dice else ()
    many = len(owners) > 2  # noqa: PLR2004 - two dice are on two halves of the mat
    guesses = () if many else _list_guesses(doubt)
    threw_last = view.last is not None and view.last.thrower == doubt.thrower
    nothing, *others = _list_nothing_answers(doubt)
    return QuestionView(
        doubt=doubt,
        icon=_ICONS.get(doubt.kind, "unsure"),
        title=_choose_title(doubt, many=many, threw_last=threw_last),
        waits=say_count("One more throw waits.", "{count} more throws wait.", doubt.waiting)
        if doubt.waiting
        else "",
        whole_photo=doubt.kind in _WHOLE_PHOTO,
        answers=(nothing, *guesses, *others) if doubt.kind in _NOTHING_FIRST else (*guesses, nothing),
        guessed=bool(guesses),
        keypad=KeypadView(doubt.wanted, owners, doubt.seq, seen=view.here.seen),
        offers_calibration=doubt.kind == "moved",
    )


def make_ruling(view: TableView) -> RulingView:
    """Return the notice about the throw that is thrown again. The table must have one."""
    again = view.again
    assert again is not None  # noqa: S101 - see choose_stage
    title = say("{name} throws again", name=again.thrower) if again.thrower else say("Throw again")
    return RulingView(again, _ICONS.get(again.kind, "unsure"), title)


def _choose_title(doubt: DoubtView, *, many: bool, threw_last: bool) -> str:
    if many:
        return say("Who threw what?")
    name = doubt.thrower
    match doubt.kind:
        case "late":
            return say("Before the bell?")
        case "part" if name:
            return (
                say("Did {name} throw again, or was a die nudged?", name=name)
                if threw_last
                else say("Did {name} throw, or was a die nudged?", name=name)
            )
        case "part" | "lay" | "unseen":
            return say("Did {name} throw?", name=name) if name else say("Was that a throw?")
        case "cocked" | "stacked" | "cut":
            return say("Throw again?")
        case _:
            return say("What did {name} throw?", name=name) if name else say("What did the dice show?")


def _list_guesses(doubt: DoubtView) -> tuple[AnswerView, ...]:
    """Return the answers that have dice."""
    text = _ANSWER_WORDS.get(doubt.kind, "")
    follows = doubt.follows or ("",) * len(doubt.likely)
    answers = (AnswerView(dice, text, follow) for dice, follow in zip(doubt.likely, follows, strict=True))
    return tuple(answers)[: 1 if doubt.kind in _ONE_GUESS else MAX_GUESSES]


def _list_nothing_answers(doubt: DoubtView) -> tuple[AnswerView, ...]:
    """Return the answers that nothing counts, the likeliest first.

    In most houses dice that lie badly are thrown again. A single die that moved was nudged, or it leans now.
    """
    match doubt.kind:
        case "late":
            return (AnswerView((), say("After the bell"), say("it does not count")),)
        case "part":
            leans = AnswerView((), say("It leans"), say("throw again"))
            return AnswerView((), say("The same dice as before"), say("no throw")), leans
        case "lay":
            return (AnswerView((), say("The same dice as before"), say("no throw")),)
        case "cocked" | "stacked" | "cut" | "unsure" | "fewer":
            return (AnswerView((), say("Throw again"), say("nothing counts")),)
        case _:
            return (AnswerView((), say("No throw"), say("nothing counts")),)


MAX_GUESSES = 3
"""The most answers with dice. One tap shows the keys for other dice."""
_NOTHING_FIRST = ("part", "lay", "cocked", "stacked", "cut")
"""The doubts for which "nothing counts" is the likeliest answer."""
_ONE_GUESS = ("part", "lay", "unseen", "late")
"""The doubts about whether it was a throw, not about what the dice show."""
_WHOLE_PHOTO = ("covered", "fewer", "unclear")
"""The doubts about something that the reader did not recognise as a die."""
_ANSWER_WORDS = {
    "late": say("Before the bell"),
    "part": say("A new throw"),
    "lay": say("A new throw"),
    "unseen": say("A new throw"),
    "cocked": say("Flat"),
    "stacked": say("Flat"),
    "cut": say("It counts"),
}
"""The words beside the dice in an answer."""
