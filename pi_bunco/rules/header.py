"""The first line of a game record: the players, their tables, the sheet and the options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.scoring import Dice
from pi_bunco.rules.sheets import SHEETS, Layout, Sheet, load_sheet, make_sheet
from pi_bunco.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Traveling:
    """The throws that take the traveling bag.

    Attributes
    ----------
    number
        Three of this number take it; ``None``: three of any number.
    bunco_counts
        Whether they also take it in the round in which they are a bunco.
    minis_count
        Whether they take it in the other rounds.
    """

    number: int | None
    bunco_counts: bool = True
    minis_count: bool = True

    def takes_bag(self, dice: Dice, target: int) -> bool:
        """Return whether this throw takes the bag in the round of ``target``.

        >>> Traveling(4, bunco_counts=False).takes_bag((4, 4, 4), 4)
        False
        >>> Traveling(None, minis_count=False).takes_bag((4, 4, 4), 4)
        True
        """
        alike = dice[0]
        if dice != (alike,) * 3 or self.number not in (None, alike):
            return False
        return self.bunco_counts if alike == target else self.minis_count

    @classmethod
    def read(cls, raw: Any, sheet: Sheet) -> "Traveling | None":
        """Return what an allowed value of the option ``traveling`` says; ``None``: there is no bag."""
        if not raw:
            return None
        if sheet.traveling_by != "agreed":
            return _TAKEN_BY[sheet.traveling_by]
        number = raw.get("number")
        return cls(number, number is not None and raw.get("bunco_counts", True))


_TAKEN_BY = {
    "bunco": Traveling(None, minis_count=False),
    "mini": Traveling(None, bunco_counts=False),
    "three_alike": Traveling(None),
}
"""What takes the bag on a sheet that says so itself."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game; those that the header does not name have their defaults.

    Attributes
    ----------
    calls
        Whether a bunco (and other throws, if the sheet says so) counts only when it is called.
    traveling
        The throws that take the traveling bag; ``None``: there is no bag.
    cup
        The numbers printed on the dice cup, 1 to 6.
    goal
        The score that wins a round at a single table; ``None``: the sheet's goal.
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
            raise RecordError(say("the options must be an object"))
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
            of_sheet = name == "traveling" and sheet.traveling_by != "agreed"
            is_allowed, allowed = _SHEETS_TRAVELING if of_sheet else _OPTIONS[name]
            if not is_allowed(value):
                raise RecordError(
                    say(
                        "the option {name} must be {allowed}, not {given}",
                        name=repr(name),
                        allowed=allowed,
                        given=quote_value(value),
                    )
                )
        if raw.get("goal") is not None and tables > 1:
            raise RecordError(say("the option 'goal' is for a single table"))
        return cls(
            calls=raw.get("calls", False),
            traveling=Traveling.read(raw.get("traveling"), sheet),
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


# For each option: whether a value is allowed, and the allowed values in words.
_OPTIONS: dict[str, tuple[Callable[[Any], bool], Sentence]] = {
    "calls": (lambda value: isinstance(value, bool), say("true or false")),
    "traveling": (
        _is_traveling,
        say(
            'null, {number}, the same with "bunco_counts", or {any_mini}',
            number='{"number": 1 to 6}',
            any_mini='{"any_mini": true}',
        ),
    ),
    "cup": (
        lambda value: isinstance(value, list) and all(map(is_face, value)),
        say("a list of numbers from 1 to 6"),
    ),
    "goal": (
        lambda value: value is None or (type(value) is int and value >= 1),
        say("null or a whole number from 1"),
    ),
}


_SHEETS_TRAVELING: tuple[Callable[[Any], bool], Sentence] = (
    lambda value: value is None or isinstance(value, bool),
    say("null, true or false"),
)
"""The same for a bag on a sheet that says itself what takes it."""

RECORD = "bunco/1"
"""The name and version of the format of records."""

Seats = tuple[str, ...]
"""Who sits at one table, seat 1 first."""


def is_ghost(name: str) -> bool:
    """Return whether this is the name of a ghost, which only fills a seat.

    >>> is_ghost("ghost 2"), is_ghost("Ghislaine")
    (True, False)
    """
    return name.startswith("ghost")


@dataclass(frozen=True, slots=True)
class Header:
    """The players, their tables and the sheet. Use :meth:`parse` to make one.

    Attributes
    ----------
    rules
        The sheet's slug.
    sheet
        The sheet: a printed one, or the house's own sheet in the header.
    sets
        The number of sets, 1 or more.
    tables
        The names at each table, in the order of the seats; table 1 first.
    layout
        The layout of each table.
    options
        The options of the game.
    raw
        The object that it was read from, with unknown keys and their order.
    """

    rules: str
    sheet: Sheet
    sets: int
    tables: tuple[Seats, ...]
    layout: tuple[Layout, ...]
    options: Options
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def players(self) -> tuple[str, ...]:
        """All players in the order of tables and seats, without ghosts."""
        return tuple(name for table in self.tables for name in table if not is_ghost(name))

    @classmethod
    def parse(cls, raw: Any) -> "Header":
        """Read the object of a record's first line.

        Raises
        ------
        RecordError
            If it is not a header, or contains something that cannot be played.

        >>> header = Header.parse({"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]})
        >>> header.sets, header.players
        (1, ('Ann', 'Bob'))
        """
        if not isinstance(raw, dict) or raw.get("record") != RECORD:
            raise RecordError(
                say('a record begins with a header, {{"record": "{record}", ...}}', record=RECORD)
            )
        rules = raw.get("rules")
        if not isinstance(rules, str):
            raise RecordError(
                say("'rules' must be the name of a sheet, not {given}", given=quote_value(rules))
            )
        sheet = _read_sheet(rules, raw)
        sets = raw.get("sets", sheet.sets)
        if type(sets) is not int or sets < 1:
            raise RecordError(
                say("'sets' must be a whole number from 1, not {given}", given=quote_value(sets))
            )
        tables = read_tables(raw.get("tables"))
        return cls(
            rules,
            sheet,
            sets,
            tables,
            layout=find_layout(sheet, tables),
            options=Options.parse(raw.get("options", {}), sheet, len(tables)),
            raw=raw,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the object that :meth:`parse` read, with unknown keys and their order.

        >>> given = {"time": "20:15", "record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
        >>> Header.parse(given).to_dict() == given
        True
        """
        return dict(self.raw)


def _read_sheet(rules: str, raw: Mapping[str, Any]) -> Sheet:
    """Return the printed sheet, or the house's own sheet, which is in the header completely."""
    if "sheet" not in raw:
        if rules in SHEETS:
            return load_sheet(rules)
        raise RecordError(
            say(
                "there is no sheet {given}; the sheets are {names}, and a house's own "
                "stands whole in the header under 'sheet'",
                given=quote_value(rules),
                names=", ".join(SHEETS),
            )
        )
    if rules in SHEETS:
        raise RecordError(
            say("{rules} is a printed sheet, so the header can have no 'sheet' of its own", rules=repr(rules))
        )
    sheet = make_sheet(raw["sheet"])
    if sheet.slug != rules:
        raise RecordError(
            say(
                "'rules' is {given}, but the sheet under 'sheet' is {slug}",
                given=quote_value(rules),
                slug=repr(sheet.slug),
            )
        )
    return sheet


def read_tables(raw: Any) -> tuple[Seats, ...]:
    """Read the seats at each table: lists of names that are unique and not empty.

    Raises
    ------
    RecordError
        If it is anything else.

    >>> read_tables([["Ann", "Bob"], ["Cy", "Di"]])
    (('Ann', 'Bob'), ('Cy', 'Di'))
    """
    if not isinstance(raw, list) or not raw or not all(isinstance(table, list) for table in raw):
        raise RecordError(say("'tables' must be a list of tables, each a list of names"))
    known = set()
    for name in (name for table in raw for name in table):
        if not isinstance(name, str) or not name:
            raise RecordError(
                say("a name must be a text that is not empty, not {name}", name=quote_value(name))
            )
        if name in known:
            raise RecordError(
                say("the name {name} stands more than once; names must be unique", name=quote_value(name))
            )
        known.add(name)
    return tuple(map(tuple, raw))


def find_layout(sheet: Sheet, tables: tuple[Seats, ...]) -> tuple[Layout, ...]:
    """Return the layout of each table with these seats.

    Raises
    ------
    RecordError
        If the sheet does not allow these seats.

    >>> from pi_bunco.rules import load_sheet
    >>> find_layout(load_sheet("boxed"), (("Ann", "Bob"),))
    (Layout(seats=2, teams=False),)
    """
    names = [name for table in tables for name in table]
    players = sum(not is_ghost(name) for name in names)
    if players < len(names) and not sheet.takes_ghosts(players):
        raise RecordError(
            say("{sheet} has no ghosts with {players} players", sheet=sheet.slug, players=players)
        )
    layout = sheet.find_layouts(players, len(tables))
    if layout is None:
        raise RecordError(say("{sheet} is not for {players} players", sheet=sheet.slug, players=players))
    seats, wanted = [len(table) for table in tables], [table.seats for table in layout]
    if seats != wanted:
        raise RecordError(
            say(
                "{players} players of {sheet} sit at tables of {wanted}, not of {seats}",
                players=players,
                sheet=sheet.slug,
                wanted=wanted,
                seats=seats,
            )
        )
    return layout
