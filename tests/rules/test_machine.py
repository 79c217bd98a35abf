"""A party in which anything may happen: after each throw, call and correction the results are right."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pi_bunco.rules import (
    SHEETS,
    Bell,
    Call,
    Card,
    Correct,
    CorrectTally,
    Counted,
    DieOff,
    EndRound,
    Event,
    Game,
    Header,
    Missed,
    Other,
    Seating,
    Sheet,
    TableResult,
    Tally,
    Throw,
    Void,
    is_ghost,
    load_sheet,
    replay,
    seat_first_tables,
)
from pi_bunco.rules.sheets.sense import find_clashes, name_fitting_ways
from tests.rules.snapshots import snapshot

lucks = st.integers(0, 2**32).map(Random)
faces = st.integers(1, 6)
throws = st.tuples(faces, faces, faces) | faces.map(lambda face: (face, face, face))
"""Dice that score more often than fair dice, so that rounds end."""

traveling = (
    st.none()
    | st.just({"any_mini": True})
    | st.fixed_dictionaries({"number": faces}, optional={"bunco_counts": st.booleans()})
)


minis = st.sampled_from((0, 5, 7))
turn_ends = st.sampled_from(("stop", "finish"))
house_rules = st.fixed_dictionaries(
    {},
    optional={
        "mini_below": minis,
        "mini_above": minis,
        "mini_ends_turn": st.booleans(),
        "snake_eyes": st.booleans(),
        "three_ones_wipe": st.booleans(),
        "needs_call": st.frozensets(st.sampled_from(("bunco", "mini"))),
        "goal": st.sampled_from((5, 11, 30)),
        "round_end": st.sampled_from(("head", "any", "each", "host")),
        "bunco_ends": st.booleans(),
        "ending_table": turn_ends,
        "other_tables": turn_ends,
        "rolloff": st.sampled_from(("sessions", "hits", "die_off", "to5")),
        "two_win": st.booleans(),
        "everybody_throws": st.booleans(),
        "traveling_by": st.sampled_from(("agreed", "bunco", "mini", "three_alike")),
        "first_target": st.sampled_from((1, 2)),
        "starts": st.sampled_from(("seat_1", "left_of_winner", "winner")),
        "move_among": st.sampled_from(("room", "groups")),
    },
)
"""What a house sheet may change of any printed sheet."""

movements = st.sampled_from(name_fitting_ways().split(", ")).map(lambda way: tuple(way.split("/")))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Draw a printed sheet or a house sheet."""
    sheet = load_sheet(draw(st.sampled_from(SHEETS)))
    if draw(st.booleans()):
        return sheet
    more: dict[str, Any] = draw(house_rules)
    if not sheet.layouts:
        more["winners_move"], more["losers_move"] = draw(movements)
    house = replace(sheet, slug="house", options=("calls", "traveling", "cup", "goal"), cup_bonus=5, **more)
    assume(not any(clash.fault == "always" for clash in find_clashes(house)))
    return house


@st.composite
def rooms(draw: st.DrawFn) -> Header:
    """Draw a sheet, 2 to 34 players in any order, sets and options."""
    sheet = draw(sheets())
    players = draw(st.integers(2, 12) | st.integers(2, 34))
    names = draw(st.permutations([f"P{n}" for n in range(players)]))
    tables = seat_first_tables(sheet, names)
    strategies: dict[str, st.SearchStrategy[Any]] = {
        "calls": st.booleans(),
        "traveling": traveling if sheet.traveling_by == "agreed" else st.booleans(),
        "cup": st.lists(faces, max_size=3),
        "goal": st.sampled_from((None, 1, 5, 11, 30)),
    }
    allowed = [name for name in sheet.options if name != "goal" or len(tables) == 1]
    options = draw(st.fixed_dictionaries({}, optional={name: strategies[name] for name in allowed}))
    head: dict[str, Any] = {"record": "bunco/1", "rules": sheet.slug, "options": options}
    if sheet.slug not in SHEETS:
        head["sheet"] = sheet.to_dict()
    tables_of_names = [list(table) for table in tables]
    return Header.parse(head | {"sets": draw(st.integers(1, 2)), "tables": tables_of_names})


def choose_event(game: Game, luck: Random) -> Event:
    """Choose by chance what happens next, without corrections."""
    if game.status == "ready":
        return Bell()
    waiting = [table.number for table in game.tables if table.callable]
    if waiting and luck.random() < 0.5:
        return Call(luck.choice(waiting))
    table = luck.choice([table for table in game.tables if table.takes])
    if table.takes == "die_off" and table.rolloff:
        return DieOff(table.number, {name: luck.choice((1, 6)) for name in table.rolloff.names})
    return Throw(table.number, luck.choice([(luck.randint(1, 6),) * 3, (1, 2, 3), (4, 5, 6), (2, 2, 4)]))


