"""Turns each command into logged events, or refuses it with a sentence."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from pi_bunco.game.book import Book
from pi_bunco.game.camera_dice import log_dice, make_late_line, score_waiting
from pi_bunco.game.commands import (
    Amendment,
    AnswerDoubt,
    CallThrow,
    ChangeSeats,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DiceSettled,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    GameCommand,
    InsertThrow,
    JudgeCostume,
    OfferAwards,
    RedoStep,
    RestoreThrow,
    RingBell,
    SeatGuests,
    Stamp,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.corrections import check_sure, make_amendment
from pi_bunco.game.due import find_drawing, make_throw_line
from pi_bunco.game.keep_end import keep_end, repeat_late_answers
from pi_bunco.game.lines import HEAD, ROOM, DoubtfulDice, Line, NoThrow
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import change_guests, check_tables
from pi_bunco.rules.events import Bell, Call, EndRound, Other, Seating, Tally, Void
from pi_bunco.rules.night import CostumeQuestion, SeatSemiFinal
from pi_bunco.sentences import say

# The refusal of a command that must come after the answer.
_THROW_WAITS = (
    say("A throw still waits for an answer."),
    say("Say what its dice show, or that it was no throw."),
)


def decide(book: Book, command: GameCommand, stamp: Stamp, chance: Random) -> None:
    """Add a command's lines to the book, but none if its token is logged already.

    Parameters
    ----------
    book
        The game.
    command
        The command.
    stamp
        What the log keeps of the command beside its event.
    chance
        Draws names and seats. The results are logged, so nothing depends on it later.

    Raises
    ------
    Refused
        If the command does not fit. Then the book may contain a part of it, and must be discarded.
    """
    if command.token and command.token in book.tokens:
        return
    if isinstance(command, DrawNames):
        _draw(book, stamp, chance)
    else:
        _DECIDERS[type(command)](book, command, stamp)
    score_waiting(book, stamp.time)


def _ring_bell(book: Book, _: RingBell, stamp: Stamp) -> None:
    if book.played.status == "playing":
        raise Refused(say("The round is being played."), say("The next bell comes when it is over."))
    if book.played.status == "over":
        raise Refused(say("The last round is over."), say("Look at the page for what comes next."))
    _check_no_doubt(book)
    book.add(stamp.sign(book.make_line(Bell())))


def _end_round(book: Book, _: EndRoundNow, stamp: Stamp) -> None:
    if book.get_table_lines(HEAD).pending:
        raise Refused(*_THROW_WAITS)
    if book.played.status != "playing":
        raise Refused(say("No round is being played."), say("Ring the bell to begin one."))
    if not book.fits(book.make_line(EndRound())):
        raise Refused(
            say("The bell has ended this round already."), say("It is over when the last throw is made.")
        )
    book.add(stamp.sign(book.make_line(EndRound())))


def _enter_dice(book: Book, command: EnterDice, stamp: Stamp) -> None:
    if book.get_table_lines(command.table).pending:
        raise Refused(*_THROW_WAITS)
    _check_not_entered(book, command)
    book.add(stamp.sign(make_throw_line(book, command.table, command.dice)))


def _check_not_entered(book: Book, command: EnterDice) -> None:
    """Refuse dice if another page has entered a throw since the first tap: both may be the same throw."""
    if command.after is None:
        return
    page, gone = command.token.partition(".")[0], book.gone
    for seq in reversed(range(max(command.after, book.last_bell) + 1, book.next_seq)):
        line = book.get_line(seq)
        from_other_page = line.token.partition(".")[0] != page
        if line.dice is not None and from_other_page and book.is_at(seq, command.table) and seq not in gone:
            raise Refused(
                say("{dice} was counted here while you were tapping.", dice="-".join(map(str, line.faces))),
                say("Was yours another throw? Then tap it in again."),
            )


def _answer(book: Book, command: AnswerDoubt, stamp: Stamp) -> None:
    question = _find_question(book, command)
    if not question:
        return
    table, dice = command.table, command.dice
    throw = make_late_line(book, table, command.seq, dice) or make_throw_line(book, table, dice)
    book.add(stamp.sign(replace(throw, photo=question.photo, answers=command.seq)))


def _dismiss(book: Book, command: DismissDoubt, stamp: Stamp) -> None:
    if _find_question(book, command):
        book.add(stamp.sign(Line(NoThrow(), answers=command.seq)))


def _amend(book: Book, command: Amendment, stamp: Stamp) -> None:
    line = make_amendment(book, command)
    if line is None:
        return
    check_sure(book, command)
    line = stamp.sign(line)
    kept = None
    if command.keep_end:
        kept = keep_end(book.game, book.lines, line, command.table, in_doubt=bool(book.in_doubt))
    if kept:
        book.add_step(kept.lines, kept.game)
    else:
        book.add(line)


def _check_no_doubt(book: Book) -> None:
    """Refuse if a throw of the last round waits for an answer, which may change winners and seats."""
    if HEAD in book.in_doubt:
        raise Refused(*_THROW_WAITS)
    if book.in_doubt:
        table = book.in_doubt[0]
        raise Refused(
            say("A throw at table {table} is still in doubt.", table=table),
            say("Answer it at table {table} first.", table=table),
        )


def _undo_or_redo(book: Book, command: UndoStep | RedoStep, stamp: Stamp) -> None:
    """Void the last step, or its undo, if the page showed this one. So a second tap changes nothing."""
    lines = book.get_table_lines(command.table)
    last = lines.undo if isinstance(command, UndoStep) else lines.redo
    if last is None or command.seq != last:
        raise Refused(say("The game has moved on since."), say("Look at the page and tap again."))
    is_step = book.get_line(last).step == last
    of_room = book.find_table(last) == ROOM or is_step
    if of_room and (table := _find_later_table(book, last, command.table)):
        raise Refused(
            say("Table {table} has gone on since.", table=table),
            say("First take back what was done at table {table}.", table=table),
        )
    if not is_step:
        book.add(stamp.sign(Line(Void(last))))
        return
    number = book.next_seq
    voids = [stamp.sign(Line(Void(seq), step=number)) for seq in book.list_step(last)]
    book.add_step([*voids, *repeat_late_answers(book.lines, number)])


def _find_later_table(book: Book, seq: int, own: int) -> int | None:
    """Return a table other than ``own`` that has gone on after an event, ``None`` if none has."""
    tables = range(1, len(book.played.tables) + 1)
    later = (table for table in tables if table != own and (book.get_table_lines(table).undo or 0) > seq)
    return next(later, None)


def _call(book: Book, command: CallThrow, stamp: Stamp) -> None:
    if book.get_table(command.table).callable is None:
        raise Refused(say("There is nothing to call."), say("A call comes right after its throw."))
    book.add(stamp.sign(book.make_line(Call(command.table))))


def _enter_tally(book: Book, command: CountTally, stamp: Stamp) -> None:
    if book.get_table_lines(command.table).pending:
        raise Refused(*_THROW_WAITS)
    book.add(stamp.sign(book.make_line(Tally(command.table, command.counted))))


def _change_guests(book: Book, command: SeatGuests, stamp: Stamp) -> None:
    if book.seq_offset:
        raise Refused(say("The semi-final is seated."), say("Who comes now plays in the next game."))
    if book.game.status == "ready":
        _check_no_doubt(book)
    change_guests(book, command, stamp)


def _change_seats(book: Book, command: ChangeSeats, stamp: Stamp) -> None:
    if book.seq_offset:
        raise Refused(say("The semi-final is seated."), say("Undo its seats to draw them again."))
    check_tables(command.tables)
    _check_no_doubt(book)
    book.add(stamp.sign(Line(Seating(command.tables))))


def _draw(book: Book, stamp: Stamp, chance: Random) -> None:
    """Draw a name, or the seats of the semi-final."""
    ask = find_drawing(book)
    if ask is None:
        raise Refused(say("Nothing is drawn now."), say("Look at the page for what comes next."))
    if isinstance(ask, SeatSemiFinal):
        event = ask.make_event(chance.sample(ask.players, len(ask.players)))
    else:
        event = ask.make_event(chance.choice(ask.among))
    book.add(stamp.sign(Line(event)))


def _confirm_claims(book: Book, command: ConfirmClaims, stamp: Stamp) -> None:
    """Log the claims that staff confirm, except those that are confirmed already."""
    unconfirmed = {claim.key for claim in book.night.unconfirmed}
    keys = [key for key in command.claims if key in unconfirmed]
    if keys:
        book.add(stamp.sign(Line(Other("casino:verified", raw={"claims": keys}))))
    elif not {claim.key for claim in book.night.claims}.issuperset(command.claims):
        raise Refused(
            say("There is nothing of that name to confirm."), say("Look at the page and tap again.")
        )


def _judge_costume(book: Book, command: JudgeCostume, stamp: Stamp) -> None:
    book.add(stamp.sign(Line(CostumeQuestion(None).make_event(command.best))))


def _offer_awards(book: Book, command: OfferAwards, stamp: Stamp) -> None:
    awards = [
        {"what": award.what, "among": award.among} | ({"prize": award.prize} if award.prize else {})
        for award in command.awards
    ]
    book.add(stamp.sign(Line(Other("award:offer", raw={"awards": awards}))))


_DECIDERS: dict[type, Callable[[Book, Any, Stamp], None]] = {
    RingBell: _ring_bell,
    EndRoundNow: _end_round,
    DiceSettled: log_dice,
    EnterDice: _enter_dice,
    AnswerDoubt: _answer,
    DismissDoubt: _dismiss,
    CorrectThrow: _amend,
    VoidThrow: _amend,
    RestoreThrow: _amend,
    InsertThrow: _amend,
    UndoStep: _undo_or_redo,
    RedoStep: _undo_or_redo,
    CallThrow: _call,
    CountTally: _enter_tally,
    ChangeSeats: _change_seats,
    SeatGuests: _change_guests,
    ConfirmClaims: _confirm_claims,
    JudgeCostume: _judge_costume,
    OfferAwards: _offer_awards,
}


def _find_question(book: Book, command: AnswerDoubt | DismissDoubt) -> Line | None:
    """Return the doubtful reading to answer, ``None`` if it is answered already."""
    seq, waiting = command.seq, book.get_table_lines(command.table).pending
    if waiting and waiting[0] == seq:
        return book.get_line(seq)
    is_here = 0 < seq < book.next_seq and book.is_at(seq, command.table)
    if is_here and isinstance(book.get_line(seq).event, DoubtfulDice):
        return None
    raise Refused(
        say("Nothing doubtful has the number {number}.", number=seq),
        say("Look at the page and answer again."),
    )
