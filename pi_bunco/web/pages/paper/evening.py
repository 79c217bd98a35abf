"""The name and date of the evening, for printed pages and papers."""

from datetime import datetime

from flask import request

from pi_bunco.dates import say_date

MAX_NAME = 60
"""Most characters of the evening's name and of its date."""


def read_evening() -> tuple[str, str]:
    """Return the name and date of the evening in the request. Without a date it is today's."""
    evening, date = (request.args.get(key, "")[:MAX_NAME] for key in ("evening", "date"))
    return evening, date or format_today()


def format_today() -> str:
    """Return today's date, such as ``2026-11-28``."""
    return say_date(datetime.now().astimezone())
