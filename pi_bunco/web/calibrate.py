"""The page that teaches a table its mat, and what is asked of it."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, ClassVar, cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.game.refused import Refused
from pi_bunco.rules.quoting import clipped
from pi_bunco.views.calibration import Calibrator
from pi_bunco.vision.calibrate.file import file_of
from pi_bunco.web.context import service
from pi_bunco.web.failures import answer
from pi_bunco.web.parse import parse
from pi_bunco.web.tables import NoCamera, asked_table

bp = Blueprint("calibrate", __name__)

_CALIBRATORS = "pi_bunco.calibrators"
_BETWEEN = frozenset({"ready", "over"})
"""Phases in which nobody is to throw."""

Pixel = Annotated[float, Field(allow_inf_nan=False)]


class Step(BaseModel):
    """One step of a calibration, as it is asked for; ``anyway``: though a round is being played."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    wants: ClassVar[str] = 'Send {}; {"anyway": true} if a round is being played.'
    anyway: bool = False

    @property
    def disturbs(self) -> bool:
        """Whether throws are not counted meanwhile."""
        return True

    @abstractmethod
    def take(self, at: Calibrator) -> None:
        """Take the step."""


class FindStep(Step):
    """Find the mat by its markers."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.find()


class CornersStep(Step):
    """Take four corners that somebody pointed at."""

    wants: ClassVar[str] = 'Send {"corners": [[90, 60], [1180, 70], [1210, 900], [60, 890]]}.'
    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.corners(self.corners)


class LearnStep(Step):
    """Learn the empty mat."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.learn()


class TestStep(Step):
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


class SaveStep(Step):
    """Save it, and read by it."""

    def take(self, at: Calibrator) -> None:
        """Take the step."""
        at.save()


STEPS: Mapping[str, type[Step]] = {
    "find": FindStep,
    "corners": CornersStep,
    "learn": LearnStep,
    "test": TestStep,
    "save": SaveStep,
}
"""Each step by its place in the address: ``POST /api/table/2/calibrate/learn``."""


class RoundOn(Refused):
    """A round is being played at the table; somebody has to say that it is to be interrupted."""


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
    table = asked_table(number)
    if table not in calibrators():
        return NoCamera(table).page()
    return render_template("calibrate.html", table=table, bench=calibrator(table).bench().to_json())


@bp.get("/api/calibrate")
@bp.get("/api/table/<number>/calibrate")
def bench(number: str | None = None) -> Response:
    """Return how far a table's calibration has come."""
    return jsonify(calibrator(asked_table(number)).bench().to_json())


@bp.post("/api/calibrate/<name>")
@bp.post("/api/table/<number>/calibrate/<name>")
def step(name: str, number: str | None = None) -> AnyResponse:
    """Take a step, and return how far the table's calibration has come then."""
    kind = STEPS.get(name)
    if kind is None:
        return answer(404, f"No step is called “{clipped(name)}”.", f"There are {', '.join(STEPS)}.")
    table = asked_table(number)
    asked, at = parse(request, kind, kind.wants), calibrator(table)
    if asked.disturbs and not asked.anyway and service().view(table).phase not in _BETWEEN:
        raise RoundOn("A round is being played.", "Wait for its end, or calibrate anyway.")
    asked.take(at)
    return jsonify(at.bench().to_json())


@bp.get("/calibration.zip")
@bp.get("/table/<number>/calibration.zip")
def file(number: str | None = None) -> Response:
    """Send a table's file, to be copied."""
    table = asked_table(number)
    data = calibrator(table).file()
    if data is None:
        abort(404)
    response = Response(data, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_of(table)}"'
    return response


@bp.errorhandler(RoundOn)
def _round_on(error: RoundOn) -> tuple[Response, int]:
    """Say so in a way that the page can ask back."""
    return jsonify(error=error.text, remedy=error.remedy, round=True), 409
