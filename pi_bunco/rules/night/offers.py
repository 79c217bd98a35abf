"""The offered awards, and the best costumes that a judge has named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.asks import CostumeQuestion
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, read_whole, take_each
from pi_bunco.rules.night.history import Group, list_groups
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets.parts import Award, AwardFor
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Costumes:
    """The judge's choice: the best player of each group and of the room, and the best group."""

    of_group: Mapping[int, str]
    of_room: str | None
    group: int | None


def find_offered(game: Game, own: Sequence[ExtensionEvent], ignored: dict[int, str]) -> tuple[Award, ...]:
    """Return the awards: those of the last ``award:offer``, or else those of the sheet."""
    awards = game.sheet.awards

    def take(event: ExtensionEvent) -> None:
        nonlocal awards
        raw = event.raw.get("awards")
        if not isinstance(raw, list):
            raise Misfit(f"'awards' must be a list, not {quote_value(raw)}")
        awards = tuple(map(_read_award, raw))

    take_each((event for event in own if event.name == "award:offer"), take, ignored)
    return awards


def find_judged(
    game: Game, awards: Sequence[Award], own: Sequence[ExtensionEvent], ignored: dict[int, str]
) -> Costumes:
    """Return the best costumes; of several entries for the same prize the last one counts."""
    groups = list_groups(game)
    among = {award.among for award in awards if award.what == "costume"}
    group_of = {name: at for at, group in enumerate(groups, 1) for name in group}
    of_group: dict[int, str] = {}
    of_room: str | None = None
    best_group: int | None = None

    def take(event: ExtensionEvent) -> None:
        nonlocal of_room, best_group
        if not among:
            raise Misfit(say("no award for a costume is offered"))
        if "group" in event.raw:
            number = read_whole(event.raw, "group")
            if "groups" not in among:
                raise Misfit(say("no award for the best costume of a group is offered"))
            if not 1 <= number <= len(groups):
                raise Misfit(
                    say(
                        "there is no group {group}; the last is group {last}",
                        group=quote_value(number),
                        last=len(groups),
                    )
                )
            best_group = number
            return
        if among == {"groups"}:
            raise Misfit(say("the award for the best costume is for a group; name a 'group'"))
        player = read_text(event.raw, "player")
        number = group_of.get(player, 0)
        if not number:
            raise Misfit(say("there is no player {name}", name=quote_value(player)))
        of_group[number] = of_room = player

    take_each((event for event in own if event.name == "costume:judged"), take, ignored)
    return Costumes(of_group, of_room, best_group)


def list_costume_questions(
    awards: Sequence[Award], costumes: Costumes, groups: Sequence[Group]
) -> tuple[CostumeQuestion, ...]:
    """Return a question for each best costume that a judge has not named yet."""
    among = {award.among for award in awards if award.what == "costume"}
    asks: list[CostumeQuestion] = []
    if "group" in among:
        asks += (
            CostumeQuestion(number, players=group)
            for number, group in enumerate(groups, 1)
            if group and number not in costumes.of_group
        )
    if "room" in among and costumes.of_room is None:
        asks.append(CostumeQuestion(None, players=tuple(name for group in groups for name in group)))
    if "groups" in among and costumes.group is None:
        asks.append(CostumeQuestion(None, groups=tuple(range(1, len(groups) + 1))))
    return tuple(asks)


def _read_award(raw: Any) -> Award:
    """Read one award of an offer: ``what``, and perhaps ``among`` and ``prize``.

    >>> _read_award({"what": "most_losses", "prize": 10})
    Award(what='most_losses', among='room', prize='10')
    """
    if not isinstance(raw, dict):
        raise Misfit(f"an award must be an object, not {quote_value(raw)}")
    what: Any
    what, among, prize = raw.get("what"), raw.get("among", "room"), raw.get("prize", "")
    if what not in get_args(AwardFor):
        raise Misfit(f"there is no award for {quote_value(what)}; there are {', '.join(get_args(AwardFor))}")
    if among not in _AMONG:
        raise Misfit(f"'among' must be one of {', '.join(_AMONG)}, not {quote_value(among)}")
    if type(prize) not in (str, int):
        raise Misfit(f"'prize' must be a text or a whole amount, not {quote_value(prize)}")
    return Award(what, among, str(prize))


_AMONG = ("room", "group", "groups")
