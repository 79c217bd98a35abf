"""Dates and times as sentences, so that each catalogue writes them as its readers do.

Code that needs them as figures, such as a CSV file, never asks for them here.
"""

from datetime import date, datetime

from pi_bunco.sentences import Sentence, say

_MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"),
    say("July"), say("August"), say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip


def say_date(day: date) -> Sentence:
    """Return a date in figures.

    >>> say_date(date(2026, 11, 5))
    '2026-11-05'
    """
    return say("{year}-{month}-{day}", year=f"{day.year}", month=f"{day.month:02}", day=f"{day.day:02}")


def say_long_date(day: date) -> str:
    """Return a date with the name of its month.

    >>> say_long_date(date(2026, 11, 5))
    '5 November 2026'
    """
    return say("{day} {month} {year}", day=day.day, month=_MONTHS[day.month - 1], year=f"{day.year}")


def say_moment(at: datetime) -> str:
    """Return a date and a time in figures.

    >>> say_moment(datetime(2026, 11, 5, 9, 30))
    '2026-11-05 09:30'
    """
    return say("{date} {time}", date=say_date(at), time=f"{at:%H:%M}")
