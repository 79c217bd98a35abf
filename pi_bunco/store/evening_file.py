"""An evening as one file, for another Pi: a ZIP file with its record and some photos.

Anybody may have made such a file. So nothing of it is taken that was not expected, and never more than fits.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import simplejpeg

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.files import archives
from pi_bunco.limits import EVENING_BYTES, EVENING_EVENTS, EVENING_PHOTOS, MEGABYTE, RECORD_BYTES
from pi_bunco.sentences import Sentence, say
from pi_bunco.store.photos import is_name

_FACTS, _RECORD, _PHOTOS = "evening.json", "record.jsonl", "photos/"
_FORMAT, _VERSION = "pi-bunco evening", 1
_MAX_FACTS_BYTES = 16 * 1024
_MAX_PHOTO_BYTES = MEGABYTE
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, OSError)
"""What :mod:`zipfile` raises for a damaged file, and for one that has a password."""
_TAKE_AGAIN = say("On the Pi that played it, save the evening as a file again, and choose that file.")


class EveningFileTrouble(Trouble, ValueError):
    """A file is not an evening, is damaged, or comes from a newer version."""


@dataclass(frozen=True, slots=True)
class EveningFile:
    """What is in the file of an evening: the lines of its record, and photos by their names."""

    lines: tuple[str, ...]
    photos: Mapping[str, bytes]


def pack_evening(lines: Sequence[str], photos: Mapping[str, bytes]) -> bytes:
    """Return the file of an evening.

    >>> unpack_evening(pack_evening(['{"record": "bunco/1"}'], {})).lines
    ('{"record": "bunco/1"}',)
    """
    record = "\n".join(lines).encode()
    facts = {"format": _FORMAT, "version": _VERSION, "sha256": hashlib.sha256(record).hexdigest()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((_FACTS, json.dumps(facts, indent=1).encode()), (_RECORD, record)):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        for name, jpeg in photos.items():
            archive.writestr(zipfile.ZipInfo(f"{_PHOTOS}{name}"), jpeg)
    return packed.getvalue()


def unpack_evening(data: bytes) -> EveningFile:
    """Return what is in the file of an evening. Its record is complete, but not yet replayed.

    Raises
    ------
    EveningFileTrouble
        If it is not such a file, is damaged, too large or newer, or has anything else in it.
    """
    if len(data) > EVENING_BYTES:
        raise _refuse_size(say("The file"), len(data), EVENING_BYTES)
    try:
        with archives.open_archive(io.BytesIO(data)) as archive:
            return _unpack(archive)
    except _DAMAGED as error:
        raise EveningFileTrouble(
            say("This file is damaged, or is not the file of an evening."), _TAKE_AGAIN
        ) from error


def _unpack(archive: zipfile.ZipFile) -> EveningFile:
    sizes = {each.filename: each.file_size for each in archive.infolist()}
    facts = _read_facts(archive, sizes)
    photos = [name for name in sizes if name not in (_FACTS, _RECORD)]
    if wrong := next((name for name in photos if not _is_photo(name)), None):
        raise EveningFileTrouble(
            say("There is “{name}” in this file, which does not belong to an evening.", name=wrong[:60]),
            _TAKE_AGAIN,
        )
    if len(photos) > EVENING_PHOTOS:
        raise EveningFileTrouble(
            say("There are {count} photos in this file; at most {most} may be.", count=len(photos),
                most=EVENING_PHOTOS), _TAKE_AGAIN)  # fmt: skip
    for name, size in sizes.items():
        if size > (most := RECORD_BYTES if name == _RECORD else _MAX_PHOTO_BYTES):
            raise _refuse_size(say("“{name}” in this file", name=name), size, most)
    record = b"".join(archives.unpack_pieces(archive, _RECORD))
    if facts.get("sha256") != hashlib.sha256(record).hexdigest():
        raise EveningFileTrouble(say("The record in this file was changed or is damaged."), _TAKE_AGAIN)
    if record.count(b"\n") > EVENING_EVENTS:
        raise EveningFileTrouble(
            say("The record in this file has more than {most} lines.", most=say_number(EVENING_EVENTS)),
            _TAKE_AGAIN,
        )
    try:
        lines = tuple(record.decode().split("\n"))
    except UnicodeDecodeError as error:
        raise EveningFileTrouble(say("The record in this file is not text."), _TAKE_AGAIN) from error
    return EveningFile(lines, {name.removeprefix(_PHOTOS): _read_photo(archive, name) for name in photos})


def _read_facts(archive: zipfile.ZipFile, sizes: Mapping[str, int]) -> Mapping[str, Any]:
    facts: Any = None
    if 0 < sizes.get(_FACTS, 0) <= _MAX_FACTS_BYTES and _RECORD in sizes:
        try:
            facts = json.loads(b"".join(archives.unpack_pieces(archive, _FACTS)))
        except (ValueError, RecursionError):
            facts = None
    version = facts.get("version") if isinstance(facts, dict) and facts.get("format") == _FORMAT else None
    if type(version) is not int or version < _VERSION:
        raise EveningFileTrouble(say("This is not the file of an evening."), _TAKE_AGAIN)
    if version > _VERSION:
        raise EveningFileTrouble(
            say("A newer pi-bunco has made this file."),
            say("Update pi-bunco on this Pi, then choose it again."),
        )
    return dict(facts)


def _is_photo(name: str) -> bool:
    return name.startswith(_PHOTOS) and is_name(name.removeprefix(_PHOTOS))


def _read_photo(archive: zipfile.ZipFile, name: str) -> bytes:
    jpeg = b"".join(archives.unpack_pieces(archive, name))
    try:
        simplejpeg.decode_jpeg_header(jpeg)
    except (ValueError, KeyError) as error:  # it looks up the colour space in a table
        raise EveningFileTrouble(
            say("“{name}” in this file is not a photo.", name=name), _TAKE_AGAIN
        ) from error
    return jpeg


def _refuse_size(what: Sentence, size: int, most: int) -> EveningFileTrouble:
    return EveningFileTrouble(
        say("{what} is too large: {size} MB, and at most {most} MB are allowed.", what=what,
            size=say_number(size / MEGABYTE, 1), most=f"{most / MEGABYTE:g}"), _TAKE_AGAIN)  # fmt: skip
