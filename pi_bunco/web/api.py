"""What programs and the pages' scripts ask for: the tables and the room, commands, and the event stream."""

from contextlib import suppress
from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import HOST
from pi_bunco.game.commands import Amendment, Command, RedoStep, UndoStep
from pi_bunco.game.corrections import NotSure
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.views.page.amend import list_fields
from pi_bunco.views.table import PossibleActions
from pi_bunco.web.bodies import BODIES, AmendBody, CountdownBody, GuestsBody, PublishBody
from pi_bunco.web.context import service, streams
from pi_bunco.web.failures import answer
from pi_bunco.web.files import make_stamp
from pi_bunco.web.host_requests import asked_changes, find_amend_body
from pi_bunco.web.language import choose_language
from pi_bunco.web.live import is_plain_form
from pi_bunco.web.live_pages import PAGES, make_topic
from pi_bunco.web.newgame import GameBody, begin
from pi_bunco.web.parse import BadRequestBody, parse
from pi_bunco.web.streams import STREAM, Topic
from pi_bunco.web.tables import (
    NoTable,
    missing_if_refused,
    read_number,
    read_table,
    show_table,
    table_address,
)
from pi_bunco.web.visitors import door, require, role_on, visitor

bp = Blueprint("api", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Return that the table answers, and its state."""
    now = service().view()
    return jsonify(status="ok", revision=now.revision, camera=now.camera.status, streams=streams().open)


@bp.get("/api/table/<number>")
def snapshot(number: str) -> Response:
    """Return what the page of a table shows."""
    return jsonify(show_table(read_number(number)).to_json())


@bp.get("/api/room")
def room() -> Response:
    """Return the state of all tables, and for whom the room waits."""
    return jsonify(service().room().to_json())


@bp.post("/api/room/countdown")
def countdown() -> AnyResponse:
    """Choose after how many seconds the next bell rings by itself, and return the room."""
    service().choose_countdown(parse(request, CountdownBody).seconds)
    return _from_host() or room()


@bp.get("/api/room/seats")
def seats() -> Response:
    """Return who sits where, who waits, and the seats that were drawn."""
    return jsonify(service().seats().to_json())


@bp.post("/api/room/seats/draw")
def draw_seats() -> AnyResponse:
    """Draw new seats. Nobody sees them before they are published."""
    drawn = service().draw_seats()
    return _from_host() or jsonify(drawn.to_json())


@bp.post("/api/room/seats/publish")
def publish_seats() -> AnyResponse:
    """Publish the seats that were drawn, so that everybody takes them."""
    body = parse(request, PublishBody)
    published = service().publish_seats(body.draft, body.token)
    return _from_host() or jsonify(published.to_json())


@bp.post("/api/room/guests")
def guests() -> AnyResponse:
    """Add guests who come and remove guests who leave, and return the seats afterwards."""
    service().ask(parse(request, GuestsBody).command(HEAD))
    return _from_host() or jsonify(service().seats().to_json())


def _from_host() -> AnyResponse | None:
    """Return a redirect to the host's page if it sent a plain form, ``None`` otherwise."""
    return redirect("/host", 303) if is_plain_form() else None


@bp.get("/api/camera")
@bp.get("/api/table/<number>/camera")
def camera(number: str | None = None) -> Response:
    """Return the state of a table's camera."""
    return jsonify(service().sight(read_table(number)).to_json())


@bp.post("/api/table/<number>/<name>")
def command(number: str, name: str) -> AnyResponse:
    """Send a command to a table, and return what its page shows afterwards."""
    body = BODIES.get(name)
    if body is None:
        return answer(404, f"A table cannot “{clip_text(name)}”.", f"It can: {', '.join(BODIES)}.")
    now = show_table(read_number(number))
    table, said = now.table, parse(request, body)
    asked = said.command(now.table)
    _check_host(asked, now.can, said.pin if isinstance(said, AmendBody) else "")
    try:
        after = service().ask(asked)
    except NotSure as unsure:
        return _ask_whether_sure(name, cast("Amendment", asked), unsure)
    if isinstance(asked, Amendment):
        asked_changes().settle(asked)
    if is_plain_form():
        return redirect(table_address(table), 303)
    if after.table != table:  # a command about the whole room may have ended this table
        with suppress(Refused):
            after = service().view(table)
    return jsonify(after.to_json())


def _check_host(asked: Command, can: PossibleActions, pin: str) -> None:
    """Check that the device of a table does not change what the host has done.

    A correction of an earlier round may change who won, so it takes the host, or somebody with the PIN. An
    undo may take back new seats.
    """
    if isinstance(asked, UndoStep | RedoStep):
        if any(step.host for step in (can.undo, can.redo) if step and step.seq == asked.seq):
            require(HOST)
    elif isinstance(asked, Amendment) and asked.sure and not visitor().is_allowed(HOST):
        if not pin:
            require(HOST)
        door().check_pin(visitor(), pin)


def _ask_whether_sure(name: str, asked: Amendment, unsure: NotSure) -> AnyResponse:
    """Answer with what a change of an earlier round would bring, and where somebody can confirm it."""
    sheet = f"{table_address(asked.table)}/change/{name}?{urlencode(list_fields(asked))}"
    if is_plain_form():
        return redirect(sheet, 303)
    return answer(409, unsure.text, unsure.remedy, changes=service().foretell(asked).changes, sheet=sheet)


@bp.post("/api/table/<number>/foretell")
@bp.post("/api/table/<number>/foretell/<name>")
def foretell(number: str, name: str = "correct") -> Response:
    """Return what a correction would change. Nothing is logged."""
    table, body = show_table(read_number(number)).table, find_amend_body(name)
    if body is None:
        return answer(
            404, f"“{clip_text(name)}” is not a correction.", "There are: correct, void, restore, insert."
        )
    command = parse(request, body).command(table)
    return jsonify(service().foretell(command).to_json())


@bp.post("/api/game")
def game() -> Response:
    """Begin a new game from JSON."""
    return jsonify(begin(service(), parse(request, GameBody)).to_json())


@bp.get("/events")
def events() -> Response:
    """Start an event stream. The server goes on with it (:data:`STREAM`)."""
    known = request.headers.get("Last-Event-ID") or request.args.get("known", "")
    with missing_if_refused():
        stream, first = streams().begin(_topic(), make_stamp(), known)
    request.environ[STREAM] = stream
    return current_app.response_class(iter((first,)), mimetype="text/event-stream")


def _guest() -> str:
    """Return the guest whose own page asks for events."""
    name = request.args.get("guest", "")
    if name not in service().room().names:
        raise NoTable(say("No guest of this name is here now."), say("Choose a name at /me."))
    return name


_TOPICS = {"results": Topic("results"), "room": Topic("room")}


def _topic() -> Topic:
    """Return the topic of the stream in the request."""
    table, name, page = (request.args.get(key) for key in ("table", "topic", "page"))
    if page in PAGES and name is None:
        if page == "host":
            require(HOST)
        number = HEAD if table is None else read_number(table)
        guest = _guest() if page == "me" else ""
        return make_topic(page, number, role_on(page, number), guest, choose_language())
    if name is None and page is None:
        return Topic(table=HEAD if table is None else read_number(table))
    if name in _TOPICS and table is None and page is None:
        return _TOPICS[name]
    raise BadRequestBody(
        say("Events are about one table, or about the topic “room” or “results”."),
        say("Ask for /events?table=1, /events?topic=room, or /events?topic=results."),
    )
