"""The pages: one table's tally in a browser, live, and the few requests that people make of it.

:func:`create_app` makes the Flask application around a :class:`PagePort`; :func:`serve` puts it on a port.
"""

from pi_bunco.web.application import create_app
from pi_bunco.web.port import Option, PagePort, SheetChoice
from pi_bunco.web.server import Server, serve

__all__ = ["Option", "PagePort", "Server", "SheetChoice", "create_app", "serve"]
