"""The page "Is everything working?": the state of each part, faults first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.findings import Finding, Mark
from pi_bunco.sentences import say, say_count
from pi_bunco.views.words import adapt_remedy

_CALIBRATE = re.compile(r"/calibrate(?:\?table=(\d+))?")
_BACKUP = "now: sudo pi-bunco backup"
_MARKS = {
    Mark.BAD: say("does not work"),
    Mark.LOOK: say("needs a look"),
    Mark.GOOD: say("is good"),
}
"""The marks in words, in the order of the page."""


@dataclass(frozen=True, slots=True)
class ExaminedPart:
    """One part of the table.

    Attributes
    ----------
    mark, mark_text
        ``bad``, ``look`` or ``good``, and the same in words.
    check, found
        Its name, and the finding.
    remedy
        What to do; ``""``: nothing, or people do it on the page at ``address``.
    address
        The address of the page where people do it; ``""``: none.
    """

    mark: str
    mark_text: str
    check: str
    found: str
    remedy: str
    address: str


@dataclass(frozen=True, slots=True)
class Examination:
    """All parts, and the state of the table as a whole: a heading, and what to do first."""

    heading: str
    remedy: str
    parts: tuple[ExaminedPart, ...]


def make_examination(findings: Sequence[Finding]) -> Examination:
    """Return an examination as the page shows it."""
    bad = sum(finding.mark is Mark.BAD for finding in findings)
    look = sum(finding.mark is Mark.LOOK for finding in findings)
    if bad:
        heading = say_count("{count} thing does not work", "{count} things do not work", bad)
        remedy = say("First put right what is marked with a cross.")
    elif look:
        heading = say("The table plays")
        remedy = say_count("{count} thing needs a look.", "{count} things need a look.", look)
    else:
        heading, remedy = say("Everything is working"), say("There is nothing to do.")
    ordered = sorted(findings, key=lambda finding: [*_MARKS].index(finding.mark))
    return Examination(heading, remedy, tuple(map(_make_part, ordered)))


def _make_part(finding: Finding) -> ExaminedPart:
    mark, name = finding.mark, _name_check(finding.check)
    return ExaminedPart(mark.value, _MARKS[mark], name, finding.found, *_split_remedy(finding.remedy))


def _name_check(check: str) -> str:
    """Return the name of a check, with the number of its table if it has one.

    >>> _name_check("camera 2"), _name_check("mat")
    ('Camera 2', 'Mat')
    """
    key, _, table = check.partition(" ")
    name = {
        "camera": say("Camera"),
        "light": say("Light"),
        "mat": say("Mat"),
        "button": say("Button"),
        "buzzer": say("Buzzer"),
        "lamp": say("Lamp"),
        "reader": say("Reader"),
        "disk": say("Disk"),
        "card": say("Card"),
        "backup": say("Backup"),
        "cameras": say("Cameras"),
        "memory": say("Memory"),
        "undervoltage": say("Undervoltage"),
        "throttling": say("Throttling"),
        "temperature": say("Temperature"),
        "clock": say("Clock"),
        "network": say("Network"),
        "wifi": say("Pi’s own Wi-Fi"),
        "service": say("Service"),
        "versions": say("Versions"),
        "photos": say("Photos"),
        "secure": say("Secure pages"),
        "pis": say("Other Pis"),
    }.get(key, key[:1].upper() + key[1:])
    return say("{check} {table}", check=name, table=table) if table else name


def _split_remedy(remedy: str) -> tuple[str, str]:
    """Return a remedy that somebody at a page can follow, and the page where it is done.

    >>> _split_remedy("Calibrate it: on the page /calibrate?table=2.")
    ('', '/table/2/calibrate')
    >>> _split_remedy("Start it: sudo systemctl start pi-bunco")[0]
    'This has to be fixed at the machine itself. The guide says how, under “Is everything working?”.'
    >>> _split_remedy("Make one now: sudo pi-bunco backup")
    ('The host makes one on this page.', '')
    >>> _split_remedy("Switch on a lamp.")
    ('Switch on a lamp.', '')
    """
    if page := _CALIBRATE.search(remedy):
        return "", f"/table/{page[1]}/calibrate" if page[1] else "/calibrate"
    if _BACKUP in remedy:
        return say("The host makes one on this page."), ""
    return adapt_remedy(remedy), ""
