"""The pages that show a game in browsers as it is played, and the requests that people send from them.

:func:`create_app` makes the Flask application for a :class:`PagePort`, and :func:`serve` puts it on a port.
"""

from pi_bunco.web.application import create_app
from pi_bunco.web.ports.room import Option, PagePort, SheetChoice
from pi_bunco.web.server import Server, serve

__all__ = ["Option", "PagePort", "Server", "SheetChoice", "create_app", "serve"]
