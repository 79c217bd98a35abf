"""ZIP files that people name: what is in them is unpacked within bounds, even if their headers lie.

:mod:`zipfile` reads a directory of any size at once, and unpacks what is packed by bzip2 or LZMA in pieces
that have no bound.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

_PIECE = 1 << 16
_DIRECTORY = 1 << 18
"""Bytes of an archive's directory at most: some thousand files."""
_PACKINGS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


class _Careful:
    """A file that nobody reads a large piece of at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > _DIRECTORY:
            raise zipfile.BadZipFile("its directory is too large")
        return self._file.read(size)


@contextmanager
def open_archive(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Open an archive; of the file no more than its directory is read.

    Parameters
    ----------
    file
        The open file; the caller closes it.

    Raises
    ------
    zipfile.BadZipFile
        If it is none, its directory is too large, or something in it stands there twice or is packed in a way
        that Python's own and most other programs do not use.
    """
    with zipfile.ZipFile(cast("BinaryIO", _Careful(file))) as archive:  # it has all that reading needs
        names = archive.namelist()
        if len(set(names)) < len(names):
            raise zipfile.BadZipFile("it holds two files of one name")
        if any(each.compress_type not in _PACKINGS for each in archive.infolist()):
            raise zipfile.BadZipFile("it is packed in an unusual way")
        yield archive


def pieces(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Unpack a file piece by piece, each of 64 KiB at most, and no more in all than its ``file_size`` says.

    Raises
    ------
    KeyError
        If there is none of that name.
    zipfile.BadZipFile, zlib.error, EOFError
        If it is damaged, or larger or smaller than the archive says.

    >>> import io
    >>> packed = io.BytesIO()
    >>> with zipfile.ZipFile(packed, "w") as archive:
    ...     archive.writestr("tally", "12")
    >>> with open_archive(packed) as archive:
    ...     b"".join(pieces(archive, "tally"))
    b'12'
    """
    with archive.open(name) as file:
        while piece := file.read(_PIECE):
            yield piece
