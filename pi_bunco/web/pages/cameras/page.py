"""The page on which people give cameras to tables, and the one that a phone opens to be a camera."""

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.errors import Trouble
from pi_bunco.limits import KEY
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.cameras.view import view_desk
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.cameras import CameraDesk, OfferedCamera
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.whole_numbers import parse_whole

CAMERAS = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the cameras of the tables"),
    routes=Blueprint("cameras", __name__),
    styles="base cameras",
    script="desk",
)


@dataclass(frozen=True, slots=True)
class CamerasAnswer:
    """The cameras, and the tables that may have one."""

    tables: tuple[int, ...]
    cameras: tuple[OfferedCamera, ...]


def get_desk() -> CameraDesk:
    """Return the desk that gives cameras to tables."""
    return require(get_parts().camera_desk)


@CAMERAS.routes.get("/cameras")
@needs(HOST)
def show_page() -> str:
    """Show which table has which camera, and the cameras that no table has."""
    return serve_page(CAMERAS, **list_values())


@CAMERAS.routes.post("/cameras")
@needs(HOST)
def change_cameras() -> AnyResponse:
    """Do what somebody has tapped, and show the page again: with what is wrong, if anything is."""
    try:
        do_choice(get_desk(), request.form)
    except Trouble as trouble:
        page = serve_page(CAMERAS, **list_values(trouble, request.form.get("address", "")))
        return make_response(page, find_status(trouble))
    return redirect("/cameras", 303)


@CAMERAS.routes.get("/api/cameras")
@answers(CamerasAnswer)
@needs(HOST)
def send_cameras() -> Response:
    """Return the cameras, and the tables that may have one."""
    desk = get_desk()
    return jsonify(CamerasAnswer(tuple(desk.list_tables()), tuple(desk.list_cameras())))


@CAMERAS.routes.get("/cameras/<camera>.jpg")
@answers("image/jpeg")
@needs(HOST)
def send_picture(camera: str) -> Response:
    """Send what a camera sees now, by its id. It is opened for that."""
    picture = require(get_desk().fetch_picture(camera))
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@CAMERAS.routes.get("/phone")
@needs(GUEST)
def show_phone_page() -> str:
    """Show a phone how it becomes a camera. The QR code on the page of the cameras leads here."""
    get_desk()
    return serve_page(CAMERAS, "phone")


@CAMERAS.routes.post("/phone")
@needs(GUEST)
def look_for_phone() -> AnyResponse:
    """Look for a camera app on the phone that asks. Only the host gives it to a table."""
    try:
        found = get_desk().add_phone(request.remote_addr or "")
    except Trouble as trouble:
        return make_response(serve_page(CAMERAS, "phone", wrong=trouble), find_status(trouble))
    return make_response(serve_page(CAMERAS, "phone", found=found))


def list_values(wrong: Trouble | None = None, address: str = "") -> dict[str, object]:
    """Return the values of ``desk.html``, for the page and for each other page that contains it."""
    phone = make_join_address(request.host_url, "/phone")
    return {
        "desk": view_desk(get_desk()),
        "wrong": wrong,
        "typed": address[:KEY],
        "phone": phone,
        "phone_qr": draw_qr(phone) if phone else "",
        "playing": get_parts().welcome is None,
    }


def do_choice(desk: CameraDesk, fields: MultiDict[str, str]) -> None:
    """Do what the form in ``desk.html`` asks for.

    Raises
    ------
    Trouble
        If it cannot be done.
    """
    match fields.get("do", ""):
        case "give":
            desk.give(_read_table(fields), fields.get("camera", "")[:KEY])
        case "give-all":
            desk.give_all()
        case "add":
            desk.add(fields.get("address", "")[:KEY])
        case "remove":
            desk.remove(fields.get("camera", "")[:KEY])
        case other:
            raise BadRequestBody(
                say("Cameras cannot “{what}”.", what=clip_text(other)),
                say("Send do=give, give-all, add or remove."),
            )


def _read_table(fields: MultiDict[str, str]) -> int:
    text = fields.get("table", "")
    table = parse_whole(text, 1, 99)
    if table is None:
        raise BadRequestBody(
            say("“{text}” is not the number of a table.", text=clip_text(text)), say("Tap a table’s number.")
        )
    return table
