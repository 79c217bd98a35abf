"""The addresses for programs and the pages' scripts: tables, the room, commands and event streams."""

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import cast

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.pin import TooManyTries, WrongPin
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.commands import (
    Amendment,
    AnswerDoubt,
    Command,
    ConfirmClaims,
    DismissDoubt,
    DoubtClaims,
    EnterDice,
    JudgeCostume,
    RedoStep,
    RetabulateCard,
    TakeBackClaims,
    UndoStep,
)
from pi_bunco.game.corrections import NotSure
from pi_bunco.game.decide import JustEnded
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import SameThrow
from pi_bunco.messages.up import StatusName
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.devices import CameraView
from pi_bunco.views.host import SeatsView
from pi_bunco.views.results import Results
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import PossibleActions, TableView
from pi_bunco.views.television import TvShow
from pi_bunco.web.answers import answers
from pi_bunco.web.api_document.document import VERSION
from pi_bunco.web.bodies import (
    AMEND_BODIES,
    BODIES,
    AmendBody,
    BreakBody,
    CountdownBody,
    GuestsBody,
    PublishBody,
    SwapBody,
    TvBody,
    find_amend_body,
)
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import make_failure
from pi_bunco.web.files import make_stamp
from pi_bunco.web.language import choose_language
from pi_bunco.web.needs import find_command_role, find_own_table, needs
from pi_bunco.web.new_game import GameBody, begin_game
from pi_bunco.web.page_kind import get_kinds
from pi_bunco.web.pages.host.requests import get_correction_requests
from pi_bunco.web.pages.table.asking import ask_people, make_bell_address, make_same_throw_address
from pi_bunco.web.pages.table.change import ask_change_again, make_change_address
from pi_bunco.web.parse import BadRequestBody, read_body, redirect_plain_form
from pi_bunco.web.serve_pages import make_topic
from pi_bunco.web.sources import get_results, get_room
from pi_bunco.web.streams import STREAM, Topic
from pi_bunco.web.tables import (
    NoTable,
    make_table_address,
    raise_missing_table,
    read_table,
    read_table_number,
    view_table,
)
from pi_bunco.web.visitors import find_page_role, get_visitor, make_role_check, require_role, stay_host

bp = Blueprint("api", __name__)


@bp.after_app_request
def state_version(response: Response) -> Response:
    """Add the version to each answer for programs."""
    if request.path.startswith("/api/") or request.path == "/healthz":
        response.headers["Bunco-API"] = VERSION
    return response


@dataclass(frozen=True, slots=True)
class HealthAnswer:
    """That the program runs.

    Attributes
    ----------
    status
        Always ``ok``.
    revision
        As in a table's view.
    camera
        The state of the first camera.
    streams
        How many streams are open.
    """

    status: str
    revision: int
    camera: StatusName
    streams: int


@bp.get("/healthz")
@answers(HealthAnswer)
@needs(GUEST)
def report_health() -> Response:
    """Return that the program runs, with the state of the first camera and the number of open streams."""
    now = get_service().view()
    streams = get_parts().streams.open_count
    return jsonify(HealthAnswer("ok", now.revision, now.camera.status, streams))


@bp.get("/api/table/<number>")
@answers(TableView)
@needs(GUEST)
def send_table(number: str) -> Response:
    """Return what the page of a table shows."""
    return jsonify(view_table(read_table_number(number)).to_json())


@bp.get("/api/room")
@answers(RoomView)
@needs(GUEST)
def send_room() -> Response:
    """Return the state of all tables, and for whom the room waits."""
    return jsonify(get_service().view_room().to_json())


@bp.post("/api/room/countdown")
@answers(RoomView, takes=CountdownBody)
@needs(HOST)
def choose_countdown() -> AnyResponse:
    """Choose after how many seconds the next bell rings by itself, and return the room."""
    get_service().choose_countdown(read_body(CountdownBody).seconds)
    return redirect_plain_form("/host") or send_room()


@bp.post("/api/room/tv")
@answers(RoomView, takes=TvBody)
@needs(HOST)
def show_on_tv() -> AnyResponse:
    """Show a lesson, an award, all awards or thanks on the television, and return the room."""
    body = read_body(TvBody)
    get_service().show_on_tv(TvShow(body.show, body.number))
    return redirect_plain_form("/host") or send_room()


@bp.get("/api/room/seats")
@answers(SeatsView)
@needs(HOST)
def send_seats() -> Response:
    """Return who sits where, who waits, and the seats that were drawn."""
    return jsonify(get_service().view_seats())


@bp.post("/api/room/seats/draw")
@answers(SeatsView)
@needs(HOST)
def draw_seats() -> AnyResponse:
    """Draw new seats, which only the host sees until they are published."""
    drawn = get_service().draw_seats()
    return redirect_plain_form("/host") or jsonify(drawn)


