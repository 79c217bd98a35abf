"""Reads people's ZIP files with little memory, even if a file was made to fill it.

:mod:`zipfile` alone reads a directory of any size into memory, and unpacks bzip2 and LZMA in pieces of any
size.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from pi_bunco.sentences import say

_PIECE_BYTES = 1 << 16
_MAX_DIRECTORY_BYTES = 1 << 18
"""The most bytes of an archive's directory: enough for some thousand files."""
_ALLOWED_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


class _LimitedReader:
    """A file that refuses to read a large piece at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > _MAX_DIRECTORY_BYTES:
            raise zipfile.BadZipFile(say("its directory is too large"))
        return self._file.read(size)


@contextmanager
def open_archive(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Open an archive; this reads only its directory.

    Parameters
    ----------
    file
        The open file; the caller closes it.

    Raises
    ------
    zipfile.BadZipFile
        If it is no archive, its directory is too large, two files in it have the same name, or a file is
        packed with an unusual method.
    """
    # To read an archive, zipfile calls only the methods that _LimitedReader has.
    with zipfile.ZipFile(cast("BinaryIO", _LimitedReader(file))) as archive:
        names = archive.namelist()
        if len(set(names)) < len(names):
            raise zipfile.BadZipFile(say("it holds two files of one name"))
        if any(info.compress_type not in _ALLOWED_METHODS for info in archive.infolist()):
            raise zipfile.BadZipFile(say("it is packed in an unusual way"))
        yield archive


def unpack_pieces(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Unpack a file in pieces of at most 64 KiB, and no more than its ``file_size`` in total.

    Raises
    ------
    KeyError
        If there is no such file.
    zipfile.BadZipFile, zlib.error, EOFError
        If it is damaged, or its size is not its ``file_size``.

    >>> import io
    >>> packed = io.BytesIO()
    >>> with zipfile.ZipFile(packed, "w") as archive:
    ...     archive.writestr("tally", "12")
    >>> with open_archive(packed) as archive:
    ...     b"".join(unpack_pieces(archive, "tally"))
    b'12'
    """
    with archive.open(name) as file:
        while piece := file.read(_PIECE_BYTES):
            yield piece
