"""A guest's own page for a phone: their seat, the state of their table, where they go, and their card."""

from dataclasses import dataclass, replace
from itertools import chain

from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Card, is_ghost
from pi_bunco.rules.night import say_team
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import Sentence, say, say_list
from pi_bunco.views.live_cards import LiveCards
from pi_bunco.views.results import AwardLine
from pi_bunco.views.room import RoomTableView, RoomView
from pi_bunco.views.room_header import RoomHeaderView, make_header


@dataclass(frozen=True, slots=True)
class OwnSide:
    """A side of the guest's table: its look, its players, its score, and whether it is the guest's own."""

    look: str
    names: str
    score: int
    own: bool
    won: bool


@dataclass(frozen=True, slots=True)
class OwnChair:
    """A chair at the guest's table: who sits there, and whether it is the guest's own."""

    seat: int
    name: str
    own: bool


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where the guest is, and what they should do now.

    Attributes
    ----------
    table
        The number of their table; ``None`` if they have no seat.
    text
        What they should do now, or who throws.
    urgent
        Whether it is their turn, or they have to change their seat.
    sides
        The sides of their table while a round is played, their own first.
    chairs
        Who sits at their table from now on, between rounds; while the last one is not final, who sat there.
    partner
        A sentence about their partner; ``""`` if they play alone.
    after
        While a round is played: where they go after it, if they win and if they lose.
    """

    table: int | None
    text: str
    urgent: bool = False
    sides: tuple[OwnSide, ...] = ()
    chairs: tuple[OwnChair, ...] = ()
    partner: str = ""
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnCard:
    """The guest's score card so far: their counts, their team if any, and whether they have the bag."""

    card: Card
    team: str
    bag: bool


@dataclass(frozen=True, slots=True)
class OwnPrizes:
    """What the guest and their team have won: a title, and a line for each prize."""

    title: str
    lines: tuple[str, ...]


def make_guest_header(view: RoomView, name: str) -> RoomHeaderView:
    """Return the line at the top: the target, and for whom the room waits."""
    return replace(make_header(view), title=name)


def make_place(view: RoomView, name: str) -> OwnPlace:
    """Return where a guest is, and what they should do now."""
    if view.moment.part == "over":
        return OwnPlace(None, view.moment.now, name in view.winners)
    if view.contest and view.need and name in view.need.among:
        throws = name == view.contest.thrower or name in view.need.each
        return OwnPlace(HEAD, say("You throw.") if throws else say("You take part: go to table 1."), throws)
    playing = view.status == "playing"
    # Who plays a round is in its sides. Between rounds, the seats are those of the next one.
    table = next(
        (table for table in view.tables if name in (chain(*table.sides) if playing else table.seats)), None
    )
    if table is None:
        waits = name in view.guests.waiting
        joined = say("You have joined and are waiting for a seat.")
        return OwnPlace(None, joined if waits else say("You do not sit at a table now."))
    return (
        _make_playing_place(view, table, name) if playing else _make_place_between_rounds(view, table, name)
    )


def find_own_card(view: RoomView, name: str) -> OwnCard | None:
    """Return a guest's score card, also while a round is played; ``None`` if they have not played yet."""
    live = view.live_cards
    card = live.counts.get(name)
    return None if card is None else OwnCard(card, _say_own_team(live, name), name == live.bag)


def _say_own_team(live: LiveCards, name: str) -> str:
    number = live.teams.get(name)
    return say_team(number, live.team_names) if number else ""


def list_own_prizes(view: RoomView, name: str) -> tuple[OwnPrizes, ...]:
    """Return what a guest and their team have won, and between rounds what they lead in."""
    drawn = tuple(
        say("Drawn: {prize}", prize=prize) if prize else say("Drawn at a break")
        for who, prize in view.live_cards.drawn
        if who == name
    )
    team = _say_own_team(view.live_cards, name)
    own = {name, team}
    lines = [line for line in view.results.awards if own & {*line.winners, *(line.payees or ())}]
    is_over = view.moment.part == "over"
    won = drawn + (tuple(_describe_prize(line, own) for line in lines) if is_over else ())
    if won and view.results.ids:
        won = (*won, say("Please stay in the room, and show a valid ID."))
    prizes = (
        OwnPrizes(say("You have won"), won),
        OwnPrizes(
            say("So far you lead"), () if is_over else tuple(line.title for line in lines)
        ),  # no payees yet
    )
    return tuple(each for each in prizes if each.lines)