@bp.post("/api/room/seats/swap")
@answers(SeatsView, takes=SwapBody)
@needs(HOST)
def swap_seats() -> AnyResponse:
    """Let two people change chairs, which only the host sees until it is published."""
    swapped = get_service().swap_seats(read_body(SwapBody).get_pair())
    return redirect_plain_form("/host") or jsonify(swapped)


@bp.post("/api/room/seats/drop")
@answers(SeatsView)
@needs(HOST)
def drop_seats() -> AnyResponse:
    """Forget the seats that were drawn, and return those of now."""
    kept = get_service().drop_seats()
    return redirect_plain_form("/host") or jsonify(kept)


@bp.post("/api/room/break")
@answers(RoomView, takes=BreakBody)
@needs(HOST)
def choose_break() -> AnyResponse:
    """Choose how many minutes from now the present break lasts, and return the room."""
    get_service().choose_break(read_body(BreakBody).minutes)
    return redirect_plain_form("/host") or send_room()


@bp.post("/api/room/seats/publish")
@answers(SeatsView, takes=PublishBody)
@needs(HOST)
def publish_seats() -> AnyResponse:
    """Publish the seats that were drawn, so that everybody takes them."""
    body = read_body(PublishBody)
    with stay_host():
        published = get_service().publish_seats(body.draft, body.token)
    return redirect_plain_form("/host") or jsonify(published)


@bp.post("/api/room/guests")
@answers(SeatsView, takes=GuestsBody)
@needs(HOST)
def change_guests() -> AnyResponse:
    """Add and remove guests, and return the seats afterwards."""
    command = read_body(GuestsBody).make_command(HEAD)
    with stay_host():
        get_service().ask(command)
    return redirect_plain_form("/host") or jsonify(get_service().view_seats())


@bp.get("/api/camera")
@bp.get("/api/table/<number>/camera")
@answers(CameraView)
@needs(GUEST)
def send_camera(number: str | None = None) -> Response:
    """Return the state of a table's camera."""
    return jsonify(get_service().view_camera(read_table(number)))


_SEATING = ("seating", "undo", "redo")  # commands after which there may be more tables


@bp.post("/api/table/<number>/<name>")
@answers(TableView, takes=BODIES)
@needs(find_command_role)
def do_command(number: str, name: str) -> AnyResponse:
    """Send a command to a table, and return what its page shows afterwards."""
    model = BODIES.get(name)
    if model is None:
        return make_failure(
            404,
            say("A table cannot “{name}”.", name=clip_text(name)),
            say("It can: {names}.", names=", ".join(BODIES)),
        )
    now = view_table(read_table_number(number))
    table, body = now.table, read_body(model)
    device = get_visitor().device
    command = replace(body.make_command(table), code=device.code if device else "")
    try:
        _check_staff_role(command)
        _check_host_role(command, now.can, body.pin if isinstance(body, AmendBody) else "")
    except (WrongPin, TooManyTries) as wrong:
        return ask_change_again(name, cast("Amendment", command), wrong)
    try:
        with stay_host() if name in _SEATING else nullcontext():
            after = get_service().ask(command)
    except NotSure as unsure:
        return _ask_whether_sure(name, cast("Amendment", command), unsure)
    except SameThrow as unsure:
        fields = {"dice": cast("EnterDice", command).dice, "moment": body.moment}
        return ask_people(
            make_same_throw_address(table), unsure, **fields, after=unsure.newest, entered=unsure.entered
        )
    except JustEnded as unsure:
        return ask_people(make_bell_address(), unsure)
    if isinstance(command, Amendment):
        get_correction_requests().settle(command)
    if after.table != table:  # a command about the whole room may have ended this table
        with suppress(Refused):
            after = get_service().view(table)
    return redirect_plain_form(make_table_address(table)) or jsonify(after.to_json())


def _check_host_role(command: Command, can: PossibleActions, pin: str) -> None:
    """Check that only the host, or somebody with the PIN, changes what is the host's.

    A correction of an earlier round may change who won, and so may a late throw for the host.
    An undo may take back new seats.
    """
    late = [each.seq for each in get_service().list_late_throws()]
    if isinstance(command, AnswerDoubt | DismissDoubt):
        if command.seq in late:
            require_role(HOST)
    elif isinstance(command, UndoStep | RedoStep):
        if any(step.host for step in (can.undo, can.redo) if step and step.seq == command.seq):
            require_role(HOST)
    elif isinstance(command, Amendment) and not get_visitor().role.allows(HOST):
        if not command.sure and getattr(command, "answers", None) not in late:
            return
        if not pin:
            require_role(HOST)
        get_parts().door.check_pin(get_visitor(), pin)


