"""Refuses requests that call the table by a name which is not its own, before anything else looks at them."""

import json
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from pi_bunco.web.names import Names, host_of

if TYPE_CHECKING:  # a module of types alone
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SHOWN = 60
"""Letters of a name that is not ours which are said back."""
# Alone on its page: style sheets would be asked for by the same name.
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bunco: {text}</title>
<meta name="viewport" content="width=device-width"><h1>{text}</h1><p>{remedy}</p></html>
"""


class OnlyByName:
    """Passes on the requests that call the table by an address or a name of its own.

    Parameters
    ----------
    app
        What answers them.
    names
        The names.
    """

    def __init__(self, app: "WSGIApplication", names: Names) -> None:
        self._app = app
        self._names = names

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        host = host_of(environ.get("HTTP_HOST", ""))
        if host is not None and host in self._names:
            return self._app(environ, start_response)
        remedy = f"Open {_here(environ)} instead"
        if host is None:
            status, text = "400 Bad Request", "This request does not say by which name it calls the table."
        else:
            named = host if len(host) <= _SHOWN else f"{host[:_SHOWN]}…"
            status, text = "421 Misdirected Request", f"This table is not called {named}."
            remedy += ", or write the name into the table's settings (names), if it is yours"
        return _refuse(environ, start_response, status, text, f"{remedy}.")


def _refuse(
    environ: "WSGIEnvironment", start_response: "StartResponse", status: str, text: str, remedy: str
) -> list[bytes]:
    """Say it as a page to people and as JSON to programs."""
    if environ.get("PATH_INFO", "").startswith("/api/"):
        kind, body = "application/json", json.dumps({"error": text, "remedy": remedy}) + "\n"
    else:
        kind, body = "text/html; charset=utf-8", _PAGE.format(text=escape(text), remedy=escape(remedy))
    data = body.encode()
    start_response(
        status,
        [
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            ("X-Content-Type-Options", "nosniff"),
        ],
    )
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [data]


def _here(environ: "WSGIEnvironment") -> str:
    """Return the address that this request came to; there the table is found without any name."""
    host, port = environ["SERVER_NAME"], environ["SERVER_PORT"]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
