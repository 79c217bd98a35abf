"""Requests about access: a device asks to be let in, and the host answers.

Codes, the PIN, the list of devices.
"""

import re
from typing import Annotated

from flask import Blueprint, Response, jsonify, redirect, request
from pydantic import AfterValidator, BeforeValidator, Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.devices import Device
from pi_bunco.access.roles import GUEST, Role, RoleName
from pi_bunco.access.visits import DeviceActivity, PageOrder
from pi_bunco.limits import DEVICE_NAME, KEY, TABLES, TOKEN
from pi_bunco.new_game_limits import is_clean_name
from pi_bunco.sentences import say
from pi_bunco.web.parse import BadRequestBody, RequestBody, parse
from pi_bunco.web.tables import show_table
from pi_bunco.web.visitors import act_as, door, remember, visitor
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("access", __name__)

_ADDRESS = re.compile(r"/(?!/)[\w/.?=&%-]*", re.ASCII)
"""An address on this machine. Nobody is sent anywhere else."""


def _number(given: object) -> object:
    """Read a number from a form. An empty field means that nothing was said."""
    if isinstance(given, str):
        return None if not given.strip() else parse_whole(given) or given
    return given


def _address(given: str) -> str:
    if not _ADDRESS.fullmatch(given):
        raise ValueError("an address here begins with one stroke, such as /table/3")
    return given


def _written(given: str) -> str:
    if not is_clean_name(given):
        raise ValueError("it has a sign that cannot be shown")
    return " ".join(given.split())


Table = Annotated[Annotated[int, Field(ge=1, le=TABLES)] | None, BeforeValidator(_number)]
Address = Annotated[str, Field(max_length=KEY), AfterValidator(_address)]
Secret = Annotated[str, Field(max_length=KEY)]


class _Body(RequestBody):
    """``back``: where the answer to a form leads. The token marks a tap."""

    back: Address = "/"
    token: str = Field("", max_length=TOKEN)


class AskBody(_Body):
    """The role that a device asks for: a table's, the room's screen, or the host's."""

    wants = 'Send a table, such as {"table": 3}, or {"role": "host"} or {"role": "room"}.'
    role: RoleName | None = None
    table: Table = None


class PinBody(_Body):
    """The host's PIN."""

    wants = 'Send the PIN as a text, such as {"pin": "2580"}.'
    pin: Secret


class NewPinBody(_Body):
    """A new PIN with a proof: the old PIN, or the code that the machine shows."""

    wants = (
        'Send the old PIN or the code that the machine shows, and the new PIN: {"proof": "…", "pin": "2580"}.'
    )
    proof: Secret = ""
    pin: Secret


class DeviceBody(_Body):
    """Changes to a device. What is not named stays."""

    wants = 'Send {"table": 3}, {"role": "guest"}, {"name": "tablet 3"} or {"show": "/results"}.'
    role: RoleName | None = None
    table: Table = None
    name: Annotated[str, Field(max_length=DEVICE_NAME), AfterValidator(_written)] | None = None
    show: Address | None = None


def _role(body: AskBody | DeviceBody) -> Role | None:
    """Return the role in a request, ``None`` if there is none.

    Raises
    ------
    BadRequestBody
        If role and table do not go together.
    """
    if body.role is None and body.table is None:
        return None
    try:
        return Role(body.role or "table", body.table)
    except ValueError:
        raise BadRequestBody(say("This role and this table do not go together."), body.wants) from None


@bp.get("/api/access")
def state() -> Response:
    """Return what the device that asks may do, and the code by which the host finds it."""
    who, at = visitor(), door()
    device, damage = who.device, at.damage
    return jsonify(
        on=at.roles_in_use,
        **_said(who.role),
        machine=who.machine,
        pin=at.has_pin,
        machine_code=at.machine_code if who.machine else None,
        device=None if device is None else _known(device, None, at.find_order(device)),
        trouble=None if damage is None else {"error": damage.text, "remedy": damage.remedy},
    )


@bp.post("/api/access/ask")
def ask() -> AnyResponse:
    """Ask the host to let this device in, and return its code."""
    body = parse(request, AskBody)
    wants = _role(body)
    if wants in (None, GUEST):
        raise BadRequestBody(say("This request asks for no role."), body.wants)
    if wants.table is not None:
        show_table(wants.table)
    return _answer(door().ask(visitor(), wants), body)


@bp.post("/api/access/pin")
def enter_pin() -> AnyResponse:
    """Assign the host's role to this device with the PIN."""
    body = parse(request, PinBody)
    return _answer(door().enter_pin(visitor(), body.pin), body)


@bp.post("/api/access/pin/set")
def set_pin() -> AnyResponse:
    """Set the PIN, and give this device the host's role."""
    body = parse(request, NewPinBody)
    return _answer(door().set_pin(visitor(), body.proof, body.pin), body)


@bp.get("/api/access/devices")
def devices() -> Response:
    """Return all devices. Those that wait to be let in come first."""
    mine = visitor().device
    return jsonify(
        devices=[
            _known(device, seen, order) | {"this": mine is not None and device.id == mine.id}
            for device, seen, order in door().devices
        ]
    )


@bp.post("/api/access/devices/<device>")
def change_device(device: str) -> AnyResponse:
    """Let a device in, put it out, rename it, or send it to another page. Return all devices."""
    body = parse(request, DeviceBody)
    role = _role(body)
    if role is None and body.name is None and body.show is None:
        raise BadRequestBody(say("This changes nothing."), body.wants)
    if body.name is not None:
        door().rename(device, body.name)
    if body.show is not None:
        door().send(device, body.show)
    if role is not None:
        door().let_in(device, role)
    return redirect(body.back, 303) if request.form else devices()


def _answer(device: Device | None, body: _Body) -> AnyResponse:
    """Return the state of a device, with its cookie, or redirect the page that sent a form."""
    if request.form:
        response: AnyResponse = redirect(body.back, 303)
    else:
        if device is not None:
            act_as(device)
        response = state()
    if device is not None:
        remember(response, door().make_cookie(device))
    return response


def _said(role: Role) -> dict[str, str | int | None]:
    return {"role": role.name, "table": role.table}


def _known(device: Device, seen: DeviceActivity | None, order: PageOrder | None) -> dict[str, object]:
    """Return a device as JSON values."""
    return {
        "id": device.id,
        "code": device.code,
        "name": device.name,
        **_said(device.role),
        "asks": _said(device.wants),
        "waiting": device.since is None,
        "since": device.since,
        "address": device.address,
        "seen": seen and {"at": seen.at, "page": seen.page, "table": seen.table},
        "show": order and {"number": order.number, "address": order.address},
    }
