"""``pi-bunco cameras``: list the cameras that are connected."""

import json
from dataclasses import asdict

import click

from pi_bunco.devices.camera.found import list_usb_cameras
from pi_bunco.rules.quoting import make_printable

_PLUGS = {"usb": "USB camera", "ribbon": "Pi camera"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each camera.")
def cameras(*, as_json: bool) -> None:
    """List the cameras that are connected to this machine, each with its name for --camera and --station.

    A name stays the same while the camera stays at its port. Network cameras and phones are not listed: write
    their address.
    """
    from pi_bunco.devices.camera.picamera2 import list_pi_cameras  # noqa: PLC0415 - numpy takes a while to load

    found = (*list_pi_cameras(), *list_usb_cameras())
    if as_json:
        for camera in found:
            click.echo(json.dumps(asdict(camera)))
        return
    width = max((len(camera.name) for camera in found), default=0)
    for camera in found:
        click.echo(f"{camera.name:{width}}  {_PLUGS[camera.plug]} {make_printable(camera.model)}".rstrip())
    if not found:
        click.echo("No camera is connected. Plug one in, or use a network camera or a phone by its address.")
