"""Whole numbers among a command's options."""

from typing import Any

import click

from pi_bunco.rules.quoting import clip_text

_DIGITS = 30


class WholeInRange(click.IntRange):
    """A whole number in a range; what is no such number is quoted briefly, however many letters it has."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; refuse what is none."""
        if isinstance(value, str) and len(value) > _DIGITS:
            self.fail(f'"{clip_text(value)}" is not in the range {self._describe_range()}.', param, ctx)
        return super().convert(value, param, ctx)
