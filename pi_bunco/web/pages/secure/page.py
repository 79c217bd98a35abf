"""The page on which the host switches on HTTPS, and from which a device gets the certificate to install."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.certificates.profile import CERTIFICATE_TYPE, PROFILE_TYPE
from pi_bunco.errors import Trouble
from pi_bunco.machine.own_address import find_own_address
from pi_bunco.sentences import say
from pi_bunco.web.answers import TroubleAnswer, answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.guard import allow_origin, parse_host
from pi_bunco.web.join import draw_qr
from pi_bunco.web.local_path import is_local_path
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.secure.line import READ
from pi_bunco.web.parse import BadRequestBody, FormBody, read_body, redirect_plain_form
from pi_bunco.web.ports.secure import SecureView
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.visitors import get_visitor, set_device_cookie

SECURE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("how pages become secure"),
    routes=Blueprint("secure", __name__),
    styles="base secure",
    script="secure",
)
PATH = "/secure"
_YEAR = 365 * 24 * 3600  # seconds
_NOT_HERE = Trouble(
    say("This program serves no secure pages."), say("Open the pages of a table that is played on a Pi.")
)
_SYSTEMS: Mapping[str, str] = {
    "iPhone|iPad": "apple",
    "Android": "android",
    "Windows": "windows",
    "Mac": "mac",
}
"""What a browser calls each system, and the name of its steps. An iPad may call itself a Mac."""


class SecureBody(FormBody):
    """What the host asks for. Fields that are left out change nothing.

    ``on``: whether pages come over HTTPS too. ``now``: the time by their browser, in milliseconds since 1970.
    ``again``: makes another certificate for devices to install.
    """

    usage = 'Send {"on": true} or {"on": false}, {"again": true}, or the time in milliseconds: {"now": 0}.'
    on: bool | None = None
    now: Annotated[int, Field(ge=0)] | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class SecureAnswer:
    """Whether pages come over HTTPS too, where, and with which certificate.

    Attributes
    ----------
    on
        Whether they do.
    address
        Where this device finds them.
    called
        How devices call the certificate.
    fingerprint
        Its SHA-256.
    hosts
        The names and addresses for which it is valid.
    until
        When it ends, as ISO 8601.
    trouble
        Why they do not.
    """

    on: bool
    address: str | None
    called: str
    fingerprint: str
    hosts: tuple[str, ...]
    until: str | None
    trouble: TroubleAnswer | None


@SECURE.routes.get("/secure")
@needs(GUEST)
def show_page() -> Response:
    """Show whether pages come over HTTPS too, and what this device still has to do for it."""
    pages = get_parts().secure_pages
    view = pages.view() if pages else SecureView(trouble=_NOT_HERE)
    visitor, origin = get_visitor(), find_origin(view)
    plain = _find_plain_address(view)
    page = make_response(
        serve_page(
            SECURE,
            view=view,
            origin=origin,
            is_secure=request.is_secure,
            machine=visitor.machine,
            host=pages is not None and visitor.role.allows(HOST),
            system=_find_system(request.headers.get("User-Agent", "")),
            plain=plain,
            qr=draw_qr(plain) if plain else "",
        )
    )
    if origin and not request.is_secure:
        allow_origin(page, origin)
    return page


@SECURE.routes.get("/api/secure")
@answers(SecureAnswer)
@needs(GUEST)
def send_state() -> Response:
    """Return whether pages come over HTTPS too, where, and with which certificate."""
    view = require(get_parts().secure_pages).view()
    return jsonify(
        SecureAnswer(
            on=view.is_on,
            address=f"{find_origin(view)}/" if find_origin(view) else None,
            called=view.called,
            fingerprint=view.fingerprint,
            hosts=tuple(view.hosts),
            until=view.valid.end.isoformat() if view.valid else None,
            trouble=TroubleAnswer(view.trouble.text, view.trouble.remedy) if view.trouble else None,
        )
    )


@SECURE.routes.post("/api/secure")
@answers(SecureAnswer, takes=SecureBody)
@needs(HOST)
def change() -> AnyResponse:
    """Switch HTTPS on or off, make another certificate, or note the time by the host's browser."""
    pages, body = require(get_parts().secure_pages), read_body(SecureBody)
    if body.on is None and body.now is None and not body.again:
        raise BadRequestBody(say("This changes nothing."), body.usage)
    if body.on:
        pages.switch_on(body.now)
    elif body.on is False:
        pages.switch_off()
    elif body.now is not None:
        pages.note_time(body.now)
    if body.again:
        pages.begin_again()
    return redirect_plain_form(PATH) or send_state()


