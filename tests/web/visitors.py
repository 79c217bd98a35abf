"""Browsers of devices with each role."""

from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.roles import GUEST, Role
from pi_bunco.web.context import get_parts
from pi_bunco.web.visitors import COOKIE

PHONE = "10.0.0.8"
"""The address of those devices."""


def open_browser(app: Flask, address: str = PHONE) -> FlaskClient:
    """Return the browser of a device that is not let in."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def open_browser_as(app: Flask, role: Role, address: str = PHONE) -> FlaskClient:
    """Return the browser of a device that has this role."""
    client, door = open_browser(app, address), get_parts(app).door
    if role != GUEST:
        device = door.ask(door.identify(None, address), role)
        door.let_in(device.id, role)
        client.set_cookie(COOKIE, door.make_cookie(device))
    return client
