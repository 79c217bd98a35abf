"""How a command is told the number of dice."""

from typing import Any

import click


class NumberOfDice(click.ParamType[int | None]):
    """A number of dice, or ``any``, which becomes ``None``."""

    name = "N|any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Read it; what is neither is refused."""
        if value in (None, "any"):
            return None
        if not str(value).isdecimal() or not int(value):
            self.fail(f'"{value}" is no number of dice. Give 1, 2, 3 or more, or any.', param, ctx)
        return int(value)
