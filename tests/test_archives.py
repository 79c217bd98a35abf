"""ZIP files are unpacked within bounds, whatever they say of themselves."""

import io
import struct
import warnings
import zipfile
import zlib

import pytest

from pi_bunco import archives


def packed(*names: str, data: bytes = b"12", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            archive.writestr(name, data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (packed(*map(str, range(6000))), "directory is too large"),
        (packed("log", "log"), "two files of one name"),
        (packed("log", method=zipfile.ZIP_LZMA), "unusual way"),
        (packed("log", method=zipfile.ZIP_BZIP2), "unusual way"),
        (b"PK" + bytes(100), "not a zip file"),
    ],
    ids=["many", "twice", "lzma", "bzip2", "none"],
)
def test_an_archive_that_nobody_should_unpack_is_refused(data: bytes, says: str) -> None:
    """What would take memory without bound, or hide one file behind another, is refused when it is opened."""
    with pytest.raises(zipfile.BadZipFile, match=says), archives.open_archive(io.BytesIO(data)):
        pass


def test_pieces_are_small() -> None:
    """Ten megabytes of nothing, packed into ten kilobytes, come in pieces that nobody notices."""
    with archives.open_archive(io.BytesIO(packed("log", data=bytes(10_000_000)))) as archive:
        sizes = [len(piece) for piece in archives.unpack_pieces(archive, "log")]
    assert sum(sizes) == 10_000_000
    assert max(sizes) <= 1 << 16


def test_no_more_is_unpacked_than_the_archive_says() -> None:
    """A file that says it has two bytes and unpacks to a million gives two, and is called damaged."""
    data = bytearray(packed("log", data=bytes(1_000_000)))
    at = data.index(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<I", 2)
    got: list[bytes] = []

    def unpack() -> None:
        with archives.open_archive(io.BytesIO(bytes(data))) as archive:
            got.extend(archives.unpack_pieces(archive, "log"))

    with pytest.raises((zipfile.BadZipFile, zlib.error)):
        unpack()
    assert sum(map(len, got)) <= 2
