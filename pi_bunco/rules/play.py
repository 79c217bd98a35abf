"""The room during the game: what each event does, and when rounds, sets and the game are over.

Play only goes forward. For corrections :mod:`pi_bunco.rules.game` reads the record again into a new
:class:`Play`.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.header import Header, Seats, Traveling, find_layout, is_ghost
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.rules.result import Card, RoundResult, Rounds, TableResult
from pi_bunco.rules.rolloff import Takes
from pi_bunco.rules.scoring import Dice, list_passing_kinds, make_score_table
from pi_bunco.rules.seating import DecidedTable, move_players, number_groups
from pi_bunco.rules.sheets import Layout
from pi_bunco.rules.table import CARD_LINES, Table, Terms, Thrown
from pi_bunco.rules.words import join_some_names
from pi_bunco.sentences import say

Status = Literal["ready", "playing", "over"]
"""``ready``: before the bell that starts a round. ``over``: after the last round."""

ROUNDS = 6
"""Rounds in a set: one for each target."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The complete state of the game before a bell. A :class:`Play` can go on from it.

    Attributes
    ----------
    status
        ``ready``, or ``over`` after the last round.
    set, round
        The set and round that the next bell starts, counted from 1; the last ones when the game is over.
    seats
        Where everybody sits.
    layout
        The layout of each of these tables.
    after_winner
        The seat, from 0, after the last round's winner, if the sheet lets that player throw first; else 0.
    cards
        The score card of each player, in the order of the header and then of the seatings.
    groups
        The number of each player's group, from 1.
    bag
        Who holds the traveling bag.
    rounds
        The finished rounds, ``None`` before the first.
    tables
        The tables as the last round left them.
    """

    status: Status
    set: int
    round: int
    seats: tuple[Seats, ...]
    layout: tuple[Layout, ...]
    after_winner: int
    cards: Mapping[str, Card]
    groups: Mapping[str, int]
    bag: str | None
    rounds: Rounds | None
    tables: tuple[Table, ...]

    @property
    def start(self) -> int:
        """The seat, from 0, that throws first; left of the last winner only in a room of one table."""
        alone = len(self.seats) == 1 and self.after_winner < len(self.seats[0])
        return self.after_winner if alone else 0


class Play:
    """The game as it goes on from a :class:`Standing`.

    Attributes
    ----------
    header, sheet
        The header and sheet of the game.
    standing
        The state before the round being played; between rounds, the present state.
    status
        Whether a round is being played.
    cards, bag, tables
        The present values; see :class:`Standing`.
    """

    def __init__(self, header: Header, standing: Standing | None = None) -> None:
        self.header = header
        self.sheet = header.sheet
        self._traveling = header.options.traveling
        self._needs_call = self.sheet.needs_call if header.options.calls else frozenset[str]()
        self._ended = False
        self._undecided = 0
        self._restore(standing or self._make_start())

    @property
    def ended(self) -> bool:
        """Whether the round has ended although some tables are still finishing it."""
        return self._ended and self.status == "playing"

    def _make_start(self) -> Standing:
        header = self.header
        return Standing(
            status="ready",
            set=1,
            round=1,
            seats=header.tables,
            layout=header.layout,
            after_winner=0,
            cards={name: Card() for name in header.players},
            groups=number_groups(header.tables),
            bag=None,
            rounds=None,
            tables=self._lay_tables(header.tables, header.layout),
        )

    def _restore(self, standing: Standing) -> None:
        self.standing = standing
        self.status = standing.status
        self.round = standing.round
        self.cards = dict(standing.cards)
        self.bag = standing.bag
        self.tables = standing.tables

    # Why an event does not fit, or None if it does

    def find_bell_misfit(self) -> str | None:
        """Return why the bell cannot start a round now."""
        if self.status == "over":
            return say("the game is over")
        return say("the bell has rung, and the round is being played") if self.status == "playing" else None

    def find_end_round_misfit(self) -> str | None:
        """Return why the host cannot end a round now."""
        if self.status != "playing":
            return say("no round is being played")
        return say("the round has ended already") if self._ended else None

    def find_throw_misfit(self, number: int, takes: Takes = "dice") -> str | None:
        """Return why that table cannot throw three dice, or a die-off, now."""
        if not 1 <= number <= len(self.tables):
            return self._say_no_table(number)
        table = self.tables[number - 1]
        if table.takes == takes:
            return None
        if self.status != "playing":
            return self._say_not_playing()
        if table.takes is None:
            return say("table {table} has its winners and waits for the next round", table=number)
        return say(
            "table {table} takes {takes} now, not {given}",
            table=number,
            takes=_TAKES[table.takes],
            given=_TAKES[takes],
        )

    def find_die_off_misfit(self, number: int, names: AbstractSet[str]) -> str | None:
        """Return why these players cannot throw one die each now."""
        reason = self.find_throw_misfit(number, "die_off")
        rolloff = self.tables[number - 1].rolloff if reason is None else None
        if rolloff is None or names == set(rolloff.names):
            return reason
        return say("the dice are thrown by {names}", names=join_some_names(rolloff.names))

    def find_call_misfit(self, number: int) -> str | None:
        """Return why nothing can be called at that table now."""
        if not self._needs_call:
            return say("nothing is called in this game")
        if not 1 <= number <= len(self.tables):
            return self._say_no_table(number)
        return (
            say("table {table} has nothing to call", table=number)
            if self.tables[number - 1].callable is None
            else None
        )

    def find_seating_misfit(self, tables: tuple[Seats, ...]) -> str | None:
        """Return why these seats are impossible from now on."""
        if self.status != "ready":
            return (
                say("the game is over")
                if self.status == "over"
                else say("seats change between rounds, not in one")
            )
        try:
            find_layout(self.sheet, tables)
        except RecordError as error:
            return str(error)
        if len(tables) > 1 and self.header.options.goal is not None:
            return say("the option 'goal' is for a single table")
        now = len(self.standing.seats)
        if len(tables) != now and self.round > 1:
            return say(
                "the number of tables, {number}, can change only where the next bell begins a set", number=now
            )
        return None

    def find_tally_misfit(self, number: int, counted: Counted) -> str | None:
        """Return why that table cannot have counted this on paper."""
        if not 1 <= number <= len(self.tables):
            return self._say_no_table(number)
        table = self.tables[number - 1]
        if self.status != "playing":
            return self._say_not_playing()
        if table.winner is not None:
            return say("table {table} has its winners and waits for the next round", table=number)
        if not table.untouched:
            return say(
                "table {table} has thrown in this round, so its tally cannot come from paper", table=number
            )
        return self.find_bag_misfit(counted) or _find_sides_misfit(table, counted)

    def find_bag_misfit(self, counted: Counted) -> str | None:
        """Return why the tally cannot name a player who takes the bag."""
        if counted.bag is not None and self._traveling is None:
            return say("nothing travels in this game, so 'bag' has no place")
        return None

    def _say_not_playing(self) -> str:
        over = self.status == "over"
        return say("the game is over") if over else say("the bell has not rung for this round")

    def _say_no_table(self, number: int) -> str:
        return say(
            "there is no table {table}; the last is table {last}",
            table=quote_value(number),
            last=len(self.tables),
        )

    # Events; the caller has checked that they fit

    def ring_bell(self) -> None:
        """Start the round."""
        self.tables = self._lay_tables(self.standing.seats, self.standing.layout)
        terms = Terms(
            self.sheet,
            self.round,
            make_score_table(self.sheet, self.round, self.header.options.cup),
            self._needs_call,
            list_passing_kinds(self.sheet),
        )
        for table in self.tables:
            table.start(terms, self.standing.start)
        self.status = "playing"
        self._ended = False
        self._undecided = len(self.tables)

    def throw(self, seq: int, number: int, dice: Dice, called: bool | None, corrected: bool) -> None:  # noqa: FBT001 - by place is faster
        """Play event ``seq``, three dice; ``called`` is ``None`` if a call may still come."""
        table = self.tables[number - 1]
        thrown = table.throw(seq, dice, called, corrected)
        score = thrown.score
        if not thrown.rolloff:
            if self._traveling is not None:
                self._take_bag(self._traveling, table, thrown)
            if score.kind in CARD_LINES:
                self._credit(table, thrown)
        if self._ended:
            if table.winner is not None:
                self._record_result(table)
        elif score.points and (score.kind == "bunco" or table.at_goal):
            self._end_if_reached(table, thrown)

    def play_die_off(self, seq: int, number: int, dice: Mapping[str, int], *, corrected: bool) -> None:
        """Play event ``seq``, one die each."""
        table = self.tables[number - 1]
        table.play_die_off(seq, dice, corrected=corrected)
        if table.winner is not None:
            self._record_result(table)

    def call(self, number: int) -> None:
        """Call the table's last throw."""
        table = self.tables[number - 1]
        called = table.call()
        self._credit(table, called)
        if not self._ended:
            self._end_if_reached(table, called)

    def enter_tally(self, seq: int, number: int, counted: Counted) -> None:
        """Decide a table by event ``seq``, its paper tally; the other tables go on."""
        table = self.tables[number - 1]
        table.enter_tally(seq, counted)
        for name, count in counted.buncos.items():
            self._add(name, buncos=count)
        for name, count in counted.minis.items():
            self._add(name, minis=count)
        if counted.bag is not None:
            self.bag = counted.bag
        self._record_result(table)

    def change_seats(self, tables: tuple[Seats, ...]) -> None:
        """Assign new seats to all players; new players get an empty card, and those who left keep theirs."""
        before = self.standing
        layout = find_layout(self.sheet, tables)
        names = [name for table in tables for name in table if not is_ghost(name)]
        groups = number_groups(tables)
        same = [laid.seats for laid in layout] == [len(table.seats) for table in before.tables]
        if self.sheet.move_among == "room":
            groups |= before.groups
        self._restore(
            replace(
                before,
                seats=tables,
                layout=layout,
                cards={**self.cards, **{name: Card() for name in names if name not in self.cards}},
                groups={**before.groups, **groups},
                # Until the bell the tables show the end of the last round, if they are still the same.
                tables=before.tables if before.rounds and same else self._lay_tables(tables, layout),
            )
        )

    def end_round(self) -> None:
        """End the round for the whole room, as if the head table had ended it."""
        self._end(self.tables[0])

    # Consequences

    def _take_bag(self, traveling: Traveling, table: Table, thrown: Thrown) -> None:
        player = table.credit[thrown.thrower]
        if player is not None and traveling.takes_bag(thrown.dice, self.round):
            self.bag = player

    def _credit(self, table: Table, thrown: Thrown) -> None:
        """Add a bunco or mini to the card of the player who gets the credit."""
        player = table.credit[thrown.thrower]
        if player is not None:
            self._add(player, **{CARD_LINES[thrown.score.kind]: 1})

    def _end_if_reached(self, table: Table, thrown: Thrown) -> None:
        """End the round, for the room or this table, if the throw ends it."""
        who = self.sheet.round_end
        if who == "head" and table is not self.tables[0]:
            return
        if self.sheet.bunco_ends and thrown.score.kind == "bunco":
            self._end(table)
        elif who != "host" and table.at_goal:
            if who == "each":
                table.end("stop")
                self._record_result(table)
            else:
                self._end(table)

    def _end(self, here: Table) -> None:
        self._ended = True
        for table in self.tables:
            if table.state == "playing":
                table.end(self.sheet.ending_table if table is here else self.sheet.other_tables)
                if table.winner is not None:
                    self._record_result(table)

    def _record_result(self, table: Table) -> None:
        """Enter a decided table on the cards; the last one finishes the round."""
        for at, side in enumerate(table.sides):
            won = at == table.winner
            for name in side.players:
                self._add(name, wins=int(won), losses=int(not won), points=table.scores[at])
        self._undecided -= 1
        if not self._undecided:
            self._finish_round()

    def _add(self, name: str, **more: int) -> None:
        card = self.cards.get(name)
        if card is not None:
            self.cards[name] = card.add(**more)

    def _finish_round(self) -> None:
        before = self.standing
        last_round = self.round == ROUNDS
        over = last_round and before.set == self.header.sets
        after_winner = 0
        if self.sheet.starts == "left_of_winner" and len(self.tables) == 1:
            head = self.tables[0]
            after_winner = head.seats.index(head.winners[0]) + 1
        self._restore(
            Standing(
                status="over" if over else "ready",
                set=before.set + (last_round and not over),
                round=before.round if over else self.round % ROUNDS + 1,
                seats=move_players(
                    self.sheet,
                    [
                        DecidedTable(table.seats, frozenset(table.winners), table.teams)
                        for table in self.tables
                    ],
                ),
                layout=before.layout,
                after_winner=after_winner,
                cards=self.cards,
                groups=before.groups,
                bag=self.bag,
                rounds=Rounds(before.rounds, self.make_round_result()),
                tables=self.tables,
            )
        )

    def make_round_result(self) -> RoundResult:
        """Return the present result of the round."""
        return RoundResult(self.standing.set, self.round, tuple(map(TableResult.of, self.tables)))

    def _lay_tables(self, seats: tuple[Seats, ...], layout: tuple[Layout, ...]) -> tuple[Table, ...]:
        return tuple(
            Table(number, names, laid, self.header.options.goal or self.sheet.find_goal(laid, len(seats)))
            for number, (names, laid) in enumerate(zip(seats, layout, strict=True), 1)
        )


def _find_sides_misfit(table: Table, counted: Counted) -> str | None:
    sides, scores = len(table.sides), len(counted.scores)
    if scores != sides:
        return say(
            "table {table} has {sides} sides, and the tally {scores} scores",
            table=table.number,
            sides=sides,
            scores=scores,
        )
    if strangers := sorted(counted.names - {*table.seats}):
        return say(
            "{name} does not sit at table {table}, but {seats}",
            name=clip_text(strangers[0]),
            table=table.number,
            seats=join_some_names(table.seats),
        )
    return None


_TAKES = {"dice": say("three dice"), "die_off": say("one die each")}
