"""After an evening: the record replays, and the screens showed what it says."""

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any

from pi_bunco.rules import Card, Game, replay
from pi_bunco.rules.night import Night, read_night
from pi_bunco.rules.words import name_award
from pi_bunco.store import read_record
from tests.hands.device import Device, Sent
from tests.hands.evening import Evening
from tests.hands.eyes import Sight

ENTERED = "/enter"
"""The end of the addresses to which keys send dice."""
LATE_THROW = "table:late_throw"
CORRECTIONS = ("correct", "night:correct", "semi_final:correct")
Throws = Counter[tuple[int, tuple[int, ...]]]
"""How often each throw, its dice in any order, was made at each table."""


def check_evening(evening: Evening) -> None:
    """Check an evening that is over.

    Raises
    ------
    AssertionError
        If the record does not replay, or a screen showed something else than it says.
    """
    lines = read_record(evening.folder)
    game = replay_lines(lines)
    night = read_night(game)
    assert night.over, f"the screens said that the evening is over, but the record waits for {night.asks}"
    # Staff may confirm or doubt a throw that its table takes back or corrects afterwards.
    corrected = {event["seq"] for event in map(json.loads, lines) if event.get("event") in CORRECTIONS}
    ignored = {seq for seq, why in night.ignored.items() if not _is_of(game.voided | corrected, why)}
    assert not ignored - game.voided, night.ignored
    check_taps(evening.devices, lines, by_hand="none" in evening.plan.program)
    host = evening.host.device
    host.open("/results")
    results = host.wait_for(lambda sight: sight.rows, "the score cards")
    _check_cards(results, game)
    _check_prizes(results, night)
    if night.finals and night.finals.grand_prize:
        for device in evening.devices:
            assert night.finals.grand_prize in device.look().text, f"{device.name} does not name the winner"
    for name, phone in evening.phones.items():
        _check_phone(phone.look(), name, game.players[name], night)


def replay_lines(lines: Iterable[str]) -> Game:
    """Return the game of a record."""
    game, error = replay(lines)
    assert error is None, error
    assert game is not None
    return game


def count_thrown(lines: Iterable[str]) -> Throws:
    """Count the throws in the lines of a record.

    Corrections are no throws. The answer to a late throw is not another throw.
    """
    events = [json.loads(line) for line in lines]
    late = {seq for seq, event in enumerate(events) if event.get("event") == LATE_THROW}
    thrown = (read_throw(event) for event in events if event.get("answers") not in late)
    return Counter(throw for throw in thrown if throw)


def read_throw(event: dict[str, Any]) -> tuple[int, tuple[int, ...]] | None:
    """Return the table and the dice of a throw, ``None`` for another event.

    Throws outside the rounds belong to table 1.
    """
    name = event.get("event")
    dice = event.get("values" if name == LATE_THROW else "dice")
    if dice is None or name in CORRECTIONS:
        return None
    return event.get("table", 1), tuple(sorted(dice.values() if isinstance(dice, dict) else dice))


def check_taps(devices: Sequence[Device], lines: Sequence[str], *, by_hand: bool) -> None:
    """Check that each throw that a page acknowledged is in the record, and that there are no others."""
    sent = [tap for device in devices for tap in device.sent if tap.path.endswith(ENTERED)]
    acknowledged = _count_taps(tap for tap in sent if tap.accepted)
    tapped, thrown = _count_taps(sent), count_thrown(lines)
    assert not acknowledged - thrown, f"acknowledged, but not in the record: {acknowledged - thrown}"
    assert not by_hand or not thrown - tapped, f"in the record, but never tapped: {thrown - tapped}"


def _count_taps(taps: Iterable[Sent]) -> Throws:
    return Counter((int(tap.path.split("/")[-2]), tuple(sorted(tap.dice))) for tap in taps)


def list_counts(card: Card) -> tuple[str, ...]:
    """Return a score card's counts as pages show them."""
    return tuple(str(count) for count in (card.wins, card.losses, card.buncos, card.minis, card.points))


_BESIDE_NAME = re.compile(r"( bag)?( Team \d+)?$")
"""What the row of a card has beside the name."""


def _check_cards(results: Sight, game: Game) -> None:
    shown = {_BESIDE_NAME.sub("", row[0]): row[-5:] for row in results.rows}
    for name, card in game.players.items():
        assert shown.get(name) == list_counts(card), (
            f"{name} has {list_counts(card)}, shown {shown.get(name)}"
        )


def _check_prizes(results: Sight, night: Night) -> None:
    """Check that the results name the winners of each award, each set and the grand prize."""
    for award in night.awards:
        title = name_award(award.award)
        if names := award.winners:
            _check_listed(results, (title, *names))
    for result in night.sets:
        _check_listed(results, (f"Set {result.set}", *result.winners))
    if night.finals:
        assert night.finals.grand_prize
        _check_listed(results, (night.finals.grand_prize,))


def _check_listed(results: Sight, words: Sequence[str]) -> None:
    assert any(all(word in item for word in words) for item in results.items), (
        f"no line of the results says {words}\n{results.describe()}"
    )


def _check_phone(sight: Sight, name: str, card: Card, night: Night) -> None:
    """Check a guest's own page: their card, and as many prizes as they have won."""
    for label, count in zip(("Wins", "Losses", "Buncos", "Minis", "Points"), list_counts(card), strict=True):
        if night.finals is None:  # after a semi-final the phone shows the card of that
            assert f"{label} {count}" in sight.items, (
                f"{name}: {label} {count} is not shown\n{sight.describe()}"
            )
    for award in night.awards:
        if name in award.winners:
            title = name_award(award.award)
            assert any(item.startswith(title) for item in sight.items), f"{name} does not see {title}"


def read_lines(folder: Path) -> list[str]:
    """Return the lines of the record so far."""
    return list(read_record(folder))


def _is_of(changed: Container[int], why: str) -> bool:
    """Return whether the sentence names a claim, such as ``bunco:383:Jo``, of a throw that was changed."""
    claim = re.search(r"nothing to confirm under \w+:(\d+):", why)
    return claim is not None and int(claim[1]) in changed
