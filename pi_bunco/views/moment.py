"""What happens now and what comes next, in whole sentences. Every page and the API show the same ones."""

from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.coming import Part
from pi_bunco.game.moment import Awaited, Moment, TableMoment
from pi_bunco.game.seats import find_stand_in
from pi_bunco.game.seen import SeenMoment
from pi_bunco.rules.night import (
    Draw,
    FinalThrow,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
)
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.words import TARGET_WORDS


@dataclass(frozen=True, slots=True)
class MomentView:
    """What happens now, as pages and programs get it.

    Attributes
    ----------
    part
        The part of the night (:data:`pi_bunco.game.coming.Part`).
    now, next
        What happens now in the room, and what comes next: a sentence each, the same on every page. If nothing
        comes next, ``next`` says so.
    ends
        Whether nothing comes next.
    waiting
        The tables for which the next bell waits.
    """

    part: Part = "round"
    now: str = ""
    next: str = ""
    ends: bool = False
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HereView:
    """What happens now at one table.

    Attributes
    ----------
    text
        What happens here now, in a sentence.
    awaits
        What the table waits for (:data:`pi_bunco.game.moment.Awaited`).
    waits_for
        The other tables for which it waits.
    newest
        The number of the newest throw here since the last bell; 0: there is none. It goes with dice that are
        tapped, as ``after``.
    seen
        The moment, as text that goes with each command.
    """

    text: str = ""
    awaits: Awaited = "nothing"
    waits_for: tuple[int, ...] = ()
    newest: int = 0
    seen: str = ""

    @property
    def moment(self) -> SeenMoment | None:
        """The moment as a command has it, ``None`` if the view has none."""
        return SeenMoment.parse(self.seen)


def make_moment_view(moment: Moment, minutes_left: int | None = None) -> MomentView:
    """Return what happens now in the room.

    ``minutes_left``: how many minutes of a break are left, ``None`` if it has no length.
    """
    return MomentView(
        moment.part,
        say_now(moment, minutes_left),
        say_next(moment),
        moment.coming is None,
        moment.waiting,
    )


def make_here_view(book: Book, here: TableMoment) -> HereView:
    """Return what happens now at a table."""
    stand_in = find_stand_in(book, here.table, here.thrower) if here.thrower else None
    return HereView(_say_here(here, stand_in), here.awaits, here.waits_for, here.newest, str(here.seen))


def say_now(moment: Moment, minutes_left: int | None = None) -> Sentence:
    """Return what happens now in the room."""
    match moment.part:
        case "start" | "round":
            return _say_round(moment)
        case "finishing" | "rolloff":
            return _say_ending(moment)
        case "between" | "break":
            return _say_pause(moment, minutes_left)
        case "settling":
            return _say_settling(moment)
        case "over":
            return _say_end(moment)
        case _:
            return _say_ask(moment)


def say_next(moment: Moment) -> Sentence:
    """Return what comes next in the room."""
    coming = moment.coming
    if coming is None:
        return say("There is nothing more to play.")
    match coming.kind:
        case "round":
            round_ = say("round {round}", round=coming.round)
            if moment.sets > 1 and coming.round == moment.first_round:
                round_ = say("set {set}, round {round}", set=coming.set, round=coming.round)
            return say(
                "Next: {round}, rolling for {faces}.", round=round_, faces=TARGET_WORDS[coming.round - 1]
            )
        case "break":
            return _say_coming_break(coming.minutes)
        case "set_winner" if moment.sets > 1:
            return say("Next: the winner of set {set}.", set=coming.set)
        case _:
            return _NEXT[coming.kind]


_NEXT = {
    "set_winner": say("Next: the winner."),
    "semi_final": say("Next: the semi-final."),
    "final": say("Next: the final."),
    "awards": say("Next: the awards."),
}


def _say_coming_break(minutes: int | None) -> Sentence:
    if minutes is None:
        return say("Next: a break.")
    return say_count("Next: a break of {count} minute.", "Next: a break of {count} minutes.", minutes)


