"""Network cameras that send MJPEG over HTTP: one JPEG picture after the other in one long response.

The standard library reads it. OpenCV would report a wrong password like a camera that is switched off, and a
damaged picture like a good one.
"""

import http.client
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, cast
from urllib.parse import urlsplit

from pi_bunco.devices.camera.address import CHECK_NETWORK, Address
from pi_bunco.devices.camera.live import LiveCamera
from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.camera.unpack import Unpacker
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.pictures.faults import TooLarge
from pi_bunco.sentences import say

_ANSWER_TIMEOUT = 4.0  # the most seconds to wait for each answer of the network
_MAX_HOST = 100  # letters of a host that an answer names
_MAX_LINE = 1 << 16  # bytes
_MAX_PICTURE = 1 << 25  # bytes: no camera's picture has 32 MiB
_MAX_DIGITS = 20  # of a part's announced length
_MAX_HEAD = 100  # lines before a part


class MjpegCamera(LiveCamera):
    """A network camera's MJPEG stream.

    Parameters
    ----------
    address
        Such as ``http://192.168.1.20:8080/video``, with ``user:password@`` before the host if the camera
        asks for it; the password is never shown.

    Raises
    ------
    CameraTrouble
        If nothing answers there, the camera refuses, or it sends something else.
    """

    def __init__(self, address: str) -> None:
        parts = Address.of(address)
        super().__init__(parts.bare, lambda: _Stream(parts), CHECK_NETWORK)


class _Stream:
    """The open connection to a camera; a :class:`~pi_bunco.devices.camera.source.BreakableSource`."""

    def __init__(self, address: Address) -> None:
        self._name = address.bare
        self._answer = _request(address)
        self._socket = socket.socket(fileno=os.dup(self._answer.fileno()))
        kind = self._answer.headers.get_content_type()
        if kind != "multipart/x-mixed-replace":
            self.close()
            if kind == "text/html":
                raise CameraTrouble(
                    say("{camera} shows a web page, not the pictures of a camera.", camera=self._name),
                    say(
                        "Type the address of the pictures. The app or the manual has it; it often ends "
                        "with /video."
                    ),
                )
            raise CameraTrouble(
                say("{camera} sends {kind}, not an MJPEG stream.", camera=self._name, kind=kind),
                say("Type the address of the stream itself. The camera's manual has it."),
            )
        self._parts = split_parts(self._answer)
        self._data = b""
        self._unpacker = Unpacker()

    def wait(self) -> None:
        """Wait until the next picture has arrived completely."""
        try:
            data = next(self._parts, None)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraTrouble(
                say("The stream {stream} broke off: {reason}.", stream=self._name, reason=_explain(error)),
                CHECK_NETWORK,
            ) from None
        if data is None:
            raise CameraTrouble(say("The stream {stream} has ended.", stream=self._name), CHECK_NETWORK)
        self._data = data

    def take(self) -> Shot | None:
        """Decode the picture; return ``None`` if it is damaged."""
        try:
            return self._unpacker.unpack(self._data)
        except TooLarge as fault:
            raise CameraTrouble(
                say("A picture from the camera at {address} {fault}.", address=self._name, fault=fault.text),
                say("Choose smaller pictures in the camera's settings."),
            ) from None

    def break_off(self) -> None:
        """Shut the connection down while another thread reads it, which could last for ever."""
        with suppress(OSError):  # the camera has closed it already
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
        self._answer.close()


