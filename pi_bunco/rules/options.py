"""The options of a game, which a header may have besides its sheet."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.scoring import Dice
from pi_bunco.rules.sheets import Sheet
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Traveling:
    """The throws that take the traveling bag.

    Attributes
    ----------
    number
        Three of this number take it; ``None``: any mini does.
    bunco_counts
        Whether they also take it in the round in which they are a bunco.
    """

    number: int | None
    bunco_counts: bool = True

    def takes_bag(self, dice: Dice, target: int) -> bool:
        """Return whether this throw takes the bag in the round of ``target``.

        >>> Traveling(4, bunco_counts=False).takes_bag((4, 4, 4), 4)
        False
        >>> Traveling(None).takes_bag((4, 4, 4), 1)
        True
        """
        alike = dice[0] if dice == (dice[0],) * 3 else None
        if self.number is None:
            return alike not in (None, target)
        return alike == self.number and (self.bunco_counts or alike != target)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; those that the header does not name have their defaults.

    Attributes
    ----------
    calls
        Whether a bunco (and other throws, if the sheet says so) counts only when it is called.
    traveling
        The throws that take the traveling bag, ``None``: there is no bag.
    cup
        The numbers printed on the dice cup, 1 to 6.
    goal
        The score that wins a round at a single table, ``None``: the sheet's goal.
    """

    calls: bool = False
    traveling: Traveling | None = None
    cup: tuple[int, ...] = ()
    goal: int | None = None

    @classmethod
    def parse(cls, raw: Any, sheet: Sheet, tables: int) -> "Options":
        """Read a header's ``options`` for a game with this number of tables.

        Raises
        ------
        RecordError
            If the sheet does not have one of them, or its value is wrong.

        >>> from pi_bunco.rules import load_sheet
        >>> Options.parse({"cup": [1, 2]}, load_sheet("boxed"), 1).cup
        (1, 2)
        """
        if not isinstance(raw, dict):
            raise RecordError("the options must be an object")
        for name, value in raw.items():
            if name not in sheet.options:
                raise RecordError(
                    say(
                        "{sheet} has no option {option}; it has {options}",
                        sheet=sheet.slug,
                        option=quote_value(name),
                        options=", ".join(sheet.options) or "none",
                    )
                )
            if not _ALLOWED[name](value):
                raise RecordError(f"the option {name!r} must be {_FORMS[name]}, not {quote_value(value)}")
        if raw.get("goal") is not None and tables > 1:
            raise RecordError(say("the option 'goal' is for a single table"))
        traveling = raw.get("traveling")
        return cls(
            calls=raw.get("calls", False),
            traveling=traveling and Traveling(traveling.get("number"), traveling.get("bunco_counts", True)),
            cup=tuple(raw.get("cup", ())),
            goal=raw.get("goal"),
        )


def is_face(value: Any) -> bool:
    """Return whether this is a whole number from 1 to 6; truth values and floats are not."""
    return type(value) is int and 1 <= value <= 6  # noqa: PLR2004 - the faces of a die


def _is_traveling(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict):
        return False
    if "any_mini" in value:
        return len(value) == 1 and value["any_mini"] is True
    return (
        value.keys() <= {"number", "bunco_counts"}
        and is_face(value.get("number"))
        and isinstance(value.get("bunco_counts", True), bool)
    )


_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "calls": lambda value: isinstance(value, bool),
    "traveling": _is_traveling,
    "cup": lambda value: isinstance(value, list) and all(map(is_face, value)),
    "goal": lambda value: value is None or (type(value) is int and value >= 1),
}

_FORMS = {
    "calls": "true or false",
    "traveling": 'null, {"number": 1 to 6}, the same with "bunco_counts", or {"any_mini": true}',
    "cup": "a list of numbers from 1 to 6",
    "goal": "null or a whole number from 1",
}
