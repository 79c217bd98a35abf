"""Checks PNG files before they are decoded, so that libpng finds no fault.

libpng writes its warnings to standard error, and may fill in what is missing. So this module first checks the
checksums, the header and the whole compressed stream. libpng gets only the parts that make the picture.

Source: Portable Network Graphics (PNG) Specification, third edition (W3C).
"""

import zlib
from collections.abc import Iterable, Iterator

from pi_bunco.pictures.exif import read_orientation
from pi_bunco.pictures.faults import Damaged, check_size
from pi_bunco.sentences import say

BEGIN = b"\x89PNG\r\n\x1a\n"  # the first bytes of every PNG file

_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""The colour types, and how many bits a sample of each may have."""
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PALETTE = 3
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""The first column and row of each Adam7 pass, and its steps across and down."""
_HIGHEST_FILTER = 4
_PIECE_BYTES = 1 << 16  # bytes of compressed data that are decompressed at once
_CHUNK_BYTES = 12
"""Bytes of a chunk beside its content: length, type and checksum."""
_HEAD_BYTES = 13


def check_png(data: bytes, most: int) -> tuple[bytes, int]:
    """Check a PNG picture, and return the parts that libpng needs, and its orientation.

    Parameters
    ----------
    data
        The file's bytes. What follows the end of the picture is ignored.
    most
        How many pixels the picture may have.

    Returns
    -------
    bytes, int
        A PNG file with nothing but the picture, and its EXIF orientation, 1 to 8.

    Raises
    ------
    Damaged, TooLarge
        If a checksum, the header or the compressed picture is wrong, or the picture is too large.
    """
    chunks: dict[bytes, list[memoryview]] = {}
    for kind, content in _read_chunks(data):
        if not chunks and kind != b"IHDR":
            raise Damaged(say("it does not begin with its header"))
        if kind in {b"IHDR", b"PLTE"} and kind in chunks:
            raise Damaged(say("it has two headers or palettes"))
        if kind[0] & 0x20 == 0 and kind not in {b"IHDR", b"PLTE", b"IDAT", b"IEND"}:
            raise Damaged(say("it has a part of an unknown kind"))
        chunks.setdefault(kind, []).append(content)
    head = bytes(chunks[b"IHDR"][0])
    passes, palette = _read_head(head, most)
    _check_stream(chunks.get(b"IDAT", []), passes)
    parts: list[tuple[bytes, bytes | memoryview]] = [(b"IHDR", head)]
    if palette:
        colours = bytes(chunks[b"PLTE"][0]) if b"PLTE" in chunks else b""
        if not colours or len(colours) % 3 or len(colours) > 3 * palette:
            raise Damaged(say("its palette is missing or wrong"))
        # Filled up with black, because libpng warns about a pixel without a colour.
        parts.append((b"PLTE", colours.ljust(3 * palette, b"\0")))
    parts += [(b"IDAT", piece) for piece in chunks[b"IDAT"]]
    parts.append((b"IEND", b""))
    exif = chunks.get(b"eXIf")
    return BEGIN + b"".join(map(_pack_chunk, parts)), read_orientation(bytes(exif[0])) if exif else 1


def _pack_chunk(part: tuple[bytes, bytes | memoryview]) -> bytes:
    kind, content = part
    check = zlib.crc32(content, zlib.crc32(kind))
    return len(content).to_bytes(4, "big") + kind + bytes(content) + check.to_bytes(4, "big")


def _read_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield each chunk's type and content, up to the one that ends the picture."""
    whole, at = memoryview(data), len(BEGIN)
    while at + _CHUNK_BYTES <= len(data):
        length = int.from_bytes(whole[at : at + 4], "big")
        kind, content = bytes(whole[at + 4 : at + 8]), whole[at + 8 : at + 8 + length]
        check = whole[at + 8 + length : at + _CHUNK_BYTES + length]
        if len(check) < 4 or zlib.crc32(content, zlib.crc32(kind)) != int.from_bytes(check, "big"):  # noqa: PLR2004 - its bytes
            break
        yield kind, content
        if kind == b"IEND":
            return
        at += _CHUNK_BYTES + length
    raise Damaged(say("it breaks off, or a checksum in it is wrong"))


def _read_head(head: bytes, most: int) -> tuple[list[tuple[int, int]], int]:
    """Return the rows of each pass and the bytes in a row, and how many colours the palette may have.

    A picture without a palette has 0 of them.
    """
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    if len(head) != _HEAD_BYTES:
        raise Damaged(say("its header is wrong"))
    check_size(width, height, most)
    depth, kind, packing, filtering, interlaced = head[8:]
    if depth not in _DEPTHS.get(kind, ()) or packing or filtering or interlaced > 1:
        raise Damaged(say("its header is wrong"))
    bits = depth * _SAMPLES[kind]
    passes = []
    for left, top, across, down in _PASSES if interlaced else ((0, 0, 1, 1),):
        columns, rows = -((left - width) // across), -((top - height) // down)
        if columns > 0 and rows > 0:
            passes.append((rows, 1 + (columns * bits + 7) // 8))
    return passes, 2**depth if kind == _PALETTE else 0


def _check_stream(pieces: Iterable[memoryview], passes: list[tuple[int, int]]) -> None:
    """Decompress the whole picture without keeping it, and check its length, checksum and filters."""
    compressed = (
        piece[at : at + _PIECE_BYTES] for piece in pieces for at in range(0, len(piece), _PIECE_BYTES)
    )
    stream, unread = zlib.decompressobj(), b""

    def read_more(size: int) -> bytes:
        nonlocal unread
        while True:
            source = unread or next(compressed, b"")
            content = stream.decompress(source, size)
            unread = stream.unconsumed_tail
            if content or not source:
                return content

    try:
        for rows, length in passes:
            at, end = 0, rows * length
            while at < end:
                piece = read_more(min(_PIECE_BYTES << 4, end - at))
                if not piece or max(piece[-at % length :: length], default=0) > _HIGHEST_FILTER:
                    raise Damaged(say("the picture in it breaks off, or is none"))
                at += len(piece)
        if read_more(1) or not stream.eof or stream.unused_data or next(compressed, b""):
            raise Damaged(say("the picture in it has no proper end"))
    except zlib.error as error:
        raise Damaged(str(error)) from None
