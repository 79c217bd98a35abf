"""Retabulation: score cards on paper are totalled again and compared, before anybody is paid (casino).

Staff type the totals on each card, or say that it agrees. What is compared is the card as pi-bunco has it
now: if a throw is corrected later, a card that agreed may differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.rules import Game, Misfit
from pi_bunco.rules.events import read_whole
from pi_bunco.rules.night.claims import Claim
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say

RETABULATED = "casino:retabulated"
"""The name of the event with the totals of a card."""

LARGEST_TOTAL = 9999
"""The largest total on a card: more than anybody can throw in a night."""


@dataclass(frozen=True, slots=True)
class CardTotal:
    """One total on a player's card.

    Attributes
    ----------
    line
        The line of the card: ``wins``, ``buncos`` or ``minis``.
    counted
        What pi-bunco counted.
    paper
        What is on paper, ``None`` if nobody has typed it yet.
    claims
        What pi-bunco counted, one by one.
    """

    line: str
    counted: int
    paper: int | None
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class RetabulatedCard:
    """The card of a ``player`` of ``group`` (from 1), with its ``totals`` on paper and as counted.

    ``seq`` is the event with the paper totals that count, ``None`` if nobody has typed them yet.
    """

    player: str
    group: int
    totals: tuple[CardTotal, ...]
    seq: int | None = None

    @property
    def differences(self) -> tuple[CardTotal, ...]:
        """The totals that differ; empty if nobody has typed them yet."""
        return tuple(total for total in self.totals if total.paper not in (None, total.counted))

    @property
    def agrees(self) -> bool:
        """Whether the totals on paper were typed, and are those that pi-bunco counted."""
        return self.seq is not None and not self.differences


def list_open_cards(
    cards: Sequence[RetabulatedCard], group: int | None = None
) -> tuple[RetabulatedCard, ...]:
    """Return the cards of a group, ``None``: of all, that do not agree or that nobody has typed yet.

    If there is none, the group's prizes may be paid.
    """
    return tuple(card for card in cards if not card.agrees and group in (None, card.group))


def find_retabulation(
    game: Game,
    claims: Sequence[Claim],
    extension_events: Sequence[ExtensionEvent],
    ignored: dict[int, str],
) -> tuple[RetabulatedCard, ...]:
    """Return the card of each player, by group; empty if staff confirm nothing on this sheet.

    Of several ``casino:retabulated`` of a player the last one counts.
    """
    lines = [line for line, kind in _KINDS.items() if kind in game.sheet.verified]
    typed: dict[str, ExtensionEvent] = {}

    def take(event: ExtensionEvent) -> None:
        if not lines:
            raise Misfit(say("no cards are totalled again in this game"))
        player = read_text(event.raw, "player")
        if player not in game.players:
            raise Misfit(say("there is no player {name}", name=quote_value(player)))
        for line in lines:
            if not 0 <= (total := read_whole(event.raw, line)) <= LARGEST_TOTAL:
                raise Misfit(
                    say(
                        "{key} must be from 0 to {most}, not {given}",
                        key=repr(line),
                        most=LARGEST_TOTAL,
                        given=quote_value(total),
                    )
                )
        typed[player] = event

    take_each((event for event in extension_events if event.name == RETABULATED), take, ignored)
    if not lines:
        return ()
    by_card: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims:
        by_card.setdefault((claim.player, claim.kind), []).append(claim)
    return tuple(
        RetabulatedCard(
            name,
            number,
            tuple(
                CardTotal(
                    line,
                    getattr(game.players[name], line),
                    typed[name].raw[line] if name in typed else None,
                    tuple(by_card.get((name, _KINDS[line]), ())),
                )
                for line in lines
            ),
            typed[name].seq if name in typed else None,
        )
        for number, group in enumerate(game.list_groups(), 1)
        for name in group
    )


_KINDS = {"wins": "win", "buncos": "bunco", "minis": "mini"}
"""The kind of claims that each line of a card counts."""
