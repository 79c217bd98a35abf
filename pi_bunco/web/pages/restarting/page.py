"""The page that waits while the program starts again, and then shows the next page."""

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, jsonify

from pi_bunco.access.roles import GUEST
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.answers import answers
from pi_bunco.web.language import render_page
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.streams import RUN

RESTARTING = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("a page that waits"),
    routes=Blueprint("restarting", __name__),
    script="restarting",
)
_SECONDS = 15
"""Seconds after which a page without scripts looks whether the program has started again on a Pi."""


@dataclass(frozen=True, slots=True)
class RunAnswer:
    """Which run of the program answers: another one after it has started again."""

    run: str


@RESTARTING.routes.get("/api/run")
@answers(RunAnswer)
@needs(GUEST)
def send_run() -> Response:
    """Return a text that changes when the program starts again: a page that waits for that asks for it."""
    return jsonify(RunAnswer(RUN))


def wait_for_restart(says: Sentence, following: str) -> str:
    """Return a page that waits until the program has started again.

    Parameters
    ----------
    says
        What the program does meanwhile.
    following
        The address of the page that is shown then.
    """
    return render_page(
        "restarting/page.html",
        kind=RESTARTING,
        script=RESTARTING.script,
        run=RUN,
        says=says,
        next=following,
        seconds=_SECONDS,
    )
