"""The doctor's page, with the state of each part and what can be done here, and its findings for programs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, jsonify, redirect, request, send_file
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import make_failure
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.doctor.view import make_examination
from pi_bunco.web.ports.doctor import Doctor
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import TooManyJobs, wait_for
from pi_bunco.web.visitors import get_visitor

DOCTOR = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the doctor’s page"),
    routes=Blueprint("doctor", __name__),
    styles="base doctor",
)

_FRESH = 2.0  # seconds in which an examination is shown to others who ask


@dataclass(frozen=True, slots=True)
class FindingsAnswer:
    """What each check found."""

    findings: tuple[Finding, ...]


def get_doctor() -> Doctor:
    """Return the doctor.

    Raises
    ------
    pi_bunco.errors.Trouble
        If there is none.
    """
    doctor = get_parts().doctor
    if doctor is None:
        raise Trouble(say("This table cannot be examined."), say("Go back to the table."))
    return doctor


def examine(names: tuple[str, ...]) -> Sequence[Finding]:
    """Return the findings of these checks, or of all. All who ask meanwhile share one examination.

    Raises
    ------
    pi_bunco.errors.Trouble
        If there is no doctor or no such check.
    """
    doctor = get_doctor()
    _, findings = wait_for(
        get_parts().examinations,
        names,
        lambda: (time.monotonic(), doctor.examine(names)),
        lambda found: time.monotonic() - found[0] < _FRESH,
        urgent=get_visitor().role != GUEST,
        join=True,
    )
    return findings


@DOCTOR.routes.get("/doctor")
@needs(GUEST)
def show_page() -> str:
    """Show the state of each part."""
    doctor, host = get_doctor(), get_visitor().role.allows(HOST)
    return serve_page(
        DOCTOR,
        it=make_examination(examine(())),
        host=host,
        can_restart=host and doctor.can_restart(),
    )


@DOCTOR.routes.post("/doctor/backup")
@answers("application/zip")
@needs(HOST)
def back_up() -> Response:
    """Back up all games now, and send the backup so that the device can keep it."""
    backup = get_doctor().back_up()
    return send_file(backup, "application/zip", as_attachment=True, download_name=backup.name, max_age=0)


@DOCTOR.routes.post("/doctor/restart")
@needs(HOST)
def restart() -> Response:
    """Restart the program. The table's page waits for it."""
    doctor = get_doctor()
    if not doctor.can_restart():
        raise Refused(
            say("The program would not start again by itself."),
            say("End it at the machine itself, and start it with the same command."),
        )
    doctor.restart()
    return redirect("/")


@DOCTOR.routes.get("/api/doctor")
@answers(FindingsAnswer, only="The checks, with commas between them; without it all.")
@needs(GUEST)
def send_findings() -> Response:
    """Return the findings of the checks that ``only`` names."""
    try:
        found = examine(tuple(filter(None, request.args.get("only", "").split(","))))
    except TooManyJobs:
        raise
    except Trouble as trouble:
        return make_failure(400, trouble.text, trouble.remedy)
    return jsonify(FindingsAnswer(tuple(found)))
