"""Names evenings, dates, sizes and days as the page about people says them."""

from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.people import StoredEvening

_MEGABYTE = 1_000_000


def name_date(date: str) -> str:
    r"""Return a date that no line break divides.

    >>> name_date("2026-01-05").replace("\N{WORD JOINER}", "|")
    '2026|-|01|-|05'
    """
    return date.replace("-", "\N{WORD JOINER}-\N{WORD JOINER}")


def name_evening(evening: StoredEvening) -> Sentence:
    """Return an evening's number, date and sheet.

    >>> name_evening(StoredEvening(3, "", "Classic", 2, 8, 0, 0))
    'evening 3, Classic'
    """
    if not evening.date:
        return say("evening {number}, {title}", number=evening.game, title=evening.title)
    return say(
        "evening {number}, {date}, {title}",
        number=evening.game,
        date=name_date(evening.date),
        title=evening.title,
    )


def name_size(size: int) -> Sentence:
    """Return bytes in megabytes.

    >>> name_size(40_300_000), name_size(300)
    ('40 MB', '0.1 MB')
    """
    megabytes = max(size / _MEGABYTE, 0.1)
    decimals = 0 if megabytes >= 10 else 1  # noqa: PLR2004 - one figure after the point is enough below
    return say("{megabytes} MB", megabytes=f"{megabytes:.{decimals}f}")


def name_days(days: int) -> Sentence:
    """Return for how long photos stay.

    >>> name_days(0), name_days(30), name_days(36500)
    ('this evening only', '30 days', 'for ever')
    """
    if not days:
        return say("this evening only")
    if days >= PHOTOS_FOR_EVER:
        return say("for ever")
    return say_count("{count} day", "{count} days", days)
