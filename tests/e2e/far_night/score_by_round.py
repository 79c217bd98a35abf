"""A second scorekeeper of the printed rules: it takes a record apart, and counts each round as a whole.

It cuts the record at the bells, gives each table its throws of the round, finds the place where the round was
stopped, and divides what each table threw into turns. It shares nothing with the product, and nothing with
:mod:`tests.e2e.far_night.score_by_throw`. It can do tables of four without ghosts, calls, paper tallies or
corrections of dice.
"""

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any, NamedTuple

Body = Mapping[str, Any]
Seats = Sequence[str]
FOREVER = 10**9


class Dice(NamedTuple):
    """Dice at a place of the record: a throw, or one die each by name."""

    place: int
    faces: tuple[int, ...]
    each: Mapping[str, int] = {}


def sort_events(events: Sequence[Body]) -> list[Body]:
    """Return the events that stand by the time at which they happened.

    The time of an event is a path of numbers: that of a missed throw begins with that of the event before it.
    """
    void: set[int] = set()
    for number, event in reversed(list(enumerate(events, 1))):
        if event["event"] == "void" and number not in void:
            void.add(event["seq"])
    times: dict[int, tuple[int, ...]] = {}
    for number, event in enumerate(events, 1):
        is_missed = event["event"].rpartition(":")[2] == "missed"
        times[number] = (*times[event["after"]], number) if is_missed else (number,)
    return [events[number - 1] for number in sorted(times, key=times.__getitem__) if number not in void]


def count_points(rules: str, target: int, faces: Sequence[int]) -> int:
    if len(set(faces)) > 1:
        return sum(face == target for face in faces)
    low = 7 if rules == "boxed" else 5
    return 21 if faces[0] == target else low if faces[0] < target else 5


@dataclass
class TableRound:
    """What one table did in one round."""

    seats: Seats
    scores: tuple[int, int] = (0, 0)
    winner: int = -1
    tied: bool = False
    buncos: Counter[str] = field(default_factory=Counter)
    minis: Counter[str] = field(default_factory=Counter)
    bags: list[tuple[int, str]] = field(default_factory=list)

    def get_pair(self, side: int) -> list[str]:
        return [self.seats[side], self.seats[side + 2]]


def find_throwers(points: Iterable[int]) -> list[int]:
    """Return the seat of each throw, if seat 0 begins and who scores nothing passes the dice."""
    passed = accumulate((not each for each in points), initial=0)
    return [count % 4 for count in passed]


def find_stops(rules: str, tables: Sequence[Sequence[Dice]], target: int) -> list[int]:
    """Return for each table the place after which no turn begins."""
    goals, buncos = [], []
    for throws in tables:
        points = [count_points(rules, target, throw.faces) for throw in throws if throw.faces]
        places = [throw.place for throw in throws if throw.faces]
        throwers = find_throwers(points)
        sums = [
            list(accumulate(each * (seat % 2 == side) for each, seat in zip(points, throwers, strict=False)))
            for side in (0, 1)
        ]
        goals.append(
            next(
                (place for place, one, two in zip(places, *sums, strict=True) if max(one, two) >= 21), FOREVER
            )
        )
        buncos.append(
            next((place for place, each in zip(places, points, strict=True) if each == 21), FOREVER)
        )
    if rules == "boxed":
        return [min(goal, *buncos) for goal in goals]
    return [min(goals) if rules == "houseparty" else goals[0]] * len(tables)


def play_table(
    rules: str, target: int, seats: Seats, throws: Sequence[Dice], end: tuple[int, bool]
) -> TableRound:
    """Count a table's round. ``end``: after which place no turn begins, and whether a turn is finished."""
    stop, finishes = end
    points = [count_points(rules, target, throw.faces) if throw.faces else 0 for throw in throws]
    throwers = find_throwers(points)
    last = bisect_right([throw.place for throw in throws], stop)
    if finishes:
        while 0 < last < len(throws) and points[last - 1]:
            last += 1
    round_ = TableRound(seats)
    sides = [
        sum(each for at, each in enumerate(points[:last]) if throwers[at] % 2 == side) for side in (0, 1)
    ]
    round_.scores = sides[0], sides[1]
    for at, throw in enumerate(throws[:last]):
        if len(set(throw.faces)) == 1:
            name = seats[throwers[at]]
            (round_.buncos if throw.faces[0] == target else round_.minis)[name] += 1
            if throw.faces[0] != target:
                round_.bags.append((throw.place, name))
    rest = throws[last:]
    round_.tied = sides[0] == sides[1]
    if round_.tied:
        begins = (throwers[last - 1] + 1) % 4 if last else 0
        round_.winner = _ROLL_OFFS[rules](target, seats, rest, begins)
    else:
        assert not rest, f"dice after the end: {rest}"
        round_.winner = int(sides[1] > sides[0])
    return round_


