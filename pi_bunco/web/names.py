"""The names of this machine. Requests under any other name are refused.

Another site could make its own name point to the address of this machine (DNS rebinding). Then the browser
mistakes our pages for pages of that site, so the site can read names and pictures, and tap. But it cannot
change the name that the browser sends. So only requests to an address, to ``localhost`` or to one of the
machine's own names are answered.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from html import escape
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # this module has only types
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HOST = re.compile(r"(?P<host>\[[0-9a-f:.]+(?:%[\w.-]+)?\]|[\w.-]+)(?::\d{0,5})?", re.ASCII)
_LONGEST = 60
"""Most letters of a wrong name in the answer."""
# The page has its own style, because it would request our style sheets under the same wrong name.
_STYLE = """
html { height: 100%; background: #10483d; color: #1d2530; font: 500 18px/1.4 system-ui, sans-serif; }
body { min-height: 100%; margin: 0; display: grid; place-items: center; }
main { margin: 1rem; padding: 1.6rem 1.8rem; max-width: 32rem; border-radius: 1.1rem; background: #fdf8ec;
  box-shadow: 0 .5rem 1.5rem #0006; overflow-wrap: anywhere; }
h1 { margin: 0 0 .6rem; font-size: 1.6rem; line-height: 1.2; }
p { margin: 0; color: #665f50; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bunco: {text}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style>
<main><h1>{text}</h1><p>{remedy}</p></main></html>
"""


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
    """

    def __init__(self, app: "WSGIApplication", names: MachineNames) -> None:
        self._app = app
        self._names = names

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        host = parse_host(environ.get("HTTP_HOST", ""))
        if host is not None and host in self._names:
            return self._app(environ, start_response)
        remedy = f"Open {_find_own_url(environ)} instead"
        if host is None:
            status, text = "400 Bad Request", "This request does not say by which name it calls the table."
        else:
            shown = host if len(host) <= _LONGEST else f"{host[:_LONGEST]}…"
            status, text = "421 Misdirected Request", f"This table is not called {shown}."
            remedy += ", or write the name into the table's settings (names), if it is yours"
        return _refuse(environ, start_response, status, text, f"{remedy}.")


def _refuse(
    environ: "WSGIEnvironment", start_response: "StartResponse", status: str, text: str, remedy: str
) -> list[bytes]:
    """Send a refusal: a page for people, JSON for programs."""
    if environ.get("PATH_INFO", "").startswith("/api/"):
        kind, body = "application/json", json.dumps({"error": text, "remedy": remedy}) + "\n"
    else:
        kind, body = (
            "text/html; charset=utf-8",
            _PAGE.format(text=escape(text), remedy=escape(remedy), style=_STYLE),
        )
    data = body.encode()
    start_response(
        status,
        [
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", _POLICY),
            ("X-Content-Type-Options", "nosniff"),
        ],
    )
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [data]


def _find_own_url(environ: "WSGIEnvironment") -> str:
    """Return the address of this machine that the request came to, as a link without a name."""
    host, port = environ["SERVER_NAME"], environ["SERVER_PORT"]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
