"""The pictures of sponsors: sent to the television, and uploaded and deleted by the host."""

from dataclasses import dataclass

from flask import Response, jsonify, redirect, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.limits import SPONSORS
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.language import render_page
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.room.kind import ROOM_PAGE
from pi_bunco.web.parse import BadRequestBody

_YEAR = 365 * 24 * 3600  # seconds; another picture has another name


@dataclass(frozen=True, slots=True)
class SponsorsAnswer:
    """The names of the pictures of sponsors."""

    sponsors: tuple[str, ...]


@ROOM_PAGE.routes.get("/room/sponsors")
@needs(GUEST)
def send_pictures() -> str:
    """Send the pictures of sponsors, which are a part of the television's page."""
    shelf = get_parts().sponsors
    return render_page("room/sponsors.html", it=shelf.list_names() if shelf else ())


@ROOM_PAGE.routes.get("/sponsors/<picture>")
@answers("image/jpeg")
@needs(GUEST)
def send_picture(picture: str) -> Response:
    """Send the picture of a sponsor."""
    path = require(require(get_parts().sponsors).find(picture))
    return send_file(path, mimetype="image/jpeg", max_age=_YEAR)


@ROOM_PAGE.routes.get("/host/sponsors")
@needs(HOST)
def send_list() -> str:
    """Send the list of the pictures, which is a part of the host's page."""
    names = require(get_parts().sponsors).list_names()
    return render_page("host/blocks/host_sponsors.html", it=names, most=SPONSORS)


@ROOM_PAGE.routes.post("/api/room/sponsors")
@answers(SponsorsAnswer, takes="multipart/form-data")
@needs(HOST)
def add_picture() -> AnyResponse:
    """Add the picture in ``file`` to those of the sponsors (multipart/form-data), and return their names."""
    shelf, file = require(get_parts().sponsors), request.files.get("file")
    data = file.read() if file else b""
    if not data:
        raise BadRequestBody(say("No picture came with that."), say("Choose a JPEG, PNG or WebP picture."))
    shelf.add(data)
    return _go_back()


@ROOM_PAGE.routes.post("/api/room/sponsors/<picture>/delete")
@answers(SponsorsAnswer)
@needs(HOST)
def delete_picture(picture: str) -> AnyResponse:
    """Delete the picture of a sponsor, and return the names of the others."""
    require(get_parts().sponsors).remove(picture)
    return _go_back()


def _go_back() -> AnyResponse:
    if "text/html" in request.headers.get("Accept", ""):
        return redirect("/host#television", 303)
    return jsonify(SponsorsAnswer(tuple(require(get_parts().sponsors).list_names())))
