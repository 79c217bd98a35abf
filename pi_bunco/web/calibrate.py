"""The page that calibrates a table, and its requests."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, cast
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, request
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.limits import TOKEN
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.views.calibration import CalibrationView, Calibrator
from pi_bunco.vision.calibrate.file import name_file
from pi_bunco.web.context import service, streams
from pi_bunco.web.failures import answer
from pi_bunco.web.language import render_page
from pi_bunco.web.live import is_plain_form, serve_live
from pi_bunco.web.parse import RequestBody, parse
from pi_bunco.web.tables import NoCamera, read_table, table_links

bp = Blueprint("calibrate", __name__)

_CALIBRATORS = "pi_bunco.calibrators"
_BETWEEN = frozenset({"ready", "over"})
"""The phases in which nobody should throw."""

Pixel = Annotated[float, Field(allow_inf_nan=False)]


class StepBody(RequestBody):
    """The body of a step. ``anyway``: take it although a round is being played.

    A form sends a ``token``, which is not needed here: a step that is taken twice changes nothing more.
    """

    wants = 'Send {}; {"anyway": true} if a round is being played.'
    anyway: bool = False
    token: Annotated[str, Field(max_length=TOKEN)] = ""


class CornersBody(StepBody):
    """The four corners of the mat that somebody pointed at."""

    wants = 'Send {"corners": [[90, 60], [1180, 70], [1210, 900], [60, 890]]}.'
    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]


class TestBody(StepBody):
    """Whether to start the test with throws, or to leave it."""

    wants = 'Send {"on": true} or {"on": false}.'
    on: bool


STEPS: Mapping[str, tuple[type[StepBody], Callable[[Calibrator, Any], None]]] = {
    "find": (StepBody, lambda at, _: at.find()),
    "corners": (CornersBody, lambda at, body: at.corners(body.corners)),
    "learn": (StepBody, lambda at, _: at.learn()),
    "test": (TestBody, lambda at, body: at.test(on=body.on)),
    "save": (StepBody, lambda at, _: at.save()),
}
"""The body of each step, and what it does. ``POST /api/table/2/calibrate/learn`` takes ``learn``."""


def hold(app: Flask, calibrators: Mapping[int, Calibrator]) -> None:
    """Keep the calibrator of each table that has a camera for the application."""
    app.extensions[_CALIBRATORS] = calibrators


def calibrators() -> Mapping[int, Calibrator]:
    """Return the calibrator of each table that has a camera."""
    return cast("Mapping[int, Calibrator]", current_app.extensions[_CALIBRATORS])


def calibrator(table: int) -> Calibrator:
    """Return the calibrator of a table.

    Raises
    ------
    NoCamera
        If the table has no camera.
    """
    try:
        return calibrators()[table]
    except KeyError:
        raise NoCamera(table) from None


@bp.get("/calibrate")
@bp.get("/table/<number>/calibrate")
def page(number: str | None = None) -> str:
    """Show the calibration page of a table, or how the table gets a camera."""
    table = read_table(number)
    if table not in calibrators():
        return NoCamera(table).page()
    return serve_live("calibrate.html", "calibrate", table, number=table)


@bp.get("/api/calibrate")
@bp.get("/api/table/<number>/calibrate")
def bench(number: str | None = None) -> Response:
    """Return the progress of a table's calibration."""
    return jsonify(calibrator(read_table(number)).bench().to_json())


@bp.post("/api/calibrate/<name>")
@bp.post("/api/table/<number>/calibrate/<name>")
def step(name: str, number: str | None = None) -> AnyResponse:
    """Take a step, and return the progress of the calibration afterwards."""
    if name not in STEPS:
        return answer(404, f"No step is called “{clip_text(name)}”.", f"There are {', '.join(STEPS)}.")
    table, (model, take) = read_table(number), STEPS[name]
    body, at = parse(request, model), calibrator(table)
    leaves_test = isinstance(body, TestBody) and not body.on
    if not (body.anyway or leaves_test) and service().view(table).phase not in _BETWEEN:
        return _ask_anyway(name, table)
    take(at, body)
    streams().forget("calibrate", table)
    if is_plain_form():
        return redirect(f"{table_links(table)['own']}/calibrate", 303)
    return jsonify(at.bench().to_json())


@bp.get("/calibrate/anyway/<name>")
@bp.get("/table/<number>/calibrate/anyway/<name>")
def anyway(name: str, number: str | None = None) -> str:
    """Ask whether a step may interrupt the round."""
    table = read_table(number)
    if name not in STEPS:
        abort(404)
    fields = [(key, request.args[key]) for key in ("on", "corners") if key in request.args]
    markup = render_page("sheets/anyway.html", step=name, fields=fields, **table_links(table))
    return (
        markup if request.headers.get("X-Sheet") else render_page("sheet.html", markup=markup, style="table")
    )


@bp.get("/calibration.zip")
@bp.get("/table/<number>/calibration.zip")
def file(number: str | None = None) -> Response:
    """Send the calibration file of a table, for copying."""
    table = read_table(number)
    data = calibrator(table).file()
    if data is None:
        abort(404)
    response = Response(data, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name_file(table)}"'
    return response


def _ask_anyway(name: str, table: int) -> AnyResponse:
    """Answer that a round is being played, and where somebody can say that the step may interrupt it."""
    sheet = f"{table_links(table)['own']}/calibrate/anyway/{name}?{urlencode(list(request.form.items()))}"
    if is_plain_form():
        return redirect(sheet, 303)
    text, remedy = say("A round is being played."), say("Wait for its end, or calibrate anyway.")
    return answer(409, text, remedy, round=True, sheet=sheet)


def look_at_calibration(held: Mapping[int, Calibrator]) -> Callable[[int], CalibrationView]:
    """Return a function that looks at the progress of a table's calibration."""

    def look(table: int) -> CalibrationView:
        if table not in held:
            raise NoCamera(table)
        return held[table].bench()

    return look
