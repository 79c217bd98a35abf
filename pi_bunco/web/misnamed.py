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
# A style of its own: the table's style sheets would be asked for by the same name.
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
        kind, body = "text/html; charset=utf-8", _page(text, remedy)
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


def _page(text: str, remedy: str) -> str:
    return _PAGE.format(text=escape(text), remedy=escape(remedy), style=_STYLE)


def _here(environ: "WSGIEnvironment") -> str:
    """Return the address that this request came to; there the table is found without any name."""
    host, port = environ["SERVER_NAME"], environ["SERVER_PORT"]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
