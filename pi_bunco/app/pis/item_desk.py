"""Takes what other Pis send to the head: each item is a command of people at a table of that Pi."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from json import dumps

import structlog

from pi_bunco.game.commands import (
    Amendment,
    Command,
    DiceSettled,
    EndRoundNow,
    EnterDice,
    RefuseItem,
    RingBell,
    TableCommand,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.link.messages import Items, OutboxItem
from pi_bunco.link.seen_dice import DICE, read_dice
from pi_bunco.link.state import HeadState
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.sentences import say
from pi_bunco.web.bodies import read_command

_log = structlog.get_logger()

_OF_THIS_MOMENT = RingBell | EndRoundNow
_MAX_AGE = 10.0
"""Seconds after which a bell is not rung any more: nobody expects it then."""
_MAX_LETTERS = 20_000
"""Most letters of an item's body. Dice with a hundred things on the mat have 10,000. Its line in the log must
fit into a message, or no Pi would get that line, and none after it."""
_AGAIN = say("Look at the page and tap again.")


class ItemDesk:
    """Passes items on to the game's writer, in their order.

    Parameters
    ----------
    room
        The room.
    get_state
        Returns which tables each Pi has.
    """

    def __init__(self, room: LiveRoom, get_state: Callable[[], HeadState]) -> None:
        self._room, self._get_state = room, get_state
        self._under_way: dict[str, tuple[Future[None], ...]] = {}

    def take(self, pi: str, items: Items) -> tuple[Future[None], ...]:
        """Take items of a Pi, and return for each a future that ends when it is in the log, or has failed.

        While earlier ones wait for the disk, these are ignored: they come again.
        """
        if not all(done.done() for done in self._under_way.get(pi, ())):
            return ()
        tables = self._get_state().tables.get(pi, ())
        under_way, previous = [], 0
        for item in items.items:
            command = replace(
                _open(item, tables),
                item=ItemKey(items.outbox, item.number, pi),
                previous=previous,
                former=items.former,
                header=item.game.make_place() if item.game else None,
            )
            under_way.append(self._room.begin(command))
            previous = item.number
        self._under_way[pi] = tuple(under_way)
        return self._under_way[pi]


def _open(item: OutboxItem, tables: tuple[int, ...]) -> Command:
    """Return the command of an item, or one that refuses it with a line."""
    try:
        command = _read(item)
    except (KeyError, ValueError, TypeError, Refused) as error:
        _log.warning("a far Pi sent something else than an entry", name=item.name, why=str(error)[:200])
        return _refuse(item, say("The other Pi has sent something that this version does not know."))
    table = HEAD if isinstance(command, _OF_THIS_MOMENT) else item.table
    if isinstance(command, EnterDice | DiceSettled) and table not in tables:
        return replace(command, not_own=True)  # the host decides: dice are never refused
    if not isinstance(command, TableCommand | _OF_THIS_MOMENT) or table not in tables:
        return _refuse(item, say("Table {table} does not belong to that Pi.", table=table))
    if isinstance(command, _OF_THIS_MOMENT) and (item.age is None or item.age > _MAX_AGE):
        return _refuse(item, say("The bell was rung too long ago."))
    if isinstance(command, TableCommand):
        command = replace(command, of=item.of)
    # Earlier rounds are put right on a page of this Pi, where people see what would change.
    return replace(command, sure=False) if isinstance(command, Amendment) else command


def _read(item: OutboxItem) -> Command:
    letters = len(dumps(item.body))
    if letters > _MAX_LETTERS:
        raise ValueError(f"{letters} letters are too many")
    if item.name == DICE:
        return read_dice(item.body, item.table, item.age)
    return read_command(item.name, item.table, item.body)


def _refuse(item: OutboxItem, text: str) -> RefuseItem:
    return RefuseItem(text, _AGAIN, table=item.table)