@SECURE.routes.get("/secure/bunco.mobileconfig")
@answers(PROFILE_TYPE)
@needs(GUEST)
def send_profile() -> Response:
    """Send the profile with the certificate, for an iPhone or an iPad."""
    profile = require(require(get_parts().secure_pages).make_profile())
    return Response(profile, mimetype=PROFILE_TYPE)


@SECURE.routes.get("/secure/bunco.crt")
@answers(CERTIFICATE_TYPE)
@needs(GUEST)
def send_certificate() -> Response:
    """Send the certificate to install, for all other devices: Android takes it only as a file."""
    root = require(require(get_parts().secure_pages).get_root())
    headers = {"Content-Disposition": 'attachment; filename="bunco.crt"'}
    return Response(root, mimetype=CERTIFICATE_TYPE, headers=headers)


@SECURE.routes.get("/secure/check")
@answers("text/plain")
@needs(GUEST)
def send_check() -> Response:
    """Send one word. A device that can load it over HTTPS trusts the certificate."""
    return Response("safe\n", mimetype="text/plain")


@SECURE.routes.post("/secure/open")
@needs(GUEST)
def open_secure() -> AnyResponse:
    """Lead a device to the secure pages, with a code by which it keeps its role there."""
    origin = require(find_origin(require(get_parts().secure_pages).view()) or None)
    code = None if request.is_secure else get_parts().door.begin_move(get_visitor())
    return redirect(f"{origin}/secure/arrive?code={code}" if code else f"{origin}/", 303)


@SECURE.routes.get("/secure/arrive")
@needs(GUEST)
def arrive() -> AnyResponse:
    """Let a device have its role on the secure pages. Its cookie of the plain pages is void from now on."""
    require(request.is_secure or None)
    device = get_parts().door.finish_move(get_visitor(), request.args.get("code", ""))
    response = redirect("/", 303)
    set_device_cookie(response, get_parts().door.make_cookie(device))
    return response


@SECURE.routes.post("/secure/read")
@needs(GUEST)
def note_read() -> AnyResponse:
    """Do not show this device any more what plain pages lack."""
    back = request.form.get("back", "")
    response = redirect(back if is_local_path(back) else PATH, 303)
    response.set_cookie(READ, "read", max_age=_YEAR, httponly=True, samesite="Lax")
    return response


def find_origin(view: SecureView) -> str:
    """Return where this device finds the secure pages, such as ``https://bunco.local:8443``; ``""``: none.

    It is the same host that it has opened, if the certificate is valid for that: its roles belong to it.
    """
    if not view.is_on or view.port is None:
        return ""
    own = [parse_host(request.host), find_own_address(), *view.hosts]
    host = next((each for each in own if each in view.hosts), None)
    return f"https://{host}:{view.port}" if host else ""


def _find_plain_address(view: SecureView) -> str:
    """Return the plain address of this page for other devices, ``""`` if they cannot reach the machine."""
    host = parse_host(request.host) or ""
    if host in ("localhost", "::1") or host.startswith("127."):
        host = find_own_address() or ""
    port = view.plain_port if request.is_secure else request.host.rpartition(":")[2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}{PATH}" if host and str(port).isdigit() else ""


def _find_system(browser: str) -> str:
    """Return the name of the steps for a browser.

    >>> _find_system("Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X)"), _find_system("curl/8")
    ('apple', 'other')
    """
    return next((name for words, name in _SYSTEMS.items() if re.search(words, browser)), "other")
