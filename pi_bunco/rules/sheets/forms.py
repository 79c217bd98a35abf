"""What a value of a sheet may be: how to check, read and write it.

A form takes plain values, as TOML and JSON have them: its ``check`` yields what is wrong with one, its
``read`` makes the sheet's value from a right one, and its ``write`` makes the plain value again.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple, get_args

from pi_bunco.figures import say_number
from pi_bunco.rules.quoting import clip_text, prune_value
from pi_bunco.rules.sheets.parts import Among, Award, AwardFor, Layout
from pi_bunco.sentences import Sentence, say, say_series

NONE = "none"
"""The word in a sheet for a thing that it does not have."""

Path = tuple[str | int, ...]
"""The place of a value: keys and positions in lists (from 0), from the outside in."""


class ValueFault(NamedTuple):
    """A fault in a value: its place, and the reason as the rest of a sentence that begins with the name."""

    path: Path
    reason: Sentence

    def add_step(self, step: str | int) -> "ValueFault":
        """Return the same fault as seen from one level further out."""
        return ValueFault((step, *self.path), self.reason)


class Form:
    """What a value may be.

    Parameters
    ----------
    allowed
        What is allowed, as words that go after "must be".
    fits
        Returns whether a plain value is allowed.
    read
        Makes the sheet's value from an allowed one; it is the same if left out.
    """

    def __init__(
        self,
        allowed: Sentence,
        fits: Callable[[Any], bool] = lambda _: True,
        read: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        self.allowed, self._fits, self._read = allowed, fits, read

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield everything that is wrong with a plain value."""
        if not self._fits(value):
            yield self.refuse(value)

    def read(self, value: Any) -> Any:
        """Return the sheet's value for an allowed plain one."""
        return self._read(value)

    def write(self, value: Any) -> Any:
        """Return the plain value again."""
        return value

    def refuse(self, value: Any) -> ValueFault:
        """Return the fault that this value is not allowed."""
        return ValueFault(
            (), say("must be {allowed}, not {value}", allowed=self.allowed, value=show_value(value))
        )


class WholeNumber(Form):
    """A whole number from ``least`` to ``most`` (``None``: no limit); a truth value or a float is not one.

    >>> WholeNumber(1).allowed, WholeNumber(1, 6).allowed
    ('a whole number from 1', 'a whole number from 1 to 6')
    """

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(
            say("a whole number from {least}", least=least)
            if most is None
            else say("a whole number from {least} to {most}", least=least, most=say_number(most)),
            lambda value: type(value) is int and least <= value and (most is None or value <= most),
        )
        self.least, self.most = least, most


def make_line_form(most: int) -> Form:
    """Return the form of one printable line of text with at most this many characters."""
    return Form(
        say("one line of text, up to {most} characters", most=most),
        lambda value: (
            isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= most
        ),
    )


FLAG = Form(say("true or false"), lambda value: isinstance(value, bool))
NAME = Form(
    say("up to 40 of the characters a-z, 0-9 and -"),
    lambda value: isinstance(value, str) and bool(re.fullmatch("[a-z0-9-]{1,40}", value)),
)
"""A short name that can be the name of a file too."""
PRIZE = Form(
    say("one line of text, or a whole number from 0"),
    lambda value: value >= 0 if type(value) is int else isinstance(value, str) and value.isprintable(),
    str,
)
"""A prize: any text or an amount. The sheet keeps it as text."""


class OneOf(Form):
    """One of several words.

    >>> OneOf(("stop", "finish")).allowed
    '"stop" or "finish"'
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(join_quoted(words))
        self.words = words

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield everything that is wrong with a plain value.

        >>> [fault.reason for fault in OneOf(("stop", "finish")).check("finnish")]
        ['must be "stop" or "finish", not "finnish"; did you mean "finish"?']
        """
        if value not in self.words:
            yield ValueFault((), add_similar(self.refuse(value).reason, value, self.words))


