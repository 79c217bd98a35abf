"""The lines of a game's log: events of the record, with additional data of pi-bunco.

:mod:`pi_bunco.game.line_format` reads and writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeGuard

from pi_bunco.game.item_key import ItemKey
from pi_bunco.readings import Box
from pi_bunco.rules import Dice
from pi_bunco.rules.events import Correct, CorrectTally, DieOff, Event, Missed, Other, Seating, Throw, Void
from pi_bunco.rules.header import is_face
from pi_bunco.rules.night import NIGHT_CORRECTION

Body = Mapping[str, Any]

HEAD = 1
"""The number of the head table, which has the bell. Throws outside the rounds belong to it."""
ROOM = 0
"""The table number of events of the whole room."""

RULES = "rules"
"""The sender of events that follow from the sheet alone."""


@dataclass(frozen=True, slots=True)
class DoubtfulDice:
    """A camera saw dice at rest at ``table``, and somebody must look at them."""

    table: int
    name: ClassVar[str] = "camera:doubtful"


@dataclass(frozen=True, slots=True)
class WaitingDice:
    """Dice at ``table``, from a camera or another Pi, that wait for an earlier throw in doubt."""

    table: int
    name: ClassVar[str] = "camera:waiting"


@dataclass(frozen=True, slots=True)
class UncountedDice:
    """A camera saw dice at ``table`` although nobody had to throw there."""

    table: int
    name: ClassVar[str] = "camera:uncounted"


@dataclass(frozen=True, slots=True)
class NoThrow:
    """The reading that the line ``answers`` was not a throw. A ruling has the ``kind`` of its doubt."""

    kind: str = ""
    name: ClassVar[str] = "table:no_throw"


@dataclass(frozen=True, slots=True)
class GuestsChanged:
    """The waiting or absent guests have changed, but no seat has."""

    name: ClassVar[str] = "room:guests"


@dataclass(frozen=True, slots=True)
class GuestList:
    """Guests who wait for a seat, and guests who are away but keep their seat.

    They are in the order in which they came or left. ``teams``: which team a late guest joins, by its number.
    """

    waiting: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    teams: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LateThrow:
    """A throw that was tapped before its table stopped, and came after that. Somebody must say if it counts.

    Attributes
    ----------
    table
        The table.
    player
        Who threw it, if it counts; ``""``: it fits nowhere.
    set, round
        The round that the page showed when it was tapped.
    host
        Whether the host is asked, because the next bell had rung or it fits nowhere; otherwise the table is.
    """

    table: int
    player: str
    set: int
    round: int
    host: bool = False
    name: ClassVar[str] = "table:late_throw"


@dataclass(frozen=True, slots=True)
class FarAnswer:
    """The head's answer to an item of another Pi that has no other line.

    Attributes
    ----------
    table
        The table of the item.
    text, remedy
        Why it was refused, and what to do; ``""``: it has changed nothing.
    """

    table: int
    text: str = ""
    remedy: str = ""
    name: ClassVar[str] = "pi:answer"


@dataclass(frozen=True, slots=True)
class FarTables:
    """The tables from now on at which another Pi, with this name, takes the throws."""

    pi: str
    tables: tuple[int, ...]
    name: ClassVar[str] = "pi:tables"


@dataclass(frozen=True, slots=True)
class FarSettled:
    """Another Pi has the end of the last round, and the head has everything from it.

    ``host``: the host goes on without knowing that. ``digest``: that of all results, as the head counts them
    (:func:`pi_bunco.game.digest.digest_results`).
    """

    pi: str
    host: bool = False
    digest: str = ""
    name: ClassVar[str] = "pi:settled"


CameraDice = DoubtfulDice | WaitingDice | UncountedDice
FarEvent = FarAnswer | FarTables | FarSettled
OwnEvent = CameraDice | LateThrow | NoThrow | GuestsChanged | FarEvent


@dataclass(frozen=True, slots=True)
class Photo:
    """The photo of a throw.

    Attributes
    ----------
    image
        The name of the picture, ``None`` if it was not saved.
    size
        Its width and height in pixels, ``None`` if unknown.
    boxes
        The box of each die in pixels; empty if unknown.
    taken
        When it was taken, in seconds since 1970.
    frame
        Its number since the camera was opened.
    """

    image: str | None = None
    size: tuple[float, float] | None = None
    boxes: tuple[Box, ...] = ()
    taken: float | None = None
    frame: int | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """How a camera read dice.

    Attributes
    ----------
    values
        Their faces, from left to right.
    confidence
        The confidence in each value, 0 to 1.
    reason, kind
        Why somebody must look at them, as a sentence and as a kind (:class:`pi_bunco.readings.Doubt`); ``""``
        without a doubt.
    at_start
        Whether the dice lay there when the camera was opened.
    touched
        Whether some of them still lie at their logged places.
    which
        The place of the doubtful die, ``None`` if it is not exactly one.
    other
        Another face that this die may show, ``None`` if no other is likely.
    after
        The event just before the throw, if the bell ended the round before the dice were read. ``None`` if
        they were thrown when this was logged.
    """

    values: Dice
    confidence: tuple[float, ...]
    reason: str = ""
    kind: str = ""
    at_start: bool = False
    touched: bool = False
    after: int | None = None
    which: int | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    Attributes
    ----------
    event
        What happened.
    by
        The sender: ``tap``, ``button``, ``camera``, ``rules``; ``""`` if unknown.
    time
        When it was logged, as ISO 8601; ``""`` if unknown.
    token
        Identifies a tap, so that it counts only once.
    code
        The code of the device on which it was tapped, ``""`` if unknown.
    item
        The item of another Pi from which it comes, ``None`` if it comes from none.
    answers
        The number of the reading that it answers, ``None`` if it answers none.
    photo, sighting
        The camera's photo and reading, ``None`` without a camera.
    guests
        The waiting and absent guests from now on; ``None``: no change.
    in_semi_final
        Whether it happened in the semi-final.
    late
        Whether it is a throw that was tapped before its table stopped, and arrived after that.
    step
        The number of the first line of its step, if people undo several lines as one; otherwise ``None``. Its
        first line has its own number.
    foreign
        Whether the event has no effect: it is another program's, or an incomplete one of pi-bunco.
    raw
        The logged line with its unknown keys; empty for a new one.

    >>> line = Line(Throw(1, (1, 2, 3)), by="tap")
    >>> line.name, line.table, line.faces
    ('throw', 1, (1, 2, 3))
    """

    event: Event | OwnEvent
    by: str = ""
    time: str = ""
    token: str = ""
    code: str = ""
    item: ItemKey | None = None
    answers: int | None = None
    photo: Photo | None = None
    sighting: Sighting | None = None
    guests: GuestList | None = None
    in_semi_final: bool = False
    late: bool = False
    step: int | None = None
    foreign: bool = False
    raw: Body = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The event's name; in a semi-final, without the prefix."""
        return self.event.name if isinstance(self.event, Other | OwnEvent) else self.event.kind

    @property
    def table(self) -> int | None:
        """The number of its table, ``None`` if it has none."""
        event = self.event
        table = event.raw.get("table") if isinstance(event, Other) else getattr(event, "table", None)
        return table if type(table) is int and table > 0 else None

    @property
    def about(self) -> int | None:
        """The number of the event that it voids or corrects, ``None`` if it does neither."""
        event = self.event
        if isinstance(event, Void | Correct | CorrectTally):
            return event.seq
        return event.raw["seq"] if isinstance(event, Other) and self.corrects_outside else None

    @property
    def corrects_outside(self) -> bool:
        """Whether it corrects a throw outside the rounds."""
        return isinstance(self.event, Other) and self.event.name == NIGHT_CORRECTION and not self.foreign

    @property
    def is_correction(self) -> bool:
        """Whether it corrects dice."""
        return isinstance(self.event, Correct) or self.corrects_outside

    @property
    def is_throw(self) -> bool:
        """Whether it is a throw, and not the correction of one."""
        return self.dice is not None and not self.is_correction

    @property
    def dice(self) -> Dice | Mapping[str, int] | None:
        """Its dice, one for each name in a die-off; ``None`` if it has none."""
        if isinstance(self.event, Throw | Missed | DieOff | Correct):
            return self.event.dice
        dice = self.event.raw.get("dice") if isinstance(self.event, Other) else None
        if not is_dice(dice):
            return None
        return dice if isinstance(dice, dict) else tuple(dice)

    @property
    def faces(self) -> Dice:
        """The faces of :attr:`dice`, or those that a camera read if it has none."""
        dice = self.dice
        if dice is None:
            return self.sighting.values if self.sighting else ()
        return tuple(dice.values()) if isinstance(dice, Mapping) else dice

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of its dice in its photo, in pixels; empty if unknown."""
        return self.photo.boxes if self.photo else ()

    @property
    def image(self) -> str | None:
        """The name of its photo, ``None`` if it has none."""
        return self.photo.image if self.photo else None

    @property
    def waits(self) -> bool:
        """Whether it is a reading that needs an answer, even if it has one by now."""
        return isinstance(self.event, DoubtfulDice | WaitingDice | LateThrow)

    @property
    def is_automatic(self) -> bool:
        """Whether it is a seating that the game itself has logged, since a guest left or waited."""
        return isinstance(self.event, Seating) and self.by == RULES

    @property
    def came_too_late(self) -> bool:
        """Whether it says that a reading came too late, since its round was over."""
        return isinstance(self.event, NoThrow) and self.by == RULES and not self.is_ruling

    @property
    def is_ruling(self) -> bool:
        """Whether the sheet has decided that a throw is thrown again."""
        return isinstance(self.event, NoThrow) and self.by == RULES and bool(self.event.kind)


def make_outside_correction(seq: int, dice: Dice | Mapping[str, int]) -> Line:
    """Return the line that corrects throw ``seq`` outside the rounds."""
    plain = dict(dice) if isinstance(dice, Mapping) else [*dice]
    return Line(Other(NIGHT_CORRECTION, raw={"seq": seq, "dice": plain}))


def is_dice(value: Any) -> TypeGuard[list[int] | dict[str, int]]:
    """Return whether a value from a log is a list of faces, or one face for each name."""
    faces = [*value.values()] if isinstance(value, dict) else value
    return isinstance(faces, list) and all(map(is_face, faces))
