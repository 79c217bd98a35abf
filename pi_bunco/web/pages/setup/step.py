"""A step of the welcome: one question on one page. Each step has a module of this folder, and a template."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from pi_bunco.access.roles import HOST
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import require
from pi_bunco.web.pages.welcome.page import PLACE
from pi_bunco.web.ports.room import SheetChoice
from pi_bunco.web.ports.welcome import WelcomeDesk
from pi_bunco.web.visitors import get_visitor
from pi_bunco.web.welcome_state import WelcomeState

Fields = MultiDict[str, str]
HAND = "bunco-hand"
"""The cookie that distinguishes the devices of people who answer at once. It gives no right to anything."""
_HAND_LETTERS = 16
AGAIN, CHANGE = "again", "change"
"""In the query of a page that is shown again: what was sent is no answer yet, or people change it."""
_NEXT, _SKIP = say("Next"), say("Skip")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a request of the welcome knows.

    Attributes
    ----------
    desk
        Keeps the answers.
    state
        The answers so far.
    sheets
        The rule sheets.
    has_pin
        Whether the host has a PIN.
    is_host
        Whether this device may answer.
    place
        What this device is: the page that it shows later; ``""``: nobody has said it.
    by
        Distinguishes this device from others.
    """

    desk: WelcomeDesk
    state: WelcomeState
    sheets: Sequence[SheetChoice]
    has_pin: bool
    is_host: bool
    place: str
    by: str

    def answer(self, step: str, **changes: Any) -> WelcomeState:
        """Return the answers after this device has answered the question of a step."""
        return self.state.answer(step, self.by, **changes)


def read_setup() -> Setup:
    """Return what the current request knows. There must be a welcome."""
    parts, desk = get_parts(), require(get_parts().welcome)
    return Setup(
        desk=desk,
        state=desk.view(),
        sheets=get_service().list_sheets(),
        has_pin=parts.door.has_pin,
        is_host=get_visitor().role.allows(HOST),
        place=request.cookies.get(PLACE, ""),
        by=request.cookies.get(HAND, "")[:_HAND_LETTERS],
    )


def _show_nothing(_: Setup) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question on one page.

    Attributes
    ----------
    name
        Its name in addresses, and that of its template in ``steps``.
    title
        What it is about, in one or two words.
    heading
        The question.
    skips
        What happens if people skip it; ``""``: it cannot be skipped.
    next
        What the button that answers it is called; ``""``: other buttons answer it.
    skip
        What the button that skips it is called; ``""``: it has none, because another button does the same.
    applies
        Returns whether the question is asked here.
    view
        Returns the values for its template.
    answer
        Returns the answers after its form was sent. It raises :class:`pi_bunco.errors.Trouble` if the form
        does not fit. If it returns answers without one to this question, the page is shown again.
    describe
        Returns in words what was answered, for the last page.
    knows
        Returns whether the question is answered although no answer is kept.
    is_own
        Whether each device answers it for itself, also one that is not the host's.
    shows_answer
        Returns whether its page shows what was understood of the answer, before people go on: from the
        answers before it and after it, and its form.
    has_own_form
        Whether its template contains forms, instead of being within one.
    is_aside
        Whether only the last page leads to it.
    """

    name: str
    title: Sentence
    heading: Sentence
    skips: Sentence | str = ""
    next: Sentence | str = _NEXT
    skip: Sentence | str = _SKIP
    applies: Callable[[Setup], bool] = lambda _: True
    view: Callable[[Setup], Mapping[str, Any]] = _show_nothing
    answer: Callable[[Setup, Fields], WelcomeState]
    describe: Callable[[Setup], str] = lambda _: ""
    knows: Callable[[Setup], bool] = lambda _: False
    is_own: bool = False
    shows_answer: Callable[[Setup, Setup, Fields], bool] = lambda *_: False
    has_own_form: bool = False
    is_aside: bool = False

    def is_answered(self, setup: Setup) -> bool:
        """Return whether the question is answered, was skipped, or need not be asked."""
        return self.is_aside or self.name in setup.state.answers or self.knows(setup)


def is_look(fields: Fields) -> bool:
    """Return whether a script asks, while people type, what is understood so far."""
    return fields.get("do") == "look"


def is_skip(fields: Fields) -> bool:
    """Return whether people have skipped the question."""
    return fields.get("do") == "skip"
