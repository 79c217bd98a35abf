"""Finds out who sends a request and whether they may. Each request passes here before anything else."""

from typing import cast

from flask import Flask, Response, current_app, g, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.devices import Device
from pi_bunco.access.door import Door
from pi_bunco.access.refusals import NotAllowed
from pi_bunco.access.roles import HOST, Role
from pi_bunco.access.visits import Visitor
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.sentences import say
from pi_bunco.web.needs import need_of
from pi_bunco.web.streams import PageRole
from pi_bunco.whole_numbers import parse_whole

COOKIE = "bunco_device"
"""The name of the cookie that identifies a device."""
_KEPT = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie: no browser keeps one longer.

Each page that is opened renews it.
"""
_DOOR = "pi_bunco.door"
_PAGES = frozenset({"pages", "calibrate", "doctor", "paper"})
"""The blueprints whose routes are pages."""
_PARTS = frozenset(
    {
        "sheet",
        "anyway",
        "throw",
        "look_back",
        "missing",
        "change",
        "devices",
        "tally",
        "end_round",
    }
)
"""Routes of these blueprints that are only parts of a page."""


class MayNot(NotAllowed):
    """Somebody asked for something that their device may not do.

    Attributes
    ----------
    needs
        The role that it needs, and the device's code, for programs.
    """

    def __init__(self, visitor: Visitor, need: Role) -> None:
        super().__init__(*_refusal(visitor, need))
        self.needs = {
            "needs": {"role": need.name, "table": need.table},
            "code": visitor.device.code if visitor.device else None,
        }


def check_roles(app: Flask, at: Door) -> None:
    """Refuse what a device may not do, renew its cookie, and note what it shows."""
    app.extensions[_DOOR] = at

    @app.before_request
    def only_who_may() -> None:
        if request.endpoint is not None and request.method != "OPTIONS":  # otherwise there is nothing to do
            require(need_of(request.endpoint, request.view_args or {}))

    @app.after_request
    def note(response: Response) -> Response:
        device = visitor().device
        if device is not None:
            page = response.mimetype == "text/html" and response.status_code == 200  # noqa: PLR2004 - HTTP's
            at.note_request(device, *(_shown() if page else ()))
            if page:
                remember(response, at.make_cookie(device))
        return response


def door(app: Flask | None = None) -> Door:
    """Return the door of an application, by default of the current one."""
    return cast("Door", (app or current_app).extensions[_DOOR])


def visitor() -> Visitor:
    """Return who sends the current request."""
    if "visitor" not in g:
        g.visitor = door().identify(request.cookies.get(COOKIE), request.remote_addr or "")
    return cast("Visitor", g.visitor)


def act_as(device: Device) -> None:
    """Treat the visitor as another device from now on: one that was made or changed by their request."""
    g.visitor = door().identify(door().make_cookie(device), request.remote_addr or "")


def require(need: Role) -> None:
    """Check that the visitor may do what needs a role.

    Raises
    ------
    MayNot
        If they may not.
    """
    if not visitor().is_allowed(need):
        raise MayNot(visitor(), need)


def role_on(page: str, table: int) -> PageRole:
    """Return what the visitor's device may do on a page.

    Only a table's page has something for a table's device.
    """
    if visitor().is_allowed(HOST):
        return "host"
    return "table" if page == "table" and visitor().is_allowed(Role("table", table)) else "guest"


def remember(response: AnyResponse, cookie: str) -> None:
    """Set the cookie of a device.

    Scripts cannot read it, and browsers do not send it along with a change from another site's page.
    """
    response.set_cookie(COOKIE, cookie, max_age=_KEPT, httponly=True, samesite="Lax")


def _shown() -> tuple[str, int | None] | tuple[()]:
    """Return which page was opened and its table, or nothing if it is none of the pages."""
    part, _, page = (request.endpoint or "").partition(".")
    if part not in _PAGES:
        return ()
    if page in _PARTS:
        return ()
    page = {"one_table": "table", "page": part, "choose": part, "create": "new"}.get(page, page)
    if page in {"table", "camera", "calibrate"}:
        said = (request.view_args or {}).get("number") or request.args.get("table", "")
        return page, parse_whole(str(said), HEAD, TABLES) or HEAD
    return page, None


def _refusal(visitor: Visitor, need: Role) -> tuple[str, str]:
    """Return why they may not, and what to do."""
    if (damage := door().damage) is not None:
        return damage.text, damage.remedy
    if need == HOST:
        text = say("That is for the host.")
        if door().has_pin:
            return text, say("Do it on a device of the host's, or enter the host's PIN on this one.")
        return text, say("Do it on a device of the host's, or on the machine itself.")
    own = visitor.role.table
    text = say("This device is for table {table}.", table=own) if own else say("This device only watches.")
    if visitor.device is None:
        return text, say("Ask the host to let it in for table {table}.", table=need.table)
    return text, say(
        "Ask the host to let it in for table {table}: it shows the code {code}.",
        table=need.table,
        code=visitor.device.code,
    )
