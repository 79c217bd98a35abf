"""The rounds of a night, throw by throw, for :mod:`tests.e2e.far_night.score_by_throw`."""

from collections.abc import Iterator, Sequence
from typing import Any

Event = dict[str, Any]
Shown = tuple[str, int]
"""Who threw, and the points."""


def put_in_order(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events that stand, in the order in which they happened: missed throws in their places."""
    gone: set[int] = set()
    after: dict[int, list[int]] = {}
    for number in range(len(events), 0, -1):
        if events[number - 1]["event"] == "void" and number not in gone:
            gone.add(events[number - 1]["seq"])
    for number, event in enumerate(events, 1):
        if event["event"].endswith("missed"):
            after.setdefault(event["after"], []).append(number)

    def follow(number: int) -> Iterator[int]:
        yield number
        for later in after.get(number, ()):
            yield from follow(later)

    for number, event in enumerate(events, 1):
        if not event["event"].endswith("missed"):
            yield from (events[each - 1] for each in follow(number) if each not in gone)


class Card:
    """What a player writes down."""

    def __init__(self) -> None:
        self.wins = self.losses = self.buncos = self.minis = self.points = 0


class Table:
    """A table in a round. It is playing, finishing a turn, in a roll-off, or decided."""

    def __init__(self, seats: list[str]) -> None:
        self.seats, self.score = seats, [0, 0]
        self.holder, self.has_begun = 0, False
        self.state, self.winner, self.tied = "playing", -1, False
        self.rolloff = [0, 0]

    def list_side(self, side: int) -> list[str]:
        return self.seats[side::2]

    def pass_dice(self) -> None:
        self.holder, self.has_begun = (self.holder + 1) % 4, False


class Game:
    """Rounds at tables: a night, or its semi-final."""

    def __init__(self, rules: str, tables: list[list[str]], options: dict[str, Any]) -> None:
        self.rules, self.seats = rules, [list(seats) for seats in tables]
        self.cards = {name: Card() for seats in tables for name in seats}
        self.bag: str | None = None
        self.bag_travels = options.get("traveling") == {"any_mini": True}
        self.tables: list[Table] = []
        self.rung, self.has_ended = 0, False
        self.rounds: list[dict[str, Any]] = []
        if set(options) - {"traveling"} or (options.get("traveling") and not self.bag_travels):
            raise NotImplementedError(options)

    @property
    def target(self) -> int:
        return (self.rung - 1) % 6 + 1

    @property
    def is_playing(self) -> bool:
        return any(table.state != "decided" for table in self.tables)

    def ring(self) -> None:
        assert not self.is_playing, "the bell rings in a round"
        self.rung, self.has_ended = self.rung + 1, False
        self.tables = [Table(seats) for seats in self.seats]

    def throw(self, number: int, dice: list[int]) -> Shown | None:
        """Count a throw, and return who threw it for how many points; ``None`` in a roll-off."""
        table, shown = self.tables[number - 1], None
        assert table.state != "decided", f"nobody throws at table {number}"
        if table.state == "rolloff":
            self._roll_off(table, dice)
        else:
            shown = table.seats[table.holder], self._count(dice)[0]
            self._play(number, table, dice)
        if not self.is_playing:
            self._finish()
        return shown

    def die_off(self, number: int, dice: dict[str, int]) -> None:
        table = self.tables[number - 1]
        assert table.state == "rolloff"
        assert set(dice) == set(table.seats[:2])
        sixes = [name for name, die in dice.items() if die == 6]
        if len(sixes) == 1:
            self._decide(table, table.seats.index(sixes[0]) % 2)
        if not self.is_playing:
            self._finish()

    def _count(self, dice: list[int]) -> tuple[int, str]:
        """Return the points of a throw, and whether it is a bunco or a mini."""
        if dice[0] == dice[1] == dice[2]:
            if dice[0] == self.target:
                return 21, "bunco"
            return (7 if self.rules == "boxed" and dice[0] < self.target else 5), "mini"
        return dice.count(self.target), ""

    def _play(self, number: int, table: Table, dice: list[int]) -> None:
        points, kind = self._count(dice)
        table.score[table.holder % 2] += points
        table.has_begun = True
        self._write_down(table.seats[table.holder], kind)
        if points == 0:
            table.pass_dice()
        if table.state == "finishing":
            if points == 0:
                self._stop(table)
        elif self.rules == "boxed":
            stopping = self.tables if kind == "bunco" else [table] if max(table.score) >= 21 else []
            for each in stopping:
                if each.state == "playing":
                    self._stop(each)
        elif (number == 1 or self.rules == "houseparty") and max(table.score) >= 21 and not self.has_ended:
            self._ring_for_the_end()

    def _write_down(self, thrower: str, kind: str) -> None:
        if kind == "bunco":
            self.cards[thrower].buncos += 1
        if kind == "mini":
            self.cards[thrower].minis += 1
            self.bag = thrower if self.bag_travels else None

    def _ring_for_the_end(self) -> None:
        self.has_ended = True
        for number, table in enumerate(self.tables, 1):
            finishes = self.rules in ("casino", "houseparty") or (self.rules == "tournament" and number > 1)
            if finishes and table.has_begun:
                table.state = "finishing"
            else:
                self._stop(table)

    def _stop(self, table: Table) -> None:
        first, second = table.score
        if first != second:
            self._decide(table, 0 if first > second else 1)
            return
        table.state, table.tied = "rolloff", True
        if table.has_begun:
            table.pass_dice()
        if self.rules == "classic":
            table.holder = 0

    def _roll_off(self, table: Table, dice: list[int]) -> None:
        points, kind = self._count(dice)
        side = table.holder % 2
        match self.rules:
            case "classic":
                table.rolloff[side] += points
                if points == 0:
                    table.pass_dice()
                    first, second = table.rolloff
                    if table.holder == 0 and first != second:
                        self._decide(table, 0 if first > second else 1)
            case "casino" | "houseparty":
                if self.target in dice:
                    self._decide(table, side)
                else:
                    table.pass_dice()
            case "boxed":
                points = 0 if kind == "mini" else points
                table.rolloff[side] += points
                if table.rolloff[side] >= 5:
                    self._decide(table, side)
                elif points == 0:
                    table.pass_dice()
            case _:
                raise AssertionError("three dice in a roll-off with one die each")

    def _decide(self, table: Table, side: int) -> None:
        table.state, table.winner = "decided", side
        for place, name in enumerate(table.seats):
            card = self.cards[name]
            card.points += table.score[place % 2]
            if place % 2 == side:
                card.wins += 1
            else:
                card.losses += 1

    def _finish(self) -> None:
        tables = [
            {
                "table": number,
                "seats": table.seats,
                "scores": {name: table.score[place % 2] for place, name in enumerate(table.seats)},
                "winners": table.list_side(table.winner),
                "rolloff": table.tied,
            }
            for number, table in enumerate(self.tables, 1)
        ]
        self.rounds.append({"set": (self.rung - 1) // 6 + 1, "round": self.target, "tables": tables})
        self._move()

    def _move(self) -> None:
        count = len(self.tables)
        going: list[list[tuple[int, list[int]]]] = [[] for _ in range(count)]  # from where, and which seats
        for number, table in enumerate(self.tables, 1):
            winners, losers = table.winner, 1 - table.winner
            first, last = self._find_group(number)
            to_winners, to_losers = number, number
            match self.rules:
                case "casino" if first < last:
                    to_losers = number + 1 if number < last else first
                case "boxed" if count > 1:
                    to_losers = number + 1 if number < count else 1
                case "houseparty" if count > 1:
                    to_winners = max(number - 1, 1)
                    to_losers = count if number == 1 else number
                case "tournament" if first < last:
                    to_winners, to_losers = max(number - 1, first), min(number + 1, last)
            going[to_winners - 1].append((number, [winners, winners + 2]))
            going[to_losers - 1].append((number, [losers, losers + 2]))
        self.seats = [self._sit_down(number, pairs) for number, pairs in enumerate(going, 1)]

    def _find_group(self, number: int) -> tuple[int, int]:
        """Return the first and the last table of the group of a table."""
        groups = max(len(self.tables) // 3, 1)
        group = min((number - 1) // 3, groups - 1)
        return 3 * group + 1, len(self.tables) if group == groups - 1 else 3 * group + 3

    def _sit_down(self, number: int, pairs: list[tuple[int, list[int]]]) -> list[str]:
        def name(table: int, seat: int) -> str:
            return self.tables[table - 1].seats[seat]

        staying = [pair for pair in pairs if pair[0] == number]
        if len(staying) == 2:
            one, two, three, four = self.tables[number - 1].seats
            return [one, four, two, three]
        seats = ["", "", "", ""]
        if not staying:
            for at, (table, pair) in enumerate(sorted(pairs)):
                seats[2 * at : 2 * at + 2] = [name(table, seat) for seat in pair]
            return seats
        low, high = staying[0][1]
        seats[low], seats[(high + 1) % 4] = name(number, low), name(number, high)
        newcomers = [name(table, seat) for table, pair in sorted(pairs) if table != number for seat in pair]
        for at in range(4):
            if not seats[at]:
                seats[at] = newcomers.pop(0)
        return seats
