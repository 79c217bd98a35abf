"""The service and the streams of the running application."""

from typing import cast

from flask import Flask, current_app

from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import Streams

_SERVICE = "pi_bunco.page_service"
_STREAMS = "pi_bunco.streams"


def hold(app: Flask, service: PagePort, streams: Streams) -> None:
    """Keep the service and the streams for the application."""
    app.extensions[_SERVICE] = service
    app.extensions[_STREAMS] = streams


def service() -> PagePort:
    """Return the service of the current application."""
    return cast("PagePort", current_app.extensions[_SERVICE])


def streams(app: Flask | None = None) -> Streams:
    """Return the streams of an application, by default of the current one."""
    return cast("Streams", (app or current_app).extensions[_STREAMS])
