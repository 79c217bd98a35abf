"""The events of a game record: what happened, not what follows from it.

:func:`parse_event` makes an event from a JSON object, and ``to_dict`` makes the object again. Unknown keys
(``time``, ``image``) are kept in ``raw``, and so is the order of all keys.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from pi_bunco.rules.counted import TALLY_KEYS, Counted
from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.header import Seats, is_face, read_tables
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.scoring import THROWS, Dice
from pi_bunco.sentences import say

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _BaseEvent:
    """The base of all events.

    Attributes
    ----------
    raw
        The object that the event was read from, with unknown keys and their order; empty if the event was
        not read, or has no other keys.
    """

    kind: ClassVar[str]
    acts_on_past: ClassVar[bool] = False

    raw: Raw = field(default_factory=dict, compare=False, repr=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the object for the record; the keys that were read keep their order."""
        known = self._write_fields()
        return {**self.raw, **known} if "event" in self.raw else {**known, **self.raw}

    def _write_fields(self) -> dict[str, Any]:
        # The slots of a class are its own fields, without the inherited `raw`.
        fields = ((key, getattr(self, key)) for key in self.__slots__)
        return {"event": self.kind} | {key: _make_plain(value) for key, value in fields if value is not None}


@dataclass(frozen=True, slots=True)
class Bell(_BaseEvent):
    """The head table starts the round."""

    kind = "bell"


@dataclass(frozen=True, slots=True)
class Throw(_BaseEvent):
    """Three ``dice`` were thrown at ``table``; who threw follows from the turn.

    >>> Throw(1, (1, 1, 4)).to_dict()
    {'event': 'throw', 'table': 1, 'dice': [1, 1, 4]}
    """

    kind = "throw"

    table: int
    dice: Dice

    def add_keys(self, more: Raw) -> "Throw":
        """Return the same throw with ``more`` keys after its own.

        >>> Throw(1, (1, 1, 4)).add_keys({"time": "20:15"}).to_dict()
        {'event': 'throw', 'table': 1, 'dice': [1, 1, 4], 'time': '20:15'}
        """
        return _make_throw(
            self.table, self.dice, {"event": "throw", "table": self.table, "dice": [*self.dice], **more}
        )


@dataclass(frozen=True, slots=True)
class Call(_BaseEvent):
    """The last throw of ``table`` is called, in a game with calls."""

    kind = "call"

    table: int


@dataclass(frozen=True, slots=True)
class DieOff(_BaseEvent):
    """A try of a roll-off at ``table``: each player who threw, and their die."""

    kind = "die_off"

    table: int
    dice: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class EndRound(_BaseEvent):
    """The host ends the round."""

    kind = "end_round"


@dataclass(frozen=True, slots=True)
class Seating(_BaseEvent):
    """The seats from now on: the names at each of the ``tables``, seat 1 first.

    >>> Seating((("Ann", "Eve"),)).to_dict()
    {'event': 'seating', 'tables': [['Ann', 'Eve']]}
    """

    kind = "seating"

    tables: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class Tally(_BaseEvent):
    """The result of the round at ``table``, as ``counted`` on paper.

    >>> Tally(4, Counted((15, 12), buncos={"Ann": 1})).to_dict()
    {'event': 'tally', 'table': 4, 'scores': [15, 12], 'buncos': {'Ann': 1}}
    """

    kind = "tally"

    table: int
    counted: Counted

    def _write_fields(self) -> dict[str, Any]:
        return {"event": self.kind, "table": self.table, **self.counted.to_dict()}


@dataclass(frozen=True, slots=True)
class Correct(_BaseEvent):
    """Event ``seq`` really showed these ``dice``.

    Attributes
    ----------
    seq
        The number of an earlier throw, missed throw or die-off; the header is 0.
    dice
        Three dice, or a die for each name.
    called
        Whether it was called; ``None`` does not change that.
    """

    kind = "correct"
    acts_on_past = True

    seq: int
    dice: Dice | Mapping[str, int]
    called: bool | None = None


