"""Refuses requests that a page of another site may have caused, and adds the security headers to answers.

There are two ways in which such a page could read names and pictures, or ring the bell:

- Its site makes its own name point to the address of this machine (DNS rebinding). Then the browser mistakes
  our pages for pages of that site. But the site cannot change the name that the browser sends. So only
  requests to an address, to ``localhost`` or to one of the machine's own names are answered.
- It sends us a change. So a request that changes something has to come from one of our own pages. Browsers
  send where a request comes from (``Sec-Fetch-Site``, ``Origin``). Programs that are not browsers send
  neither header, and have no cookies that another site could use. No token is needed, so a page still works
  after it was open all night.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from html import escape
from ipaddress import ip_address
from typing import TYPE_CHECKING, Protocol

from flask import Flask, Request, Response, request

from pi_bunco.access.roles import NotAllowed
from pi_bunco.languages import ENGLISH
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Catalogue, say, translate

if TYPE_CHECKING:  # this module has only types
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HOST = re.compile(r"(?P<host>\[[0-9a-f:.]+(?:%[\w.-]+)?\]|[\w.-]+)(?::\d{0,5})?", re.ASCII)
# The page has its own style, because it would request our style sheets under the same wrong name.
_STYLE = """
html { height: 100%; background: #10483d; color: #1d2530; font: 500 18px/1.4 system-ui, sans-serif; }
body { min-height: 100%; margin: 0; display: grid; place-items: center; }
main { margin: 1rem; padding: 1.6rem 1.8rem; max-width: 32rem; border-radius: 1.1rem; background: #fdf8ec;
  box-shadow: 0 .5rem 1.5rem #0006; overflow-wrap: anywhere; }
h1 { margin: 0 0 .6rem; font-size: 1.6rem; line-height: 1.2; }
p { margin: 0; color: #665f50; }
"""
_REFUSAL_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
_PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Bunco: {text}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style>
<main><h1>{text}</h1><p>{remedy}</p></main></html>
"""


class SomeHeaders(Protocol):
    """The headers of a request, whichever library has read them."""

    def get(self, name: str, /) -> str | None:
        """Return a header, ``None`` if it is missing."""


def parse_host(header: str) -> str | None:
    """Return the host that a ``Host`` header names, ``None`` if it names none.

    Ports, capital letters and the dot at the end of a full name do not matter (RFC 9110, 7.2).

    >>> parse_host("Bunco.Fritz.Box.:8080"), parse_host("[FE80::1]:80"), parse_host("10.0.0.2")
    ('bunco.fritz.box', 'fe80::1', '10.0.0.2')
    >>> parse_host(""), parse_host("a b"), parse_host("user@bunco"), parse_host("bunco:port"), parse_host(".")
    (None, None, None, None, None)
    """
    found = _HOST.fullmatch(header.strip().lower())
    return (found["host"].strip("[]").removesuffix(".") or None) if found else None


def is_address(host: str) -> bool:
    """Return whether a host is an address and not a name. An address always means this machine.

    >>> is_address("192.168.1.20"), is_address("fe80::1%eth0"), is_address("1.evil.example")
    (True, True, False)
    """
    with suppress(ValueError):
        ip_address(host)
        return True
    return False


class MachineNames:
    """The names of this machine.

    Parameters
    ----------
    list_names
        Returns the names, in small letters. It is called again for every unknown name, because a machine may
        get a name when it joins a network.

    >>> names = MachineNames(lambda: {"bunco.local"})
    >>> "bunco.local" in names, "localhost" in names, "10.0.0.2" in names, "evil.example" in names
    (True, True, True, False)
    """

    def __init__(self, list_names: Callable[[], Collection[str]] = tuple) -> None:
        self._list_names = list_names
        self._known: frozenset[str] = frozenset()

    def __contains__(self, host: str) -> bool:
        """Return whether a host, as :func:`parse_host` returns it, is this machine."""
        if host == "localhost" or host in self._known or is_address(host):
            return True
        self._known = frozenset(self._list_names())
        return host in self._known


class HostNameFilter:
    """Passes requests on if they use an address or a name of this machine, and refuses all others.

    Parameters
    ----------
    app
        Answers the requests.
    names
        The names of this machine.
    catalogues
        The languages of refusals besides English. The browser's preferred one is used.
    """

    def __init__(
        self, app: "WSGIApplication", names: MachineNames, catalogues: Mapping[str, Catalogue]
    ) -> None:
        self._app = app
        self._names = names
        self._catalogues = catalogues

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        host = parse_host(environ.get("HTTP_HOST", ""))
        if host is not None and host in self._names:
            return self._app(environ, start_response)
        server, port = environ["SERVER_NAME"], environ["SERVER_PORT"]  # what the request came to
        address = f"{environ['wsgi.url_scheme']}://{f'[{server}]' if ':' in server else server}:{port}/"
        if host is None:
            status = "400 Bad Request"
            text = say("The browser did not send the name of the table.")
            remedy = say("Open {address} instead.", address=address)
        else:
            status = "421 Misdirected Request"
            text = say("This table is not called {host}.", host=clip_text(host))
            remedy = say(
                "Open {address} instead. If the name is right, write it into the table’s settings (names).",
                address=address,
            )
        language = Request(environ).accept_languages.best_match([ENGLISH, *self._catalogues], ENGLISH)
        catalogue = self._catalogues.get(language)
        error, advice = (translate(each, catalogue) if catalogue else each for each in (text, remedy))
        if environ.get("PATH_INFO", "").startswith("/api/"):
            kind, body = "application/json", json.dumps({"error": error, "remedy": advice}) + "\n"
        else:
            kind = "text/html"
            body = _PAGE.format(language=language, text=escape(error), remedy=escape(advice), style=_STYLE)
        return Response(body, status, _REFUSAL_HEADERS, mimetype=kind)(environ, start_response)


def register_guard(app: Flask) -> None:
    """Refuse changes that other sites send, and add the security headers to every answer."""

    @app.before_request
    def refuse_foreign_changes() -> None:
        if request.method not in {"GET", "HEAD", "OPTIONS"} and not is_own_request(request):
            raise NotAllowed(
                say("Another site’s page sent this."), say("Open the table’s own page and tap there.")
            )

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("Content-Security-Policy", _POLICY)
        response.headers.update(_HEADERS)
        return response


def allow_origin(response: Response, origin: str) -> None:
    """Let a page ask for something at another origin of this machine, and let its forms lead there."""
    response.headers["Content-Security-Policy"] = f"{_POLICY} {origin}; connect-src 'self' {origin}"


def is_own_request(incoming: Request) -> bool:
    """Return whether a request comes from one of our pages, or from no page at all."""
    return comes_from(f"{incoming.scheme}://{incoming.host}", incoming.headers)


def comes_from(own: str, headers: SomeHeaders) -> bool:
    """Return whether a request with these headers comes from a page of this origin, or from no page at all.

    >>> comes_from("http://10.0.0.2:8080", {}), comes_from("http://10.0.0.2", {"Origin": "http://10.0.0.7"})
    (True, False)
    """
    site = headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = headers.get("Origin")
    return origin is None or origin == own
