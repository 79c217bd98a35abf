"""The answers of the welcome, from which the first game begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from pi_bunco.limits import KEY, NUMBER, REQUEST_BYTES, SENTENCE, SETS, TABLES

_Short = Annotated[str, Field(max_length=KEY)]
_Number = Annotated[int, Field(ge=0, le=NUMBER)]
MOST_TICKED = 1000
"""Most earlier guests that can be ticked; a room takes fewer players, and says so."""


@dataclass(frozen=True, slots=True)
class WelcomeAnswer:
    """Which answer it was of all, and who gave it.

    Attributes
    ----------
    number
        The number of the state that the answer made.
    by
        The device, by a text that only distinguishes devices.
    """

    number: _Number
    by: _Short


@dataclass(frozen=True, slots=True)
class WelcomeState:
    """What people have answered so far. Every device sees the same answers.

    Attributes
    ----------
    number
        How many answers there were.
    answers
        The last answer to each question, by the name of its step; also if the question was skipped.
    rules
        The short name of the sheet; ``""``: none was chosen.
    sets
        How many sets are played; 0: as many as the sheet has.
    options
        The options of the sheet that were chosen.
    typed
        The list of guests as it was typed, or read from a file.
    notes
        What may be wrong with the file that the list comes from.
    ticked
        The earlier guests who were ticked.
    tables
        At how many tables the guests sit; 0: at as few as possible.
    draw
        Whether chance decides who sits where.
    calibrate
        Whether the host calibrates table 1 right after the beginning.
    heard
        Whether somebody heard the bell; ``""``: nobody said it.

    >>> state = WelcomeState().answer("rules", "7c1f", rules="boxed").answer("tables", "09aa", draw=False)
    >>> state.number, state.rules, state.answers["rules"].number, "tables" in state.answers
    (2, 'boxed', 1, True)
    >>> sorted(state.forget("tables").answers)
    ['rules']
    """

    number: _Number = 0
    answers: Mapping[_Short, WelcomeAnswer] = field(default_factory=dict)
    rules: _Short = ""
    sets: Annotated[int, Field(ge=0, le=SETS)] = 0
    options: Mapping[_Short, JsonValue] = field(default_factory=dict)
    typed: Annotated[str, Field(max_length=REQUEST_BYTES)] = ""
    notes: tuple[Annotated[str, Field(max_length=SENTENCE)], ...] = ()
    ticked: Annotated[tuple[_Short, ...], Field(max_length=MOST_TICKED)] = ()
    tables: Annotated[int, Field(ge=0, le=TABLES)] = 0
    draw: bool = True
    calibrate: bool = False
    heard: Literal["", "yes", "no"] = ""

    def answer(self, step: str, by: str, **changes: Any) -> "WelcomeState":
        """Return the state after a device has answered the question of a step."""
        number = self.number + 1
        answers = {**self.answers, step: WelcomeAnswer(number, by)}
        return replace(self, number=number, answers=answers, **changes)

    def forget(self, *steps: str) -> "WelcomeState":
        """Return the state in which these questions are asked again. What was chosen stays as a proposal."""
        return replace(
            self, answers={step: answer for step, answer in self.answers.items() if step not in steps}
        )
