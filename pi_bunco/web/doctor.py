"""The doctor's page, and its findings for programs: how each part of the table does, and what to do."""

from collections.abc import Sequence
from typing import Protocol, cast

from flask import Blueprint, Flask, current_app, jsonify, request
from werkzeug.wrappers import Response

from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.sentences import say
from pi_bunco.views.page.examination import examination
from pi_bunco.web.failures import answer
from pi_bunco.web.language import render_page

bp = Blueprint("doctor", __name__)

_DOCTOR = "pi_bunco.doctor"


class Doctor(Protocol):
    """Examines the table. May be called by any thread."""

    def examine(self, names: tuple[str, ...]) -> Sequence[Finding]:
        """Look at the checks that are named, all if none is; takes some seconds.

        Raises
        ------
        pi_bunco.errors.Trouble
            If there is no such check.
        """


def hold(app: Flask, doctor: Doctor | None) -> None:
    """Keep for the application its doctor; ``None``: nobody examines this table."""
    app.extensions[_DOCTOR] = doctor


def doctor() -> Doctor:
    """Return the doctor."""
    held = cast("Doctor | None", current_app.extensions[_DOCTOR])
    if held is None:
        raise Trouble(say("Nobody examines this table."), say("Go back to the table."))
    return held


@bp.get("/doctor")
def page() -> str:
    """Show how each part does."""
    return render_page("doctor.html", it=examination(doctor().examine(())))


@bp.get("/api/doctor")
def findings() -> Response:
    """Return what was found, of the checks that ``only`` names."""
    held = doctor()
    try:
        found = held.examine(tuple(name for name in request.args.get("only", "").split(",") if name))
    except Trouble as trouble:
        return answer(400, trouble.text, trouble.remedy)
    return jsonify(findings=[finding.to_json() for finding in found])
