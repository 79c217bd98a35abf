"""The page of a table's camera: what it sees, and its state."""

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, Response, send_file

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.views.calibration import Calibrator
from pi_bunco.web.answers import answers
from pi_bunco.web.blocks import Block
from pi_bunco.web.context import get_service
from pi_bunco.web.failures import require
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.camera import view
from pi_bunco.web.ports.room import PagePort
from pi_bunco.web.serve_pages import serve_live_page, serve_page
from pi_bunco.web.tables import NoCamera, read_table


def _view_camera(service: PagePort, _: Mapping[int, Calibrator], table: int) -> view.CameraPageView:
    if table != HEAD:
        service.view(table)  # raises if the table no longer plays
    return view.CameraPageView(service.view_camera(table), service.count_kept())


CAMERA = PageKind(
    folder=Path(__file__).parent,
    called=lambda table: say("the camera of table {table}", table=table),
    routes=Blueprint("camera", __name__),
    styles="base live camera",
    script="camera",
    poll=_view_camera,
    blocks=(
        Block("camera_blind", view.is_blind),
        Block("camera_sight", view.make_camera_state),
        Block("camera_figures", view.make_figures),
        Block("camera_kept", view.describe_kept),
    ),
    of_table=True,
)


@CAMERA.routes.get("/camera")
@CAMERA.routes.get("/table/<number>/camera")
@needs(GUEST)
def show_page(number: str | None = None) -> str:
    """Show what a table's camera sees and its state, or how the table gets a camera."""
    table = read_table(number)
    camera = get_service().view_camera(table)
    if camera.status == "none" and camera.size is None:
        return serve_no_camera(table)
    return serve_live_page(CAMERA, table)


def serve_no_camera(table: int) -> str:
    """Return the page that says how a table gets a camera."""
    return serve_page(CAMERA, "no_camera", missing=NoCamera(table))


@CAMERA.routes.get("/camera.jpg")
@CAMERA.routes.get("/table/<number>/camera.jpg")
@answers("image/jpeg")
@needs(GUEST)
def send_picture(number: str | None = None) -> Response:
    """Send what a table's camera sees now."""
    return Response(require(get_service().find_camera_picture(read_table(number))), mimetype="image/jpeg")


@CAMERA.routes.get("/photos/<name>")
@answers("image/jpeg")
@needs(GUEST)
def send_photo(name: str) -> Response:
    """Send the photo of a throw. A browser keeps it, but asks whether it has changed."""
    return send_file(require(get_service().find_photo(name)), conditional=True, max_age=0)