class ListOf(Form):
    """A list without duplicates, of at most this many items; ``kind`` is the sheet's own kind of list."""

    def __init__(self, item: Form, kind: Callable[[Iterable[Any]], Any] = tuple, most: int = 100) -> None:
        super().__init__(say("a list, each item {allowed}, without duplicates", allowed=item.allowed))
        self.item, self._kind, self._most = item, kind, most

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield everything that is wrong with the list, or with its items.

        >>> list(ListOf(WholeNumber(1, 6)).check([2, 7]))
        [ValueFault(path=(1,), reason='must be a whole number from 1 to 6, not 7')]
        """
        if not isinstance(value, list):
            yield self.refuse(value)
            return
        if len(value) > self._most:
            yield ValueFault(
                (), say("has {items} items; at most {most} are allowed", items=len(value), most=self._most)
            )
            return
        for at, item in enumerate(value):
            yield from (fault.add_step(at) for fault in self.item.check(item))
            if item in value[:at]:
                yield ValueFault((at,), say("comes twice: {value}", value=show_value(item)))

    def read(self, value: Any) -> Any:
        """Return the sheet's value for an allowed plain one."""
        return self._kind(map(self.item.read, value))

    def write(self, value: Any) -> Any:
        """Return the list again; a set becomes a sorted list."""
        items = sorted(value) if isinstance(value, frozenset) else value
        return [self.item.write(item) for item in items]


class OrNone(Form):
    """Something, or the word ``none``, which the sheet keeps as ``None``."""

    def __init__(self, form: Form) -> None:
        super().__init__(
            say('{allowed}, or "{none}"', allowed=form.allowed, none=NONE),
            lambda value: value == NONE or not any(form.check(value)),
        )
        self.form = form

    def read(self, value: Any) -> Any:
        """Return the sheet's value for an allowed plain one."""
        return None if value == NONE else self.form.read(value)

    def write(self, value: Any) -> Any:
        """Return the plain value again."""
        return NONE if value is None else self.form.write(value)


class OneAward(Form):
    """An award: a table with ``what``, and perhaps ``among`` and ``prize``."""

    def __init__(self) -> None:
        self._parts: dict[str, Form] = {
            "what": OneOf(get_args(AwardFor)),
            "among": OneOf(get_args(Among)),
            "prize": PRIZE,
        }
        what, among, prize = (part.allowed for part in self._parts.values())
        super().__init__(
            say(
                '{opening} what = {what}; among = {among}, "room" if left out; '
                "prize = {prize}, none if left out {closing}",
                opening="{",
                what=what,
                among=among,
                prize=prize,
                closing="}",
            )
        )

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield everything that is wrong with the award, or with its parts.

        >>> list(OneAward().check({"what": "most_wins", "prise": "$40"}))
        [ValueFault(path=('prise',), reason='is no part of an award; did you mean "prize"?')]
        """
        if not isinstance(value, dict):
            yield ValueFault(
                (),
                say(
                    "must be an award such as {example}, not {value}",
                    example='{ what = "most_wins" }',
                    value=show_value(value),
                ),
            )
            return
        for name, part in value.items():
            if name in self._parts:
                yield from (fault.add_step(name) for fault in self._parts[name].check(part))
            else:
                yield ValueFault((name,), add_similar(say("is no part of an award"), name, self._parts))
        if "what" not in value:
            allowed = self._parts["what"].allowed
            yield ValueFault((), say("lacks 'what', which must be {allowed}", allowed=allowed))

    def read(self, value: Any) -> Award:
        """Return the award."""
        return Award(**{name: self._parts[name].read(part) for name, part in value.items()})

    def write(self, value: Award) -> dict[str, str]:
        """Return its three parts."""
        return {"what": value.what, "among": value.among, "prize": value.prize}


_TABLE_LAYOUTS = ("T4", "S2", "S3", "S4")


class Layouts(Form):
    """The tables for each number of players: a table from that number to a list."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "for each number of players a list of its tables, head table first: T4 for four in teams, "
                'S2, S3 or S4 for so many who each play alone; such as 5 = ["S3", "S2"]'
            )
        )

    def check(self, value: Any) -> Iterator[ValueFault]:
        """Yield everything that is wrong with the layouts.

        >>> list(Layouts().check({"5": ["S3", "S3"]}))
        [ValueFault(path=('5',), reason='must be tables for 5 players, not ["S3", "S3"] for 6')]
        """
        if not isinstance(value, dict):
            yield self.refuse(value)
            return
        for number, tables in value.items():
            yield from (fault.add_step(number) for fault in _check_layout(number, tables))

    def read(self, value: Any) -> tuple[tuple[Layout, ...], ...]:
        """Return the tables for one player, for two, and so on up to the last number given."""
        layouts = {int(number): tuple(map(Layout.parse, tables)) for number, tables in value.items()}
        return tuple(layouts.get(number, ()) for number in range(1, max(layouts, default=0) + 1))

    def write(self, value: tuple[tuple[Layout, ...], ...]) -> dict[str, list[str]]:
        """Return the plain table again, without the numbers that have no layout."""
        return {str(number): list(map(str, tables)) for number, tables in enumerate(value, 1) if tables}


