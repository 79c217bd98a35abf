"""Makes the web application of the welcome: the pages that ask for the first game, and none of a game."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Flask, jsonify, redirect, request
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.wrappers import Response

from pi_bunco import limits
from pi_bunco.access.door import Door
from pi_bunco.access.roles import GUEST
from pi_bunco.errors import Trouble
from pi_bunco.rules import Written
from pi_bunco.sentences import Catalogue, say
from pi_bunco.web import access, files, join_pis
from pi_bunco.web.answers import answers
from pi_bunco.web.api import state_version
from pi_bunco.web.bare_app import make_bare_app
from pi_bunco.web.context import PARTS, AppParts, get_parts
from pi_bunco.web.failures import make_failure, require
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.needs import needs
from pi_bunco.web.pages import WELCOME_KINDS
from pi_bunco.web.pages.setup.page import SETUP, serve_first_page
from pi_bunco.web.ports.cameras import CameraDesk
from pi_bunco.web.ports.house import HouseShelf
from pi_bunco.web.ports.pis import HeadChoice
from pi_bunco.web.ports.room import PagePort, SheetChoice, SheetShelf
from pi_bunco.web.ports.welcome import WelcomeDesk
from pi_bunco.web.ports.wifi import OwnWifi
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.streams import Streams
from pi_bunco.web.visitors import MissingRole

_HEARTBEAT = 2.0
_FOR_PROGRAMS = ("/api/", "/events")
_STATIC = "/static/"


@dataclass(frozen=True, slots=True)
class WelcomeHealth:
    """That the program runs and asks for the first game; ``answers``: how many people have given."""

    status: str
    welcome: bool
    answers: int


class NoGame(Trouble):
    """There is no game yet."""

    def __init__(self) -> None:
        super().__init__(say("There is no game yet."), say("The host begins one on the pages of the table."))


class NoRoom:
    """Stands in for the room while there is no game: it has only the rule sheets, and refuses all else.

    Parameters
    ----------
    sheets
        The rule sheets.
    """

    head = ""

    def __init__(self, sheets: SheetShelf) -> None:
        self._sheets = sheets
        self._never = threading.Event()

    def list_sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played."""
        return self._sheets.list_sheets()

    def find_rules(self, slug: str) -> Written | None:
        """Return a sheet that can be played."""
        return self._sheets.find_rules(slug)

    def wait_for_change(self, _: int, timeout: float) -> None:
        """Wait: nothing changes."""
        self._never.wait(timeout)

    def __getattr__(self, name: str) -> object:
        """Refuse everything that needs a game (:class:`NoGame`)."""
        raise NoGame


def create_welcome_app(  # noqa: PLR0913 - each of another kind
    desk: WelcomeDesk,
    sheets: SheetShelf,
    *,
    names: MachineNames | None = None,
    door: Door | None = None,
    own_wifi: OwnWifi | None = None,
    follow_choice: HeadChoice | None = None,
    camera_desk: CameraDesk | None = None,
    house: HouseShelf | None = None,
    catalogues: Mapping[str, Catalogue] | None = None,
) -> Flask:
    """Make the application of the welcome.

    Every address of a game leads people to the first page, and answers programs with 503.

    Parameters
    ----------
    desk
        Keeps the answers, and begins the game.
    sheets
        The rule sheets.
    names, door, own_wifi, follow_choice, camera_desk, house, catalogues
        As for :func:`pi_bunco.web.application.create_app`.
    """
    app = make_bare_app(WELCOME_KINDS, (files, access, join_pis), names, catalogues, _HEARTBEAT)
    room = cast("PagePort", NoRoom(sheets))  # what it lacks leads to the first page, see below
    streams = Streams(room, most=limits.STREAMS, heartbeat=_HEARTBEAT)
    app.extensions[PARTS] = AppParts(
        room,
        streams,
        door or Door(),
        {},
        None,
        follow_choice=follow_choice,
        own_wifi=own_wifi,
        camera_desk=camera_desk,
        house=house,
        welcome=desk,
    )
    app.after_request(state_version)
    app.register_blueprint(_make_front())

    @app.before_request
    def serve_end() -> Response | None:
        """Let all pages wait for the game, once it has begun: this application ends in a moment."""
        if not desk.next_path or request.path.startswith((*_FOR_PROGRAMS, _STATIC)):
            return None
        page = app.make_response(serve_page(SETUP, "begun"))
        page.headers["Refresh"] = "1"
        page.headers["Connection"] = "close"  # the next request must reach the program of the game
        return page

    @app.errorhandler(NoGame)
    @app.errorhandler(NotFound)
    @app.errorhandler(MethodNotAllowed)
    def lead_to_first_page(_: Exception) -> Response:
        if request.path.startswith(_FOR_PROGRAMS):
            trouble = NoGame()
            return make_failure(503, trouble.text, trouble.remedy, welcome=True)
        if request.path.startswith(_STATIC):
            return app.make_response(("", 404))
        return redirect("/", 303)

    @app.errorhandler(MissingRole)
    def lead_guest_to_first_page(error: MissingRole) -> Response:
        if request.path.startswith(_FOR_PROGRAMS):
            return make_failure(403, error.text, error.remedy, **error.details)
        return redirect("/", 303)

    return app


def _make_front() -> Blueprint:
    """Return the addresses that the game has at its own pages."""
    front = Blueprint("front", __name__)

    @front.get("/")
    @needs(GUEST)
    def show_first_page() -> Response:
        """Show what this device should do in the welcome."""
        return serve_first_page()

    @front.get("/healthz")
    @answers(WelcomeHealth)
    @needs(GUEST)
    def report_health() -> Response:
        """Return that the program runs, and that it asks for the first game."""
        answers = require(get_parts().welcome).view().number
        return jsonify(WelcomeHealth("ok", welcome=True, answers=answers))

    return front
