"""Files of lists are decoded as their letters look, and what is no text is refused with a remedy."""

import codecs

import pytest

from pi_bunco.guest_list import ListTrouble, decode_list

TEXT = "José\nZoë\nO’Brien\nÉmile Müller\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
    ],
)
def test_unicode_is_decoded_without_doubt(data: bytes) -> None:
    """UTF-8, UTF-16 and UTF-32 are recognized, the first two also without their mark."""
    text, notes = decode_list(data)
    assert (text.removeprefix("\ufeff"), notes) == (TEXT, ())


@pytest.mark.parametrize(("encoding", "called"), [("cp1252", "Windows-1252"), ("mac_roman", "Mac Roman")])
@pytest.mark.parametrize(
    "text",
    ["José\nAnn\nZoë", "Åsa\nØyvind\nBjörk", "Muñoz, Iñigo\nJosé", "ÉMILE\nFRANÇOIS", "Günter\rJürgen", TEXT],
)
def test_older_encodings_are_told_apart(encoding: str, called: str, text: str) -> None:
    """The one is chosen in which all words look like names. A note asks to look at them."""
    decoded, notes = decode_list(text.encode(encoding))
    assert decoded == text
    assert called in notes[0]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\x03\x04\x14\0\6\0", "It is a workbook, a document or an archive."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "It is a workbook or a document."),
        (b"%PDF-1.7\n%\xe2\xe3", "It is a PDF."),
        (b"{\\rtf1\\ansi Ann}", "It is a formatted document"),
        (b"<!doctype html><p>Ann", "It is a web page."),
        (b"BEGIN:VCARD\nFN:Ann", "It is a list of contact cards."),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "It is not text."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\r", "It is not text."),
        (b"\xff\xfe\0\xd8", "It is not text."),
        ("Анна\nИван\nОльга".encode("cp1251"), "Its letters are in an encoding that is not known."),
        ("陈伟\n王芳".encode("gb18030"), "Its letters are in an encoding that is not known."),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, what: str) -> None:
    """The message says what it is, and the remedy how to make a list of it."""
    with pytest.raises(ListTrouble) as raised:
        decode_list(data)
    assert what in raised.value.text
    assert raised.value.remedy.startswith("Save it as “CSV UTF-8” or plain text")