def _finishes(rules: str, table: int) -> bool:
    """Return whether a turn is finished after the end, at a table counted from 0."""
    return rules in ("casino", "houseparty") or (rules == "tournament" and table > 0)


def cut_into_turns(points: Sequence[int]) -> list[list[int]]:
    """Divide points into turns: each ends with nothing, only the last one may go on."""
    turns: list[list[int]] = [[]]
    for each in points:
        turns[-1].append(each)
        if not each:
            turns.append([])
    return turns if turns[-1] else turns[:-1]


def decide_by_sessions(target: int, _: Seats, dice: Sequence[Dice], __: int) -> int:
    turns = [
        sum(turn) for turn in cut_into_turns([count_points("classic", target, each.faces) for each in dice])
    ]
    assert len(turns) % 4 == 0
    *equal, last = (turns[at : at + 4] for at in range(0, len(turns), 4))
    assert all(one + three == two + four for one, two, three, four in equal)
    us, them = last[0] + last[2], last[1] + last[3]
    assert us != them
    return int(them > us)


def decide_by_hits(target: int, _: Seats, dice: Sequence[Dice], begins: int) -> int:
    hits = [target in each.faces for each in dice]
    assert hits.index(True) == len(hits) - 1
    return (begins + len(hits) - 1) % 2


def decide_by_die(_: int, seats: Seats, dice: Sequence[Dice], __: int) -> int:
    sixes = [[name for name, die in each.each.items() if die == 6] for each in dice]
    assert [len(each) == 1 for each in sixes] == [False] * (len(sixes) - 1) + [True]
    assert all(each.each.keys() == {*seats[:2]} for each in dice)
    return seats.index(sixes[-1][0])


def decide_to_five(target: int, _: Seats, dice: Sequence[Dice], begins: int) -> int:
    turns = cut_into_turns([_count_to_five(target, each.faces) for each in dice])
    sums = [0, 0]
    for at, turn in enumerate(turns):
        assert max(sums) < 5
        sums[(begins + at) % 2] += sum(turn)
    assert max(sums) >= 5
    return int(sums[1] >= 5)


def _count_to_five(target: int, faces: Sequence[int]) -> int:
    points = count_points("boxed", target, faces)
    return points if target in faces else 0


_ROLL_OFFS: Mapping[str, Callable[[int, Seats, Sequence[Dice], int], int]] = {
    "classic": decide_by_sessions,
    "casino": decide_by_hits,
    "houseparty": decide_by_hits,
    "tournament": decide_by_die,
    "boxed": decide_to_five,
}


def divide(count: int, rules: str) -> list[range]:
    """Return which tables, from 0, move among themselves."""
    if rules not in ("casino", "tournament") or count < 6:
        return [range(count)]
    starts = list(range(0, count - 2, 3))
    return [range(start, end) for start, end in zip(starts, [*starts[1:], count], strict=True)]


def move(rules: str, played: Sequence[TableRound]) -> list[list[str]]:
    """Return who sits where after a round."""
    if rules == "classic":
        return [_turn(table.seats) for table in played]
    arrivals: dict[int, list[tuple[int, int]]] = defaultdict(list)  # of pairs: from which table, which side
    for tables in divide(len(played), rules):
        size = len(tables)
        for at, number in enumerate(tables):
            shifts = {
                "casino": (at, (at + 1) % size),
                "boxed": (at, (at + 1) % size),
                "houseparty": (max(at - 1, 0), at or size - 1),
                "tournament": (max(at - 1, 0), min(at + 1, size - 1)),
            }[rules]
            winner = played[number].winner
            for side, goal in zip((winner, 1 - winner), shifts, strict=True):
                arrivals[tables[goal]].append((number, side))
    return [_seat(played, number, sorted(arrivals[number])) for number in range(len(played))]


def _turn(seats: Seats) -> list[str]:
    return [seats[0], seats[3], seats[1], seats[2]]


