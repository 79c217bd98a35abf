"""The requests that change the table, its snapshot, and the event stream."""

from flask import Blueprint, Response, current_app, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.rules.quoting import clipped
from pi_bunco.web.bodies import BODIES
from pi_bunco.web.context import desk, streams
from pi_bunco.web.failures import answer
from pi_bunco.web.files import stamp
from pi_bunco.web.newgame import GameBody, begin
from pi_bunco.web.parse import parse
from pi_bunco.web.streams import STREAM

bp = Blueprint("api", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Say that the table answers, and how it does."""
    now = desk().snapshot()
    return jsonify(status="ok", revision=now.revision, camera=now.camera.status, streams=streams().open)


@bp.get("/api/table/1")
def snapshot() -> Response:
    """Give what the page shows."""
    return jsonify(desk().snapshot().to_json())


@bp.get("/api/camera")
def camera() -> Response:
    """Give how the camera does."""
    return jsonify(desk().sight().to_json())


@bp.post("/api/table/1/<name>")
def command(name: str) -> AnyResponse:
    """Ask the table for something, and give what the page shows afterwards."""
    body = BODIES.get(name)
    if body is None:
        return answer(404, f"A table cannot “{clipped(name)}”.", f"It can: {', '.join(BODIES)}.")
    after = desk().ask(parse(request, body, body.wants).command())
    return redirect(url_for("pages.table"), 303) if request.form else jsonify(after.to_json())


@bp.post("/api/game")
def game() -> Response:
    """Begin a new game from JSON."""
    return jsonify(begin(desk(), parse(request, GameBody, GameBody.wants)).to_json())


@bp.get("/events")
def events() -> Response:
    """Begin to stream what happens at the table; the server goes on with it (:data:`STREAM`)."""
    stream, first = streams().begin(stamp())
    request.environ[STREAM] = stream
    return current_app.response_class(iter((first,)), mimetype="text/event-stream")
