"""What becomes of dice that another Pi has sent: they are never refused, however late they come."""

from pi_bunco.game.book import Book
from pi_bunco.game.commands import EnterDice, GameCommand, InsertThrow, Stamp, WithdrawItem
from pi_bunco.game.far_dice import ask_host
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.late import Fate, enter_late_throw, make_late_question
from pi_bunco.game.late_place import find_late_place
from pi_bunco.game.lines import Line, NoThrow, Sighting, WaitingDice
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import SameThrow, check_not_entered, was_entered_elsewhere
from pi_bunco.game.throw_lines import check_dice_count, make_missed_line, make_throw_line
from pi_bunco.rules.events import Void
from pi_bunco.sentences import say


def enter_far_dice(book: Book, command: EnterDice, stamp: Stamp, fate: Fate) -> None:
    """Log dice that another Pi has sent: they count, they wait, or somebody is asked.

    Parameters
    ----------
    book, command, stamp
        As for :func:`pi_bunco.game.decide.decide`.
    fate
        What becomes of the command, see :func:`pi_bunco.game.late.judge_command`.
    """
    if fate == "refused":
        ask_host(book, command, stamp)
        return
    try:
        if book.get_table_lines(command.table).pending:
            _wait(book, command, stamp, fate)
        elif fate == "late":
            enter_late_throw(book, command, stamp)
        else:
            check_not_entered(book, command)
            book.add(stamp.sign(make_throw_line(book, command.table, command.dice)))
    except SameThrow:
        _ask_table(book, command, stamp)
    except Refused:
        ask_host(book, command, stamp)


def withdraw(book: Book, command: WithdrawItem, stamp: Stamp) -> None:
    """Void what came from an item.

    Raises
    ------
    Refused
        If nothing came from it.
    """
    slip = ItemKey.parse(command.slip, command.item.pi if command.item else "")
    seq = next((number for number, line in enumerate(book.lines, 1) if slip and line.item == slip), 0)
    here = book.get_table_lines(command.table)
    if seq in (*here.pending, *here.for_host):
        book.add(stamp.sign(Line(NoThrow(), answers=seq)))
        return
    thrown = next(
        (
            number
            for number in here.list_throws(book.last_bell, book.gone)
            if seq and seq in (number, book.get_line(number).answers)
        ),
        None,
    )
    if thrown is None:
        raise Refused(
            say("Those dice cannot be taken back any more."),
            say("Look at the page, and put them right there."),
        )
    if book.played.status != "playing" and not book.is_open(command.table):
        raise Refused(say("The results of that round are final."), say("Put it right on a page of the head."))
    # Without an answer, the question waits again.
    answers = book.get_line(thrown).answers if thrown != seq else None
    book.add(stamp.sign(Line(Void(thrown), answers=answers)))


def check_not_for_host(book: Book, command: GameCommand) -> None:
    """Raise :class:`Refused` if an entry of another Pi answers what only the host may answer."""
    seq = getattr(command, "answers" if isinstance(command, InsertThrow) else "seq", None)
    if command.item and seq in book.for_host:
        raise Refused(say("Only the host can answer that."), say("Answer it on the head’s own host page."))


def _wait(book: Book, command: EnterDice, stamp: Stamp, fate: Fate) -> None:
    """Log dice that wait behind a question.

    Raises
    ------
    Refused
        If no throw of that many dice fits now.
    """
    after = None
    if fate == "late" and command.seen:
        place = find_late_place(book, command.table, command.seen, command.dice, far=True)
        if place is None:
            ask_host(book, command, stamp)
            return
        after = place.after
        if place.passed or was_entered_elsewhere(book, command):
            question = make_late_question(book, command, command.seen.at, after, host=place.passed)
            book.add(stamp.sign(question))
            return
    else:
        if not command.another and was_entered_elsewhere(book, command):
            _ask_table(book, command, stamp)
            return
        check_dice_count(command.dice, get_table_moment(book, command.table).dice)
    sighting = Sighting(command.dice, (1.0,) * len(command.dice), after=after)
    book.add(stamp.sign(Line(WaitingDice(command.table), sighting=sighting)))


def _ask_table(book: Book, command: EnterDice, stamp: Stamp) -> None:
    """Ask the table whether dice are another throw than the newest one."""
    seen, after = get_table_moment(book, command.table).seen, book.next_seq - 1
    if make_missed_line(book, command.table, after, command.dice) is None:
        ask_host(book, command, stamp)  # outside the rounds, and for one die each, there is no late throw
    else:
        book.add(stamp.sign(make_late_question(book, command, seen.at, after)))
