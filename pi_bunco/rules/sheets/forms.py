"""What a value of a sheet may be: how it is checked, read and written.

A form takes plain values, as TOML and JSON have them: its ``check`` yields what is wrong with one, its
``read`` makes the sheet's value of a good one, and its ``write`` makes the plain value again.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple

from pi_bunco.rules.quoting import clip_text, prune_value

NONE = "none"
"""How a sheet says that it has no such thing."""

Path = tuple[str | int, ...]
"""Where a value stands: keys and places in lists (from 0), from the outside in."""


class ValueFault(NamedTuple):
    """Something wrong: where, and why, as the rest of a sentence that begins with its name."""

    path: Path
    reason: str

    def below(self, step: str | int) -> "ValueFault":
        """Return the same as seen from one step further out."""
        return ValueFault((step, *self.path), self.reason)


class Form(ABC):
    """What a value may be."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, as words that go after "must be"."""

    @abstractmethod
    def check(self, value: Any) -> Iterator[ValueFault]:
        """Return all that is wrong with a plain value."""

    def read(self, value: Any) -> Any:
        """Make the sheet's value of a plain one that is right."""
        return value

    def write(self, value: Any) -> Any:
        """Return the plain value back."""
        return value

    def refuse(self, value: Any) -> ValueFault:
        """Return the fault that this is not what is allowed."""
        return ValueFault((), f"must be {self.allowed}, not {show_value(value)}")


@dataclass(frozen=True)
class Whole(Form):
    """A whole number in a range, which has no upper end where ``most`` is ``None``."""

    least: int
    most: int | None = None

    @property
    def allowed(self) -> str:
        """What is allowed.

        >>> Whole(1).allowed, Whole(1, 6).allowed
        ('a whole number from 1', 'a whole number from 1 to 6')
        """
        return f"a whole number from {self.least}" + ("" if self.most is None else f" to {self.most:,}")

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong; neither a truth value nor a float is a whole number."""
        if type(value) is not int or value < self.least or (self.most is not None and value > self.most):
            yield self.refuse(value)


class Flag(Form):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "true or false"

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong."""
        if not isinstance(value, bool):
            yield self.refuse(value)


@dataclass(frozen=True)
class Text(Form):
    """One line of text, to be printed, of at most so many characters."""

    most: int

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"one line of text, up to {self.most} characters"

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong."""
        good = isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= self.most
        if not good:
            yield self.refuse(value)


@dataclass(frozen=True)
class Name(Form):
    """A short name that can be a file's too."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "up to 40 of the characters a-z, 0-9 and -"

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong."""
        if not isinstance(value, str) or not re.fullmatch("[a-z0-9-]{1,40}", value):
            yield self.refuse(value)


@dataclass(frozen=True)
class OneOf(Form):
    """One of some words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """What is allowed.

        >>> OneOf(("stop", "finish")).allowed
        '"stop" or "finish"'
        """
        return _quoted(self.words)

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong.

        >>> [wrong.reason for wrong in OneOf(("stop", "finish")).check("finnish")]
        ['must be "stop" or "finish", not "finnish"; did you mean "finish"?']
        """
        if value not in self.words:
            yield ValueFault((), self.refuse(value).reason + near(value, self.words))


@dataclass(frozen=True)
class ListOf(Form):
    """A list of at most so many, of which nothing stands twice; ``kind`` is what the sheet keeps it as."""

    item: Form
    kind: Callable[[Iterable[Any]], Any] = tuple
    most: int = 100

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"a list, each of it {self.item.allowed}, none twice"

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong with it, or with what it has.

        >>> list(ListOf(Whole(1, 6)).check([2, 7]))
        [ValueFault(path=(1,), reason='must be a whole number from 1 to 6, not 7')]
        """
        if not isinstance(value, list):
            yield self.refuse(value)
            return
        if len(value) > self.most:
            yield ValueFault((), f"has {len(value)} items, and a list of a sheet at most {self.most}")
            return
        for at, item in enumerate(value):
            yield from (wrong.below(at) for wrong in self.item.check(item))
            if item in value[:at]:
                yield ValueFault((at,), f"stands twice: {show_value(item)}")

    def read(self, value: Any) -> Any:
        """Make the sheet's value of it."""
        return self.kind(map(self.item.read, value))

    def write(self, value: Any) -> Any:
        """Return the list back, in order where the sheet keeps none."""
        items = sorted(value) if isinstance(value, frozenset) else value
        return [self.item.write(item) for item in items]


@dataclass(frozen=True)
class OrNone(Form):
    """Something, or the word ``none``, of which the sheet makes ``None``."""

    form: Form

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f'{self.form.allowed}, or "{NONE}"'

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield what is wrong."""
        if value != NONE and any(self.form.check(value)):
            yield self.refuse(value)

    def read(self, value: Any) -> Any:
        """Make the sheet's value of it."""
        return None if value == NONE else self.form.read(value)

    def write(self, value: Any) -> Any:
        """Return the plain value back."""
        return NONE if value is None else self.form.write(value)


def near(word: Any, words: Iterable[str]) -> str:
    """Return a hint at the word that was meant, to go at the end of a reason; empty if none is near.

    >>> near("gaol", ("goal", "bunco"))
    '; did you mean "goal"?'
    >>> near("mini", ("mini_below", "mini_above", "goal"))
    '; did you mean "mini_below" or "mini_above"?'
    >>> near("poker", ("goal", "bunco"))
    ''
    """
    given, known = str(prune_value(word)), list(words)
    close = [one for one in known if one.startswith(f"{given}_")] or get_close_matches(given, known, n=1)
    return f"; did you mean {_quoted(close)}?" if close else ""


def show_value(value: Any) -> str:
    """Return a plain value as a file has it, cut where it is long.

    >>> show_value(True), show_value([1, "two"]), show_value("x" * 80)[-4:]
    ('true', '[1, "two"]', 'xxx…')
    """
    return clip_text(json.dumps(prune_value(value), ensure_ascii=False, default=str), _LONG)


_LONG = 60


def _quoted(words: Iterable[str]) -> str:
    return _either([f'"{word}"' for word in words])


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