def count_on_paper(luck: Random, game: Game, sides: int, seats: Sequence[str]) -> Counted:
    """Choose by chance what a table counts on paper; ties are more common than in real rounds."""
    scores = tuple(luck.choice((0, 7, 21)) for _ in range(sides))
    best = [place for place, score in enumerate(scores, 1) if score == max(scores)]
    players = [name for name in seats if not is_ghost(name)]
    if game.sheet.count_winners(len(seats)) == 2 and luck.random() < 0.7:
        ranked = sorted(scores, reverse=True)
        first = luck.choice(best)
        second = luck.choice([at for at, score in enumerate(scores, 1) if score == ranked[1] and at != first])
        return Counted(scores, winners=(min(first, second), max(first, second)))
    bag = luck.choice(players) if game.header.options.traveling and luck.random() < 0.5 else None
    return Counted(
        scores,
        luck.choice(best) if len(best) > 1 else None,
        {name: luck.randint(1, 3) for name in players if luck.random() < 0.2},
        {name: 1 for name in players if luck.random() < 0.2},
        bag,
    )


MAX_EVENTS = 300
"""Most events of a round: with bad luck no table would ever be decided."""


class Party(RuleBasedStateMachine):
    """A game, and how it looked before the last event."""

    @initialize(header=rooms(), luck=lucks, events=st.integers(0, 100))
    def begin(self, header: Header, luck: Random, events: int) -> None:
        self.game = Game(header)
        self.before = snapshot(self.game)
        self.play_on(luck, events)

    def push(self, event: Event) -> None:
        if self.game.find_misfit(event) is None:
            self.before = snapshot(self.game)
            self.game.push(event)

    # What may happen

    @rule(at=st.integers(0, 30), dice=throws)
    def throw(self, at: int, dice: tuple[int, ...]) -> None:
        self.push(Throw(at % len(self.game.tables) + 1, dice))

    @rule(luck=lucks, events=st.integers(1, 40))
    def play_on(self, luck: Random, events: int) -> None:
        for _ in range(events):
            if self.game.status != "over":
                self.push(choose_event(self.game, luck))

    @rule(luck=lucks)
    def play_the_round(self, luck: Random) -> None:
        self.play_on(luck, 1)
        if self.game.sheet.round_end == "host":
            self.play_on(luck, 10)
            self.push(EndRound())
        for _ in range(MAX_EVENTS):
            if self.game.status == "playing":
                self.play_on(luck, 1)

    @rule()
    def host_ends_the_round(self) -> None:
        self.push(EndRound())

    @rule(luck=lucks)
    def a_table_counts_on_paper(self, luck: Random) -> None:
        table = luck.choice(self.game.tables)
        self.push(Tally(table.number, count_on_paper(luck, self.game, len(table.sides), table.seats)))

    @rule(luck=lucks)
    def a_round_on_paper(self, luck: Random) -> None:
        self.push(Bell())
        for table in self.game.tables:
            self.push(Tally(table.number, count_on_paper(luck, self.game, len(table.sides), table.seats)))

    @rule(luck=lucks, guests=st.integers(0, 2), leavers=st.integers(0, 2))
    def seats_change(self, luck: Random, guests: int, leavers: int) -> None:
        names = [name for table in self.game.seats for name in table if not is_ghost(name)]
        away = [name for name in self.game.players if name not in names]
        new = [*away, *(name for name in ("N0", "N1") if name not in self.game.players)]
        stay = luck.sample(names, len(names))[min(leavers, len(names) - 2) :]
        self.push(
            Seating(seat_first_tables(self.game.sheet, [*stay, *luck.sample(new, min(guests, len(new)))]))
        )

    @rule()
    def another_program_logs_an_event(self) -> None:
        before = snapshot(self.game)
        self.push(Other("test:note", raw={"table": "x", "dice": [7]}))
        assert snapshot(self.game) == before

    # What may be corrected

    @precondition(lambda self: self.game.events)
    @rule(back=st.integers(0, 40), dice=throws, called=st.none() | st.booleans())
    def correct(self, back: int, dice: tuple[int, ...], called: bool | None) -> None:  # noqa: FBT001 - drawn
        seq = len(self.game.events) - back % len(self.game.events)
        event = self.game.events[seq - 1]
        if isinstance(event, Tally):
            table = min(event.table, len(self.game.tables))
            seats = self.game.tables[table - 1].seats
            sides = len(event.counted.scores)
            self.push(CorrectTally(seq, count_on_paper(Random(sum(dice)), self.game, sides, seats)))
        elif isinstance(event, DieOff):
            self.push(Correct(seq, dict(zip(event.dice, dice, strict=False))))
        else:
            self.push(Correct(seq, dice, called))

    @precondition(lambda self: self.game.events)
    @rule(back=st.integers(0, 40), at=st.integers(0, 30), dice=throws, called=st.none() | st.booleans())
    def missed(self, back: int, at: int, dice: tuple[int, ...], called: bool | None) -> None:  # noqa: FBT001 - drawn
        after = len(self.game.events) - back % len(self.game.events)
        self.push(Missed(after, at % len(self.game.tables) + 1, dice, called))

    @precondition(lambda self: self.game.events)
    @rule(back=st.integers(0, 40))
    def void(self, back: int) -> None:
        self.push(Void(len(self.game.events) - back % len(self.game.events)))

    @precondition(lambda self: self.game.events)
    @rule()
    def undo_restores_and_redo_repeats(self) -> None:
        after = snapshot(self.game)
        undo = self.game.push(Void(len(self.game.events)))
        assert snapshot(self.game) == self.before
        self.game.push(Void(undo))
        assert snapshot(self.game) == after

    # What is always true

    @invariant()
    def everyone_sits_exactly_once(self) -> None:
        places = [self.game.seats, *([t.seats for t in result.tables] for result in self.game.rounds)]
        for seats in places:
            everybody = [name for table in seats for name in table]
            assert len(set(everybody)) == len(everybody)
            layout = (
                self.game.sheet.find_layouts(sum(not is_ghost(name) for name in everybody), len(seats)) or ()
            )
            assert [len(table) for table in seats] == [table.seats for table in layout]
        if not self.list_seatings():
            everybody = sorted(name for table in self.game.header.tables for name in table)
            assert all(sorted(name for table in seats for name in table) == everybody for seats in places)

    def list_seatings(self) -> list[Seating]:
        """Return the seatings that count."""
        ignored = self.game.voided.union(self.game.unused)
        numbered = enumerate(self.game.events, 1)
        return [event for seq, event in numbered if isinstance(event, Seating) and seq not in ignored]

    @invariant()
    def nobody_has_the_same_partner_twice_in_a_row(self) -> None:
        if self.list_seatings():
            return  # a draw may give the same partners again
        rounds = [list_pairs(result.tables) for result in self.game.rounds]
        if self.game.status == "ready":
            rounds.append(list_next_pairs(self.game))
        for pairs, next_pairs in pairwise(rounds):
            assert not pairs & next_pairs

    @invariant()
    def scores_are_the_sums_of_the_throws(self) -> None:
        for result in self.game.rounds:
            for table in result.tables:
                sums = add_up(table)
                if table.tally:
                    assert not table.throws
                    sides = zip(table.sides, table.tally[1].scores, strict=True)
                    sums = {name: score for side, score in sides for name in side.players}
                assert list(table.scores.values()) == [sums[name] for name in table.seats]

    @invariant()
    def cards_fit_the_rounds(self) -> None:
        decided = [table for result in self.game.rounds for table in result.tables if table.winners]
        thrown = [t for result in self.game.rounds for table in result.tables for t in table.throws]
        rooms = [self.game.header.tables, *(event.tables for event in self.list_seatings())]
        named = (name for room in rooms for table in room for name in table if not is_ghost(name))
        assert list(self.game.players) == list(dict.fromkeys(named))
        for name, card in self.game.players.items():
            played = [table for table in decided if name in table.seats]
            kinds = [t.score.kind for t in thrown if t.thrower == name and not t.rolloff]
            won = sum(name in table.winners for table in played)
            paper = [table.tally[1] for table in played if table.tally]
            assert card.wins + card.losses == len(played)
            assert card == Card(
                wins=won,
                losses=len(played) - won,
                buncos=kinds.count("bunco") + sum(each.buncos.get(name, 0) for each in paper),
                minis=kinds.count("mini") + sum(each.minis.get(name, 0) for each in paper),
                points=sum(table.scores[name] for table in played),
            )

    def teardown(self) -> None:
        """Replay the record, and compare the game with the live one."""
        if not hasattr(self, "game"):
            return
        lines = [json.dumps(self.game.header.to_dict())]
        lines += [json.dumps(event.to_dict()) for event in self.game.events]
        replayed, error = replay(lines)
        assert error is None
        assert replayed is not None
        assert snapshot(replayed) == snapshot(self.game)
        assert replayed.events == self.game.events
        assert [json.dumps(event.to_dict()) for event in replayed.events] == lines[1:]


def add_up(table: TableResult) -> dict[str, int]:
    """Add up the throws of a round for each player; snake eyes remove the points of the turn."""
    sums, turn = dict.fromkeys(table.seats, 0), 0
    for thrown in table.throws:
        if not thrown.rolloff:
            gained = -turn if thrown.score.kind == "snake_eyes" else thrown.score.points
            turn = 0 if thrown.ends_turn else turn + gained
            side = table.sides[thrown.side].players
            assert thrown.thrower in side
            for name in side:
                sums[name] += gained
    return sums


def list_pairs(tables: Iterable[TableResult]) -> set[frozenset[str]]:
    """Return all partners."""
    return {frozenset(side.players) for table in tables for side in table.sides if len(side.players) > 1}


def list_next_pairs(game: Game) -> set[frozenset[str]]:
    """Return all partners of the round that the next bell starts."""
    return {
        frozenset(names[first::2])
        for names, layout in zip(game.seats, game.header.layout, strict=True)
        for first in (0, 1)
        if layout.teams
    }


TestParty = Party.TestCase
TestParty.settings = settings(
    max_examples=min(60, settings().max_examples),  # fewer where the profile has fewer
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
