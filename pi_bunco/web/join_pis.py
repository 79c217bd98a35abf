"""Requests of other Pis that want to follow this one, and the host's answers."""

from dataclasses import dataclass
from typing import Annotated, TypeVar

from flask import Blueprint, Response, jsonify, make_response, request
from pydantic import Field, TypeAdapter, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.limits import KEY, NUMBER, TABLES
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinRequest
from pi_bunco.link.standing import PiStanding
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.restarting.page import wait_for_restart
from pi_bunco.web.parse import BadRequestBody, FormBody, is_plain_form, read_body, redirect_plain_form
from pi_bunco.web.ports.pis import OtherPis, PiLine

bp = Blueprint("join_pis", __name__)
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class PisAnswer:
    """The Pis that wait to follow this one (``waiting``), and those that do (``pis``)."""

    waiting: tuple[JoinRequest, ...]
    pis: tuple[PiLine, ...]


@dataclass(frozen=True, slots=True)
class RestartAnswer:
    """The program starts again."""

    restarting: bool = True


class RequestNumberBody(FormBody):
    """The request of a Pi, by its number."""

    usage = 'Send the number of the request, such as {"number": 1}.'
    number: Annotated[int, Field(ge=1, le=NUMBER)]


class PiNameBody(FormBody):
    """A Pi of the room, by its name."""

    usage = 'Send the name of the Pi, such as {"name": "hall-2"}.'
    name: str = Field(max_length=KEY)


class HeadBody(FormBody):
    """The address of another Pi."""

    usage = 'Send the address of the other Pi, such as {"head": "192.168.1.20"}.'
    head: str = Field(min_length=1, max_length=KEY)


class PiTablesBody(PiNameBody):
    """The tables of a Pi."""

    usage = 'Send the name of the Pi and its tables, such as {"name": "hall-2", "tables": [7]}.'
    tables: Annotated[tuple[Annotated[int, Field(ge=1, le=TABLES)], ...], Field(max_length=TABLES)] = ()


@bp.post("/api/link/ask")
@answers(JoinOffer, takes=JoinAsk)
@needs(GUEST)
def ask_to_join() -> Response:
    """Ask to follow this Pi: another Pi sends this, and gets the certificate of the room's authority."""
    return jsonify(_get_pis().ask(request.remote_addr or "", _read(JoinAsk)))


@bp.post("/api/link/reveal")
@answers(JoinAnswer, takes=JoinReveal)
@needs(GUEST)
def reveal_nonce() -> Response:
    """Reveal the other Pi's nonce. From now on both screens show the code."""
    _get_pis().reveal(_read(JoinReveal))
    return jsonify(JoinAnswer("waiting"))


@bp.post("/api/link/answer")
@answers(JoinAnswer, takes=JoinWait)
@needs(GUEST)
def send_answer() -> Response:
    """Return whether the host has let the other Pi in, with its certificate."""
    return jsonify(_get_pis().get_answer(_read(JoinWait)))


@bp.get("/api/link/standing")
@answers(PiStanding)
@needs(GUEST)
def send_standing() -> Response:
    """Return whether this Pi is the head of its room or follows it: other Pis look for a new head by this."""
    parts = get_parts()
    standing = parts.other_pis.get_standing() if parts.other_pis else require(parts.spare).get_standing()
    return jsonify(require(standing))


@bp.get("/api/link")
@answers(PisAnswer)
@needs(HOST)
def send_pis() -> Response:
    """Return the Pis that wait to follow this one, and those that do."""
    return jsonify(PisAnswer(tuple(_get_pis().list_waiting()), tuple(_get_pis().list_pis())))


@bp.post("/api/link/let-in")
@answers(PisAnswer, takes=RequestNumberBody)
@needs(HOST)
def let_pi_in() -> AnyResponse:
    """Let another Pi follow this one."""
    _get_pis().let_in(read_body(RequestNumberBody).number)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/refuse")
@answers(PisAnswer, takes=RequestNumberBody)
@needs(HOST)
def refuse_pi() -> AnyResponse:
    """Do not let another Pi follow this one."""
    _get_pis().refuse(read_body(RequestNumberBody).number)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/put-out")
@answers(PisAnswer, takes=PiNameBody)
@needs(HOST)
def put_pi_out() -> AnyResponse:
    """Let another Pi follow this one no longer."""
    _get_pis().put_out(read_body(PiNameBody).name)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/tables")
@answers(PisAnswer, takes=PiTablesBody)
@needs(HOST)
def assign_tables() -> AnyResponse:
    """Let another Pi take the throws at these tables."""
    body = read_body(PiTablesBody)
    _get_pis().assign(body.name, body.tables)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/go-on")
@answers(PisAnswer, takes=PiNameBody)
@needs(HOST)
def go_on() -> AnyResponse:
    """Go on without knowing whether another Pi has more throws of the round that is over."""
    _get_pis().go_on(read_body(PiNameBody).name)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/follow")
@answers((RestartAnswer, "text/html"), takes=HeadBody)
@needs(HOST)
def follow_head() -> AnyResponse:
    """Follow another Pi from now on: the program starts again."""
    require(get_parts().follow_choice).follow(read_body(HeadBody).head.strip())
    return _announce_restart()


@bp.post("/api/link/leave")
@answers((RestartAnswer, "text/html"))
@needs(HOST)
def leave_head() -> AnyResponse:
    """Follow nobody from now on: the program starts again."""
    require(get_parts().follow_choice).leave()
    return _announce_restart()


@bp.post("/api/link/take-over")
@answers((RestartAnswer, "text/html"))
@needs(HOST)
def take_over() -> AnyResponse:
    """Let this Pi become the head, because the head is lost: the program starts again."""
    require(get_parts().spare).take_over()
    return _announce_restart()


def _announce_restart() -> AnyResponse:
    """Return a page that loads the page of the program that has started again."""
    if not is_plain_form():
        return jsonify(RestartAnswer())
    return make_response(wait_for_restart(say("One moment: this Pi is starting again."), "/"))


def _get_pis() -> OtherPis:
    return require(get_parts().other_pis)


def _read(kind: type[Kind]) -> Kind:
    try:
        return TypeAdapter(kind).validate_json(request.get_data(), strict=True)
    except ValidationError:
        raise BadRequestBody(
            say("This is not a request from another Pi."),
            say("Install the same version of pi-bunco on both Pis."),
        ) from None
