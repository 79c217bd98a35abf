"""The forms of what has parts of its own: awards and layouts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from pi_bunco.rules.sheets.forms import Form, OneOf, ValueFault, near, show_value
from pi_bunco.rules.sheets.parts import Among, Award, AwardFor, Layout


@dataclass(frozen=True)
class Prize(Form):
    """A prize: any text, or an amount."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "one line of text, or a whole number from 0"

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong."""
        amount = type(value) is int and value >= 0
        if not amount and not (isinstance(value, str) and (value.isprintable())):
            yield self.refuse(value)

    def read(self, value: Any) -> str:
        """Keep it as text."""
        return str(value)


_AWARD: dict[str, Form] = {
    "what": OneOf(get_args(AwardFor)),
    "among": OneOf(get_args(Among)),
    "prize": Prize(),
}


@dataclass(frozen=True)
class OneAward(Form):
    """An award, as a table of ``what``, and of ``among`` and ``prize`` where it has them."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return (
            f'{{ what = {_AWARD["what"].allowed}; among = {_AWARD["among"].allowed}, "room" if left out; '
            f"prize = {_AWARD['prize'].allowed}, none if left out }}"
        )

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong with it, or with its parts.

        >>> list(OneAward().check({"what": "most_wins", "prise": "$40"}))
        [ValueFault(path=('prise',), reason='is no part of an award; did you mean "prize"?')]
        """
        if not isinstance(value, dict):
            yield ValueFault(
                (), f'must be an award such as {{ what = "most_wins" }}, not {show_value(value)}'
            )
            return
        for name, part in value.items():
            if name in _AWARD:
                yield from (wrong.below(name) for wrong in _AWARD[name].check(part))
            else:
                yield ValueFault((name,), "is no part of an award" + near(name, _AWARD))
        if "what" not in value:
            yield ValueFault((), f"lacks 'what', which must be {_AWARD['what'].allowed}")

    def read(self, value: Any) -> Award:
        """Make the award."""
        return Award(**{name: _AWARD[name].read(part) for name, part in value.items()})

    def write(self, value: Award) -> dict[str, str]:
        """Return its three parts."""
        return {"what": value.what, "among": value.among, "prize": value.prize}


@dataclass(frozen=True)
class Layouts(Form):
    """How up to so many players sit: a table from the number of players to the tables they sit at."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return (
            "for each number of players a list of its tables, head table first: T4 for four in teams, "
            'S2, S3 or S4 for so many who each play alone; such as 5 = ["S3", "S2"]'
        )

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong with it, or with its parts.

        >>> list(Layouts().check({"5": ["S3", "S3"]}))
        [ValueFault(path=('5',), reason='must be tables for 5 players, not ["S3", "S3"] for 6')]
        """
        if not isinstance(value, dict):
            yield self.refuse(value)
            return
        for number, tables in value.items():
            yield from (wrong.below(number) for wrong in self._check(number, tables))

    def _check(self, number: str, tables: Any) -> Iterator[ValueFault]:
        if not re.fullmatch("[1-9][0-9]{0,2}", number) or number == "1":
            yield ValueFault((), "must be a number of players from 2 to 999")
            return
        if not isinstance(tables, list) or not tables:
            yield ValueFault((), f'must be a list of tables such as ["T4", "S2"], not {show_value(tables)}')
            return
        wrong = [at for at, table in enumerate(tables) if table not in _TABLES]
        yield from (ValueFault((at,), _TABLE + show_value(tables[at])) for at in wrong)
        if wrong:
            return
        seats = sum(Layout.parse(table).seats for table in tables)
        if seats != int(number):
            yield ValueFault((), f"must be tables for {number} players, not {show_value(tables)} for {seats}")

    def read(self, value: Any) -> tuple[tuple[Layout, ...], ...]:
        """Return the tables of one player, of two, and so on to the last that is given."""
        given = {int(number): tuple(map(Layout.parse, tables)) for number, tables in value.items()}
        return tuple(given.get(number, ()) for number in range(1, max(given, default=0) + 1))

    def write(self, value: tuple[tuple[Layout, ...], ...]) -> dict[str, list[str]]:
        """Return the table back, without the numbers that cannot sit."""
        return {str(number): list(map(str, tables)) for number, tables in enumerate(value, 1) if tables}


_TABLES = ("T4", "S2", "S3", "S4")
_TABLE = 'must be "T4", "S2", "S3" or "S4", not '