def split_parts(stream: IO[bytes]) -> Iterator[bytes]:
    r"""Split a ``multipart/x-mixed-replace`` response into its parts (RFC 2046, section 5.1).

    Parameters
    ----------
    stream
        The response. No more of it is read than each part needs. The first line that begins with ``--`` is
        the boundary, since cameras announce it in different ways.

    Yields
    ------
    bytes
        Each part's content. A part with a length is yielded immediately, one without after the next
        boundary.

    Raises
    ------
    ValueError
        If a part is larger than any picture, its length is no whole number, or its header has no end.

    >>> import io
    >>> first = b"--x\r\nContent-Length: 4\r\n\r\nJPEG\r\n"
    >>> list(split_parts(io.BytesIO(first + b"--x\r\n\r\nFILE\r\n--x--\r\n")))
    [b'JPEG', b'FILE']
    """
    boundary = next((line.rstrip() for line in _read_lines(stream) if line.startswith(b"--")), b"")
    while True:
        length = _read_length(stream)
        if length:
            data = stream.read(length)
            if len(data) < length:
                return
            yield data
        content = bytearray()
        for line in _read_lines(stream):
            if line.startswith(boundary):
                break
            content += line
            if len(content) > _MAX_PICTURE:
                raise ValueError(say("a picture has no end"))
        else:
            return
        if not length:
            yield bytes(content).removesuffix(b"\n").removesuffix(b"\r")


def _read_length(stream: IO[bytes]) -> int:
    """Read a part's header lines; return the announced length, 0 if there is none."""
    length = b"0"
    for count, line in enumerate(_read_lines(stream)):
        key, _, value = line.strip().partition(b":")
        if not key:
            break
        if key.lower() == b"content-length":
            length = value.strip()
        if count > _MAX_HEAD:
            raise ValueError(say("a picture's header has no end"))
    if not length.isdigit() or len(length) > _MAX_DIGITS or int(length) > _MAX_PICTURE:
        announced = length[:_MAX_DIGITS].decode("ascii", "replace")
        raise ValueError(say("it announces a picture of {length} bytes", length=announced))
    return int(length)


def _read_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Return the lines until the response ends. Long lines come in pieces, so that none fills the memory."""
    return iter(lambda: stream.readline(_MAX_LINE), b"")


class _HangUp(urllib.request.BaseHandler):
    """Closes a refused response before the password handlers, which run later, send the request again."""

    handler_order = 400

    def http_error_401(self, request: object, answer: IO[bytes], *_: object) -> None:  # noqa: ARG002 - urllib's signature
        answer.close()


class _SameHost(urllib.request.HTTPRedirectHandler):
    """Follows a camera only to another place of its own host, and never to other machines or to this one."""

    def redirect_request(  # noqa: PLR0913, PLR0917 - urllib's signature
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        here, there = urlsplit(req.full_url).hostname, urlsplit(newurl).hostname
        if here != there:
            fp.close()
            raise CameraTrouble(
                say(
                    "The camera at {address} sends us on to another machine, {host}.",
                    address=req.full_url,
                    host=str(there)[:_MAX_HOST],
                ),
                say("If your pictures come from there, give that address itself."),
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _request(address: Address) -> http.client.HTTPResponse:
    """Request the stream, with basic or digest authentication if the camera asks for it."""
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if address.user:
        passwords.add_password(None, address.bare, address.user, address.password)
    opener = urllib.request.build_opener(
        _HangUp,
        _SameHost,
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
        urllib.request.ProxyHandler({}),  # the camera is in the same network
    )
    try:
        return cast("http.client.HTTPResponse", opener.open(address.bare, timeout=_ANSWER_TIMEOUT))
    except CameraTrouble:
        raise
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in {401, 403}:
            raise CameraTrouble(
                say("The camera at {address} refuses the user or password.", address=address.bare),
                say("Write the address as http://user:password@host/path."),
            ) from None
        raise CameraTrouble(
            say(
                "The camera at {address} answers {code} {reason}.",
                address=address.bare,
                code=error.code,
                reason=error.reason,
            ),
            say("Check the part of the address after the host; the camera's manual has it."),
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CameraTrouble(
            say("No camera answers at {address}: {reason}.", address=address.bare, reason=_explain(error)),
            CHECK_NETWORK,
        ) from None


def _explain(error: Exception) -> str:
    """Return the cause in a few words."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return say("nothing came for {seconds} seconds", seconds=f"{_ANSWER_TIMEOUT:g}")
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return str(cause) or type(cause).__name__
