"""The page that teaches a table its mat, and what is asked of it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, cast
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, request
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.rules.quoting import LETTERS, clip_text
from pi_bunco.sentences import say
from pi_bunco.views.calibration import CalibrationView, Calibrator
from pi_bunco.vision.calibrate.file import file_of
from pi_bunco.web.context import service, streams
from pi_bunco.web.failures import answer
from pi_bunco.web.language import render_page
from pi_bunco.web.live import is_plain_form, serve_live
from pi_bunco.web.parse import parse
from pi_bunco.web.tables import NoCamera, read_table, ways

bp = Blueprint("calibrate", __name__)

_CALIBRATORS = "pi_bunco.calibrators"
_BETWEEN = frozenset({"ready", "over"})
"""Phases in which nobody is to throw."""

Pixel = Annotated[float, Field(allow_inf_nan=False)]


class StepRequest(BaseModel):
    """One step of a calibration, as it is asked for.

    ``anyway``: though a round is being played. The ``token`` of a form is of no use here: a step that is
    taken twice comes to the same.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    wants: ClassVar[str] = 'Send {}; {"anyway": true} if a round is being played.'
    anyway: bool = False
    token: Annotated[str, Field(max_length=LETTERS)] = ""

    @property
    def disturbs(self) -> bool:
        """Whether throws are not counted meanwhile."""
        return True

    @abstractmethod
    def take(self, at: Calibrator) -> None:
        """Take the step."""


class FindStep(StepRequest):
    """Find the mat by its markers."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.find()


class CornersStep(StepRequest):
    """Take four corners that somebody pointed at."""

    wants: ClassVar[str] = 'Send {"corners": [[90, 60], [1180, 70], [1210, 900], [60, 890]]}.'
    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.corners(self.corners)


class LearnStep(StepRequest):
    """Learn the empty mat."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.learn()


class TestStep(StepRequest):
    """Begin or leave a test with throws."""

    wants: ClassVar[str] = 'Send {"on": true} or {"on": false}.'
    on: bool

    @property
    def disturbs(self) -> bool:
        """Whether throws are not counted meanwhile; who leaves a test is let play on at once."""
        return self.on

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.test(on=self.on)


class SaveStep(StepRequest):
    """Save it, and read by it."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.save()


STEPS: Mapping[str, type[StepRequest]] = {
    "find": FindStep,
    "corners": CornersStep,
    "learn": LearnStep,
    "test": TestStep,
    "save": SaveStep,
}
"""Each step by its place in the address: ``POST /api/table/2/calibrate/learn``."""


def hold(app: Flask, calibrators: Mapping[int, Calibrator]) -> None:
    """Keep for the application who calibrates each table that has a camera."""
    app.extensions[_CALIBRATORS] = calibrators


def calibrators() -> Mapping[int, Calibrator]:
    """Return who calibrates each table that has a camera."""
    return cast("Mapping[int, Calibrator]", current_app.extensions[_CALIBRATORS])


def calibrator(table: int) -> Calibrator:
    """Return who calibrates a table.

    Raises
    ------
    NoCamera
        If it has none.
    """
    try:
        return calibrators()[table]
    except KeyError:
        raise NoCamera(table) from None


@bp.get("/calibrate")
@bp.get("/table/<number>/calibrate")
def page(number: str | None = None) -> str:
    """Show the page of a table; or how the table gets a camera."""
    table = read_table(number)
    if table not in calibrators():
        return NoCamera(table).page()
    return serve_live("calibrate.html", "calibrate", table, number=table)


@bp.get("/api/calibrate")
@bp.get("/api/table/<number>/calibrate")
def bench(number: str | None = None) -> Response:
    """Return how far a table's calibration has come."""
    return jsonify(calibrator(read_table(number)).bench().to_json())


@bp.post("/api/calibrate/<name>")
@bp.post("/api/table/<number>/calibrate/<name>")
def step(name: str, number: str | None = None) -> AnyResponse:
    """Take a step, and return how far the table's calibration has come then."""
    kind = STEPS.get(name)
    if kind is None:
        return answer(404, f"No step is called “{clip_text(name)}”.", f"There are {', '.join(STEPS)}.")
    table = read_table(number)
    asked, at = parse(request, kind, kind.wants), calibrator(table)
    if asked.disturbs and not asked.anyway and service().view(table).phase not in _BETWEEN:
        return _ask_anyway(name, table)
    asked.take(at)
    streams().forget("calibrate", table)
    if is_plain_form():
        return redirect(f"{ways(table)['own']}/calibrate", 303)
    return jsonify(at.bench().to_json())


@bp.get("/calibrate/anyway/<name>")
@bp.get("/table/<number>/calibrate/anyway/<name>")
def anyway(name: str, number: str | None = None) -> str:
    """Ask whether a round is to be interrupted for a step."""
    table = read_table(number)
    if name not in STEPS:
        abort(404)
    fields = [(key, request.args[key]) for key in ("on", "corners") if key in request.args]
    markup = render_page("sheets/anyway.html", step=name, fields=fields, **ways(table))
    return markup if request.headers.get("X-Sheet") else render_page("sheet.html", markup=markup)


@bp.get("/calibration.zip")
@bp.get("/table/<number>/calibration.zip")
def file(number: str | None = None) -> Response:
    """Send a table's file, to be copied."""
    table = read_table(number)
    data = calibrator(table).file()
    if data is None:
        abort(404)
    response = Response(data, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_of(table)}"'
    return response


def _ask_anyway(name: str, table: int) -> AnyResponse:
    """Say that a round is being played, and where somebody says that it is to be interrupted."""
    sheet = f"{ways(table)['own']}/calibrate/anyway/{name}?{urlencode(list(request.form.items()))}"
    if is_plain_form():
        return redirect(sheet, 303)
    text, remedy = say("A round is being played."), say("Wait for its end, or calibrate anyway.")
    return answer(409, text, remedy, round=True, sheet=sheet)


def bench_look(held: Mapping[int, Calibrator]) -> Callable[[int], CalibrationView]:
    """Return what looks at how far a table's calibration has come."""

    def look(table: int) -> CalibrationView:
        if table not in held:
            raise NoCamera(table)
        return held[table].bench()

    return look
