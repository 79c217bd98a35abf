"""Requests about access: a device asks to be let in, and the host decides.

This includes the PIN, the codes and the list of devices.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify
from pydantic import AfterValidator, BeforeValidator, Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.devices import MAX_LET_IN, Device, DeviceActivity, PageOrder
from pi_bunco.access.roles import GUEST, HOST, ROLE_KINDS, Role, make_staff_role
from pi_bunco.errors import Trouble
from pi_bunco.limits import DEVICE_NAME, KEY, TABLES
from pi_bunco.names import clean_name, is_clean_name
from pi_bunco.sentences import say
from pi_bunco.web.answers import TroubleAnswer, answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.local_path import is_local_path
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.pin.page import ask_pin_again
from pi_bunco.web.parse import BadRequestBody, FormBody, read_body, redirect_plain_form
from pi_bunco.web.tables import view_table
from pi_bunco.web.visitors import act_as, get_visitor, set_device_cookie
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("access", __name__)


def _read_number(value: object) -> object:
    """Return the number in a field of a form, ``None`` if the field is empty."""
    if isinstance(value, str):
        return None if not value.strip() else parse_whole(value) or value
    return value


def _check_role(name: str) -> str:
    if name not in ROLE_KINDS:
        raise ValueError(f"a role is one of {', '.join(ROLE_KINDS)}")
    return name


def _check_address(address: str) -> str:
    if not is_local_path(address):
        raise ValueError("an address here begins with one stroke, such as /table/3")
    return address


def _clean_name(name: str) -> str:
    if not is_clean_name(name):
        raise ValueError("it has a character that cannot be shown")
    return clean_name(name)


RoleName = Annotated[str, AfterValidator(_check_role)]
RoleNumber = Annotated[Annotated[int, Field(ge=1)] | None, BeforeValidator(_read_number)]
Table = Annotated[Annotated[int, Field(ge=1, le=TABLES)] | None, BeforeValidator(_read_number)]
Teams = tuple[Annotated[int, Field(ge=1)], ...] | None
Address = Annotated[str, Field(max_length=KEY), AfterValidator(_check_address)]
Secret = Annotated[str, Field(max_length=KEY)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleAnswer:
    """What a device may do: the role, its ``number``, all its ``numbers``, and the ``table``.

    A device of staff can have several numbers; none means every team.
    """

    role: str
    number: int | None
    numbers: tuple[int, ...]
    table: int | None


@dataclass(frozen=True, slots=True)
class ActivityAnswer:
    """When a device was seen, in seconds since 1970, on which page, and of which table."""

    at: float
    page: str
    table: int | None


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """The page that a device should show, and a number that grows with each."""

    number: int
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceAnswer(RoleAnswer):
    """A device.

    Attributes
    ----------
    id, code, name
        Its id, the code by which the host recognizes it, and its name.
    asks
        What it asks to be.
    waiting, since
        Whether it waits to be let in, or since when it is, in seconds since 1970.
    address
        Its address in the network.
    seen
        What was seen of it last.
    show
        What it should show.
    """

    id: str
    code: str
    name: str
    asks: RoleAnswer
    waiting: bool
    since: float | None
    address: str
    seen: ActivityAnswer | None
    show: OrderAnswer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDevice(DeviceAnswer):
    """A device in the list of the host; ``this``: it asks for the list."""

    this: bool


@dataclass(frozen=True, slots=True)
class DevicesAnswer:
    """All devices. Those that wait to be let in come first."""

    devices: tuple[ListedDevice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessAnswer(RoleAnswer):
    """What this device may do.

    Attributes
    ----------
    on
        Whether roles are in use.
    machine
        Whether it is the machine itself.
    pin
        Whether a PIN is set.
    machine_code
        The code of the machine, for the machine itself alone; it is wanted while roles are in use.
    device
        This device; ``null``: it has never asked for a role.
    trouble
        What is wrong with the file of the devices.
    """

    on: bool
    machine: bool
    pin: bool
    machine_code: str | None
    device: DeviceAnswer | None
    trouble: TroubleAnswer | None


class _AccessBody(FormBody):
    """The body of a request about access. ``back``: the page to show after the form."""

    back: Address = "/"


class RoleRequestBody(_AccessBody):
    """The role that a device asks for: a table's, the staff's, the room's screen, or the host's.

    ``table`` is short for the role of a table and its ``number``, and ``staff`` for the role of the staff of
    these teams, of every team if it is empty.
    """

    usage = 'Send a table, such as {"table": 3}, teams, such as {"staff": [1, 2]}, or {"role": "host"}.'
    role: RoleName | None = None
    number: RoleNumber = None
    table: Table = None
    staff: Teams = None


class PinBody(_AccessBody):
    """The host's PIN."""

    usage = 'Send the PIN as a text, such as {"pin": "2580"}.'
    pin: Secret


class NewPinBody(_AccessBody):
    """A new PIN, with a proof: the old PIN, or the code that the machine shows."""

    usage = (
        'Send the old PIN or the code that the machine shows, and the new PIN: {"proof": "…", "pin": "2580"}.'
    )
    proof: Secret = ""
    pin: Secret


class DeviceBody(_AccessBody):
    """Changes to a device. Fields that are left out change nothing."""

    usage = 'Send {"table": 3}, {"staff": [1]}, {"role": "guest"}, {"name": "tablet 3"} or {"show": "/room"}.'
    role: RoleName | None = None
    number: RoleNumber = None
    table: Table = None
    staff: Teams = None
    name: Annotated[str, Field(max_length=DEVICE_NAME), AfterValidator(_clean_name)] | None = None
    show: Address | None = None


