"""Formats shares, intervals and kinds of doubt for the reports."""

from pi_bunco.readings import Doubt

_MIN_COARSE_SHARE, _MAX_COARSE_SHARE = 0.01, 0.99
"""Between these shares, one digit after the point is enough."""

_MAX_ROUNDING_ERROR = 1e-9
"""Anything smaller is a rounding error."""

_KINDS = {
    Doubt.COCKED: "leaning",
    Doubt.STACKED: "stacked",
    Doubt.CUT: "cut by the border",
    Doubt.COVERED: "covered",
    Doubt.FEWER: "fewer dice",
    Doubt.MORE: "more dice",
    Doubt.UNSURE: "value not sure",
    Doubt.UNCLEAR: "unclear",
    Doubt.PART: "some dice moved",
    Doubt.LAY: "lay there before",
    Doubt.WHOSE: "whose is whose",
    Doubt.LATE: "thrown at the bell",
    Doubt.MOVED: "camera moved",
    Doubt.UNSEEN: "not seen being thrown",
    Doubt.FAST: "gone too fast",
    None: "no kind given",
}


def format_percent(share: float) -> str:
    """Return a share in percent, with more digits near 0 and near 100.

    >>> [format_percent(share) for share in (0.756, 0.0042, 0.9991, 0, 1)]
    ['75.6 %', '0.42 %', '99.91 %', '0 %', '100 %']
    """
    return f"{_format_number(share)} %"


def format_interval(interval: tuple[float, float]) -> str:
    """Return both ends of an interval, in percent.

    >>> format_interval((0.0, 0.0137)), format_interval((0.9, 1 - 1e-16))
    ('[0 – 1.4]', '[90.0 – 100]')
    """
    return "[{} – {}]".format(*(_format_number(end) for end in interval))


def name_doubt(doubt: Doubt | None) -> str:
    """Return the name of a kind of doubt."""
    return _KINDS[doubt]


def _format_number(share: float) -> str:
    if not _MAX_ROUNDING_ERROR < share < 1 - _MAX_ROUNDING_ERROR:
        return f"{100 * share:.0f}"
    return f"{100 * share:.{2 if share < _MIN_COARSE_SHARE or share > _MAX_COARSE_SHARE else 1}f}"
