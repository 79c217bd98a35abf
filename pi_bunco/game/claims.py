"""What staff decide about claims: they confirm, doubt, and take back.

The device that entered a throw cannot confirm it.
"""

from collections.abc import Mapping

from pi_bunco.game.book import Book
from pi_bunco.game.commands import ConfirmClaims, DoubtClaims, Stamp, TakeBackClaims
from pi_bunco.game.lines import Line
from pi_bunco.game.refused import Refused
from pi_bunco.rules.events import Correct, CorrectTally, Missed, Other, Tally, Throw, Void
from pi_bunco.rules.night import CLAIM_EVENTS, DOUBTED, RETABULATED, VERIFIED
from pi_bunco.sentences import say


def find_entering_devices(book: Book) -> Mapping[int, frozenset[str]]:
    """Return the codes of the devices that entered or corrected each throw and tally, by its number.

    Call it with :meth:`Book.derive`.
    """
    devices: dict[int, frozenset[str]] = {}
    for seq, line in enumerate(book.lines, 1):
        if line.code and isinstance(line.event, _ENTRIES) and seq not in book.game.voided:
            entry = line.about or seq
            devices[entry] = devices.get(entry, frozenset()) | {line.code}
    return devices


_ENTRIES = (Throw, Missed, Tally, Correct, CorrectTally)


def confirm_claims(book: Book, command: ConfirmClaims, stamp: Stamp) -> None:
    """Log the claims that staff confirm, except those that are confirmed already.

    If none is left, refuse those that somebody doubts and those whose throw this device has entered.
    """
    night, devices = book.night, book.derive(find_entering_devices)
    waiting = {claim.key: claim for claim in night.unconfirmed}
    asked = [waiting[key] for key in dict.fromkeys(command.claims) if key in waiting]
    asked = [claim for claim in asked if command.stands or claim.key not in night.doubted]
    keys = [
        claim.key
        for claim in asked
        if claim.key in night.doubted or stamp.code not in devices.get(claim.seq or 0, ())
    ]
    if keys:
        book.add(stamp.sign(Line(Other(VERIFIED, raw={"claims": keys}))))
    elif asked:
        raise Refused(
            say("This device has entered that throw."),
            say("Somebody else must confirm it, on another device."),
        )
    elif waiting.keys() & set(command.claims):
        raise Refused(say("Somebody doubts that."), say("The host looks at it and decides."))
    else:
        _check_known(book, command.claims)


def doubt_claims(book: Book, command: DoubtClaims, stamp: Stamp) -> None:
    """Log the claims that staff doubt, except those that are doubted already."""
    _check_known(book, command.claims)
    if keys := [key for key in dict.fromkeys(command.claims) if key not in book.night.doubted]:
        book.add(stamp.sign(Line(Other(DOUBTED, raw={"claims": keys}))))


def take_back_claims(book: Book, command: TakeBackClaims, stamp: Stamp) -> None:
    """Take back what an event has confirmed or doubted, or the totals of a card."""
    seq = command.seq
    if not 0 < seq < book.next_seq or book.get_line(seq).name not in (*CLAIM_EVENTS, RETABULATED):
        raise Refused(say("Nothing was confirmed there."), say("Look at the page and tap again."))
    if seq not in book.game.voided:
        book.add(stamp.sign(Line(Void(seq))))


def _check_known(book: Book, keys: tuple[str, ...]) -> None:
    if not {claim.key for claim in book.night.claims}.issuperset(keys):
        raise Refused(
            say("There is nothing of that name to confirm."), say("Look at the page and tap again.")
        )
