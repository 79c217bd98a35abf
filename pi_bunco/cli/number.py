"""How a command is told a number."""

from typing import Any

import click

from pi_bunco.rules.quoting import clip_text
from pi_bunco.whole import whole

_DIGITS = 30


class WholeInRange(click.IntRange):
    """A whole number in a range; what is no such number is quoted briefly, however many letters it has."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read it; what is none is refused."""
        if isinstance(value, str) and len(value) > _DIGITS:
            self.fail(f'"{clip_text(value)}" is not in the range {self._describe_range()}.', param, ctx)
        return super().convert(value, param, ctx)


class NumberOfDice(click.ParamType[int | None]):
    """A number of dice, or ``any``, which becomes ``None``."""

    name = "N|any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Read it; what is neither is refused."""
        if value in (None, "any"):
            return None
        number = whole(str(value), 1)
        if number is None:
            told = clip_text(str(value))
            self.fail(f'"{told}" is no number of dice. Give 1, 2, 3 or more, or any.', param, ctx)
        return number
