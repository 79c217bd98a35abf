"""The room during the game: what each event does, and when rounds, sets and the game are over.

Play only goes forward. For corrections :mod:`pi_bunco.rules.game` reads the record again into a new
:class:`Play`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.header import Header, Seats, Traveling, find_layout, is_ghost
from pi_bunco.rules.result import Card, RoundResult, Rounds, TableResult
from pi_bunco.rules.scoring import Dice, list_passing_kinds, make_score_table
from pi_bunco.rules.seating import DecidedTable, move_players, number_groups
from pi_bunco.rules.sheets import Layout
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.rules.table import CARD_LINES, Table, Terms, Thrown

Status = Literal["ready", "playing", "over"]
"""``ready``: before the bell that starts a round. ``over``: after the last round."""


@dataclass(frozen=True, slots=True)
class BagTaken:
    """The last time that the traveling bag changed hands.

    Attributes
    ----------
    seq
        The number of the throw, or the tally, by which it did.
    before
        Who held it before; ``None``: nobody.
    by
        Who has taken it.
    """

    seq: int
    before: str | None
    by: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The complete state of the game before a bell. A :class:`Play` can go on from it.

    Attributes
    ----------
    status
        ``ready``, or ``over`` after the last round.
    set, round
        The set and round that the next bell starts, counted from 1; the last ones when the game is over.
    seats, moved
        Where everybody sits, and where they would sit without the seatings since the last round.
    layout
        The layout of each of these tables.
    after_winner
        The seat, from 0, after the last round's winner, if the sheet lets that player throw first; else 0.
    winners
        The winners of the last round, if the sheet lets one of them throw first at each table; else empty.
    cards
        The score card of each player, in the order of the header and then of the seatings.
    groups
        The number of each player's group, from 1.
    bag
        The last time that the traveling bag changed hands; ``None``: nobody has taken it yet.
    rounds
        The finished rounds, ``None`` before the first.
    tables
        The tables as the last round left them.
    """

    status: Status
    set: int
    round: int
    seats: tuple[Seats, ...]
    moved: tuple[Seats, ...]
    layout: tuple[Layout, ...]
    after_winner: int
    winners: frozenset[str]
    cards: Mapping[str, Card]
    groups: Mapping[str, int]
    bag: BagTaken | None
    rounds: Rounds | None
    tables: tuple[Table, ...]

    @property
    def starts(self) -> tuple[int, ...]:
        """The seat, from 0, that throws first at each table; left of the last winner only at a single one."""
        if len(self.seats) == 1 and 0 < self.after_winner < len(self.seats[0]):
            return (self.after_winner,)
        return tuple(
            next((seat for seat, name in enumerate(table) if name in self.winners), 0) for table in self.seats
        )


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
    needs_call
        The kinds of throws that must be called to count.
    """

    def __init__(self, header: Header, standing: Standing | None = None) -> None:
        self.header = header
        self.sheet = header.sheet
        self._traveling = header.options.traveling
        self.needs_call = self.sheet.needs_call if header.options.calls else frozenset[str]()
        self._ended = False
        self._undecided = 0  # how many tables of the round have no winner yet
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
            round=self.sheet.first_target,
            seats=header.tables,
            moved=header.tables,
            layout=header.layout,
            after_winner=0,
            winners=frozenset(),
            cards={name: Card() for name in header.players},
            groups=number_groups(header.tables),
            bag=None,
            rounds=None,
            tables=self._make_tables(header.tables, header.layout),
        )

    def _restore(self, standing: Standing) -> None:
        self.standing = standing
        self.status = standing.status
        self.round = standing.round
        self.cards = dict(standing.cards)
        self.bag = standing.bag
        self.tables = standing.tables

    # Events; the caller has checked that they fit (:mod:`pi_bunco.rules.misfits`)

    def ring_bell(self) -> None:
        """Start the round."""
        self.tables = self._make_tables(self.standing.seats, self.standing.layout)
        terms = Terms(
            self.sheet,
            self.round,
            make_score_table(self.sheet, self.round, self.header.options.cup),
            self.needs_call,
            list_passing_kinds(self.sheet),
        )
        for table, seat in zip(self.tables, self.standing.starts, strict=True):
            table.start(terms, seat)
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
        if self._ended or thrown.rolloff:
            if table.won_by:
                self._record_result(table)
        elif self.sheet.everybody_throws or (score.points > 0 and (score.kind == "bunco" or table.at_goal)):
            self._end_if_reached(table, thrown)

    def play_die_off(self, seq: int, number: int, dice: Mapping[str, int], *, corrected: bool) -> None:
        """Play event ``seq``, one die each."""
        table = self.tables[number - 1]
        table.play_die_off(seq, dice, corrected=corrected)
        if table.won_by:
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
            self._give_bag(seq, counted.bag)
        self._record_result(table)

    def change_seats(self, tables: tuple[Seats, ...]) -> None:
        """Change all seats; new players get an empty card, and those who left keep theirs."""
        before = self.standing
        layout = find_layout(self.sheet, tables)
        names = [name for table in tables for name in table if not is_ghost(name)]
        groups = number_groups(tables)
        same_tables = [table.seats for table in layout] == [len(table.seats) for table in before.tables]
        if self.sheet.move_among == "room":
            groups |= before.groups
        self._restore(
            replace(
                before,
                seats=tables,
                layout=layout,
                cards={**self.cards, **{name: Card() for name in names if name not in self.cards}},
                groups={**before.groups, **groups},
                winners=_follow_ghosts(before, tables),
                # Until the bell the tables show the end of the last round, if they are still the same.
                tables=before.tables if before.rounds and same_tables else self._make_tables(tables, layout),
            )
        )

    def end_round(self) -> None:
        """End the round for the whole room, as if the head table had ended it."""
        self._end(self.tables[0])

    # Consequences

    def _take_bag(self, traveling: Traveling, table: Table, thrown: Thrown) -> None:
        player = table.credit[thrown.thrower]
        if player is not None and traveling.takes_bag(thrown.dice, self.round):
            self._give_bag(thrown.seq, player)

    def _give_bag(self, seq: int, player: str) -> None:
        """Pass the bag to a player by event ``seq``; nothing changes if they hold it already."""
        before = self.bag.by if self.bag else None
        if player != before:
            self.bag = BagTaken(seq, before, player)

    def _credit(self, table: Table, thrown: Thrown) -> None:
        """Add a bunco or mini to the card of the player who gets the credit."""
        player = table.credit[thrown.thrower]
        if player is not None:
            self._add(player, **{CARD_LINES[thrown.score.kind]: 1})

    def _end_if_reached(self, table: Table, thrown: Thrown) -> None:
        """End the round, for the room or this table, if the throw ends it.

        Where a round waits until everybody has thrown, an earlier throw may be the reason.
        """
        round_end = self.sheet.round_end
        if (round_end == "head" and table is not self.tables[0]) or table.turns_due:
            return
        bunco = thrown.score.kind == "bunco" or (self.sheet.everybody_throws and table.has_bunco)
        if self.sheet.bunco_ends and bunco:
            self._end(table)
        elif round_end != "host" and table.at_goal:
            if round_end == "each":
                table.end("stop")
                if table.won_by:
                    self._record_result(table)
            else:
                self._end(table)

    def _end(self, ending_table: Table) -> None:
        self._ended = True
        for table in self.tables:
            if table.state == "playing":
                table.end(self.sheet.ending_table if table is ending_table else self.sheet.other_tables)
                if table.won_by:
                    self._record_result(table)

    def _record_result(self, table: Table) -> None:
        """Enter a decided table on the cards; the last one finishes the round."""
        for place, side in enumerate(table.sides):
            won = place in table.won_by
            for name in side.players:
                self._add(name, wins=int(won), losses=int(not won), points=table.scores[place])
        self._undecided -= 1
        if not self._undecided:
            self._finish_round()

    def _add(self, name: str, **more: int) -> None:
        card = self.cards.get(name)  # a ghost has none
        if card is not None:
            self.cards[name] = card.add(**more)

    def _finish_round(self) -> None:
        before = self.standing
        last_round = self.round == LAST_TARGET
        over = last_round and before.set == self.header.sets
        after_winner = 0
        if self.sheet.starts == "left_of_winner" and len(self.tables) == 1:
            head = self.tables[0]
            after_winner = head.seats.index(head.winners[0]) + 1
        moved = move_players(
            self.sheet,
            [DecidedTable(table.seats, frozenset(table.winners), table.teams) for table in self.tables],
        )
        self._restore(
            Standing(
                status="over" if over else "ready",
                set=before.set + (last_round and not over),
                round=before.round if over else self.sheet.first_target if last_round else self.round + 1,
                seats=moved,
                moved=moved,
                layout=before.layout,
                after_winner=after_winner,
                winners=frozenset(
                    name for table in self.tables for name in table.winners if self.sheet.starts == "winner"
                ),
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

    def _make_tables(self, seats: tuple[Seats, ...], layout: tuple[Layout, ...]) -> tuple[Table, ...]:
        return tuple(
            Table(number, names, each, self.header.options.goal or self.sheet.find_goal(each, len(seats)))
            for number, (names, each) in enumerate(zip(seats, layout, strict=True), 1)
        )


def _follow_ghosts(before: Standing, tables: tuple[Seats, ...]) -> frozenset[str]:
    """Return the last winners by their names after a seating, which may number the ghosts anew.

    A ghost has no name of its own: it is the same one while it has the same chair.
    """
    chairs = zip(chain.from_iterable(before.seats), chain.from_iterable(tables), strict=False)
    ghosts = {new for old, new in chairs if old in before.winners and is_ghost(old) and is_ghost(new)}
    return frozenset(ghosts.union(name for name in before.winners if not is_ghost(name)))