class LetInBody(_AccessBody):
    """The devices to let in: the id of each, and the number of the table that it asks for."""

    usage = 'Send each device with its table, such as {"devices": ["k3J…:3", "x9F…:4"]}.'
    devices: Annotated[tuple[Annotated[str, Field(max_length=KEY)], ...], Field(max_length=MAX_LET_IN)]


def _read_role(body: RoleRequestBody | DeviceBody) -> Role | None:
    """Return the role in a request, ``None`` if there is none.

    Raises
    ------
    BadRequestBody
        If role and table do not go together.
    """
    if body.role is None and body.table is None and body.staff is None:
        return None
    try:
        if body.staff is not None:
            return make_staff_role(body.staff)
        return Role(body.role or "table", body.number if body.table is None else body.table)
    except ValueError:
        raise BadRequestBody(say("This role and this table do not go together."), body.usage) from None


@bp.get("/api/access")
@answers(AccessAnswer)
@needs(GUEST)
def send_state() -> Response:
    """Return what this device may do, and the code by which the host recognizes it."""
    visitor, door = get_visitor(), get_parts().door
    device, damage = visitor.device, door.damage
    own = None if device is None else DeviceAnswer(**_describe(device, None, door.find_order(device)))
    return jsonify(
        AccessAnswer(
            on=door.roles_in_use,
            **_list_rights(visitor.role),
            machine=visitor.machine,
            pin=door.has_pin,
            machine_code=door.machine_code if visitor.machine else None,
            device=own,
            trouble=None if damage is None else TroubleAnswer(damage.text, damage.remedy),
        )
    )


@bp.post("/api/access/ask")
@answers(AccessAnswer, takes=RoleRequestBody)
@needs(GUEST)
def ask_for_role() -> AnyResponse:
    """Ask the host to let this device in, and return its code."""
    body = read_body(RoleRequestBody)
    wanted = _read_role(body)
    if wanted in (None, GUEST):
        raise BadRequestBody(say("This request asks for no role."), body.usage)
    if wanted.table is not None:
        view_table(wanted.table)
    return _answer(get_parts().door.ask(get_visitor(), wanted), body)


@bp.post("/api/access/pin")
@answers(AccessAnswer, takes=PinBody)
@needs(GUEST)
def enter_pin() -> AnyResponse:
    """Make this device the host's, if the PIN is right."""
    body = read_body(PinBody)
    try:
        device = get_parts().door.enter_pin(get_visitor(), body.pin)
    except Trouble as wrong:
        return ask_pin_again(body.back, wrong)
    return _answer(device, body)


@bp.post("/api/access/pin/set")
@answers(AccessAnswer, takes=NewPinBody)
@needs(GUEST)
def set_pin() -> AnyResponse:
    """Set the PIN, and make this device the host's."""
    body = read_body(NewPinBody)
    try:
        device = get_parts().door.set_pin(get_visitor(), body.proof, body.pin)
    except Trouble as wrong:
        return ask_pin_again(body.back, wrong, sets=True)
    return _answer(device, body)


@bp.get("/api/access/devices")
@answers(DevicesAnswer)
@needs(HOST)
def send_devices() -> Response:
    """Return all devices. Those that wait to be let in come first."""
    own = get_visitor().device
    return jsonify(
        DevicesAnswer(
            tuple(
                ListedDevice(
                    **_describe(device, activity, order), this=own is not None and device.id == own.id
                )
                for device, activity, order in get_parts().door.devices
            )
        )
    )


@bp.post("/api/access/devices")
@answers(DevicesAnswer, takes=LetInBody)
@needs(HOST)
def let_in_devices() -> AnyResponse:
    """Let in these devices that ask for a table, if each still asks for the same one. Return all devices."""
    body = read_body(LetInBody)
    door = get_parts().door
    for device, _, _ in door.devices:
        if device.wants.table and f"{device.id}:{device.wants.table}" in body.devices:
            door.let_in(device.id, device.wants)
    return redirect_plain_form(body.back) or send_devices()


@bp.post("/api/access/devices/<device>")
@answers(DevicesAnswer, takes=DeviceBody)
@needs(HOST)
def change_device(device: str) -> AnyResponse:
    """Let a device in or remove it, rename it, or send it to another page. Return all devices."""
    body = read_body(DeviceBody)
    role = _read_role(body)
    if role is None and body.name is None and body.show is None:
        raise BadRequestBody(say("This changes nothing."), body.usage)
    if body.name is not None:
        get_parts().door.rename(device, body.name)
    if body.show is not None:
        get_parts().door.send(device, body.show)
    if role is not None:
        get_parts().door.let_in(device, role)
    return redirect_plain_form(body.back) or send_devices()


def _answer(device: Device | None, body: _AccessBody) -> AnyResponse:
    """Return the state of a device, with its cookie, or redirect the page that sent a form."""
    response: AnyResponse | None = redirect_plain_form(body.back)
    if response is None:
        if device is not None:
            act_as(device)
        response = send_state()
    if device is not None:
        set_device_cookie(response, get_parts().door.make_cookie(device))
    return response


def _list_rights(role: Role) -> dict[str, Any]:
    """Return the fields of a :class:`RoleAnswer`."""
    return {"role": role.name, "number": role.number, "numbers": role.numbers, "table": role.table}


def _describe(device: Device, activity: DeviceActivity | None, order: PageOrder | None) -> dict[str, Any]:
    """Return the fields of a :class:`DeviceAnswer`."""
    return {
        "id": device.id,
        "code": device.code,
        "name": device.name,
        **_list_rights(device.role),
        "asks": RoleAnswer(**_list_rights(device.wants)),
        "waiting": device.since is None,
        "since": device.since,
        "address": device.address,
        "seen": activity and ActivityAnswer(activity.at, activity.page, activity.table),
        "show": order and OrderAnswer(order.number, order.address),
    }
