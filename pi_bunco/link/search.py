"""Finds the head of a room among the Pis whose addresses are known."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from pi_bunco.link.carrier import Credentials
from pi_bunco.link.mqtt import probe_server
from pi_bunco.link.standing import PiStanding, fetch_standings


def find_heads(
    addresses: Mapping[str, str], room: str, credentials: Credentials
) -> Iterator[tuple[str, PiStanding]]:
    """Yield the address and the standing of each Pi that proves that it is the head of a room, newest first.

    Parameters
    ----------
    addresses
        The addresses of the pages of Pis, by their names. A Pi that reports another name is ignored.
    room
        The room's id.
    credentials
        Those of this Pi.
    """
    answers = fetch_standings(addresses).items()
    heads = [
        (addresses[name], each)
        for name, each in answers
        if each and each.port and (each.room, each.name, each.role) == (room, name, "head")
    ]
    for address, each in sorted(heads, key=lambda found: (found[1].term, found[1].name), reverse=True):
        if probe_server(urlsplit(address).hostname or "", each.port, credentials, each.name):
            yield address, each
