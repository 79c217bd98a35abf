"""Unpacking ZIP files within limits, even if their directory is wrong."""

import io
import struct
import warnings
import zipfile
import zlib

import pytest

from pi_bunco.files import archives


def pack(*names: str, data: bytes = b"12", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            archive.writestr(name, data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (pack(*map(str, range(6000))), "directory is too large"),
        (pack("log", "log"), "two files of one name"),
        (pack("log", method=zipfile.ZIP_LZMA), "unusual way"),
        (pack("log", method=zipfile.ZIP_BZIP2), "unusual way"),
        (b"PK" + bytes(100), "not a zip file"),
    ],
    ids=["many", "twice", "lzma", "bzip2", "none"],
)
def test_dangerous_archive_is_refused(data: bytes, sentence: str) -> None:
    """An archive that could fill the memory, or that has two files of one name, is refused."""
    with pytest.raises(zipfile.BadZipFile, match=sentence), archives.open_archive(io.BytesIO(data)):
        pass


def test_pieces_of_a_file_are_small() -> None:
    """Ten megabytes of zeros, packed into ten kilobytes, are unpacked in pieces of at most 64 kB."""
    with archives.open_archive(io.BytesIO(pack("log", data=bytes(10_000_000)))) as archive:
        sizes = [len(piece) for piece in archives.unpack_pieces(archive, "log")]
    assert sum(sizes) == 10_000_000
    assert max(sizes) <= 1 << 16


def test_no_more_is_unpacked_than_the_directory_states() -> None:
    """A file with two bytes by the directory, which unpacks to a million, gives two bytes and an error."""
    data = bytearray(pack("log", data=bytes(1_000_000)))
    at = data.index(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<I", 2)
    pieces: list[bytes] = []

    def unpack() -> None:
        with archives.open_archive(io.BytesIO(bytes(data))) as archive:
            pieces.extend(archives.unpack_pieces(archive, "log"))

    with pytest.raises((zipfile.BadZipFile, zlib.error)):
        unpack()
    assert sum(map(len, pieces)) <= 2
