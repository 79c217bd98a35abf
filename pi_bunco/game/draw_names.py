"""Draws names by chance: at breaks, for the semi-final and final, and in loser lotteries."""

from random import Random

from pi_bunco.game.book import Book
from pi_bunco.game.commands import DrawNames, Stamp
from pi_bunco.game.lines import Line
from pi_bunco.game.moment import find_moment
from pi_bunco.game.offers import check_prizes
from pi_bunco.game.refused import Refused
from pi_bunco.names import clean_name
from pi_bunco.rules.night import Draw, Drawing, Lottery, SeatSemiFinal
from pi_bunco.sentences import say


def draw_names(book: Book, command: DrawNames, stamp: Stamp, chance: Random) -> None:
    """Draw a name, or the seats of the semi-final.

    Raises
    ------
    Refused
        If nothing can be drawn, or somebody else has drawn since the sender looked.
    """
    ask = _find_draw(book, command)
    if ask is None:
        raise Refused(say("Nothing is drawn now."), say("Look at the page for what comes next."))
    is_at_break = isinstance(ask, Drawing)
    if is_at_break and command.drawn is not None and command.drawn != len(book.night.drawings.drawn):
        raise Refused(
            say("Somebody else has just drawn, or taken back a drawing."),
            say("Look at the page and tap again."),
        )
    if command.prize and not is_at_break:
        raise Refused(say("There is no prize for this drawing."), say("Leave the prize out."))
    check_prizes(book, (command.prize,))
    if isinstance(ask, SeatSemiFinal):
        book.add(stamp.sign(Line(ask.make_event(chance.sample(ask.players, len(ask.players))))))
        return
    among = [name for name in ask.among if name != command.absent]
    if not among:
        raise Refused(
            say("Nobody else can be drawn."),
            say("Wait for {name}, or undo the drawing.", name=command.absent),
        )
    name = chance.choice(among)
    if isinstance(ask, Drawing):
        prize = clean_name(command.prize) or _list_drawn_now(book).get(command.absent, "")
        event = ask.make_event(name, prize, command.absent)
    elif isinstance(ask, Lottery):
        event = ask.make_event(name, command.absent)
    else:
        event = ask.make_event(name)
    book.add(stamp.sign(Line(event)))


def _find_draw(book: Book, command: DrawNames) -> Draw | SeatSemiFinal | Drawing | Lottery | None:
    """Return what a command draws; with ``absent``, what this guest was drawn for."""
    moment = find_moment(book)
    if command.lottery:
        lotteries = book.night.lotteries if moment.part == "over" else ()
        return next(
            (each for each in lotteries if each.drawn == command.absent and (each.among or each.drawn)), None
        )
    if not command.absent:
        return moment.drawing or moment.another
    if moment.another is None or command.absent not in _list_drawn_now(book):
        raise Refused(
            say("{name} is not among those who were drawn in this break.", name=command.absent),
            say("Look at the page and tap again."),
        )
    return moment.another


def _list_drawn_now(book: Book) -> dict[str, str]:
    """Return the prize of each guest who was drawn in the present break."""
    night = book.night
    return {each.player: each.prize for each in night.drawings.drawn if each.at == night.break_now}
