"""Somebody who notes each result that a page of any Pi shows as final, and sees whether it changes later."""

from typing import Any
from urllib.error import HTTPError

from tests.e2e.far_night.people import Person
from tests.e2e.far_night.room import TABLES, Room, ask

Place = tuple[str, str, int, int, int]
"""The game, its part, the set, the round and the table of a result."""


class Spectator(Person):
    """Looks at the tables of all Pis, one after the other.

    Attributes
    ----------
    seen
        Each final result: the scores, who has won, and whether a roll-off decided it.
    changed
        A sentence about each final result that changed.
    """

    def __init__(self, room: Room, seed: str) -> None:
        super().__init__(room, f"{seed} spectator", 0.2)
        self.seen: dict[Place, Any] = {}
        self.changed: list[str] = []
        self.winners: dict[str, Any] = {}

    def act(self) -> None:
        """Look at a table."""
        pi = self.luck.choice(self.room.pis)
        table = self.luck.choice(TABLES)
        try:
            view = ask(pi, f"/api/table/{table}")
        except HTTPError:
            return
        moment = view["moment"]
        if moment["part"] == "settling" or moment["waiting"]:
            return
        for line in view["rounds"]:
            place = (view["game"], view["stage"], line["set"], line["round"], table)
            self._note(pi.folder.name, place, [line["sides"], line["winners"], line["rolloff"]])
        if moment["part"] == "over":
            results = view["results"]
            end = [view["winners"], results["sets"], results["grand_prize"], results["finalists"]]
            self._note(pi.folder.name, (view["game"], "end", 0, 0, 0), end)

    def _note(self, where: str, place: Place, result: Any) -> None:
        if (known := self.seen.setdefault(place, result)) != result:
            self.changed.append(f"{place}: final was {known}, and {where} shows {result}")

    def list_differences(self, game: str, stage: str, rounds: list[dict[str, Any]]) -> list[str]:
        """Return a sentence about each final result that is not that of the record."""
        found = []
        for played in rounds:
            for table in played["tables"]:
                place = (game, stage, played["set"], played["round"], table["table"])
                if place in self.seen:
                    sides, winners, rolloff = self.seen[place]
                    scores = {name: score for names, score in sides for name in names}
                    now = [table["scores"], sorted(table["winners"]), table["rolloff"]]
                    if [scores, sorted(winners), rolloff] != now:
                        found.append(f"{place}: final was {self.seen[place]}, the record has {now}")
        return found
