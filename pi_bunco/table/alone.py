"""Throws outside the rounds, as a page shows them: a set's roll-off, the final."""

from collections.abc import Sequence

from pi_bunco.rules import Dice, Kind
from pi_bunco.rules.night import SetResult
from pi_bunco.rules.play import ROUNDS
from pi_bunco.table import snapshot as s
from pi_bunco.table.book import Book
from pi_bunco.table.course import photo_of
from pi_bunco.table.due import due
from pi_bunco.table.table_lines import HEAD

TARGETS: dict[s.Phase, int] = {"order": ROUNDS, "set_rolloff": ROUNDS, "final": 1}
"""What is rolled for outside the rounds; the order goes by totals."""


def alone(book: Book, phase: s.Phase) -> tuple[s.Thrown, ...]:
    """Give the throws of what goes on, or at the end went on, outside the rounds, oldest first."""
    finals, sets = book.night.finals, book.night.sets
    if phase == "final" or (phase == "over" and finals):
        thrown = [(at, name, dice, 0, 1) for at, name, dice in finals.throws] if finals else []
    elif phase in ("order", "set_rolloff") or (phase == "over" and sets and sets[-1].throws):
        thrown = _of_set(next((each for each in sets if each.ask), sets[-1]))
    else:
        thrown = []
    return tuple(_thrown(book, *each, last=at == len(thrown) - 1) for at, each in enumerate(thrown))


def _of_set(result: SetResult) -> list[tuple[int, str, Dice, int, int]]:
    """Give the throws for the order until that is found, then those of the roll-off."""
    if result.order is None:
        return [(seq, name, dice, sum(dice), 0) for seq, name, dice in result.order_throws]
    return [(seq, name, dice, points, ROUNDS) for seq, name, dice, points in result.throws]


def _thrown(  # noqa: PLR0913, PLR0917 - a throw has this many parts
    book: Book, seq: int, name: str, dice: Dice, points: int, target: int, *, last: bool
) -> s.Thrown:
    body = book.lines[seq]
    kind: Kind = "points" if points else "nothing"
    if target and dice == (target,) * 3:
        kind = "bunco"
    return s.Thrown(
        seq=seq,
        thrower=name,
        side=next((at for at, side in enumerate(book.played.tables[0].sides) if name in side.players), 0),
        dice=dice,
        hits=tuple(die == target for die in dice),
        points=points,
        kind=kind,
        says=_says(book, name, dice, points, target, last=last),
        by=body.get("by", ""),
        corrected=list(dice) != body["dice"],
        rolloff=True,
        **photo_of(body),
    )


def _says(  # noqa: PLR0913 - likewise
    book: Book, name: str, dice: Sequence[int], points: int, target: int, *, last: bool
) -> str:
    if not target:
        said = f"Total {sum(dice)}"
    elif tuple(dice) == (target,) * 3:
        said = f"Bunco! +{points}" if points else "Three ones!"
    else:
        said = f"+{points}" if points else "No points" if target == ROUNDS else "Not yet"
    wanted = due(book, HEAD) if last else None
    if wanted is None or wanted.thrower is None:
        return said
    return f"{said}, {wanted.thrower} throws {'again' if wanted.thrower == name else 'now'}"
