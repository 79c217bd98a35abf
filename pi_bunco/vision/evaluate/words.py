"""How shares, intervals and kinds of doubt are written."""

from pi_bunco.frames import Doubt

_FINE, _ALMOST = 0.01, 0.99
_NOTHING = 1e-9
"""Less than this is what adding floats leaves."""

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
    None: "no kind given",
}


def percent(share: float) -> str:
    """Write a share, finer near nothing and near all.

    >>> percent(0.756), percent(0.0042), percent(0.9991), percent(0), percent(1)
    ('75.6 %', '0.42 %', '99.91 %', '0 %', '100 %')
    """
    return f"{_number(share)} %"


def ends(interval: tuple[float, float]) -> str:
    """Write the ends of an interval.

    >>> ends((0.0, 0.0137)), ends((0.9, 1 - 1e-16))
    ('[0 – 1.4]', '[90.0 – 100]')
    """
    return "[{} – {}]".format(*(_number(end) for end in interval))


def kind_of(doubt: Doubt | None) -> str:
    """Name a kind of doubt."""
    return _KINDS[doubt]


def _number(share: float) -> str:
    if not _NOTHING < share < 1 - _NOTHING:
        return f"{100 * share:.0f}"
    return f"{100 * share:.{2 if share < _FINE or share > _ALMOST else 1}f}"
