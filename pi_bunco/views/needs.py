"""What the night needs outside the rounds, in words."""

from pi_bunco.game.book import Book
from pi_bunco.game.due import asked
from pi_bunco.rules.night import (
    Ask,
    Draw,
    FinalOrder,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
)
from pi_bunco.rules.words import names
from pi_bunco.views import table as s


def need(book: Book) -> s.Need | None:
    """Say what is needed now, ``None`` where the rounds go on or nothing is."""
    ask = asked(book)
    if ask is None:
        return None
    each = ask.names if isinstance(ask, PlaceDie | FinalOrder) else ()
    return s.Need(_title(ask), _text(book, ask), each, _among(book, ask))


def _title(ask: Ask) -> str:
    match ask:
        case OrderThrow(number) | RolloffThrow(number):
            return f"Roll-off for set {number}"
        case PlaceDie(group):
            return "A place at the final table" if group is None else "A place in the semi-final"
        case SeatSemiFinal() | Draw("four"):
            return "The semi-final"
        case _:
            return "The final"


def _text(book: Book, ask: Ask) -> str:
    match ask:
        case OrderThrow(number):
            tied = names(book.night.sets[number - 1].tied)
            text = f"{tied} are equal. Three dice each for the order: the highest total goes first."
        case RolloffThrow():
            text = f"Rolling for sixes: the first with {book.game.sheet.rolloff_goal} points wins the set."
        case PlaceDie(_, place, tied):
            text = f"{names(tied)} have equal {place}. One die each at the same time: a six stays in."
        case Draw("four", _, more):
            text = f"Four play it: {more} more to be drawn from the others."
        case Draw("semi_finalist"):
            text = "One of the other semi-finalists is drawn."
        case Draw():
            text = "The wild card is drawn from everybody else."
        case SeatSemiFinal(players):
            text = f"{names(players)} play it. Their seats are drawn."
        case FinalOrder():
            text = "One die each for the order: the lowest goes first."
        case _:
            text = "Three ones win the grand prize."
    return text


def _among(book: Book, ask: Ask) -> tuple[str, ...]:
    match ask:
        case OrderThrow(number):
            return book.night.sets[number - 1].tied
        case RolloffThrow(number):
            return book.night.sets[number - 1].order or ()
        case PlaceDie() | FinalOrder():
            return ask.names
        case Draw():
            return ask.among
        case SeatSemiFinal():
            return ask.players
        case _:
            finals = book.night.finals
            return (finals and finals.order) or ()
