"""Names evenings, dates, sizes and days as the page about people says them."""

from datetime import date

from pi_bunco.dates import say_date
from pi_bunco.figures import say_number
from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.people import StoredEvening

_MEGABYTE = 1_000_000


def name_date(day: str) -> Sentence:
    r"""Return a date, such as ``2026-01-05``, in the reader's order. No line break divides it.

    >>> name_date("2026-01-05").replace("\N{WORD JOINER}", "|")
    '2026|-|01|-|05'
    """
    joiner = "\N{WORD JOINER}"
    date_in_figures = say_date(date.fromisoformat(day))
    year, month, number = (date_in_figures.values[part] for part in ("year", "month", "day"))
    return date_in_figures.change_values(
        {
            "year": f"{year}{joiner}",
            "month": f"{joiner}{month}{joiner}",
            "day": f"{joiner}{number}",
        }
    )


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
    return say("{megabytes} MB", megabytes=say_number(megabytes, decimals))


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
