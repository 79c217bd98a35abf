"""The page that calibrates a table, and its requests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.messages.calibration import CalibrationView
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.config import name_calibration
from pi_bunco.views.calibration import Calibrator
from pi_bunco.web.answers import answers
from pi_bunco.web.blocks import Block
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import make_failure, require
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.calibrate import view
from pi_bunco.web.pages.camera.page import serve_no_camera
from pi_bunco.web.parse import FormBody, read_body, redirect_plain_form
from pi_bunco.web.ports.room import PagePort
from pi_bunco.web.serve_pages import serve_dialog, serve_live_page
from pi_bunco.web.tables import NoCamera, make_table_links, read_table

Pixel = Annotated[float, Field(allow_inf_nan=False)]


class StepBody(FormBody):
    """The body of a step. ``anyway``: take the step although a round is being played."""

    usage = 'Send {}; {"anyway": true} if a round is being played.'
    anyway: bool = False


class CornersBody(StepBody):
    """The four corners of the mat, as somebody has marked them in the picture."""

    usage = 'Send {"corners": [[90, 60], [1180, 70], [1210, 900], [60, 890]]}.'
    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]


class TestBody(StepBody):
    """Whether to start or to end the test with throws."""

    usage = 'Send {"on": true} or {"on": false}.'
    on: bool


STEPS: Mapping[str, tuple[type[StepBody], Callable[[Calibrator, Any], None]]] = {
    "find": (StepBody, lambda calibrator, _: calibrator.find_mat()),
    "corners": (CornersBody, lambda calibrator, body: calibrator.set_corners(body.corners)),
    "learn": (StepBody, lambda calibrator, _: calibrator.learn()),
    "test": (TestBody, lambda calibrator, body: calibrator.test(on=body.on)),
    "save": (StepBody, lambda calibrator, _: calibrator.save()),
}
"""The body of each step, and what it does. ``POST /api/table/2/calibrate/learn`` takes ``learn``."""


def find_calibrator(calibrators: Mapping[int, Calibrator], table: int) -> Calibrator:
    """Return the calibrator of a table, by its number.

    Raises
    ------
    NoCamera
        If the table has no camera.
    """
    try:
        return calibrators[table]
    except KeyError:
        raise NoCamera(table) from None


def _view_calibration(_: PagePort, calibrators: Mapping[int, Calibrator], table: int) -> CalibrationView:
    return find_calibrator(calibrators, table).get_view()


CALIBRATE = PageKind(
    folder=Path(__file__).parent,
    called=lambda table: say("the mat of table {table}", table=table),
    routes=Blueprint("calibrate", __name__),
    styles="base live dialogs calibrate",
    script="calibrate",
    poll=_view_calibration,
    blocks=(
        Block("mat_drawn", view.make_overlay),
        Block("mat_mend", view.make_advice_list),
        Block("mat_steps", view.make_steps),
    ),
    of_table=True,
)


@CALIBRATE.routes.get("/calibrate")
@CALIBRATE.routes.get("/table/<number>/calibrate")
@needs(GUEST)
def show_page(number: str | None = None) -> str:
    """Show the calibration page of a table, or how the table gets a camera."""
    table = read_table(number)
    if table not in get_parts().calibrators:
        return serve_no_camera(table)
    return serve_live_page(CALIBRATE, table)


@CALIBRATE.routes.get("/api/calibrate")
@CALIBRATE.routes.get("/api/table/<number>/calibrate")
@answers(CalibrationView)
@needs(GUEST)
def send_progress(number: str | None = None) -> Response:
    """Return the progress of a table's calibration."""
    return jsonify(find_calibrator(get_parts().calibrators, read_table(number)).get_view())


@CALIBRATE.routes.post("/api/calibrate/<name>")
@CALIBRATE.routes.post("/api/table/<number>/calibrate/<name>")
@answers(CalibrationView, takes={name: model for name, (model, _) in STEPS.items()})
@needs(HOST)
def take_step(name: str, number: str | None = None) -> AnyResponse:
    """Take a step, and return the progress of the calibration afterwards."""
    if name not in STEPS:
        return make_failure(
            404,
            say("No step is called “{name}”.", name=clip_text(name)),
            say("There are {names}.", names=", ".join(STEPS)),
        )
    table, (model, act) = read_table(number), STEPS[name]
    body, calibrator = read_body(model), find_calibrator(get_parts().calibrators, table)
    ends_test = isinstance(body, TestBody) and not body.on
    interrupts_round = get_service().view(table).phase not in {"ready", "over"}
    if interrupts_round and not (body.anyway or ends_test):
        return _ask_to_confirm(name, table)
    act(calibrator, body)
    get_parts().streams.poll_again(CALIBRATE, table)
    page = f"{make_table_links(table)['own']}/calibrate"
    return redirect_plain_form(page) or jsonify(calibrator.get_view())


@CALIBRATE.routes.get("/calibrate/anyway/<name>")
@CALIBRATE.routes.get("/table/<number>/calibrate/anyway/<name>")
@needs(GUEST)
def show_confirmation(name: str, number: str | None = None) -> str:
    """Ask whether a step may interrupt the round."""
    table = read_table(number)
    if name not in STEPS:
        abort(404)
    fields = [(key, request.args[key]) for key in ("on", "corners") if key in request.args]
    return serve_dialog(CALIBRATE, "anyway", step=name, fields=fields, **make_table_links(table))


@CALIBRATE.routes.get("/calibration.zip")
@CALIBRATE.routes.get("/table/<number>/calibration.zip")
@answers("application/zip")
@needs(GUEST)
def send_calibration(number: str | None = None) -> Response:
    """Send the calibration file of a table, so that somebody can keep a copy."""
    table = read_table(number)
    data = require(find_calibrator(get_parts().calibrators, table).get_file())
    return Response(
        data,
        headers={"Content-Disposition": f'attachment; filename="{name_calibration(table)}"'},
        mimetype="application/zip",
    )


def _ask_to_confirm(name: str, table: int) -> AnyResponse:
    """Answer that a round is being played, and where somebody can confirm that the step may interrupt it."""
    path = f"{make_table_links(table)['own']}/calibrate/anyway/{name}"
    dialog = f"{path}?{urlencode(list(request.form.items()))}"
    text, remedy = say("A round is being played."), say("Wait for its end, or calibrate anyway.")
    return redirect_plain_form(dialog) or make_failure(409, text, remedy, round=True, sheet=dialog)