def _say_round(moment: Moment) -> Sentence:
    if moment.part == "round":
        round_ = _name_round(moment, moment.set, moment.round)
        if moment.due:
            return say_count(
                "{round}: {names} still has a turn.",
                "{round}: {names} still have a turn.",
                len(moment.due),
                round=round_,
                names=join_names(moment.due),
            )
        return say("{round}: rolling for {faces}.", round=round_, faces=TARGET_WORDS[moment.round - 1])
    if moment.semi_final:
        return say("The semi-final waits for its first bell.")
    return say("Everybody waits for the first bell.")


def _name_round(moment: Moment, at_set: int, at_round: int) -> Sentence:
    """Return a round in words, at the beginning of a sentence."""
    if moment.semi_final:
        return say("Semi-final, round {round}", round=at_round)
    if moment.sets > 1:
        return say("Set {set}, round {round}", set=at_set, round=at_round)
    return say("Round {round}", round=at_round)


def _say_ending(moment: Moment) -> Sentence:
    """Say for which tables the room waits after the end of a round."""
    round_ = _name_round(moment, moment.set, moment.round)
    if moment.doubtful:
        return _say_doubt(moment, round_)
    alone = len(moment.tables) == 1
    count, tables = len(moment.waiting), join_names(map(str, moment.waiting))
    if moment.part == "rolloff":
        if alone:
            return say("{round} is tied: a roll-off decides.", round=round_)
        return say_count(
            "{round} has ended: a roll-off decides table {tables}.",
            "{round} has ended: roll-offs decide tables {tables}.",
            count,
            round=round_,
            tables=tables,
        )
    if alone:
        return say(
            "{round} has ended: {name} finishes their turn.", round=round_, name=moment.tables[0].thrower
        )
    return say_count(
        "{round} has ended: table {tables} finishes.",
        "{round} has ended: tables {tables} finish.",
        count,
        round=round_,
        tables=tables,
    )


def _say_doubt(moment: Moment, round_: Sentence) -> Sentence:
    if len(moment.tables) == 1:
        return say("{round} has ended, but a throw is in doubt.", round=round_)
    return say_count(
        "{round} has ended, but a throw at table {tables} is in doubt.",
        "{round} has ended, but throws at tables {tables} are in doubt.",
        len(moment.doubtful),
        round=round_,
        tables=join_names(map(str, moment.doubtful)),
    )


def _say_pause(moment: Moment, minutes_left: int | None) -> Sentence:
    """Say that the room waits between two rounds."""
    round_ = _name_round(moment, *_find_round_before(moment))
    if moment.doubtful:
        return _say_doubt(moment, round_)
    pause = moment.pause
    if pause is None:
        return say("{round} is over: everybody waits for the bell.", round=round_)
    return _say_break(round_, pause.minutes, minutes_left)


def _say_break(round_: Sentence, minutes: int | None, minutes_left: int | None) -> Sentence:
    if minutes_left == 0:
        return say("The break is over.")
    if minutes_left is None:
        if not minutes:
            return say("{round} is over: there is a break.", round=round_)
        return say_count("A break of {count} minute.", "A break of {count} minutes.", minutes)
    if minutes_left > (minutes or 0):  # as the host has chosen it
        return say_count(
            "A break: {count} minute is left.", "A break: {count} minutes are left.", minutes_left
        )
    return say_count(
        "A break of {minutes} minutes: {count} minute is left.",
        "A break of {minutes} minutes: {count} minutes are left.",
        minutes_left,
        minutes=minutes,
    )


def _say_settling(moment: Moment) -> Sentence:
    """Say that the round has ended, but a result may still change."""
    in_set = moment.coming is not None and moment.coming.kind == "round"
    round_ = _name_round(moment, *(_find_round_before(moment) if in_set else (moment.set, moment.round)))
    if moment.doubtful:
        return _say_doubt(moment, round_)
    return say_count(
        "{round} is over, but not final: the Pi of table {tables} is not heard.",
        "{round} is over, but not final: the Pis of tables {tables} are not heard.",
        len(moment.unsettled),
        round=round_,
        tables=join_names(map(str, moment.unsettled)),
    )


