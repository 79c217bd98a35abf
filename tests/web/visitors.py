"""Devices of each role, as the pages meet them."""

from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.roles import GUEST, Role
from pi_bunco.web.context import get_parts
from pi_bunco.web.visitors import COOKIE

PHONE = "10.0.0.8"
"""Where those devices are."""


def at(app: Flask, address: str = PHONE) -> FlaskClient:
    """Return a browser at another address, which nobody knows."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def as_role(app: Flask, role: Role, address: str = PHONE) -> FlaskClient:
    """Return the browser of a device that was let in, or is a guest's."""
    client = at(app, address)
    if role != GUEST:
        device = get_parts(app).door.ask(get_parts(app).door.identify(None, address), role)
        get_parts(app).door.let_in(device.id, role)
        client.set_cookie(COOKIE, get_parts(app).door.make_cookie(device))
    return client