def _seat(played: Sequence[TableRound], number: int, pairs: Sequence[tuple[int, int]]) -> list[str]:
    names = {pair: played[pair[0]].get_pair(pair[1]) for pair in pairs}
    stay = [side for table, side in pairs if table == number]
    if len(stay) == 2:
        return _turn(played[number].seats)
    if not stay:
        return [*chain.from_iterable(names.values())]
    new = [*chain.from_iterable(pair for (table, _), pair in names.items() if table != number)]
    keep = names[number, stay[0]]
    # Who sat on seat 3 moves to 4, who sat on seat 4 to 1.
    return [keep[0], new[0], new[1], keep[1]] if stay[0] == 0 else [keep[1], keep[0], *new]


class Part:
    """All rounds of a game, or of its semi-final."""

    def __init__(self, rules: str, tables: Sequence[Seats], events: Sequence[Body]) -> None:
        self.rules, self.seats = rules, [list(seats) for seats in tables]
        self.names = [*chain.from_iterable(tables)]
        bells = [at for at, event in enumerate(events) if event["event"] == "bell"]
        self.rounds: list[list[TableRound]] = []
        for number, (begin, end) in enumerate(zip(bells, [*bells[1:], len(events)], strict=True)):
            self.rounds.append(self._play(number % 6 + 1, range(begin + 1, end), events))
            self.seats = move(rules, self.rounds[-1])
        self.tables = [*chain.from_iterable(self.rounds)]

    def _play(self, target: int, places: range, events: Sequence[Body]) -> list[TableRound]:
        thrown: list[list[Dice]] = [[] for _ in self.seats]
        for place in places:
            dice, kind = events[place]["dice"], events[place]["event"]
            one = Dice(place, (), dice) if kind == "die_off" else Dice(place, tuple(dice))
            thrown[events[place]["table"] - 1].append(one)
        stops = find_stops(self.rules, thrown, target)
        return [
            play_table(self.rules, target, seats, throws, (stop, _finishes(self.rules, at)))
            for at, (seats, throws, stop) in enumerate(zip(self.seats, thrown, stops, strict=True))
        ]

    def list_rounds(self) -> list[dict[str, Any]]:
        return [
            {
                "set": at // 6 + 1,
                "round": at % 6 + 1,
                "tables": [
                    {
                        "table": number,
                        "seats": [*table.seats],
                        "scores": {name: table.scores[seat % 2] for seat, name in enumerate(table.seats)},
                        "winners": table.get_pair(table.winner),
                        "rolloff": table.tied,
                    }
                    for number, table in enumerate(tables, 1)
                ],
            }
            for at, tables in enumerate(self.rounds)
        ]

    def make_cards(self) -> dict[str, dict[str, int]]:
        wins = Counter(name for table in self.tables for name in table.get_pair(table.winner))
        points = Counter[str]()
        for table in self.tables:
            points.update({name: table.scores[seat % 2] for seat, name in enumerate(table.seats)})
        buncos = sum((table.buncos for table in self.tables), Counter[str]())
        minis = sum((table.minis for table in self.tables), Counter[str]())
        return {
            name: {
                "wins": wins[name],
                "losses": len(self.rounds) - wins[name],
                "buncos": buncos[name],
                "minis": minis[name],
                "points": points[name],
            }
            for name in self.names
        }

    def find_bag(self) -> str | None:
        taken = sorted(chain.from_iterable(table.bags for table in self.tables))
        return taken[-1][1] if taken else None


def leave_best(names: Sequence[str], count: Callable[[str], int]) -> list[str]:
    return [name for name in names if count(name) == max(map(count, names))]


def find_place(names: list[str], throws: Iterable[Mapping[str, int]]) -> list[str]:
    """Return who is left of those who are equal for a place, after one die each."""
    for dice in throws:
        assert {*dice} == {*names}
        names = [name for name in names if dice[name] == 6] or names
    return names


def find_two(
    cards: Mapping[str, Mapping[str, int]], names: Sequence[str], die_offs: Sequence[Body]
) -> list[str]:
    """Return who gets the two places among these players."""
    found: list[str] = []
    for place in ("wins", "buncos"):
        among = [name for name in names if name not in found]
        equal = leave_best(among, lambda name, what=place: cards[name][what])  # type: ignore[misc]
        left = find_place(equal, (event["dice"] for event in die_offs if event["place"] == place))
        assert len(left) == 1, left
        found += left
    return found