def _check_staff_role(command: Command) -> None:
    """Check that staff decide only about their own teams, and that only the host says what stands."""
    if get_visitor().role.allows(HOST) or not isinstance(command, _OF_STAFF):
        return
    if isinstance(command, ConfirmClaims) and command.stands:
        require_role(HOST)
    results = get_service().view(with_results=True).results
    if isinstance(command, ConfirmClaims | DoubtClaims):
        teams = [line.team for line in results.claims if line.key in command.claims]
    elif isinstance(command, TakeBackClaims):
        teams = [line.team for line in results.claims if line.verdict == command.seq]
        for checked in get_service().view_retabulation().teams:
            teams += [checked.number for card in checked.cards if card.seq == command.seq]
    elif isinstance(command, JudgeCostume) and isinstance(command.best, int):
        teams = [*range(1, len(results.members) + 1)]  # only a device for every team, or the host
    else:
        if isinstance(command, JudgeCostume) and command.among != "group":
            _check_costume_of_room(results)
        name = command.player if isinstance(command, RetabulateCard) else command.best
        teams = [number for number, names in enumerate(results.members, 1) if name in names]
    for team in teams:
        require_role(Role("staff", team))


def _check_costume_of_room(results: Results) -> None:
    """Check that a judgement that also counts for the whole room comes from the host."""
    if any(line.what == "costume" and line.among == "room" for line in results.awards):
        require_role(HOST)


_OF_STAFF = (ConfirmClaims, DoubtClaims, TakeBackClaims, RetabulateCard, JudgeCostume)


def _ask_whether_sure(name: str, command: Amendment, unsure: NotSure) -> AnyResponse:
    """Answer with what a correction of an earlier round would change, and where somebody can confirm it."""
    dialog = make_change_address(name, command)
    return redirect_plain_form(dialog) or make_failure(
        409,
        unsure.text,
        unsure.remedy,
        changes=get_service().preview_correction(command).changes,
        sheet=dialog,
    )


@bp.post("/api/table/<number>/foretell")
@bp.post("/api/table/<number>/foretell/<name>")
@answers(ConsequencesView, takes=AMEND_BODIES)
@needs(find_own_table)
def preview_correction(number: str, name: str = "correct") -> Response:
    """Return what a correction would change. Nothing is logged."""
    table, body = view_table(read_table_number(number)).table, find_amend_body(name)
    if body is None:
        return make_failure(
            404,
            say("“{name}” is not a correction.", name=clip_text(name)),
            say("There are: correct, void, restore, insert."),
        )
    return jsonify(get_service().preview_correction(read_body(body).make_command(table)))


@bp.post("/api/game")
@answers(TableView, takes=GameBody)
@needs(HOST)
def begin_new_game() -> Response:
    """Begin a new game from JSON."""
    with stay_host():
        begun = begin_game(get_service(), read_body(GameBody))
    return jsonify(begun.to_json())


@bp.get("/events")
@answers("text/event-stream", table="The number of a table.", topic="`room` or `results`.")
@needs(GUEST)
def start_stream() -> Response:
    """Start an event stream. The server continues it (:data:`STREAM`)."""
    known = request.headers.get("Last-Event-ID") or request.args.get("known", "")
    with raise_missing_table():
        topic = _read_topic()
        _note_page(topic)
        stream, first_bytes = get_parts().streams.begin_stream(
            topic, make_stamp(), known, make_role_check(topic.role) if topic.kind else lambda: True
        )
    request.environ[STREAM] = stream
    return current_app.response_class(iter((first_bytes,)), mimetype="text/event-stream")


_TOPICS = {"results": Topic(get_results), "room": Topic(get_room)}


def _note_page(topic: Topic) -> None:
    """Note which page the visitor's device shows: it may be open since before the program started."""
    if (device := get_visitor().device) and (kind := topic.kind):
        get_parts().door.note_request(device, kind.name, topic.table if kind.of_table else None)


def _read_topic() -> Topic:
    """Return the topic of the stream in the request."""
    table, name, page = (request.args.get(key) for key in ("table", "topic", "page"))
    if page is not None and name is None and (kind := get_kinds().get(page)) and kind.is_live:
        require_role(kind.need)
        number = HEAD if table is None else read_table_number(table)
        guest = request.args.get("guest", "") if kind.of_guest else ""
        if kind.of_guest and guest not in get_service().view_room().names:
            raise NoTable(say("No guest of this name is here now."), say("Choose a name at /me."))
        return make_topic(kind, number, find_page_role(kind, number), guest, choose_language())
    if name is None and page is None:
        return Topic(table=HEAD if table is None else read_table_number(table))
    if name in _TOPICS and table is None and page is None:
        return _TOPICS[name]
    raise BadRequestBody(
        say("Events are about one table, or about the topic “room” or “results”."),
        say("Ask for /events?table=1, /events?topic=room, or /events?topic=results."),
    )
