"""What the running application holds: its service and its streams."""

from typing import cast

from flask import Flask, current_app

from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import Streams

_SERVICE = "pi_bunco.page_service"
_STREAMS = "pi_bunco.streams"


def hold(app: Flask, service: PagePort, streams: Streams) -> None:
    """Keep for the application its service and its streams."""
    app.extensions[_SERVICE] = service
    app.extensions[_STREAMS] = streams


def service() -> PagePort:
    """Return the service of the application that answers now."""
    return cast("PagePort", current_app.extensions[_SERVICE])


def streams(app: Flask | None = None) -> Streams:
    """Return the streams of an application, or of the one that answers now."""
    return cast("Streams", (app or current_app).extensions[_STREAMS])
