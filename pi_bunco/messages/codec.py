"""Writes messages into a pipe and reads them from one.

A message is two numbers of four bytes (big-endian), the lengths of a JSON text and of a file, then the
text in UTF-8, then the file. The file is a picture or a calibration; most messages have none.
"""

import struct
from dataclasses import replace
from functools import cache
from typing import Any, BinaryIO, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.messages.down import DownMessage
from pi_bunco.messages.up import UpMessage
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say

MAX_TEXT = 2**18
"""Most bytes in the JSON text of a message."""
MAX_FILE = 2**24
"""Most bytes in the file of a message."""

_HEAD = struct.Struct(">II")
Message = TypeVar("Message")


class MessageTrouble(Trouble, ValueError):
    """What came through a pipe is no message."""


class Codec(Generic[Message]):
    """Writes and reads the messages of one direction. Any thread may use it.

    Parameters
    ----------
    kinds
        The union of all messages.
    """

    def __init__(self, kinds: Any) -> None:
        self._adapter: TypeAdapter[Message] = TypeAdapter(kinds)

    def pack(self, message: Message) -> bytes:
        """Return a message as bytes."""
        file: bytes = getattr(message, "file", b"")
        text = self._adapter.dump_json(message)
        return _HEAD.pack(len(text), len(file)) + text + file

    def read(self, pipe: BinaryIO) -> Message | None:
        """Wait for the next message and return it, ``None`` at the end of the pipe.

        Raises
        ------
        MessageTrouble
            If something else comes, or a message longer than the limits. Nothing after it can be read.
        OSError
            If the pipe cannot be read.
        """
        head = pipe.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return None
        text_size, file_size = _HEAD.unpack(head)
        if text_size > MAX_TEXT or file_size > MAX_FILE:
            raise _make_trouble(say("a message of {size} bytes", size=text_size + file_size))
        text, file = pipe.read(text_size), pipe.read(file_size)
        if len(text) + len(file) < text_size + file_size:
            return None  # the other side ended while it wrote
        try:
            message = self._adapter.validate_json(text, strict=True)
        except ValidationError as error:
            raise _make_trouble(clip_text(str(error.errors()[0]["msg"]))) from error
        if not file:
            return message
        if not hasattr(message, "file"):
            raise _make_trouble(say("a file that belongs to no message"))
        return replace(message, file=file)  # type: ignore[type-var] # each message is a dataclass

    def describe(self) -> dict[str, Any]:
        """Return the JSON schema of the messages' texts."""
        return self._adapter.json_schema()


@cache
def get_down_codec() -> Codec[DownMessage]:
    """Return the codec of what the table's program sends."""
    return Codec(DownMessage)


@cache
def get_up_codec() -> Codec[UpMessage]:
    """Return the codec of what a station sends."""
    return Codec(UpMessage)


def _make_trouble(what: str) -> MessageTrouble:
    return MessageTrouble(
        say("Something other than a message came through the pipe: {what}.", what=what),
        say("Install the same version of pi-bunco again, and look for a plug-in that prints text."),
    )
