"""Requests of other Pis that want to follow this one, and the host's answers."""

from typing import Annotated, TypeVar

from flask import Blueprint, Response, jsonify, request
from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.limits import KEY, NUMBER
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinReveal, JoinWait
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.needs import needs
from pi_bunco.web.parse import BadRequestBody, FormBody, read_body, redirect_plain_form
from pi_bunco.web.port import OtherPis
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("join_pis", __name__)
Kind = TypeVar("Kind")


def _read_number(value: object) -> object:
    """Return the number in a field of a form."""
    return parse_whole(value) if isinstance(value, str) else value


class RequestNumberBody(FormBody):
    """The request of a Pi, by its number."""

    usage = 'Send the number of the request, such as {"number": 1}.'
    number: Annotated[int, Field(ge=1, le=NUMBER), BeforeValidator(_read_number)]


class PiNameBody(FormBody):
    """A Pi of the room, by its name."""

    usage = 'Send the name of the Pi, such as {"name": "hall-2"}.'
    name: str = Field(max_length=KEY)


@bp.post("/api/link/ask")
@needs(GUEST)
def ask_to_join() -> Response:
    """Ask to follow this Pi: another Pi sends this, and gets the certificate of the room's authority."""
    return jsonify(_get_pis().ask(request.remote_addr or "", _read(JoinAsk)))


@bp.post("/api/link/reveal")
@needs(GUEST)
def reveal_nonce() -> Response:
    """Reveal the other Pi's nonce. From now on both screens show the code."""
    _get_pis().reveal(_read(JoinReveal))
    return jsonify(JoinAnswer("waiting"))


@bp.post("/api/link/answer")
@needs(GUEST)
def send_answer() -> Response:
    """Return whether the host has let the other Pi in, with its certificate."""
    return jsonify(_get_pis().get_answer(_read(JoinWait)))


@bp.get("/api/link")
@needs(HOST)
def send_pis() -> Response:
    """Return the Pis that wait to follow this one, and those that do."""
    return jsonify(waiting=list(_get_pis().list_waiting()), pis=list(_get_pis().list_pis()))


@bp.post("/api/link/let-in")
@needs(HOST)
def let_pi_in() -> AnyResponse:
    """Let another Pi follow this one."""
    _get_pis().let_in(read_body(RequestNumberBody).number)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/refuse")
@needs(HOST)
def refuse_pi() -> AnyResponse:
    """Do not let another Pi follow this one."""
    _get_pis().refuse(read_body(RequestNumberBody).number)
    return redirect_plain_form("/host") or send_pis()


@bp.post("/api/link/put-out")
@needs(HOST)
def put_pi_out() -> AnyResponse:
    """Let another Pi follow this one no longer."""
    _get_pis().put_out(read_body(PiNameBody).name)
    return redirect_plain_form("/host") or send_pis()


def _get_pis() -> OtherPis:
    return require(get_parts().other_pis)


def _read(kind: type[Kind]) -> Kind:
    try:
        return TypeAdapter(kind).validate_json(request.get_data(), strict=True)
    except ValidationError:
        raise BadRequestBody(
            say("This is no request of another Pi."), say("Install the same version of pi-bunco on both Pis.")
        ) from None
