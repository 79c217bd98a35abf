"""What requests need to know of the port for HTTPS: whether one came by it, and whether it came encrypted."""

from flask import Flask, Request, redirect, request
from werkzeug.wrappers import Response

NEEDS_TLS = "pi_bunco.needs_tls"
"""Set in the environment of a request that came to the port for HTTPS, but not encrypted."""


def register_secure_port(app: Flask) -> None:
    """Lead a browser that has opened the port for HTTPS with ``http:`` to the address with ``https:``."""

    @app.before_request
    def lead_to_https() -> Response | None:
        return redirect(make_https(request)) if NEEDS_TLS in request.environ else None


def make_https(incoming: Request) -> str:
    """Return the address of a request with ``https:``."""
    return f"https{incoming.url.removeprefix(incoming.scheme)}"
