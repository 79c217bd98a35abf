"""Throws, throws in doubt and rulings as a page shows them, as plain values."""

from dataclasses import dataclass

from pi_bunco.rules import Dice, Kind

Boxes = tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ThrowView:
    """One throw of this round.

    Attributes
    ----------
    seq
        Its event's number in the log.
    thrower, side
        Who threw it, and the place of their side among ``sides`` of the table, from 0.
    dice, points, kind
        What lies there, what it scores, and what it is called on this sheet.
    hits
        For each die, whether it scored.
    says
        The result in words for guests: ``+2, Ann throws again``.
    headline, detail
        The two parts of ``says``: ``+2``, and ``Ann throws again`` or ``""``.
    image
        The name of its photo (under ``/photos/``); ``None`` if somebody tapped it in, or it was not kept.
    boxes
        Where each die lies in the photo, as fractions of its width and height; empty when unknown.
    by
        Who entered it: ``camera``, ``tap``, ``mock host``.
    corrected
        Whether its dice were corrected by hand.
    rolloff
        Whether it was thrown in a roll-off.
    taken
        When its last still frame was taken, in seconds since 1970; ``None`` if somebody tapped it in.
    owners
        Who threw each die if several threw one die each; otherwise empty.
    purpose
        What it decides, in words; ``""`` for three dice of a round.
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
    boxes: Boxes
    by: str
    corrected: bool
    rolloff: bool
    taken: float | None
    owners: tuple[str, ...] = ()
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A throw that somebody must check before it counts.

    Attributes
    ----------
    seq
        The number of the reading in the log, which an answer names.
    reason
        The reason in a sentence.
    image
        Its photo, ``None`` if there is none.
    dice
        The dice that the reader sees, from left to right. They can be fewer or more than were thrown.
    boxes
        As in :class:`ThrowView`.
    wanted
        How many dice an answer needs: 3, or one for each player if several throw one die each.
    likely
        Up to four complete answers, the likeliest first.
    follows
        For each likely answer what follows: ``+1, Bob throws now``; ``""`` if that is not known.
    which
        The place in :attr:`dice` of the die in question; ``None``: the doubt is not about a single die.
    waiting
        How many later throws wait until this one is answered.
    thrower
        The player who threw it, if that is known.
    kind
        The kind of reason (:class:`pi_bunco.readings.Doubt`); ``""`` in older records.
    """

    seq: int
    reason: str
    image: str | None
    dice: Dice
    boxes: Boxes
    wanted: int
    likely: tuple[Dice, ...]
    waiting: int
    thrower: str | None
    kind: str = ""
    follows: tuple[str, ...] = ()
    which: int | None = None


@dataclass(frozen=True, slots=True)
class RerollView:
    """A ruling: a throw that the sheet decides is thrown again. The page shows it until the next event.

    Attributes
    ----------
    seq
        The number of the ruling in the log. If it is undone, the page asks about the throw.
    kind, reason, image, boxes, dice
        As in :class:`DoubtView`.
    thrower
        The player who throws again; ``None`` if several throw one die each.
    """

    seq: int
    kind: str
    reason: str
    image: str | None
    boxes: Boxes
    dice: Dice
    thrower: str | None
