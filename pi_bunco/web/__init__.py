"""The pages: the tally of every table in a browser, live, and the requests that people send from there.

:func:`create_app` makes the Flask application for a :class:`PagePort`, and :func:`serve` puts it on a port.
"""

from pi_bunco.web.application import create_app
from pi_bunco.web.port import Option, PagePort, SheetChoice
from pi_bunco.web.server import Server, serve

__all__ = ["Option", "PagePort", "Server", "SheetChoice", "create_app", "serve"]
