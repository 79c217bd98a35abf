"""The page that teaches the table its mat, and what is asked of it."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeVar, cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request
from pydantic import BaseModel, ConfigDict, Field

from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.views.calibration import Calibrator
from pi_bunco.vision.calibrate.file import file_of
from pi_bunco.web.context import desk
from pi_bunco.web.parse import parse
from pi_bunco.web.tables import asked_table

bp = Blueprint("calibrate", __name__)

_CALIBRATOR = "pi_bunco.calibrator"
_BETWEEN = frozenset({"ready", "over"})
"""Phases in which nobody is to throw."""

Pixel = Annotated[float, Field(allow_inf_nan=False)]


class _Ask(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    wants: ClassVar[str] = 'Send {}; {"anyway": true} if a round is being played.'
    anyway: bool = False


class _Corners(_Ask):
    wants: ClassVar[str] = 'Send {"corners": [[90, 60], [1180, 70], [1210, 900], [60, 890]]}.'
    corners: Annotated[tuple[tuple[Pixel, Pixel], ...], Field(min_length=4, max_length=4)]


class _Test(_Ask):
    wants: ClassVar[str] = 'Send {"on": true} or {"on": false}.'
    on: bool


Asked = TypeVar("Asked", bound=_Ask)


class RoundOn(Refused):
    """A round is being played; somebody has to say that it is to be interrupted."""


def hold(app: Flask, calibrators: Mapping[int, Calibrator]) -> None:
    """Keep for the application who calibrates each table that has a camera."""
    app.extensions[_CALIBRATOR] = calibrators


def calibrator() -> Calibrator:
    """Return who calibrates the table that is asked about."""
    table = asked_table()
    held = cast("Mapping[int, Calibrator]", current_app.extensions[_CALIBRATOR]).get(table)
    if held is None:
        which = "This table" if table == HEAD else f"Table {table}"
        how = "--camera" if table == HEAD else f"--station {table}=usb"
        raise Trouble(f"{which} has no camera to calibrate.", f"Start with {how}.")
    return held


@bp.get("/calibrate")
def page() -> str:
    """Show the page."""
    return render_template("calibrate.html", table=asked_table(), bench=calibrator().bench().to_json())


@bp.get("/api/calibrate")
def bench() -> Response:
    """Return how far it has come."""
    return jsonify(calibrator().bench().to_json())


@bp.post("/api/calibrate/find")
def find() -> Response:
    """Find the mat by its markers."""
    _asked(_Ask)
    calibrator().find()
    return bench()


@bp.post("/api/calibrate/corners")
def corners() -> Response:
    """Take four corners."""
    calibrator().corners(_asked(_Corners).corners)
    return bench()


@bp.post("/api/calibrate/learn")
def learn() -> Response:
    """Learn the empty mat."""
    _asked(_Ask)
    calibrator().learn()
    return bench()


@bp.post("/api/calibrate/test")
def test() -> Response:
    """Begin or leave a test with throws."""
    body = parse(request, _Test, _Test.wants)
    if body.on:
        _must_be_between(anyway=body.anyway)
    calibrator().test(on=body.on)
    return bench()


@bp.post("/api/calibrate/save")
def save() -> Response:
    """Save it, and read by it."""
    _asked(_Ask)
    calibrator().save()
    return bench()


@bp.get("/calibration.zip")
def file() -> Response:
    """Send the file, to be copied."""
    data = calibrator().file()
    if data is None:
        abort(404)
    response = Response(data, mimetype="application/zip")
    name = file_of(asked_table())
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _asked(body: type[Asked]) -> Asked:
    """Read what was sent, and refuse it while a round is being played, unless it says so."""
    asked = parse(request, body, body.wants)
    _must_be_between(anyway=asked.anyway)
    return asked


def _must_be_between(*, anyway: bool) -> None:
    if not anyway and desk().view(asked_table()).phase not in _BETWEEN:
        raise RoundOn("A round is being played.", "Wait for its end, or calibrate anyway.")


@bp.errorhandler(RoundOn)
def _round_on(error: RoundOn) -> tuple[Response, int]:
    """Say so in a way that the page can ask back."""
    return jsonify(error=error.text, remedy=error.remedy, round=True), 409
