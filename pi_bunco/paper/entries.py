"""What each player writes on their card, round by round; its totals, and the ranking by them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import Card, RoundResult, Sheet, TableResult
from pi_bunco.sentences import say

LINES = ("wins", "losses", "buncos", "minis", "points")
"""The lines of a score card, in the order of the columns."""
LINE_HEADS = {
    "wins": say("Wins"),
    "losses": say("Losses"),
    "buncos": say("Buncos"),
    "minis": say("Minis"),
    "points": say("Points"),
}
"""The head of each column."""

_LINE_OF_AWARD = {f"most_{line}": line for line in LINES if line != "losses"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One round on a player's card.

    Attributes
    ----------
    set, round
        The set and the round, both from 1.
    won
        Whether the player's side won; ``None`` until the table is decided.
    score
        The side's score, in points.
    buncos, minis
        How many of each the player threw.
    """

    set: int
    round: int
    won: bool | None
    score: int
    buncos: int
    minis: int

    @property
    def letter(self) -> str:
        """``W`` or ``L``; ``""`` until the table is decided."""
        return {True: "W", False: "L", None: ""}[self.won]


def list_entries(rounds: Sequence[RoundResult], players: Sequence[str]) -> Mapping[str, tuple[Entry, ...]]:
    """Return each player's rounds, oldest first, in the order of ``players``."""
    written: dict[str, list[Entry]] = {name: [] for name in players}
    for result in rounds:
        for table in result.tables:
            for name in table.seats:
                if name in written:
                    written[name].append(_make_entry(result, table, name))
    return {name: tuple(entries) for name, entries in written.items()}


def add_entries(entries: Iterable[Entry]) -> Card:
    """Return the totals of these rounds. Points count only where the table is decided."""
    total = Card()
    for entry in entries:
        total = total.add(
            wins=entry.won is True,
            losses=entry.won is False,
            buncos=entry.buncos,
            minis=entry.minis,
            points=0 if entry.won is None else entry.score,
        )
    return total


def choose_order(sheet: Sheet) -> tuple[str, ...]:
    """Return the lines of the card that decide who is first, the most important one first.

    If lines decide who wins a set, it is these. Otherwise it is the lines that the sheet has awards for, in
    its order. If there are none, it is wins and then buncos.

    >>> from pi_bunco.rules import load_sheet
    >>> choose_order(load_sheet("boxed"))
    ('wins', 'buncos')
    """
    deciding = [by for by in sheet.winner if by in LINES]
    awarded = [_LINE_OF_AWARD[award.what] for award in sheet.awards if award.what in _LINE_OF_AWARD]
    return tuple(dict.fromkeys(deciding or awarded or ["wins", "buncos"]))


def rank_players(cards: Mapping[str, Card], by: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return each player's place, from 1, and name, first place first.

    Equal players keep the order of the header.

    >>> rank_players({"Ann": Card(wins=1), "Bob": Card(wins=2), "Cy": Card(wins=1)}, ("wins",))
    [(1, 'Bob'), (2, 'Ann'), (2, 'Cy')]
    """
    counts = {name: tuple(getattr(card, line) for line in by) for name, card in cards.items()}
    places: dict[tuple[int, ...], int] = {}
    for place, count in enumerate(sorted(counts.values(), reverse=True), 1):
        places.setdefault(count, place)
    return sorted(((places[count], name) for name, count in counts.items()), key=lambda placed: placed[0])


def _make_entry(result: RoundResult, table: TableResult, name: str) -> Entry:
    count = Counter[str]()
    for feat in table.feats:
        if feat.player == name:
            count[feat.kind] += feat.times
    return Entry(
        result.set,
        result.round,
        name in table.winners if table.winners else None,
        table.scores[name],
        count["bunco"],
        count["mini"],
    )
