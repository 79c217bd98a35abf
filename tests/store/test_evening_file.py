"""The file of an evening: only what was expected is taken, and each refusal says what is wrong."""

import io
import json
import zipfile
from hashlib import sha256

import pytest

from pi_bunco.limits import EVENING_BYTES, EVENING_EVENTS, EVENING_PHOTOS
from pi_bunco.store.evening_file import EveningFileTrouble, pack_evening, unpack_evening
from tests.app.evenings.nights import make_jpeg

FACTS = {"format": "pi-bunco evening", "version": 1, "sha256": sha256(b"{}").hexdigest()}


def zip_up(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def make_file(record: bytes = b"{}", facts: object = FACTS, **more: bytes) -> bytes:
    return zip_up({"evening.json": json.dumps(facts).encode(), "record.jsonl": record, **more})


def with_sum(record: bytes) -> dict[str, object]:
    return {**FACTS, "sha256": sha256(record).hexdigest()}


def test_all_comes_back() -> None:
    """Lines and photos are the same after packing and unpacking."""
    lines, photos = ('{"tables": [["Zoë"]]}', "{}"), {"1-2.jpg": make_jpeg()}
    file = unpack_evening(pack_evening(lines, photos))
    assert (file.lines, file.photos) == (lines, photos)


BOMB = bytes(60_000_000)
MANY = b"\n" * (EVENING_EVENTS + 1)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "damaged"),
        (b"PK\x03\x04" + bytes(100), "damaged"),
        (pack_evening(["{}"], {})[:-30], "damaged"),
        (zip_up({"evening.json": b"{}", "record.jsonl": b"{}"}, zipfile.ZIP_BZIP2), "damaged"),
        (zip_up({"record.jsonl": b"{}"}), "not the file of an evening"),
        (make_file(facts=[]), "not the file of an evening"),
        (make_file(facts={**FACTS, "version": "1"}), "not the file of an evening"),
        (make_file(facts={**FACTS, "version": 2}), "newer pi-bunco"),
        (zip_up({"evening.json": b"[" * 9000, "record.jsonl": b"{}"}), "not the file of an evening"),
        (make_file(b'{"x": 1}'), "was changed"),
        (make_file(b"\xff", with_sum(b"\xff")), "is not text"),
        (make_file(MANY, with_sum(MANY)), "60,000 lines"),
        (make_file(BOMB), "too large: 60.0 MB"),
        (make_file(**{"photos/1-1.jpg": BOMB}), "too large: 60.0 MB"),
        (make_file(**{"../record.jsonl": b"{}"}), "“../record.jsonl”"),
        (make_file(**{"/etc/passwd": b"{}"}), "“/etc/passwd”"),
        (make_file(**{"photos/../../1-2.jpg": b"{}"}), "“photos/"),
        (make_file(**{"photos/1-1.jpg": b"no photo"}), "“photos/1-1.jpg” in this file is not a photo"),
        (make_file(**{f"photos/1-{n}.jpg": b"" for n in range(EVENING_PHOTOS + 1)}), "61 photos"),
        (bytes(EVENING_BYTES + 1), "too large: 16.0 MB"),
    ],
)
def test_a_hostile_file_is_refused(data: bytes, words: str) -> None:
    """The refusal names what is wrong, and says what to do."""
    with pytest.raises(EveningFileTrouble, match=words) as refused:
        unpack_evening(data)
    assert refused.value.remedy


def test_a_file_that_lies_about_its_sizes_is_refused() -> None:
    """A directory that says less than there is does not unpack more."""
    data = make_file(bytes(9_000_000))
    size, lie = (9_000_000).to_bytes(4, "little"), (2).to_bytes(4, "little")
    assert size in data
    with pytest.raises(EveningFileTrouble, match="damaged"):
        unpack_evening(data.replace(size, lie))


@pytest.mark.parametrize("cut", range(1, 300, 13))
def test_each_cut_is_noticed(cut: int) -> None:
    """A file that did not come completely is refused."""
    with pytest.raises(EveningFileTrouble):
        unpack_evening(pack_evening(['{"record": "bunco/1"}'], {})[:-cut])
