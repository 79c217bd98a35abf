"""Reads whole numbers that people type in forms and on the command line."""

from pi_bunco.limits import NUMBER


def parse_whole(text: str, least: int = 0, most: int = NUMBER) -> int | None:
    """Return the whole number in a text, ``None`` if it has none from ``least`` to ``most``.

    Leading zeros are ignored. A text with a sign, with digits of another script, or with more digits than
    ``most`` has is not a number.

    >>> parse_whole(" 007 "), parse_whole("0" * 5000 + "12", 1, 99), parse_whole("100", 1, 99)
    (7, 12, None)
    >>> parse_whole("9" * 5000), parse_whole("-1"), parse_whole("٣"), parse_whole("")
    (None, None, None, None)
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(most)):
        return None
    return value if least <= (value := int(digits)) <= most else None
