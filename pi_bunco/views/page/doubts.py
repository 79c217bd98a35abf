"""A throw that somebody must look at, and one that is thrown again: the middle card becomes the question."""

from dataclasses import dataclass

from pi_bunco.sentences import say, say_count
from pi_bunco.views.page.middle import KeypadView
from pi_bunco.views.page.stage import owners
from pi_bunco.views.table import Dice, DoubtView, RerollView, TableView

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
class QuestionView:
    """A question about a throw.

    Attributes
    ----------
    doubt
        What is asked about.
    icon, title, waits
        Its picture, the question, and how many throws wait; ``""``: none.
    likely
        Whole answers, the likeliest first; nothing where only people know whose die is whose.
    keypad
        The keys for other dice.
    refusal
        What the tap says that scores nothing.
    calibrates
        Whether to calibrate anew is offered.
    """

    doubt: DoubtView
    icon: str
    title: str
    waits: str
    likely: tuple[Dice, ...]
    keypad: KeypadView
    refusal: str
    calibrates: bool


@dataclass(frozen=True, slots=True)
class RulingView:
    """A throw that the house's rules have thrown again: its picture, and who throws."""

    again: RerollView
    icon: str
    title: str


def question(view: TableView) -> QuestionView:
    """Return what is asked about the doubtful throw of a table that has one."""
    asked = view.doubt
    assert asked is not None  # noqa: S101 - the stage says so
    whose = owners(view)
    many = len(whose) > 2  # noqa: PLR2004 - with two the halves of the mat tell
    return QuestionView(
        doubt=asked,
        icon=_ICONS.get(asked.kind, "unsure"),
        title=_title(asked, many=many),
        waits=say_count("One more throw waits.", "{count} more throws wait.", asked.waiting)
        if asked.waiting
        else "",
        likely=() if many else asked.likely,
        keypad=KeypadView(asked.wanted, whose, asked.seq),
        refusal=_refusal(asked.kind),
        calibrates=asked.kind == "moved",
    )


def ruling(view: TableView) -> RulingView:
    """Return what is said of the throw that is thrown again, at a table that has one."""
    again = view.again
    assert again is not None  # noqa: S101 - the stage says so
    title = say("{name} throws again", name=again.thrower) if again.thrower else say("Throw again")
    return RulingView(again, _ICONS.get(again.kind, "unsure"), title)


def _title(asked: DoubtView, *, many: bool) -> str:
    if many:
        return say("Who threw what?")
    if asked.kind == "late":
        return say("Before the bell?")
    return (
        say("What did {name} throw?", name=asked.thrower) if asked.thrower else say("What did the dice show?")
    )


def _refusal(kind: str) -> str:
    """Say what the tap does that scores nothing: dice that lie badly are thrown again in most houses."""
    if kind == "late":
        return say("After the bell")
    return say("Throw again") if kind in ("cocked", "stacked", "cut") else say("No throw")