def _find_round_before(moment: Moment) -> tuple[int, int]:
    """Return the set and the round before the next one."""
    if moment.round == moment.first_round:
        return moment.set - 1, LAST_TARGET
    return moment.set, moment.round - 1


def _say_ask(moment: Moment) -> Sentence:
    """Say what is thrown or drawn outside the rounds."""
    names = join_names(moment.names) if moment.names else ""
    match moment.ask:
        case OrderThrow(number):
            text = say(
                "Set {set} is tied: {names} throw three dice each, and the highest total goes first.",
                set=number,
                names=names,
            )
        case RolloffThrow(number):
            text = say(
                "Set {set} is tied: {names} roll for sixes, and the first with {goal} points wins.",
                set=number,
                names=names,
                goal=moment.goal,
            )
        case PlaceDie() as ask:
            text = _say_place(ask, names)
        case Draw() as ask:
            text = _say_draw(ask)
        case SeatSemiFinal():
            text = say("The semi-final: the seats of {names} are drawn next.", names=names)
        case FinalThrow(name):
            text = say("The final: {name} throws. Three ones win the grand prize.", name=name)
        case _:
            text = say("The final: {names} throw one die each, and the lowest goes first.", names=names)
    return text


def _say_place(ask: PlaceDie, names: str) -> Sentence:
    if ask.group is None:
        if ask.place == "wins":
            return say(
                "A place in the final: {names} are tied on wins and throw one die each. A six stays in.",
                names=names,
            )
        return say(
            "A place in the final: {names} are tied on buncos and throw one die each. A six stays in.",
            names=names,
        )
    if ask.place == "wins":
        return say(
            "A place in the semi-final: {names} are tied on wins and throw one die each. A six stays in.",
            names=names,
        )
    return say(
        "A place in the semi-final: {names} are tied on buncos and throw one die each. A six stays in.",
        names=names,
    )


def _say_draw(ask: Draw) -> Sentence:
    match ask.purpose:
        case "four":
            return say_count(
                "The semi-final: {count} more player is drawn next.",
                "The semi-final: {count} more players are drawn next.",
                ask.how_many,
            )
        case "semi_finalist":
            return say("The final: one of the other semi-finalists is drawn.")
        case "wild_card":
            return say("The final: the wild card is drawn from everybody else.")


def _say_end(moment: Moment) -> Sentence:
    if not moment.winners:
        return say("The game is over.")
    names = join_names(moment.winners)
    if moment.won == "grand_prize":
        return say("The end: {name} has won the grand prize.", name=names)
    if moment.sets > 1:
        return say_count(
            "The end: {names} has won the last set.",
            "The end: {names} have won the last set.",
            len(moment.winners),
            names=names,
        )
    return say_count(
        "The end: {names} has won the game.",
        "The end: {names} have won the game.",
        len(moment.winners),
        names=names,
    )


def _say_here(here: TableMoment, stand_in: str | None) -> str:
    match here.awaits:
        case "throw" if stand_in:
            text = say("{name} throws for {absent}.", name=stand_in, absent=here.thrower)
        case "throw":
            text = say("{name} throws.", name=here.thrower)
        case "one_each":
            text = say("{names} throw one die each.", names=join_names(here.throwers))
        case "tables" | "bell" if here.waits_for:
            text = say_count(
                "Waiting for table {tables}.",
                "Waiting for tables {tables}.",
                len(here.waits_for),
                tables=join_names(map(str, here.waits_for)),
            )
        case _:
            return _HERE.get(here.awaits, "")
    return text


_HERE = {
    "answer": say("A throw is in doubt."),
    "bell": say("Waiting for the bell."),
    "draw": say("Waiting for the drawing."),
}
