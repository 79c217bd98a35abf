"""Finds the head of a room among the Pis whose addresses are known, and those that these follow."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from pi_bunco.link.carrier import Credentials
from pi_bunco.link.mqtt import probe_server
from pi_bunco.link.standing import PiStanding, fetch_standings

_MOST_HINTS = 4
"""Most addresses of further heads that are asked: anybody may name some."""


@dataclass(frozen=True, slots=True)
class HeadSearch:
    """Where to look for the head of a room.

    Attributes
    ----------
    room
        The room's id.
    term
        The least term of a head that is looked for.
    addresses
        The addresses of the pages of Pis, by their names. A Pi that reports another name is ignored.
    gone
        The names of Pis that were put out: they are no heads, although their certificates are valid.
    typed
        The address that people have typed, at which any Pi of the room may be; ``""``: none.
    """

    room: str
    term: int
    addresses: Mapping[str, str]
    gone: Collection[str] = ()
    typed: str = ""


def find_heads(search: HeadSearch, credentials: Credentials) -> Iterator[tuple[str, PiStanding]]:
    """Yield the address and the standing of each Pi that proves that it is the head of a room, newest first.

    Pis that follow say which head they follow. That one is asked too, since it may have another address now,
    or none that is known here.

    ``credentials``: those of this Pi.
    """
    answers = fetch_standings(search.addresses)
    found = [(search.addresses[name], each) for name, each in answers.items() if each and each.name == name]
    hints = [each.head for _, each in found if each.role == "far" and _belongs(each, search)]
    further = dict.fromkeys([search.typed, *hints[:_MOST_HINTS]])
    asked = {*search.addresses.values(), ""} - {search.typed}
    others = fetch_standings({address: address for address in further if address and address not in asked})
    found += [(address, each) for address, each in others.items() if each and each.name not in search.gone]
    heads = [
        (address, each)
        for address, each in found
        if each.port and each.role == "head" and _belongs(each, search)
    ]
    for address, each in sorted(heads, key=lambda found: (found[1].term, found[1].name), reverse=True):
        if probe_server(urlsplit(address).hostname or "", each.port, credentials, each.name):
            yield address, each


def _belongs(standing: PiStanding, search: HeadSearch) -> bool:
    return standing.room == search.room and standing.term >= search.term
