"""What a page shows of dice that were thrown: plain values, as :mod:`pi_bunco.views.table` has them."""

from dataclasses import dataclass
from typing import Literal

Dice = tuple[int, ...]
Boxes = tuple[tuple[float, float, float, float], ...]


Kind = Literal["bunco", "mini", "points", "nothing", "snake_eyes"]


@dataclass(frozen=True, slots=True)
class ThrowView:
    """One throw of this round.

    Attributes
    ----------
    seq
        Its event's number in the log.
    hits
        For each die, whether it scored.
    says
        The points in words a guest says: ``+2, Ann throws again``.
    headline, detail
        Both parts of that: ``+2``, and ``Ann throws again`` or ``""``.
    image
        The name of its photo (served under ``/photos/``), ``None`` when it was tapped in.
    boxes
        Where each die lies in the photo, as fractions of its width and height; empty when unknown.
    by
        Who brought it: ``camera``, ``tap``, ``mock host``.
    corrected
        Whether its dice were put right by hand.
    rolloff
        Whether it was thrown in a roll-off.
    taken
        When its last still frame was taken, in seconds since 1970, ``None`` when it was tapped in.
    """

    seq: int
    thrower: str
    side: int
    dice: Dice
    hits: tuple[bool, ...]
    points: int
    kind: Kind
    says: str
    headline: str
    detail: str
    image: str | None
    boxes: tuple[tuple[float, float, float, float], ...]
    by: str
    corrected: bool
    rolloff: bool
    taken: float | None


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A throw that somebody must look at before it counts.

    Attributes
    ----------
    seq
        The doubtful reading's number in the log; answers name it.
    reason
        Why, as a sentence.
    image
        Its photo, ``None`` if there is none.
    dice
        What the reader thinks, from left to right; may be fewer or more than were thrown.
    boxes
        As in :class:`ThrowView`.
    wanted
        How many dice an answer needs: 3, or 2 in a die-off.
    likely
        Whole answers, the likeliest first, at most four.
    follows
        For each of them what follows from it: ``+1, Bob throws now``; ``""`` where that cannot be said.
    which
        The place in :attr:`dice` of the die that is asked about, ``None`` where it is not one alone.
    waiting
        How many later throws wait for this answer.
    thrower
        Who threw it, as far as that is known.
    kind
        Why, as a kind (:class:`pi_bunco.frames.Doubt`); ``""`` in records older than that.
    """

    seq: int
    reason: str
    image: str | None
    dice: Dice
    boxes: tuple[tuple[float, float, float, float], ...]
    wanted: int
    likely: tuple[Dice, ...]
    waiting: int
    thrower: str | None
    kind: str = ""
    follows: tuple[str, ...] = ()
    which: int | None = None


@dataclass(frozen=True, slots=True)
class RerollView:
    """A throw that the sheet has thrown again, until something else is done.

    Attributes
    ----------
    seq
        The number of the event that says so; undoing it opens the question.
    kind, reason, image, boxes, dice
        As in :class:`DoubtView`.
    thrower
        Who throws again, ``None`` where several throw one die each.
    """

    seq: int
    kind: str
    reason: str
    image: str | None
    boxes: tuple[tuple[float, float, float, float], ...]
    dice: Dice
    thrower: str | None