@dataclass(frozen=True, slots=True)
class CorrectTally(_BaseEvent):
    """The tally ``seq`` really ``counted`` this. It replaces everything in the tally except the table.

    >>> CorrectTally(9, Counted((15, 12))).to_dict()
    {'event': 'correct', 'seq': 9, 'scores': [15, 12]}
    """

    kind = "correct"
    acts_on_past = True

    seq: int
    counted: Counted

    def _write_fields(self) -> dict[str, Any]:
        return {"event": self.kind, "seq": self.seq, **self.counted.to_dict()}


@dataclass(frozen=True, slots=True)
class Missed(_BaseEvent):
    """A throw that nobody saw, just after event ``after``; ``called``: whether it was called immediately."""

    kind = "missed"
    acts_on_past = True

    after: int
    table: int
    dice: Dice
    called: bool | None = None


@dataclass(frozen=True, slots=True)
class Void(_BaseEvent):
    """Event ``seq`` did not happen."""

    kind = "void"
    acts_on_past = True

    seq: int


@dataclass(frozen=True, slots=True)
class Other(_BaseEvent):
    """An extension event, with a colon in its ``name``: it has a number but does not change the game."""

    name: str

    def _write_fields(self) -> dict[str, Any]:
        return {"event": self.name}


Correction = Correct | CorrectTally | Missed | Void
"""An event that changes the past."""

Event = Bell | Throw | Call | DieOff | EndRound | Seating | Tally | Correction | Other


def parse_event(raw: Any) -> Event:
    """Read the object of one line.

    Raises
    ------
    RecordError
        If it is not an event, or contains something impossible.

    >>> parse_event({"event": "throw", "table": 1, "dice": [1, 1, 4], "time": "20:15"})
    Throw(table=1, dice=(1, 1, 4))
    >>> parse_event({"event": "throw", "table": 1, "dice": [1, 1, 7]})
    Traceback (most recent call last):
    pi_bunco.rules.faults.RecordError: 'dice' must be three whole numbers from 1 to 6, not [1, 1, 7]
    """
    try:
        parser = _PARSERS[raw["event"]]
    except (KeyError, TypeError):
        return _parse_other(raw)
    return parser(raw)


def _parse_other(raw: Any) -> Other:
    if not isinstance(raw, dict):
        raise RecordError(say("a line must be a JSON object"))
    name = raw.get("event")
    if not isinstance(name, str):
        raise RecordError(say("'event' must be the name of an event, not {given}", given=quote_value(name)))
    if ":" in name:
        return Other(name, raw=raw)
    raise RecordError(
        say(
            "there is no event {given}; there are {names}", given=quote_value(name), names=", ".join(_PARSERS)
        )
    )


# Functions to read keys; each raises RecordError


def read_whole(raw: Raw, key: str) -> int:
    """Read a whole number.

    >>> read_whole({"set": 2}, "set")
    2
    """
    value = raw.get(key)
    if type(value) is not int:
        raise RecordError(
            say("{key} must be a whole number, not {given}", key=repr(key), given=quote_value(value))
        )
    return value


def read_three_dice(raw: Raw) -> Dice:
    """Read ``dice`` as three whole numbers from 1 to 6.

    >>> read_three_dice({"dice": [1, 1, 4]})
    (1, 1, 4)
    """
    dice = raw.get("dice")
    if isinstance(dice, list) and len(dice) == 3:  # noqa: PLR2004 - three dice are the game
        one, two, three = dice
        # Check the types first: true and 1.0 equal 1, but are not dice.
        if type(one) is int and type(two) is int and type(three) is int:
            throw = _DICE.get((one, two, three))
            if throw:
                return throw
    raise RecordError(
        say("'dice' must be three whole numbers from 1 to 6, not {given}", given=quote_value(dice))
    )


_DICE: Mapping[Dice, Dice] = {dice: dice for dice in THROWS}
"""All throws, so that equal ones share one object; a night has many throws."""