def find_finals(game: Part, events: Sequence[Body]) -> dict[str, Any]:
    """Return the results of the semi-final and of the final."""
    named = defaultdict(list)
    for event in events:
        named[event["event"]].append(event)
    cards, semi_finalists = game.make_cards(), list[str]()
    for number, tables in enumerate(divide(len(game.seats), "tournament"), 1):
        group = {name for table in tables for name in game.seats[table]}
        names = [name for name in game.names if name in group]
        die_offs = [event for event in named["tournament:die_off"] if event.get("group") == number]
        semi_finalists += find_two(cards, names, die_offs)
    drawn = {
        each: [e["player"] for e in named["tournament:drawn"] if (e["for"] == "four") is each]
        for each in (True, False)
    }
    semi_finalists += drawn[True]
    [seating] = named["tournament:semi_final"]
    inner = [
        {**event, "event": event["event"][11:]}
        for event in events
        if event["event"].startswith("semi_final:")
    ]
    semi_final = Part("tournament", seating["tables"], inner)
    in_semi_final = semi_final.make_cards()
    last = [event for event in named["tournament:die_off"] if "group" not in event]
    finalists = find_two(in_semi_final, semi_final.names, last)
    finalists += drawn[False]
    faces = {name: [e["dice"][name] for e in named["final:order"] if name in e["dice"]] for name in finalists}
    order = sorted(finalists, key=faces.__getitem__)
    throws = [event["dice"] for event in named["final:throw"]]
    assert throws.index([1, 1, 1]) == len(throws) - 1
    return {
        "semi_finalists": sorted(semi_finalists),
        "finalists": sorted(finalists),
        "grand_prize": order[(len(throws) - 1) % len(order)],
        "rounds": semi_final.list_rounds(),
        "players": in_semi_final,
    }


def find_set_winners(game: Part, events: Sequence[Body]) -> list[str]:
    cards = game.make_cards()
    best = leave_best(game.names, lambda name: cards[name]["wins"])
    best = leave_best(best, lambda name: cards[name]["buncos"])
    if len(best) == 1:
        return best
    totals = {
        name: [-sum(e["dice"]) for e in events if e["event"] == "boxed:order" and e["player"] == name]
        for name in best
    }
    order = sorted(best, key=totals.__getitem__)
    throws = [event["dice"] for event in events if event["event"] == "boxed:throw"]
    sums = Counter[str]()
    for at, turn in enumerate(cut_into_turns([_count_to_five(6, dice) for dice in throws])):
        sums[order[at % len(order)]] += sum(turn)
    return [name for name, points in sums.items() if points >= 5]


def find_awards(
    cards: Mapping[str, Mapping[str, int]], names: Iterable[str], mark: str
) -> dict[str, list[str]]:
    names = sorted(names)
    found = {"even" + mark: [n for n in names if 0 < cards[n]["wins"] == cards[n]["losses"]]}
    for what in ("buncos", "wins", "losses", "minis", "points"):
        best = leave_best(names, lambda name, what=what: cards[name][what])  # type: ignore[misc]
        found[f"most_{what}{mark}"] = best if cards[best[0]][what] else []
    found["fewest_points" + mark] = leave_best(names, lambda name: -cards[name]["points"])
    return found


def score(lines: Sequence[str]) -> dict[str, Any]:
    """Return the results of a finished game, in the words of ``pi-bunco replay --json`` and of the pages."""
    header, *bodies = map(json.loads, lines)
    events, rules = sort_events(bodies), header["rules"]
    in_rounds = ("bell", "throw", "missed", "die_off")
    game = Part(rules, header["tables"], [
        {**event, "event": "throw"} if event["event"] == "missed" else event
        for event in events if event["event"] in in_rounds
    ])  # fmt: skip
    known = {*in_rounds, "void"}
    assert all(":" in event["event"] or event["event"] in known for event in events), "not played here"
    cards = game.make_cards()
    awards: dict[str, list[str]] = {}
    if rules == "casino":
        for number, tables in enumerate(divide(len(game.seats), rules), 1):
            awards |= find_awards(cards, (name for at in tables for name in game.seats[at]), f"@{number}")
    else:
        awards = find_awards(cards, game.names, "")
    is_over = len(game.rounds) == 6 * header.get("sets", 1)
    has_finals = any(event["event"] == "tournament:semi_final" for event in events)
    return {
        "rounds": game.list_rounds(),
        "seats": game.seats,
        "players": cards,
        "bag": game.find_bag() if header.get("options", {}).get("traveling") else None,
        "awards": awards,
        "set_winners": find_set_winners(game, events) if rules == "boxed" and is_over else [],
        "finals": find_finals(game, events) if has_finals else None,
    }
