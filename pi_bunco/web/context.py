"""What the running application holds: its desk and its streams."""

from typing import cast

from flask import Flask, current_app

from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import Streams

_DESK = "pi_bunco.desk"
_STREAMS = "pi_bunco.streams"


def hold(app: Flask, desk: PagePort, streams: Streams) -> None:
    """Keep for the application its desk and its streams."""
    app.extensions[_DESK] = desk
    app.extensions[_STREAMS] = streams


def desk() -> PagePort:
    """Return the desk of the application that answers now."""
    return cast("PagePort", current_app.extensions[_DESK])


def streams(app: Flask | None = None) -> Streams:
    """Return the streams of an application, or of the one that answers now."""
    return cast("Streams", (app or current_app).extensions[_STREAMS])
