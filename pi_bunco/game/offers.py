"""The awards that the host offers, with their prizes."""

from decimal import Decimal

from pi_bunco.game.book import Book
from pi_bunco.game.commands import OfferAwards, Stamp
from pi_bunco.game.lines import Line
from pi_bunco.game.money_desk import find_ledger
from pi_bunco.game.refused import Refused
from pi_bunco.money.amounts import BadAmount, Currency, find_sign, read_prize
from pi_bunco.rules.events import Other
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say


def offer_awards(book: Book, command: OfferAwards, stamp: Stamp) -> None:
    """Log the awards (:class:`Refused`: one does not fit, or its prize is an amount that cannot be paid)."""
    travels = book.game.header.options.traveling is not None
    if not travels and any(award.what == "traveling" for award in command.awards):
        raise Refused(
            say("No bag travels in this game."),
            say("Leave out Traveling, or begin a game with its option."),
        )
    check_prizes(book, tuple(award.prize for award in command.awards))
    awards = [
        {"what": award.what, "among": award.among} | ({"prize": award.prize} if award.prize else {})
        for award in command.awards
    ]
    book.add(stamp.sign(Line(Other("award:offer", raw={"awards": awards}))))


def check_prizes(book: Book, prizes: tuple[str, ...]) -> None:
    """Refuse prizes that are amounts, but cannot be paid.

    If the ledger has no plan yet, the first currency among them is that of all.

    Raises
    ------
    Refused
        If one is not above 0, too large, in another currency or has too many decimals.
    """
    ledger = book.derive(find_ledger)
    currency = ledger.plan.currency
    if not ledger.is_fixed and (sign := find_sign(prizes)):
        currency = Currency(sign)
    for prize in prizes:
        try:
            read_prize(prize, currency)
        except BadAmount as fault:
            raise Refused(
                say("The prize “{prize}” cannot be paid: {why}", prize=clip_text(prize), why=fault.text),
                say(
                    "Write an amount above 0 in {sign}, such as {example}, or the prize in words.",
                    sign=currency.sign,
                    example=currency.format(Decimal(20)),
                ),
            ) from None
