"""Decodes the file of a list. It refuses files that are no text, such as workbooks.

Text without a mark of its encoding is UTF-8, if it can be. Otherwise an older program has written it. Then
the choice is between Windows-1252 and Mac Roman only, by how the words look. A library that guesses among
dozens of encodings is often wrong about lists of a few short names.
"""

import codecs

from pi_bunco.guest_list.listed import ListTrouble
from pi_bunco.sentences import Sentence, say

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OLDER = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman"}
_KINDS = (
    (b"PK\x03\x04", say("It is a workbook, a document or an archive.")),  # .xlsx, .docx, .ods, .numbers, .zip
    (b"\xd0\xcf\x11\xe0", say("It is a workbook or a document.")),  # .xls, .doc
    (b"%PDF", say("It is a PDF.")),
    (b"{\\rtf", say("It is a formatted document (RTF).")),
    (b"<", say("It is a web page.")),
    (b"BEGIN:VCARD", say("It is a list of contact cards.")),
)


def decode_list(data: bytes) -> tuple[str, tuple[Sentence, ...]]:
    r"""Return the text of a file, and what may be wrong with it.

    Raises
    ------
    ListTrouble
        If it is no text, or in an unknown encoding.

    >>> decode_list("Zoë".encode()), decode_list("Zoë".encode("utf-16"))
    (('Zoë', ()), ('Zoë', ()))
    >>> decode_list(b"Ann\nJos\xe9")[0], decode_list(b"Ann\nJos\x8e")[0]
    ('Ann\nJosé', 'Ann\nJosé')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_strictly(data, encoding), ()
    for start, what in _KINDS:
        if data.lstrip()[: len(start)] == start:
            raise _make_trouble(what)
    if b"\0" in data:
        return _decode_strictly(
            data, "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"
        ), ()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _decode_older(data)
    return _check_text(text), ()


def _decode_strictly(data: bytes, encoding: str) -> str:
    try:
        return _check_text(data.decode(encoding))
    except UnicodeDecodeError:
        raise _make_trouble(say("It is not text.")) from None


def _decode_older(data: bytes) -> tuple[str, tuple[Sentence, ...]]:
    """Decode a text of which no letter says how it is encoded."""
    texts: dict[str, str] = {}
    for encoding in _OLDER:
        try:
            texts[encoding] = data.decode(encoding)
        except UnicodeDecodeError:
            continue
    encoding = min(texts, key=lambda encoding: _count_odd(texts[encoding]))
    text = _check_text(texts[encoding])
    letters = [letter for letter in text if letter.isalpha()]
    # In such an encoding few letters of a list have accents. Otherwise it is another, such as a Russian one.
    if 2 * sum(not letter.isascii() for letter in letters) > len(letters):
        raise _make_trouble(say("Its letters are in an encoding that is not known."))
    return text, (
        say(
            "The file does not say how its letters are encoded. They were read as {encoding}: look at the "
            "letters with accents.",
            encoding=_OLDER[encoding],
        ),
    )


def _count_odd(text: str) -> int:
    """Return how many letters are odd where they stand: a capital behind a small one, a sign in a word."""
    odd = 0
    for before, sign, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if sign.isascii():
            continue
        if sign.isalpha():
            odd += (sign.isupper() and before.isalpha() and (before.islower() or after.islower())) or (
                sign.islower() and before.isupper() and after.isupper()
            )
        else:
            odd += (before.isalpha() or after.isalpha()) and sign not in "’ʼ \xa0"
    return odd


def _check_text(text: str) -> str:
    """Return the text, if it has no control characters of a binary file."""
    if any(sign < " " and sign not in "\t\n\r\v\f" for sign in text):
        raise _make_trouble(say("It is not text."))
    return text


def _make_trouble(what: str) -> ListTrouble:
    return ListTrouble(
        say("This file is not a list that can be read. {what}", what=what),
        say("Save it as “CSV UTF-8” or plain text, or copy the names and paste them."),
    )
