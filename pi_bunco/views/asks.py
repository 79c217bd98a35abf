"""What the night needs next outside the rounds, in words."""

from pi_bunco.game.moment import Moment
from pi_bunco.rules.night import Ask, Draw, FinalOrder, OrderThrow, PlaceDie, RolloffThrow, SeatSemiFinal
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.moment import say_now
from pi_bunco.views.table import AskView


def make_ask_view(moment: Moment) -> AskView | None:
    """Return what the night needs now, ``None`` while the rounds go on or nothing is needed."""
    ask = moment.ask
    if ask is None:
        return None
    throwers = ask.names if isinstance(ask, PlaceDie | FinalOrder) else ()
    return AskView(_name_ask(ask), say_now(moment), throwers, moment.names)


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