def _check_layout(number: str, tables: Any) -> Iterator[ValueFault]:
    if not re.fullmatch("[1-9][0-9]{0,2}", number) or number == "1":
        yield ValueFault((), say("must be a number of players from 2 to 999"))
        return
    if not isinstance(tables, list) or not tables:
        yield ValueFault(
            (), say('must be a list of tables such as ["T4", "S2"], not {value}', value=show_value(tables))
        )
        return
    wrong = [at for at, table in enumerate(tables) if table not in _TABLE_LAYOUTS]
    for at in wrong:
        allowed = join_quoted(_TABLE_LAYOUTS)
        yield ValueFault(
            (at,), say("must be {allowed}, not {value}", allowed=allowed, value=show_value(tables[at]))
        )
    seats = 0 if wrong else sum(Layout.parse(table).seats for table in tables)
    if not wrong and seats != int(number):
        yield ValueFault(
            (),
            say(
                "must be tables for {number} players, not {value} for {seats}",
                number=number,
                value=show_value(tables),
                seats=seats,
            ),
        )


def add_similar(reason: Sentence, word: Any, words: Iterable[str]) -> Sentence:
    """Return the reason with a question about a similar word, or as it is if no word is similar.

    >>> add_similar(say("is no key of a sheet"), "gaol", ("goal", "bunco"))
    'is no key of a sheet; did you mean "goal"?'
    >>> add_similar(say("is no key of a sheet"), "mini", ("mini_below", "mini_above", "goal"))
    'is no key of a sheet; did you mean "mini_below" or "mini_above"?'
    >>> add_similar(say("is no key of a sheet"), "poker", ("goal", "bunco"))
    'is no key of a sheet'
    """
    text, known = str(prune_value(word)), list(words)
    close = [name for name in known if name.startswith(f"{text}_")] or get_close_matches(text, known, n=1)
    return (
        say("{reason}; did you mean {words}?", reason=reason, words=join_quoted(close)) if close else reason
    )


def show_value(value: Any) -> str:
    """Return a plain value as a file would have it, shortened if it is long.

    >>> show_value(True), show_value([1, "two"]), show_value("x" * 80)[-4:]
    ('true', '[1, "two"]', 'xxx…')
    """
    return clip_text(json.dumps(prune_value(value), ensure_ascii=False, default=str))


def join_quoted(words: Iterable[str]) -> Sentence:
    """Join words, each in quotation marks, to an enumeration with *or*.

    >>> join_quoted(["stop", "finish"])
    '"stop" or "finish"'
    """
    return join_either([f'"{word}"' for word in words])


def join_either(words: list[str]) -> Sentence:
    """Join words to an enumeration with *or*.

    >>> join_either(["3"]), join_either(["3", "5", "7"])
    ('3', '3, 5 or 7')
    """
    *some, last = words
    return say("{words} or {last}", words=say_series(some), last=last) if some else say_series(words)
