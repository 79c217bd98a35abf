"""A scorekeeper of the printed rules who goes through a record throw by throw, as people at the tables do.

It knows the rules only from the page of the rules, and shares nothing with the product. It plays what a night
of several Pis plays: tables of four without ghosts, no calls, no paper tallies, no corrections of dice.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from tests.e2e.far_night.rounds_by_throw import Card, Event, Game, Shown, put_in_order

IGNORED = ("pi", "table", "camera", "award", "costume", "casino", "room")
"""What events of the house are about that change no tally, before the colon of their names."""


class Race:
    """A place for the player with the most; those who are equal throw one die each until one is left."""

    def __init__(self, counts: dict[str, int]) -> None:
        best = max(counts.values())
        self.left = [name for name, count in counts.items() if count == best]

    def throw(self, dice: dict[str, int]) -> None:
        assert set(dice) == set(self.left)
        self.left = [name for name, die in dice.items() if die == 6] or self.left

    @property
    def winner(self) -> str | None:
        return self.left[0] if len(self.left) == 1 else None


class TwoPlaces:
    """The place for most wins, then the one for most buncos among the others."""

    def __init__(self, cards: dict[str, Card]) -> None:
        self._cards = cards
        self._races = [Race({name: card.wins for name, card in cards.items()})]
        self._go_on()

    def throw(self, place: str, dice: dict[str, int]) -> None:
        assert place == ("wins", "buncos")[len(self._races) - 1]
        self._races[-1].throw(dice)
        self._go_on()

    def _go_on(self) -> None:
        if len(self._races) == 1 and (first := self._races[0].winner):
            others = {name: card.buncos for name, card in self._cards.items() if name != first}
            self._races.append(Race(others))

    def list_winners(self) -> list[str]:
        return [race.winner for race in self._races if race.winner]


class Night:
    """A whole night, with everything outside its rounds."""

    def __init__(self, header: Event) -> None:
        self.rules = header["rules"]
        self.shown: dict[str, Shown | None] = {}  # of each tap
        self._options = header.get("options", {})
        self.game = Game(self.rules, header["tables"], self._options)
        self.semi_final: Game | None = None
        self._groups: dict[int, TwoPlaces] = {}
        self._final_two: TwoPlaces | None = None
        self._drawn: list[tuple[str, str]] = []  # for what, and whom
        self._order: list[list[str]] = []  # who has thrown equal for the order stands together
        self._throws = 0
        self.grand_prize: str | None = None
        self._tied: list[list[str]] = []
        self._first_totals: dict[str, int] = {}
        self._at, self._points = 0, dict[str, int]()
        self.set_winners: list[str] = []

    def take(self, event: Event) -> None:
        kind, _, rest = event["event"].rpartition(":")
        match kind, rest:
            case "" | "semi_final", "bell" | "throw" | "missed" | "die_off":
                self._take_in_round(self.game if not kind else self.semi_final, rest, event)
            case "", "void":
                pass
            case "tournament", _:
                self._take_place(rest, event)
            case "final", "order":
                self._order_final(event["dice"])
            case "final", "throw":
                self._throw_final(event["dice"])
            case "boxed", "order":
                self._order_set(event["player"], sum(event["dice"]))
            case "boxed", "throw":
                self._throw_for_set(event["dice"])
            case _ if kind in IGNORED:
                pass
            case _:
                raise NotImplementedError(event)

    def _take_in_round(self, game: Game | None, kind: str, event: Event) -> None:
        assert game
        if kind == "bell":
            game.ring()
        elif kind == "die_off":
            game.die_off(event["table"], event["dice"])
        else:
            self.shown[event.get("token", "")] = game.throw(event["table"], event["dice"])

    def _take_place(self, kind: str, event: Event) -> None:
        if kind == "semi_final":
            self.semi_final = Game(self.rules, event["tables"], self._options)
        elif kind == "drawn":
            self._drawn.append((event["for"], event["player"]))
        else:
            places = self._find_group(event["group"]) if "group" in event else self._find_final_two()
            places.throw(event["place"], event["dice"])

    def list_groups(self) -> list[list[str]]:
        last = max(len(self.game.seats) // 3, 1)
        groups: list[list[str]] = [[] for _ in range(last)]
        for number, seats in enumerate(self.game.seats):
            groups[min(number // 3, last - 1)].extend(seats)
        return groups

    def _find_group(self, number: int) -> TwoPlaces:
        if number not in self._groups:
            names = self.list_groups()[number - 1]
            # In the order of the header, as the cards lie.
            cards = {name: card for name, card in self.game.cards.items() if name in names}
            self._groups[number] = TwoPlaces(cards)
        return self._groups[number]

    def _find_final_two(self) -> TwoPlaces:
        assert self.semi_final
        self._final_two = self._final_two or TwoPlaces(self.semi_final.cards)
        return self._final_two

    def list_semi_finalists(self) -> list[str]:
        groups = range(1, len(self.list_groups()) + 1)
        winners = [name for number in groups for name in self._find_group(number).list_winners()]
        return winners + [name for purpose, name in self._drawn if purpose == "four"]

    def list_finalists(self) -> list[str]:
        drawn = [name for purpose, name in self._drawn if purpose != "four"]
        return [*self._find_final_two().list_winners(), *drawn]

    def _order_final(self, dice: dict[str, int]) -> None:
        self._order = self._order or [self.list_finalists()]
        at = next(place for place, names in enumerate(self._order) if len(names) > 1)
        assert set(self._order[at]) == set(dice)
        faces = sorted(set(dice.values()))
        self._order[at : at + 1] = [[name for name in dice if dice[name] == face] for face in faces]

    def _throw_final(self, dice: list[int]) -> None:
        assert all(len(names) == 1 for names in self._order)
        assert self.grand_prize is None
        thrower = self._order[self._throws % len(self._order)][0]
        self._throws += 1
        if dice == [1, 1, 1]:
            self.grand_prize = thrower

    def find_set_tie(self) -> list[str]:
        """Return who has the most wins, and among them the most buncos."""
        cards = self.game.cards
        most = max(card.wins for card in cards.values())
        best = [name for name, card in cards.items() if card.wins == most]
        buncos = max(cards[name].buncos for name in best)
        return [name for name in best if cards[name].buncos == buncos]

    def _order_set(self, player: str, total: int) -> None:
        self._tied = self._tied or [self.find_set_tie()]
        assert player not in self._first_totals
        at = next(place for place, names in enumerate(self._tied) if len(names) > 1 and player in names)
        self._first_totals[player] = total
        names = self._tied[at]
        if all(name in self._first_totals for name in names):
            totals = {name: self._first_totals.pop(name) for name in names}
            ranks = sorted(set(totals.values()), reverse=True)
            self._tied[at : at + 1] = [[name for name in names if totals[name] == rank] for rank in ranks]

    def _throw_for_set(self, dice: list[int]) -> None:
        assert all(len(names) == 1 for names in self._tied)
        assert not self.set_winners
        thrower = self._tied[self._at][0]
        alike = len(set(dice)) == 1
        points = 21 if dice == [6, 6, 6] else 0 if alike else dice.count(6)
        self._points[thrower] = self._points.get(thrower, 0) + points
        if self._points[thrower] >= 5:
            self.set_winners = [thrower]
        elif points == 0:
            self._at = (self._at + 1) % len(self._tied)

    def list_awards(self) -> dict[str, list[str]]:
        """Return who has the most of what, by the name of the award, with ``@2`` among group 2."""
        groups: Iterable[tuple[str, list[str]]] = [("", list(self.game.cards))]
        if self.rules == "casino":
            groups = [(f"@{number}", names) for number, names in enumerate(self.list_groups(), 1)]
        awards = {}
        for mark, names in groups:
            cards = {name: self.game.cards[name] for name in names}
            for what in ("buncos", "wins", "losses", "minis", "points"):
                most = max(getattr(card, what) for card in cards.values())
                best = [name for name, card in cards.items() if most and getattr(card, what) == most]
                awards[f"most_{what}{mark}"] = sorted(best)
            fewest = min(card.points for card in cards.values())
            awards["fewest_points" + mark] = sorted(n for n, card in cards.items() if card.points == fewest)
            even = (name for name, card in cards.items() if card.wins and card.wins == card.losses)
            awards["even" + mark] = sorted(even)
        return awards


def list_shown(lines: Sequence[str]) -> dict[str, Shown | None]:
    """Return for each tap of a throw in a round who threw it for how many points; ``None`` in a roll-off."""
    header, *events = map(json.loads, lines)
    night = Night(header)
    for event in put_in_order(events):
        night.take(event)
    return night.shown


def score(lines: Sequence[str]) -> dict[str, Any]:
    """Return the results of a finished game, in the words of ``pi-bunco replay --json`` and of the pages."""
    header, *events = map(json.loads, lines)
    night = Night(header)
    for event in put_in_order(events):
        night.take(event)
    game = night.game
    found = {
        "rounds": game.rounds,
        "seats": game.seats,
        "players": {name: vars(card) for name, card in game.cards.items()},
        "bag": game.bag,
        "awards": night.list_awards(),
        "set_winners": night.set_winners,
        "finals": None,
    }
    is_over = len(game.rounds) == 6 * header.get("sets", 1)
    if night.rules == "boxed" and is_over and not night.set_winners and len(tie := night.find_set_tie()) == 1:
        found["set_winners"] = tie
    if night.rules == "tournament" and night.semi_final:
        found["finals"] = {
            "semi_finalists": sorted(night.list_semi_finalists()),
            "finalists": sorted(night.list_finalists()),
            "grand_prize": night.grand_prize,
            "rounds": night.semi_final.rounds,
            "players": {name: vars(card) for name, card in night.semi_final.cards.items()},
        }
    return found
