"""Identifies the device that sends a request, and refuses the request if its role does not allow it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from flask import Flask, Response, g, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.devices import Device, Visitor
from pi_bunco.access.roles import GUEST, HOST, STAFF, NotAllowed, Role
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.context import get_parts
from pi_bunco.web.needs import find_needed_role
from pi_bunco.web.page_kind import PageKind, get_kinds
from pi_bunco.web.tables import find_shown_table

COOKIE = "bunco_device"
"""The name of the cookie that identifies a device on plain pages."""
SECURE_COOKIE = "__Host-bunco_device"
"""Its name on encrypted pages. Browsers never send it unencrypted, and take it from no plain page.

It has another name because a browser refuses a plain page's cookie if an encrypted page has set one of the
same name. Source: draft-ietf-httpbis-rfc6265bis, sections 4.1.3.2 and 5.7.
"""
# Seconds that a browser keeps the cookie. No browser keeps one longer. Each opened page renews it.
_COOKIE_AGE = 400 * 24 * 3600


class MissingRole(NotAllowed):
    """A device lacks the role that a request needs.

    Attributes
    ----------
    details
        The role that the request needs and the device's code, for programs.
    """

    def __init__(self, visitor: Visitor, need: Role) -> None:
        super().__init__(*_explain_refusal(visitor, need))
        self.details = {
            "needs": {"role": need.name, "number": need.number, "table": need.table},
            "code": visitor.device.code if visitor.device else None,
        }


def register_roles(app: Flask) -> None:
    """Register the check of roles. After each request, note it and renew the device's cookie."""

    @app.before_request
    def refuse_missing_role() -> None:
        if request.endpoint is not None and request.method != "OPTIONS":  # otherwise there is no route
            route = app.view_functions[request.endpoint]
            require_role(find_needed_role(route, request.view_args or {}))

    @app.after_request
    def note_request(response: Response) -> Response:
        if device := get_visitor().device:
            is_page = response.mimetype == "text/html" and response.status_code == 200  # noqa: PLR2004 - HTTP's
            get_parts().door.note_request(device, *(_find_shown_page() if is_page else ()))
            if is_page or "stays_host" in g:
                door = get_parts().door
                set_device_cookie(response, door.make_cookie(door.offer_new_id(device)))
        return response


def get_visitor() -> Visitor:
    """Return who sends the current request."""
    if "visitor" not in g:
        g.visitor = get_parts().door.identify(read_device_cookie(), request.remote_addr or "")
    return cast("Visitor", g.visitor)


def find_wanted_code() -> str | None:
    """Return the code for setting the first PIN if the machine itself asks and somebody may need it."""
    return get_parts().door.wanted_code if get_visitor().machine else None


def act_as(device: Device) -> None:
    """Treat the visitor as this device from now on, because their request has made or changed it."""
    g.visitor = get_parts().door.identify(get_parts().door.make_cookie(device), request.remote_addr or "")


@contextmanager
def stay_host() -> Iterator[None]:
    """Keep the visitor the host if the command in the ``with`` brings roles into use."""
    before, door = get_visitor(), get_parts().door
    yield
    if device := door.keep_host(before):
        act_as(device)
        g.stays_host = True


def require_role(need: Role) -> None:
    """Check that the visitor has a role.

    Raises
    ------
    MissingRole
        If they do not have it.
    """
    if not get_visitor().role.allows(need):
        raise MissingRole(get_visitor(), need)


def find_page_role(kind: PageKind, table: int) -> Role:
    """Return what the visitor's device may do on the page of a table: everything, tap, or watch."""
    role = get_visitor().role
    if role.allows(HOST):
        return HOST
    need = kind.may_tap(table) if kind.may_tap else HOST
    return need if role.allows(need) else GUEST


def make_role_check(role: Role) -> Callable[[], bool]:
    """Return a function that returns whether the visitor's device still has this role.

    It may be called in any thread, after the request.
    """
    if role == GUEST:
        return lambda: True
    door, cookie, address = get_parts().door, read_device_cookie(), request.remote_addr or ""
    return lambda: door.identify(cookie, address).role.allows(role)


def read_device_cookie() -> str | None:
    """Return the cookie of the device that sends the current request, ``None`` if it has none.

    An encrypted page does not look at the cookie of the plain ones, since others may have read that.
    """
    return request.cookies.get(SECURE_COOKIE if request.is_secure else COOKIE)


def set_device_cookie(response: AnyResponse, cookie: str) -> None:
    """Set the cookie of a device.

    Scripts cannot read it, and browsers do not send it along with a change from another site's page.
    """
    response.set_cookie(
        SECURE_COOKIE if request.is_secure else COOKIE,
        cookie,
        max_age=_COOKIE_AGE,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _find_shown_page() -> tuple[str, int | None] | tuple[()]:
    """Return the name of the opened page and its table, or nothing if the request was for no whole page."""
    name, _, route = (request.endpoint or "").partition(".")
    kind = get_kinds().get(name)
    if kind is None or route != "show_page":
        return ()
    return kind.name, find_shown_table() if kind.of_table else None


def _explain_refusal(visitor: Visitor, need: Role) -> tuple[str, str]:
    """Return why a visitor is refused, and what to do."""
    if (damage := get_parts().door.damage) is not None:
        return damage.text, damage.remedy
    if need == HOST:
        text = say("That is for the host.")
        if get_parts().door.has_pin:
            return text, say("Do it on a device of the host's, or enter the host's PIN on this one.")
        return text, say("Do it on a device of the host's, or on the machine itself.")
    text = say_own_role(visitor.role)
    if visitor.device is None:
        return text, say("Ask the host to let it in for {role}.", role=need.called)
    return text, say(
        "Ask the host to let it in for {role}: it shows the code {code}.",
        role=need.called,
        code=visitor.device.code,
    )


def say_own_role(role: Role) -> Sentence:
    """Say what a device is for that may not do what its user wants."""
    if role.number is None and role != STAFF:
        return say("This device only watches.")
    return say("This device is for {role}.", role=role.called)
