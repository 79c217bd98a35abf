"""An evening as a file to another Pi, and from one: saved, sent in pieces, looked at, and taken in."""

import re
import secrets
from dataclasses import dataclass

from flask import Response, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import HOST
from pi_bunco.limits import EVENING_BYTES
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.evenings.kind import EVENINGS, find_stamp, get_shelf, wait_for_evening
from pi_bunco.web.pages.evenings.view import list_images, make_line
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import wait_for
from pi_bunco.whole_numbers import parse_whole

_UPLOAD = re.compile("[0-9a-z]{8,40}")


@dataclass(frozen=True, slots=True)
class PieceAnswer:
    """The byte at which the next piece of a file begins."""

    at: int


@EVENINGS.routes.get("/evenings/<key>/file")
@answers("application/zip", photos="``yes``: with the photos of its buncos.")
@needs(HOST)
def send_file_of_evening(key: str) -> Response:
    """Send an evening as a file for another Pi. ``photos=yes``: with the photos of its buncos."""
    evening = wait_for_evening(key)
    photos = list_images(evening) if request.args.get("photos") == "yes" else ()
    name = f"bunco-evening-{evening.summary.date or key}.zip"
    return Response(
        get_shelf().pack(key, photos),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        mimetype="application/zip",
    )


@EVENINGS.routes.post("/api/evenings/file/<upload>")
@answers(
    PieceAnswer, takes="application/octet-stream", at="The byte at which this piece begins; 0: a new file."
)
@needs(HOST)
def take_piece(upload: str) -> Response:
    """Take the next piece of a file, in the body. ``at``: the byte at which it begins; 0: a new file."""
    at = require(parse_whole(request.args.get("at", ""), most=EVENING_BYTES))
    _take_piece(upload, at, request.get_data())
    return jsonify(PieceAnswer(at + len(request.get_data())))


@EVENINGS.routes.post("/evenings/file")
@answers("text/html", takes="multipart/form-data")
@needs(HOST)
def take_file() -> AnyResponse:
    """Take a small file from a page without scripts, and show what is in it."""
    chosen, upload = request.files.get("file"), secrets.token_hex(8)
    _take_piece(upload, 0, chosen.read() if chosen else b"")
    return redirect(f"/evenings/file/{upload}", 303)


@EVENINGS.routes.get("/evenings/file/<upload>")
@needs(HOST)
def preview_file(upload: str) -> str:
    """Show what is in a file that has come. Nothing is taken in yet."""
    shelf = get_shelf()
    offered = wait_for(
        get_parts().papers, ("file", upload), lambda: shelf.preview(upload), lambda _: False, urgent=True
    )
    line, guests = make_line(offered.summary), [guest.name for guest in offered.summary.guests]
    return serve_page(
        EVENINGS, "preview", it=line, guests=guests, photos=offered.photos, rounds=offered.summary.rounds,
        upload=upload
    )  # fmt: skip


@EVENINGS.routes.post("/evenings/file/<upload>")
@needs(HOST)
def take_evening(upload: str) -> AnyResponse:
    """Take in the evening of a file that has come."""
    return redirect(f"/evenings/{get_shelf().take(upload)}", 303)


@EVENINGS.routes.post("/evenings/<key>/delete")
@needs(HOST)
def delete_evening(key: str) -> AnyResponse:
    """Delete an evening that came as a file, for good. Those of the log are deleted on ``/people``."""
    if not key.startswith("p"):
        abort(404)
    find_stamp(key)
    get_shelf().remove(key)
    return redirect("/evenings", 303)


def _take_piece(upload: str, at: int, piece: bytes) -> None:
    if not piece or not _UPLOAD.fullmatch(upload):
        raise BadRequestBody(
            say("No file was chosen, or it is empty."), say("Choose the file of an evening.")
        )
    get_shelf().add_piece(upload, at, piece)
