"""The answers about dice and players as a page: words first, then the numbers."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.chance.luck.check import Answer, Luck
from pi_bunco.chance.luck.counts import PlayerCounts
from pi_bunco.chance.luck.power import FAIR_CHANCE
from pi_bunco.chance.luck.questions import PATTERNS
from pi_bunco.chance.luck.sums import compute_mean
from pi_bunco.chance.luck.words import (
    FACE_NAMES,
    LuckAnswer,
    describe_dice,
    describe_players,
    describe_power,
    describe_reading,
    format_odds,
    format_percent,
    suggest_remedy,
)
from pi_bunco.rules.quoting import clip_text, make_printable
from pi_bunco.rules.words import format_count

WIDTH = 80
"""Columns of a page."""

_MARKS = {"fine": ("✓", "green"), "look": ("!", "bold yellow"), "open": ("·", "dim")}

_BAR_CELLS = 26
"""Cells of the longest bar, which is twice as long as a fair one."""

_SINGLE = (
    "Dice look alike to the camera, so the log cannot distinguish the dice of a table: one that is bad"
    " shows in all three together, and takes nine times as many throws."
)
_COUNTED = (
    "Throws count as they were corrected, roll-offs too; what was voided or thrown again does not, nor do"
    " single dice and finals. Players' points, buncos and minis are those of the rounds, called or not, and"
    " of points none is taken away by snake eyes or three 1s. A ghost is no player."
)
_BY_CHANCE = (
    "By chance: how often fair dice are as far out or farther, each question taken alone. Worth a look is"
    " what they bring in fewer than 1 of 100 such evenings to all questions of the dice, or of the players,"
    " together. A player's faces are compared with those of others who threw the same dice."
)

_MIN_CHANCE = 1e-4
"""Below this chance no number is shown."""


def make_page(luck: Luck, source: str) -> Iterator[RenderableType]:
    """Yield the page from its heading to its last line.

    Parameters
    ----------
    luck
        The answers.
    source
        Where the throws come from, such as ``game 3 of the log``.
    """
    throws = luck.counts.readings.throws
    yield Text("Are the dice fair?", style="bold")
    yield Text(f"{format_count(throws, 'throw')}, {3 * throws:,} dice: {source}.\n")
    yield from map(_make_answer, describe_dice(luck))
    for remark in (describe_power(luck), suggest_remedy(luck)):
        if remark:
            yield _make_remark(remark)
    yield Text()
    yield from map(_make_answer, describe_players(luck))
    yield Text()
    yield from (_make_faces(luck.counts.faces), Text())
    yield from (_make_questions(luck), Text())
    if luck.counts.players:
        yield from (_make_players(luck), Text())
    for remark in (_BY_CHANCE, describe_reading(luck), _SINGLE, _COUNTED):
        yield _make_remark(remark)


def _make_answer(sentence: LuckAnswer) -> Text:
    mark, style = _MARKS[sentence.mark]
    body = "\n  ".join(wrap(sentence.text, WIDTH - 2))
    return Text.assemble((mark, style), " ", (body, "bold" if sentence.mark == "look" else ""))


def _make_remark(text: str) -> Text:
    return Text("\n".join(wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")), style="dim")


def _make_table(title: str, heads: Iterable[str]) -> Table:
    table = Table(box=None, width=WIDTH, pad_edge=False, header_style="dim")
    table.add_column(Text(title, style="bold not dim cyan"), ratio=1, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _make_faces(faces: list[int]) -> Table:
    dice = sum(faces)
    table = _make_table("Faces", ("came", "fair", "share"))
    table.add_column("", width=_BAR_CELLS + 1, no_wrap=True)
    for name, number in zip(FACE_NAMES, faces, strict=True):
        table.add_row(
            f"  {name}",
            f"{number:,}",
            f"{dice / 6:,.1f}",
            format_percent(number / dice, 1),
            _draw_bar(number / dice),
        )
    return table


def _draw_bar(share: float) -> Text:
    """Return a bar for a share, with a mark where a fair one ends."""
    fair = _BAR_CELLS // 2
    filled = min(round(share / FAIR_CHANCE * fair), _BAR_CELLS)
    bar = Text("█" * filled + " " * (_BAR_CELLS + 1 - filled), style="cyan")
    if filled <= fair:
        return bar[:fair] + Text("│", style="dim") + bar[fair + 1 :]
    return bar


def _make_questions(luck: Luck) -> Table:
    counts, sticking = luck.counts, luck.sticking
    answers = {(answer.about, answer.of): answer for answer in luck.dice}
    table = _make_table("Questions", ("came", "fair", "chi-square", "by chance"))
    table.add_row("  all faces alike", "", "", *_format_test(answers["faces", None]))
    for number in counts.tables:
        if ("faces", number) in answers:
            table.add_row(f"  faces of table {number}", "", "", *_format_test(answers["faces", number]))
    throws = counts.patterns.total()
    for different, text in ((3, "all different"), (2, "two alike"), (1, "three alike")):
        came, fair = counts.patterns[different], throws * PATTERNS[different] / 216
        test = _format_test(answers["alike", None]) if different == max(PATTERNS) else ("", "")
        table.add_row(f"  throws {text}", f"{came:,}", f"{fair:,.1f}", *test)
    table.add_row(
        "  dice as the throw before",
        f"{sticking.same:,}",
        f"{sticking.expected:,.1f}",
        *_format_test(answers["sticking", None]),
    )
    return table


def _format_test(answer: Answer) -> tuple[str, Text]:
    if answer.test is None:
        return "", Text("too few", style="dim")
    square = f"{answer.test.statistic:.1f} ({answer.test.degrees})" if answer.test.degrees else ""
    return square, _format_chance(answer)


def _format_chance(answer: Answer) -> Text:
    if answer.test is None:
        return Text("–", style="dim")
    chance = answer.test.chance
    return Text(
        "hardly ever" if chance < _MIN_CHANCE else format_odds(chance),
        style="bold yellow" if answer.strange else "",
    )


def _make_players(luck: Luck) -> Table:
    answers = {(answer.about, answer.of): answer for answer in luck.players}
    table = _make_table("Players", ("throws", "points", "by chance", "buncos", "minis", "faces"))
    for name, player in luck.counts.players.items():
        if not player.throws:
            continue
        table.add_row(
            Text("  " + make_printable(clip_text(name))),
            f"{player.throws:,}",
            _format_count(player, answers["points", name]),
            _format_chance(answers["points", name]),
            _format_count(player, answers["buncos", name]),
            _format_count(player, answers["minis", name]),
            _format_chance(answers["faces", name]),
        )
    return table


def _format_count(player: PlayerCounts, answer: Answer) -> Text:
    what, style = answer.about, "bold yellow" if answer.strange else ""
    return Text(f"{getattr(player, what):,} of {compute_mean(player.worth[what]):,.1f}", style=style)
