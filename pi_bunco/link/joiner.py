"""How a far Pi joins: it asks the head's pages, shows a code, and waits for the host."""

import http.client
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from pi_bunco import __version__
from pi_bunco.link.authority import Identity, forget_identity, make_request, read_room, save_identity
from pi_bunco.link.codes import commit, make_code, make_nonce
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.link.messages import PROTOCOL
from pi_bunco.link.state import FAR_FILE, FarState, save_state
from pi_bunco.sentences import say

_TIMEOUT = 10.0
_MAX_BYTES = 40_000
_DEFAULT_PORT = 8080
_POLL_SECONDS = 1.0
Kind = TypeVar("Kind")


class Unreachable(JoinTrouble):
    """The head cannot be reached now."""


def complete_address(address: str) -> str:
    """Return the address of the head's pages, as people may shorten it.

    Raises
    ------
    JoinTrouble
        If it is no address.

    >>> complete_address("10.0.0.7"), complete_address("http://bunco.local/room")
    ('http://10.0.0.7:8080/', 'http://bunco.local/')
    """
    remedy = say("Type it as the head shows it, such as 192.168.1.20.")
    if not address.strip():
        raise JoinTrouble(say("The address of the head is missing."), remedy)
    parts = urlsplit(address if "://" in address else f"http://{address}")
    try:
        port = parts.port
    except ValueError:
        port = 0
    if parts.scheme != "http" or not parts.hostname or port == 0:
        raise JoinTrouble(say("{address} is not the address of a Pi.", address=address), remedy)
    if port is None and "://" not in address:
        port = _DEFAULT_PORT
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"http://{host}:{port}/" if port else f"http://{host}/"


def join(
    head: str, folder: Path, show_code: Callable[[str], None], wait: Callable[[float], bool]
) -> Identity | None:
    """Join the room of a head, and return the identity of this Pi.

    Parameters
    ----------
    head
        The address of its pages, from :func:`complete_address`.
    folder
        The folder of the identity.
    show_code
        Called with the code that the host must see on both screens.
    wait
        Waits for some seconds, and returns whether this Pi must stop. Then ``None`` is returned.

    Raises
    ------
    JoinTrouble
        If the head cannot be reached, does not want this Pi, or has another version.
    Trouble
        If the head sent something that cannot be used, or the identity cannot be written.
    OSError
        If the disk does not take what this Pi remembers of the head.
    """
    key, request = make_request()
    nonce = make_nonce()
    ask = JoinAsk(socket.gethostname()[:64], PROTOCOL, __version__, request.decode(), commit(nonce, request))
    offer = _post(head, "ask", ask, JoinOffer)
    authorities = offer.authorities.encode()
    read_room(authorities)  # refuses something else before a person compares codes
    _post(head, "reveal", JoinReveal(offer.id, nonce.hex()), JoinAnswer)
    show_code(make_code(request, offer.room, nonce, bytes.fromhex(offer.nonce)))
    answer = JoinAnswer("waiting")
    while answer.state == "waiting":
        if wait(_POLL_SECONDS):
            return None
        with suppress(Unreachable):  # the network may fail for a moment
            answer = _post(head, "answer", JoinWait(offer.id), JoinAnswer)
    if answer.state == "refused":
        raise JoinTrouble(
            say("The host of {head} did not let this Pi in.", head=head), say("Ask the host, and try again.")
        )
    forget_identity(folder)  # somebody may have removed a damaged file, and the room may be another one
    identity = save_identity(folder, key, answer.certificate.encode(), authorities)
    save_state(FarState(head, answer.port, offer.head, typed=head), folder / FAR_FILE)
    return identity


def _post(head: str, what: str, message: object, kind: type[Kind]) -> Kind:
    """Send a message to the head's pages and return the answer."""
    request = urllib.request.Request(  # noqa: S310 - complete_address has made the address
        f"{head}api/link/{what}",
        TypeAdapter(type(message)).dump_json(message),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310 - likewise
            return TypeAdapter(kind).validate_json(response.read(_MAX_BYTES))
    except urllib.error.HTTPError as error:
        raise _explain_refusal(head, error.read(_MAX_BYTES)) from error
    except OSError as error:
        raise Unreachable(
            say("{head} cannot be reached ({why}).", head=head, why=str(getattr(error, "reason", error))),
            say("Check whether it is playing, and whether both are on the same network."),
        ) from error
    except (ValidationError, http.client.HTTPException) as error:
        raise _explain_refusal(head, b"") from error


def _explain_refusal(head: str, body: bytes) -> JoinTrouble:
    try:
        said = TypeAdapter(dict[str, object]).validate_json(body)
        return JoinTrouble(str(said["error"])[:500], str(said["remedy"])[:500])
    except (ValidationError, KeyError):
        return JoinTrouble(
            say("{head} does not answer as the head of a room does.", head=head),
            say("Install the same version of pi-bunco on both Pis."),
        )
