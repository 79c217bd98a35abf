"""Turns each command into logged events, or refuses it with a sentence."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from pi_bunco.game.book import Book
from pi_bunco.game.camera_dice import is_from_before, log_dice, make_late_line, score_waiting
from pi_bunco.game.claims import confirm_claims, doubt_claims, take_back_claims
from pi_bunco.game.commands import (
    Amendment,
    AnswerDoubt,
    AssignTables,
    CallThrow,
    ChangeSeats,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DiceSettled,
    DismissDoubt,
    DoubtClaims,
    DrawNames,
    EndRoundNow,
    EnterDice,
    EnterMoney,
    GameCommand,
    InsertThrow,
    JudgeCostume,
    NameTeam,
    OfferAwards,
    PlanMoney,
    RedoStep,
    RefuseItem,
    RestoreThrow,
    RetabulateCard,
    RingBell,
    SeatGuests,
    SettlePi,
    Stamp,
    TableCommand,
    TakeBackClaims,
    UndoMoney,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.corrections import check_sure, make_amendment
from pi_bunco.game.digest import digest_results
from pi_bunco.game.draw_names import draw_names
from pi_bunco.game.far_dice import ask_host, log_late_far_dice
from pi_bunco.game.far_items import check_not_for_host, enter_far_dice, withdraw
from pi_bunco.game.keep_end import keep_end, repeat_late_answers
from pi_bunco.game.late import enter_late_throw, judge_command, refuse_passed
from pi_bunco.game.lines import (
    HEAD,
    DoubtfulDice,
    FarAnswer,
    FarSettled,
    FarTables,
    LateThrow,
    Line,
    NoThrow,
)
from pi_bunco.game.moment import find_moment, get_table_moment
from pi_bunco.game.money_desk import enter_money, plan_money, undo_money
from pi_bunco.game.new_game import check_team_names
from pi_bunco.game.offers import offer_awards
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import check_not_entered
from pi_bunco.game.seats import change_guests, list_guests_at, name_players, seat_after_round
from pi_bunco.game.steps import find_later_table, is_before_bell
from pi_bunco.game.throw_lines import make_throw_line
from pi_bunco.names import clean_name
from pi_bunco.rules.events import Bell, Call, EndRound, Other, Seating, Tally, Void
from pi_bunco.rules.night import RETABULATED, TEAM_NAMED, SeatSemiFinal, make_costume_event
from pi_bunco.rules.words import format_dice, join_names
from pi_bunco.sentences import say, say_count

RING_AGAIN_SECONDS = 5.0
"""How long after the throw that ended a round a ring may mean that end (classic, "EXAMPLE: Round 1")."""


class JustEnded(Refused):
    """The bell was rung just after a throw had ended the round, so it may mean that end."""


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
    if isinstance(command, EnterDice | DiceSettled) and _is_of_no_table(book, command):
        ask_host(book, command, stamp)
        return
    check_not_for_host(book, command)
    now = get_table_moment(book, command.table if isinstance(command, TableCommand) else HEAD).seen
    fate = judge_command(command, now, stamp.stop)
    is_far_dice = isinstance(command, EnterDice) and command.item
    if fate == "refused" and command.seen and not is_far_dice:
        raise refuse_passed(command.seen, now)
    if isinstance(command, EnterDice) and command.item:
        enter_far_dice(book, command, stamp, fate)
    elif isinstance(command, DiceSettled) and command.item and command.seen not in (None, now):
        log_late_far_dice(book, command, stamp)
    elif isinstance(command, DrawNames):
        if isinstance(find_moment(book).drawing, SeatSemiFinal):
            _check_settled(book)  # later tables have no page any more
        draw_names(book, command, stamp, chance)
    elif isinstance(command, EnterDice) and fate == "late":
        check_not_entered(book, command)
        enter_late_throw(book, command, stamp)
    else:
        _DECIDERS[type(command)](book, command, stamp)
    score_waiting(book, stamp.time)
    seat_after_round(book, stamp.time)


def _is_of_no_table(book: Book, command: EnterDice | DiceSettled) -> bool:
    """Return whether dice of another Pi are for a table that it has no more, or that is not there now."""
    is_there = 1 <= command.table <= len(book.played.tables)
    return command.item is not None and (command.not_own or not is_there)


def _ring_bell(book: Book, command: RingBell, stamp: Stamp) -> None:
    if book.played.status == "playing":
        raise Refused(say("The round is being played."), say("The next bell comes when it is over."))
    if book.played.status == "over":
        raise Refused(say("The last round is over."), say("Look at the page for what comes next."))
    _check_settled(book)
    is_just_over = stamp.since_end is not None and stamp.since_end < RING_AGAIN_SECONDS
    if is_just_over and command.seen and not command.sure:
        raise JustEnded(
            say("A throw has just ended the round."),
            say("Ring again to start round {round}.", round=book.played.round),
        )
    seat_after_round(book, stamp.time)  # in a game that an older version has kept
    book.add(stamp.sign(book.make_line(Bell())))


def _end_round(book: Book, _: EndRoundNow, stamp: Stamp) -> None:
    if book.get_table_lines(HEAD).pending:
        raise Refused(*_THROW_WAITS)
    if book.played.status != "playing":
        raise Refused(say("No round is being played."), say("Ring the bell to begin one."))
    if not book.fits(book.make_line(EndRound())):
        raise Refused(
            say("The bell has ended this round already."),
            say("The round is over when each turn that has begun is finished and each tie is decided."),
        )
    book.add(stamp.sign(book.make_line(EndRound())))


def _enter_dice(book: Book, command: EnterDice, stamp: Stamp) -> None:
    if book.get_table_lines(command.table).pending:
        raise Refused(*_THROW_WAITS)
    check_not_entered(book, command)
    book.add(stamp.sign(make_throw_line(book, command.table, command.dice)))


def _answer(book: Book, command: AnswerDoubt, stamp: Stamp) -> None:
    question = _find_question(book, command)
    if not question:
        return
    table, dice = command.table, command.dice
    throw = make_late_line(book, table, command.seq, dice)
    if throw is None and is_from_before(question):
        raise Refused(
            say("No throw fits there any more: the round has changed since."),
            say("Say that it was no throw, or put it right in its round."),
        )
    throw = throw or make_throw_line(book, table, dice)
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


def _check_settled(book: Book) -> None:
    """Refuse if a throw of the last round may still change winners and seats."""
    tables, _ = book.unsettled
    if tables:
        raise Refused(
            say_count(
                "The Pi of table {tables} may still have throws of this round.",
                "The Pis of tables {tables} may still have throws of this round.",
                len(tables),
                tables=join_names(map(str, tables)),
            ),
            say("Wait until it is heard, or go on without it on the host’s page."),
        )
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
    if table := find_later_table(book, last, command.table):
        raise Refused(
            say("Table {table} has gone on since.", table=table),
            say("First undo what was done at table {table}.", table=table),
        )
    if is_before_bell(book, last):
        raise Refused(
            say("That was in an earlier round."),
            say("Tap the number of that round at the top, and put it right there."),
        )
    if book.get_line(last).step != last:
        book.add(stamp.sign(Line(Void(last))))
        return
    number = book.next_seq
    voids = [stamp.sign(Line(Void(seq), step=number)) for seq in book.list_step(last)]
    book.add_step([*voids, *repeat_late_answers(book.lines, number)])


def _call(book: Book, command: CallThrow, stamp: Stamp) -> None:
    called = book.get_table(command.table).callable
    if called is None:
        raise Refused(say("There is nothing to call."), say("A call comes right after its throw."))
    if command.seq is not None and command.seq != called + book.seq_offset:
        raise Refused(
            say("That call was for a throw before the last one."),
            say("Tap that throw, and say that it was called."),
        )
    book.add(stamp.sign(book.make_line(Call(command.table))))


def _enter_tally(book: Book, command: CountTally, stamp: Stamp) -> None:
    if book.get_table_lines(command.table).pending:
        raise Refused(*_THROW_WAITS)
    book.add(stamp.sign(book.make_line(Tally(command.table, command.counted))))


def _change_guests(book: Book, command: SeatGuests, stamp: Stamp) -> None:
    if book.seq_offset:
        raise Refused(say("The semi-final is seated."), say("Guests who come now can play in the next game."))
    if book.game.status == "ready":
        _check_settled(book)
    change_guests(book, command, stamp)


def _change_seats(book: Book, command: ChangeSeats, stamp: Stamp) -> None:
    if book.seq_offset:
        raise Refused(say("The semi-final is seated."), say("Undo its seats to draw them again."))
    tables = name_players(book, command.tables)
    _check_settled(book)
    book.add(stamp.sign(Line(Seating(tables), guests=list_guests_at(book, tables))))


def _retabulate(book: Book, command: RetabulateCard, stamp: Stamp) -> None:
    if book.game.status != "over":
        raise Refused(say("The game goes on."), say("Cards are totalled again when the last round is over."))
    _check_settled(book)
    totals = {line: getattr(command, line) for line in ("wins", "buncos", "minis")}
    book.add(stamp.sign(Line(Other(RETABULATED, raw={"player": command.player} | totals))))


def _answer_item(book: Book, command: RefuseItem, stamp: Stamp) -> None:
    book.add(stamp.sign(Line(FarAnswer(command.table, command.text, command.remedy))))


def _assign_tables(book: Book, command: AssignTables, stamp: Stamp) -> None:
    if book.far.tables.get(command.pi, ()) != command.tables:
        book.add(stamp.sign(Line(FarTables(command.pi, command.tables))))


def _settle(book: Book, command: SettlePi, stamp: Stamp) -> None:
    if command.at == book.last_end and command.pi in book.unsettled[1]:
        event = FarSettled(command.pi, host=command.host, digest=digest_results(book))
        book.add(stamp.sign(Line(event)))


def _judge_costume(book: Book, command: JudgeCostume, stamp: Stamp) -> None:
    book.add(stamp.sign(Line(make_costume_event(command.best, command.among))))


def _name_team(book: Book, command: NameTeam, stamp: Stamp) -> None:
    name, names = clean_name(command.name), book.team_names
    check_team_names([name, *(names[number] for number in names if number != command.number)])
    if name != names.get(command.number, ""):
        book.add(stamp.sign(Line(Other(TEAM_NAMED, raw={"team": command.number, "name": name}))))


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
    WithdrawItem: withdraw,
    RefuseItem: _answer_item,
    AssignTables: _assign_tables,
    SettlePi: _settle,
    CallThrow: _call,
    CountTally: _enter_tally,
    ChangeSeats: _change_seats,
    SeatGuests: _change_guests,
    ConfirmClaims: confirm_claims,
    DoubtClaims: doubt_claims,
    TakeBackClaims: take_back_claims,
    RetabulateCard: _retabulate,
    JudgeCostume: _judge_costume,
    NameTeam: _name_team,
    OfferAwards: offer_awards,
    PlanMoney: plan_money,
    EnterMoney: enter_money,
    UndoMoney: undo_money,
}


def _find_question(book: Book, command: AnswerDoubt | DismissDoubt) -> Line | None:
    """Return the doubtful reading to answer, ``None`` if it is answered already, and in the same way."""
    seq, lines = command.seq, book.get_table_lines(command.table)
    is_here = 0 < seq < book.next_seq and book.is_at(seq, command.table)
    # The table of a question to the host may not be there any more, so it is dismissed at any table.
    can_be_elsewhere = isinstance(command, DismissDoubt) and seq in book.for_host
    if can_be_elsewhere or seq in (*lines.pending[:1], *lines.for_host):
        return book.get_line(seq)
    if is_here and isinstance(book.get_line(seq).event, DoubtfulDice | LateThrow):
        _check_same_answer(book, command)
        return None
    raise Refused(
        say("Nothing doubtful has the number {number}.", number=seq),
        say("Look at the page and answer again."),
    )


def _check_same_answer(book: Book, command: AnswerDoubt | DismissDoubt) -> None:
    """Refuse an answer to a question that somebody has answered in another way meanwhile."""
    dice = command.dice if isinstance(command, AnswerDoubt) else ()
    # A throw that was taken out waits no more, and nobody has said anything else about its dice since.
    seq = next((seq for seq in reversed(range(1, book.next_seq)) if _answers(book, seq, command.seq)), None)
    line = book.get_line(seq) if seq else None
    if seq is None or line is None or not line.is_throw:
        if dice:
            raise Refused(
                say("It was answered that it was no throw."),
                say("Undo that, or enter the dice as a throw that is missing."),
            )
        return
    faces = book.find_dice(seq) or ()
    is_same = dice == (*faces.values(),) if isinstance(faces, Mapping) else sorted(dice) == sorted(faces)
    if not is_same:
        shown = (*faces.values(),) if isinstance(faces, Mapping) else faces
        raise Refused(
            say("It was answered with {dice}.", dice=format_dice(shown)),
            say("Tap the throw to put it right."),
        )


def _answers(book: Book, seq: int, question: int) -> bool:
    return seq not in book.game.voided and book.get_line(seq).answers == question
