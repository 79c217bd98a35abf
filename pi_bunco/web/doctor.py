"""The doctor's page, and its findings for programs: the state of each part, and what can be done here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from flask import Blueprint, Flask, current_app, jsonify, redirect, request, send_file
from werkzeug.wrappers import Response

from pi_bunco.access.roles import HOST
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.views.page.examination import make_examination
from pi_bunco.web.failures import answer
from pi_bunco.web.language import render_page
from pi_bunco.web.visitors import visitor

bp = Blueprint("doctor", __name__)

_DOCTOR = "pi_bunco.doctor"


class Doctor(Protocol):
    """Examines the table. Any thread may call it."""

    def examine(self, names: tuple[str, ...]) -> Sequence[Finding]:
        """Run the checks with these names, or all checks if there are none. This takes some seconds.

        Raises
        ------
        pi_bunco.errors.Trouble
            If there is no such check.
        """

    def back_up(self) -> Path:
        """Back up all games now, unless the newest backup has them all. Return the newest backup.

        Raises
        ------
        pi_bunco.errors.Trouble
            If no backup can be made.
        """

    def restarts(self) -> bool:
        """Return whether the program starts again by itself after it ends."""

    def restart(self) -> None:
        """End the program soon, so that it starts again. Returns at once."""


def hold(app: Flask, doctor: Doctor | None) -> None:
    """Keep the doctor for the application; ``None``: there is none."""
    app.extensions[_DOCTOR] = doctor


def doctor() -> Doctor:
    """Return the doctor."""
    held = cast("Doctor | None", current_app.extensions[_DOCTOR])
    if held is None:
        raise Trouble(say("This table cannot be examined."), say("Go back to the table."))
    return held


@bp.get("/doctor")
def page() -> str:
    """Show the state of each part."""
    held, host = doctor(), visitor().is_allowed(HOST)
    it = make_examination(held.examine(()))
    return render_page("doctor.html", it=it, host=host, restarts=host and held.restarts())


@bp.post("/doctor/backup")
def back_up() -> Response:
    """Back up all games now, and send the backup so that the device can keep it."""
    made = doctor().back_up()
    return send_file(made, "application/zip", as_attachment=True, download_name=made.name, max_age=0)


@bp.post("/doctor/restart")
def restart() -> Response:
    """Restart the program. The table's page waits for it."""
    held = doctor()
    if not held.restarts():
        raise Refused(
            say("The program would not start again by itself."),
            say("End it at the machine itself, and start it with the same command."),
        )
    held.restart()
    return redirect("/")


@bp.get("/api/doctor")
def findings() -> Response:
    """Return the findings of the checks that ``only`` names."""
    held = doctor()
    try:
        found = held.examine(tuple(name for name in request.args.get("only", "").split(",") if name))
    except Trouble as trouble:
        return answer(400, trouble.text, trouble.remedy)
    return jsonify(findings=[finding.to_json() for finding in found])
