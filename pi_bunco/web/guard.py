"""Refuses changes that come from other sites, and adds the security headers to every answer.

A page on another site must not ring the bell. So a request that changes something has to come from one of our
own pages. Browsers send where a request comes from (``Sec-Fetch-Site``, ``Origin``). Programs that are not
browsers send neither header, and have no cookies that another site could use. No token is needed, so a page
still works after it was open all night.
"""

from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class ForeignRequest(Trouble):
    """A page of another site sent a change."""


def register_guard(app: Flask) -> None:
    """Refuse changes that other sites send, and add the security headers to every answer."""

    @app.before_request
    def refuse_foreign_changes() -> None:
        if request.method not in {"GET", "HEAD", "OPTIONS"} and not is_own_request(request):
            raise ForeignRequest(
                say("Another site’s page sent this."), say("Open the table’s own page and tap there.")
            )

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        return response


def is_own_request(incoming: Request) -> bool:
    """Return whether a request comes from one of our pages, or from no page at all."""
    site = incoming.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = incoming.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == incoming.host
