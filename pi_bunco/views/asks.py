"""What the night needs next outside the rounds, in words."""

from pi_bunco.game.book import Book
from pi_bunco.game.due import find_due
from pi_bunco.rules.night import (
    Ask,
    Draw,
    FinalOrder,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
)
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.table import AskView


def make_ask_view(book: Book) -> AskView | None:
    """Return what the night needs now, ``None`` while the rounds go on or nothing is needed."""
    ask = find_due(book)
    if ask is None:
        return None
    throwers = ask.names if isinstance(ask, PlaceDie | FinalOrder) else ()
    return AskView(_name_ask(ask), _describe_ask(book, ask), throwers, _list_players(book, ask))


def _name_ask(ask: Ask) -> Sentence:
    match ask:
        case OrderThrow(number) | RolloffThrow(number):
            return say("Roll-off for set {set}", set=number)
        case PlaceDie(group):
            return say("A place at the final table") if group is None else say("A place in the semi-final")
        case SeatSemiFinal() | Draw("four"):
            return say("The semi-final")
        case _:
            return say("The final")


def _describe_ask(book: Book, ask: Ask) -> Sentence:
    match ask:
        case OrderThrow(number):
            tied = join_names(book.night.sets[number - 1].tied)
            text = say(
                "{names} are equal. Three dice each for the order: the highest total goes first.", names=tied
            )
        case RolloffThrow():
            text = say(
                "Rolling for sixes: the first with {goal} points wins the set.",
                goal=book.game.sheet.rolloff_goal,
            )
        case PlaceDie(_, "wins", tied):
            text = say(
                "{names} have equal wins. One die each at the same time: a six stays in.",
                names=join_names(tied),
            )
        case PlaceDie(_, _, tied):
            text = say(
                "{names} have equal buncos. One die each at the same time: a six stays in.",
                names=join_names(tied),
            )
        case Draw("four", _, more):
            text = say("Four play it: {more} more to be drawn from the others.", more=more)
        case Draw("semi_finalist"):
            text = say("One of the other semi-finalists is drawn.")
        case Draw():
            text = say("The wild card is drawn from everybody else.")
        case SeatSemiFinal(players):
            text = say("{names} play it. Their seats are drawn.", names=join_names(players))
        case FinalOrder():
            text = say("One die each for the order: the lowest goes first.")
        case _:
            text = say("Three ones win the grand prize.")
    return text


def _list_players(book: Book, ask: Ask) -> tuple[str, ...]:
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
