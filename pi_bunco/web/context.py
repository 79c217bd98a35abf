"""Registers and returns the service and the streams of an application."""

from typing import cast

from flask import Flask, current_app

from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import Streams

_SERVICE = "pi_bunco.page_service"
_STREAMS = "pi_bunco.streams"


def register_service(app: Flask, service: PagePort, streams: Streams) -> None:
    """Register the service and the streams of an application."""
    app.extensions[_SERVICE] = service
    app.extensions[_STREAMS] = streams


def get_service() -> PagePort:
    """Return the service of the current application."""
    return cast("PagePort", current_app.extensions[_SERVICE])


def get_streams(app: Flask | None = None) -> Streams:
    """Return the streams of an application, by default of the current one."""
    return cast("Streams", (app or current_app).extensions[_STREAMS])