def _describe_prize(line: AwardLine, own: set[str]) -> str:
    """Return what somebody has won, with the prize if it is theirs."""
    prize = line.share or line.prize
    if line.payees is not None:
        prize = line.prize if own & {*line.payees} and len(line.payees) == 1 else ""
    won = say("{award}: {prize}", award=line.title, prize=prize) if prize else line.title
    return won if line.final else say("{award} (not final yet)", award=won)


def _make_playing_place(view: RoomView, at: RoomTableView, name: str) -> OwnPlace:
    teams = any(len(names) > 1 for names in at.sides)
    sides = [
        OwnSide(
            ("us", "them")[index] if teams else "own",
            say_list(names),
            points,
            own=name in names,
            won=bool({*names} & {*at.winners}),
        )
        for index, (names, points) in enumerate(zip(at.sides, at.points, strict=True))
    ]
    sides.sort(key=lambda side: not side.own)
    text, urgent = _describe_turn(at, name)
    return OwnPlace(at.table, text, urgent, tuple(sides), after=_say_after(view, at, name))


def _say_after(view: RoomView, at: RoomTableView, name: str) -> tuple[str, ...]:
    """Return where a guest goes after the round, by the rules; nothing if nobody leaves their table."""
    is_last = view.set == view.sets and view.round == LAST_TARGET
    if at.ways is None or is_last or at.ways == (at.table, at.table):
        return ()
    up, down = at.ways
    if at.winners:
        to = up if name in at.winners else down
        if to == at.table:
            return (say("After this round, stay at this table."),)
        return (say("After this round, go to table {table}.", table=to),)
    if up == down:
        return (say("After this round, go to table {table}.", table=up),)
    win = (
        say("If you win, stay here.") if up == at.table else say("If you win, go to table {table}.", table=up)
    )
    lose = (
        say("If you lose, stay here.")
        if down == at.table
        else say("If you lose, go to table {table}.", table=down)
    )
    return (win, lose)


def _describe_turn(at: RoomTableView, name: str) -> tuple[Sentence, bool]:
    if at.winners:
        won = say("{winners} won this round.", winners=say_list(at.winners))
        if name in at.winners:
            won = say("You have won this round.")
        return (say("{won} {waiting}", won=won, waiting=at.here) if at.here else won), False
    if at.is_open and at.standing == "decided":
        return say("The result of your table is not final yet."), False
    rolloff = at.standing == "rolloff"
    if at.doubt:
        return say("A throw is in doubt: look at the table."), False
    if at.thrower == name:
        return say("Roll-off: you throw.") if rolloff else say("You throw."), True
    if at.thrower and not is_ghost(at.thrower):
        throws = say("{name} throws.", name=at.thrower)
        return say("Roll-off: {name} throws.", name=at.thrower) if rolloff else throws, False
    return say("A roll-off decides.") if rolloff else say("The round is being played."), False


def _make_place_between_rounds(view: RoomView, at: RoomTableView, name: str) -> OwnPlace:
    seat = at.seats.index(name)
    moved = next((move for move in view.moves if move.name == name), None)
    chairs = tuple(OwnChair(number, sits, sits == name) for number, sits in enumerate(at.seats, 1))
    teams = any(len(names) > 1 for names in at.sides)
    opposite = at.seats[(seat + 2) % 4] if teams and len(at.seats) > 2 else ""  # noqa: PLR2004 - across
    if view.moment.part == "settling":  # nobody knows who sits where in the next round
        return OwnPlace(at.table, say("Stay until the round is final."), chairs=chairs)
    if moved is None:
        text = say("Stay where you are.") if view.moves else say("You sit here.")
    elif moved.table == at.table:
        text = say("Change your chair.")
    else:
        text = say("Go to table {table}.", table=at.table)
    partner = say("You play with {name}.", name=opposite) if opposite else ""
    return OwnPlace(at.table, text, moved is not None, chairs=chairs, partner=partner)
