"""Logs drawings, confirmations, the judge's choice and the offered awards."""

from random import Random

from pi_bunco.game.book import Book
from pi_bunco.game.commands import ConfirmClaims, DrawNames, JudgeCostume, OfferAwards
from pi_bunco.game.due import find_due
from pi_bunco.game.lines import Line
from pi_bunco.game.refused import Refused
from pi_bunco.game.stamp import Stamp
from pi_bunco.rules.events import Other
from pi_bunco.rules.night import Draw, Drawing, SeatSemiFinal
from pi_bunco.rules.sheets import Award
from pi_bunco.sentences import say

DrawnFor = Draw | SeatSemiFinal | Drawing


def find_drawing(book: Book) -> DrawnFor | None:
    """Return the draw that is possible now: one that the night needs, or else the break's drawing."""
    ask = find_due(book)
    if isinstance(ask, Draw | SeatSemiFinal):
        return ask
    return next((ask for ask in book.night.asks if isinstance(ask, Drawing)), None)


def draw(book: Book, command: DrawNames, stamp: Stamp, chance: Random) -> None:
    """Draw a name, or the seats of the semi-final."""
    ask = find_drawing(book)
    if ask is None:
        raise Refused(say("Nothing is drawn now."), say("Look at the page for what comes next."))
    if isinstance(ask, SeatSemiFinal):
        event = ask.make_event(chance.sample(ask.players, len(ask.players)))
    else:
        event = ask.make_event(chance.choice(ask.among))
    _add(book, event, command.by, stamp)


def confirm(book: Book, command: ConfirmClaims, stamp: Stamp) -> None:
    """Log the claims that staff confirm, except those that are confirmed already."""
    open_ = {claim.key for claim in book.night.unconfirmed}
    keys = [key for key in command.claims if key in open_]
    if keys:
        _add(book, Other("casino:verified", raw={"claims": keys}), command.by, stamp)
    elif not {claim.key for claim in book.night.claims}.issuperset(command.claims):
        raise Refused(
            say("There is nothing of that name to confirm."), say("Look at the page and tap again.")
        )


def judge(book: Book, command: JudgeCostume, stamp: Stamp) -> None:
    """Log the best costume."""
    best = {"player" if isinstance(command.best, str) else "group": command.best}
    _add(book, Other("costume:judged", raw=best), command.by, stamp)


def offer(book: Book, command: OfferAwards, stamp: Stamp) -> None:
    """Log the offered awards."""
    _add(
        book,
        Other("award:offer", raw={"awards": list(map(_format_award, command.awards))}),
        command.by,
        stamp,
    )


def _format_award(award: Award) -> dict[str, str]:
    body = {"what": award.what, "among": award.among}
    return body | ({"prize": award.prize} if award.prize else {})


def _add(book: Book, event: Other, by: str, stamp: Stamp) -> None:
    book.add(Line(event, by=by, time=stamp.time, token=stamp.token))