def read_one_each(raw: Raw) -> dict[str, int]:
    """Read ``dice`` as one die for each name.

    >>> read_one_each({"dice": {"Ann": 6, "Bob": 2}})
    {'Ann': 6, 'Bob': 2}
    """
    dice = raw.get("dice")
    if not isinstance(dice, dict) or not all(map(is_face, dice.values())):
        raise RecordError(
            say(
                "'dice' must be a whole number from 1 to 6 for each name, not {given}",
                given=quote_value(dice),
            )
        )
    return dict(dice)


def _read_called(raw: Raw) -> bool | None:
    if "called" not in raw:
        return None
    called = raw["called"]
    if not isinstance(called, bool):
        raise RecordError(say("'called' must be true or false, not {given}", given=quote_value(called)))
    return called


def _read_throw(raw: Raw) -> Throw:
    # The object is not kept if it has no other keys.
    bare = len(raw) == len(THROW_KEYS) and [*raw] == THROW_KEYS
    return _make_throw(read_whole(raw, "table"), read_three_dice(raw), NO_OTHER_KEYS if bare else raw)


def _make_throw(table: int, dice: Dice, raw: Raw) -> Throw:
    """Make a throw in less than half the constructor's time, since nearly all lines are throws."""
    throw = _new(Throw)
    _set_table(throw, table)
    _set_dice(throw, dice)
    _set_raw(throw, raw)
    return throw


_new = object.__new__
_set_table: Callable[[Throw, int], None] = cast("Any", Throw).table.__set__
_set_dice: Callable[[Throw, Dice], None] = cast("Any", Throw).dice.__set__
_set_raw: Callable[[Throw, Raw], None] = cast("Any", Throw).raw.__set__

NO_OTHER_KEYS: Raw = {}
"""The ``raw`` of a throw that has no keys besides its table and its dice."""

THROW_KEYS = ["event", "table", "dice"]
"""The keys of such a throw, in this order."""


def _make_plain(value: Any) -> Any:
    """Return a field of an event as a JSON value."""
    if isinstance(value, Mapping):
        return dict(value)
    return [_make_plain(item) for item in value] if isinstance(value, tuple) else value


def _read_correct(raw: Raw) -> Correct | CorrectTally:
    tally_keys = [key for key in TALLY_KEYS if key in raw]
    if tally_keys:
        dice_keys = [key for key in ("dice", "called") if key in raw]
        if dice_keys:
            raise RecordError(
                say(
                    "a correction is of dice or of a tally, so {one} and {other} have no place on one",
                    one=repr(dice_keys[0]),
                    other=repr(tally_keys[0]),
                )
            )
        return CorrectTally(read_whole(raw, "seq"), Counted.parse(raw), raw=raw)
    dice = read_one_each(raw) if isinstance(raw.get("dice"), dict) else read_three_dice(raw)
    return Correct(read_whole(raw, "seq"), dice, _read_called(raw), raw=raw)


def _read_void(raw: Raw) -> Event:
    if "called" in raw:
        raise RecordError(say("'called' has no place on a void"))
    return Void(read_whole(raw, "seq"), raw=raw)


_PARSERS: dict[str, Callable[[Raw], Event]] = {
    "bell": lambda raw: Bell(raw=raw),
    "throw": _read_throw,
    "call": lambda raw: Call(read_whole(raw, "table"), raw=raw),
    "die_off": lambda raw: DieOff(read_whole(raw, "table"), read_one_each(raw), raw=raw),
    "end_round": lambda raw: EndRound(raw=raw),
    "seating": lambda raw: Seating(read_tables(raw.get("tables")), raw=raw),
    "tally": lambda raw: Tally(read_whole(raw, "table"), Counted.parse(raw), raw=raw),
    "correct": _read_correct,
    "missed": lambda raw: Missed(
        read_whole(raw, "after"),
        read_whole(raw, "table"),
        read_three_dice(raw),
        _read_called(raw),
        raw=raw,
    ),
    "void": _read_void,
}
