"""How long a certificate is valid."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Span:
    """When a certificate is valid.

    Attributes
    ----------
    begin, end
        The first and the last second, with the time zone.
    """

    begin: datetime
    end: datetime
