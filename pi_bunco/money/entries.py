"""The events about money in a game record. ``docs/records.md`` describes each of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, NamedTuple, cast, get_args

from pi_bunco.money.amounts import Currency
from pi_bunco.rules import Misfit, Other
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say

PREFIX = "money:"
"""The prefix of the names of these events."""
EntryKind = Literal["in", "out", "here", "rolled", "passed", "paid"]
"""What an entry says: money came in or went out, a guest is present and their ID was seen, who won a roll-off
for a prize, who does not get a prize although they earned it, and who was paid."""
_WRITTEN = re.compile(r"\d{1,9}(?:\.\d{1,3})?", re.ASCII)


class PrizeKey(NamedTuple):
    """Identifies a prize: what it is for and among whom, and the group's number if each group has one.

    If the same award is offered several times, the second is ``among`` ``room.2``. A drawing is ``among`` its
    set and round, such as ``1.2``, and ``group`` says which of this guest's drawings in that break it is.
    """

    what: str
    among: str
    group: int = 0

    @property
    def is_of_groups(self) -> bool:
        """Whether a whole group gets it."""
        return self.among.partition(".")[0] == "groups"


@dataclass(frozen=True, slots=True)
class MoneyPlan:
    """What the host has planned about the money.

    Attributes
    ----------
    currency
        The currency of all amounts.
    buy_in, raffle
        What a guest pays to play, and for a raffle ticket; 0: nothing.
    one_prize
        Whether nobody gets two prizes: the next one moves up.
    ids
        Whether winners must be present with a valid ID (casino: "present with a valid ID").
    cards
        Whether all cards must agree before a prize is paid (casino: "retabulated for accuracy").
    """

    currency: Currency
    buy_in: Decimal = Decimal(0)
    raffle: Decimal = Decimal(0)
    one_prize: bool = False
    ids: bool = False
    cards: bool = False

    def make_event(self, device: str, *, proposed: bool = False) -> Other:
        """Return the event of this plan.

        ``device``: the name of the device that entered it. ``proposed``: no host has looked at it yet.
        """
        flags = {key: True for key in ("one_prize", "ids", "cards") if getattr(self, key)}
        amounts = {"buy_in": str(self.buy_in), "raffle": str(self.raffle)}
        raw = {"currency": self.currency.sign, **amounts, **flags} | ({"device": device} if device else {})
        return Other(f"{PREFIX}plan", raw=raw | ({"proposed": True} if proposed else {}))

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> "MoneyPlan":
        """Read the plan from its event; raise :class:`Misfit` if it is damaged."""
        currency = Currency(_read_text(raw, "currency"))
        flags = {key: raw.get(key) is True for key in ("one_prize", "ids", "cards")}
        return cls(currency, _read_decimal(raw, "buy_in"), _read_decimal(raw, "raffle"), **flags)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEntry:
    """One entry about money.

    Attributes
    ----------
    kind
        What it says.
    what
        What came in (``buy_in``, ``raffle``, ``other``), or what a prize is for.
    among, group, player
        As in :class:`PrizeKey`, and the guest. A group's own prize has the group instead of a guest.
    amount, note
        The amount, and what it is in words.
    equals
        The guests between whom there was a roll-off; empty: none.
    device, time, seq
        The name of the device that entered it, when (ISO 8601), and the number of its event; 0: none yet.
    """

    kind: EntryKind
    what: str = ""
    among: str = ""
    group: int = 0
    player: str = ""
    amount: Decimal = Decimal(0)
    note: str = ""
    equals: tuple[str, ...] = ()
    device: str = ""
    time: str = ""
    seq: int = 0

    @property
    def key(self) -> PrizeKey:
        """The prize that it is about."""
        key = PrizeKey(self.what, self.among, self.group)
        return key._replace(group=0) if key.is_of_groups else key

    @property
    def receiver(self) -> str | int:
        """The guest, or the number of the group that gets the prize."""
        return self.group if self.key.is_of_groups else self.player

    @property
    def change(self) -> Decimal:
        """By how much it changes the kitty."""
        return self.amount if self.kind == "in" else -self.amount

    @property
    def clock(self) -> str:
        """The hour and minute of it at this place; ``""`` if it has no time."""
        try:
            return f"{datetime.fromisoformat(self.time).astimezone():%H:%M}"
        except ValueError:
            return ""

    def make_event(self) -> Other:
        """Return the event of a new entry."""
        fields = {key: getattr(self, key) for key in ("what", "among", "group", "player", "note", "device")}
        amount = {"amount": str(self.amount)} if self.kind in _WITH_AMOUNT else {}
        raw = {key: it for key, it in fields.items() if it} | amount
        return Other(f"{PREFIX}{self.kind}", raw=raw | ({"equals": [*self.equals]} if self.equals else {}))

    @classmethod
    def read(cls, seq: int, event: Other) -> "MoneyEntry":
        """Read an entry from its event; raise :class:`Misfit` if it is damaged or of no known kind."""
        raw, kind = event.raw, event.name.removeprefix(PREFIX)
        if kind not in get_args(EntryKind):
            raise Misfit(say("there is no entry about money called {given}", given=quote_value(event.name)))
        texts = {key: _read_text(raw, key) for key in ("what", "among", "player", "note", "device", "time")}
        group = raw.get("group", 0)
        if type(group) is not int or group < 0:
            raise Misfit(say("'group' must be a number, not {given}", given=quote_value(group)))
        amount = _read_decimal(raw, "amount") if kind in _WITH_AMOUNT else Decimal(0)
        equals = raw.get("equals", [])
        if not isinstance(equals, list) or not all(isinstance(name, str) for name in equals):
            raise Misfit(say("'equals' must be a list of names, not {given}", given=quote_value(equals)))
        names = tuple(equals)
        return cls(kind=cast("EntryKind", kind), group=group, amount=amount, equals=names, seq=seq, **texts)


_WITH_AMOUNT = ("in", "out", "paid")


def _read_text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key, "")
    if not isinstance(value, str):
        raise Misfit(say("{key} must be a text, not {given}", key=repr(key), given=quote_value(value)))
    return value


def _read_decimal(raw: Mapping[str, Any], key: str) -> Decimal:
    value = raw.get(key)
    if not isinstance(value, str) or not _WRITTEN.fullmatch(value):
        raise Misfit(
            say(
                "{key} must be an amount such as '20.00', not {given}",
                key=repr(key),
                given=quote_value(value),
            )
        )
    return Decimal(value)
