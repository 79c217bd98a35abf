"""Who asks, and whether they may: each request passes here before anything else is done for it."""

from typing import cast

from flask import Flask, Response, current_app, g, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.devices import Device
from pi_bunco.access.door import Door
from pi_bunco.access.refusals import NotAllowed
from pi_bunco.access.roles import ForHost, Need, TableDevice, Tap
from pi_bunco.access.visits import Visitor
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.sentences import say
from pi_bunco.web.needs import need_of
from pi_bunco.web.streams import PageRole
from pi_bunco.whole_numbers import parse_whole

COOKIE = "bunco_device"
"""What the cookie is called by which a device is known again."""
_KEPT = 400 * 24 * 3600
"""Seconds that a browser keeps it, more than which none does; each page that is opened begins them anew."""
_DOOR = "pi_bunco.door"
_PAGES = frozenset({"pages", "calibrate", "doctor", "paper"})
"""The parts of the application whose routes are pages."""
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
"""Routes of these that are parts of a page."""


class MayNot(NotAllowed):
    """Somebody asked for what their device may not do.

    Attributes
    ----------
    needs
        What it needs, and the device's code, as programs are told.
    """

    def __init__(self, visitor: Visitor, need: Need) -> None:
        super().__init__(*_refusal(visitor, need))
        table = need.table if isinstance(need, Tap) else None
        self.needs = {
            "needs": {"role": "table" if table else "host", "table": table},
            "code": visitor.device.code if visitor.device else None,
        }


def let_in_only_who_may(app: Flask, at: Door) -> None:
    """Refuse what a device may not do, keep its cookie fresh, and note what it shows."""
    app.extensions[_DOOR] = at

    @app.before_request
    def only_who_may() -> None:
        if request.endpoint is not None and request.method != "OPTIONS":  # else there is nothing to be done
            require(need_of(request.endpoint, request.view_args or {}))

    @app.after_request
    def note(response: Response) -> Response:
        device = visitor().device
        if device is not None:
            page = response.mimetype == "text/html" and response.status_code == 200  # noqa: PLR2004 - HTTP's
            at.saw(device, *(_shown() if page else ()))
            if page:
                remember(response, at.cookie(device))
        return response


def door(app: Flask | None = None) -> Door:
    """Return the door of an application, or of the one that answers now."""
    return cast("Door", (app or current_app).extensions[_DOOR])


def visitor() -> Visitor:
    """Return who asks now."""
    if "visitor" not in g:
        g.visitor = door().visitor(request.cookies.get(COOKIE), request.remote_addr or "")
    return cast("Visitor", g.visitor)


def comes_as(device: Device) -> None:
    """Take who asks now for another device from now on: one that was made, or changed, by what they asked."""
    g.visitor = door().visitor(door().cookie(device), request.remote_addr or "")


def require(need: Need) -> None:
    """Go on only where who asks now may do what needs this.

    Raises
    ------
    MayNot
        If they may not.
    """
    if not visitor().may(need):
        raise MayNot(visitor(), need)


def role_on(page: str, table: int) -> PageRole:
    """Return what the device that asks now may do on a page: only a table's has something for its device."""
    if visitor().may(ForHost()):
        return "host"
    return "table" if page == "table" and visitor().may(Tap(table)) else "guest"


def remember(response: AnyResponse, cookie: str) -> None:
    """Let a device carry its cookie from now on.

    No script can read it, and another site's page cannot have it sent along with a change.
    """
    response.set_cookie(COOKIE, cookie, max_age=_KEPT, httponly=True, samesite="Lax")


def _shown() -> tuple[str, int | None] | tuple[()]:
    """Return which page was opened, and of which table; nothing where it is none of ours."""
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


def _refusal(visitor: Visitor, need: Need) -> tuple[str, str]:
    """Say why not, and what to do."""
    if (damage := door().damage) is not None:
        return damage.text, damage.remedy
    if need == ForHost():
        text = say("That is for the host.")
        if door().has_pin:
            return text, say("Do it on a device of the host's, or enter the host's PIN on this one.")
        return text, say("Do it on a device of the host's, or on the machine itself.")
    table = need.table if isinstance(need, Tap) else HEAD
    own = visitor.role.table if isinstance(visitor.role, TableDevice) else None
    text = (
        say("This device only watches.")
        if own is None
        else say("This device is for table {table}.", table=own)
    )
    if visitor.device is None:
        return text, say("Ask the host to let it in for table {table}.", table=table)
    return text, say(
        "Ask the host to let it in for table {table}: it shows the code {code}.",
        table=table,
        code=visitor.device.code,
    )
