"""The answers in plain and kind words: uneven dice and lucky players are only worth a look."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pi_bunco.chance.luck.check import Answer, Luck
from pi_bunco.chance.luck.power import BAD_CHANCE, FAIR_CHANCE
from pi_bunco.chance.luck.questions import MIN_EXPECTED, MIN_PAIRS, PATTERNS, compare_faces
from pi_bunco.chance.luck.sums import compute_mean
from pi_bunco.rules.quoting import clip_text, make_printable
from pi_bunco.rules.words import format_count

FACE_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")

MIN_DICE = 6 * MIN_EXPECTED
"""With fewer dice there is no answer about their faces."""

_WEAK_POWER = 1 / 4
"""If only faces with this chance or more would be noticed, the dice are too few for a clear answer."""

_MIN_THROWS = 20
"""If every player has fewer throws, there is no answer about luck, unless somebody's luck is strange."""

_MIN_CHANCE = 1e-6
"""A smaller chance is not shown as a number."""


@dataclass(frozen=True, slots=True)
class LuckAnswer:
    """One answer in words, and whether it is ``fine``, worth a ``look``, or ``open`` with too few throws."""

    mark: Literal["fine", "look", "open"]
    text: str


def format_odds(chance: float) -> str:
    """Return how often something with this chance happens.

    >>> format_odds(0.7), format_odds(0.98), format_odds(0.0123), format_odds(0.000247), format_odds(1e-9)
    ('7 of 10', 'nearly all', '1 of 81', '1 of 4,000', 'fewer than 1 of 1,000,000')
    """
    tenths = round(chance * 10)
    if tenths >= 10:  # noqa: PLR2004 - all tenths
        return "nearly all"
    if tenths >= 2:  # noqa: PLR2004 - for smaller chances "1 of 7" is more exact
        return f"{tenths} of 10"
    if chance < _MIN_CHANCE:
        return "fewer than 1 of 1,000,000"
    return f"1 of {_round_to_two_digits(round(1 / chance)):,}"


def format_percent(share: float, digits: int = 0) -> str:
    """Return a share in per cent, with this number of digits after the point."""
    return f"{share * 100:.{digits}f}\N{NO-BREAK SPACE}%"


def name_evenings(luck: Luck) -> str:
    """Return what the odds refer to: evenings like this one, or logs of as many games."""
    return "evenings like this" if luck.counts.games == 1 else f"logs of {luck.counts.games} games like these"


def describe_dice(luck: Luck) -> Iterator[LuckAnswer]:
    """Yield the answers about the dice.

    An answer about one table is only included if it is strange and the answer about all dice is not.
    """
    describe = {"faces": _describe_faces, "alike": _describe_patterns, "sticking": _describe_sticking}
    for answer in luck.dice:
        if answer.of is None or (answer.strange and not luck.dice[0].strange):
            odds = _describe_odds(luck, answer, "Fair dice bring something as odd")
            yield LuckAnswer(_choose_mark(luck, answer), describe[answer.about](luck, answer) + odds)


def describe_power(luck: Luck) -> str:
    """Return how strongly dice must be loaded before this number of throws shows it."""
    dice, power = sum(luck.counts.faces), luck.power
    needed = (
        "To notice a face that comes one time in five takes about"
        f" {_round_to_two_digits(round(power.needed)):,} dice."
    )
    if dice < MIN_DICE or power.all_loaded >= 1:
        return needed
    one = f"one loaded die among three: {format_percent(power.one_loaded)}"
    if power.one_loaded >= 1:
        one = "one loaded die among three would go unnoticed"
    shows = (
        f"So many dice would show it, in four of five {name_evenings(luck)}, if one face came"
        f" {format_percent(power.all_loaded)} of the time instead of {format_percent(FAIR_CHANCE, 1)}"
        f" ({one})."
    )
    return f"{shows} {needed}" if power.all_loaded > BAD_CHANCE else shows


def describe_players(luck: Luck) -> Iterator[LuckAnswer]:
    """Yield the answers about players that are worth a look, or one that there are none."""
    number = len(luck.counts.players)
    strange = [answer for answer in luck.players if answer.strange]
    somebody = f"With fair dice somebody among {number} is as far out" if number > 1 else "Fair dice are so"
    for answer in strange:
        yield LuckAnswer("look", _describe_player(luck, answer) + _describe_odds(luck, answer, somebody))
    if strange or not number:
        return
    if max(player.throws for player in luck.counts.players.values()) < _MIN_THROWS:
        yield LuckAnswer("open", f"Nobody has {_MIN_THROWS} throws yet: too few to judge anybody's luck.")
    else:
        allowance = f" With {number} players somebody always looks lucky; that is allowed for."
        yield LuckAnswer("fine", "Nobody's luck is out of the ordinary." + (allowance if number > 1 else ""))


def describe_reading(luck: Luck) -> str:
    """Return how the dice were read: misread faces look like loaded dice."""
    readings = luck.counts.readings
    warning = "A face that is misread looks like a loaded die."
    corrected = f"people corrected {readings.corrected:,} of {format_count(readings.throws, 'throw')}"
    if not readings.camera + readings.answered:
        return f"{warning} The record does not say who read the dice; {corrected}."
    answered = f" and entered {readings.answered:,} that it doubted" if readings.answered else ""
    return (
        f"{warning} The camera read {format_count(readings.camera, 'throw')} by itself;"
        f" {corrected}{answered}."
    )


def suggest_remedy(luck: Luck) -> str:
    """Return what to do about uneven dice; ``""`` if there are none."""
    if not any(answer.strange for answer in luck.dice):
        return ""
    return (
        "What to do: look at the photos of some of these throws, since a face that is misread looks the same."
        " Then play on with other dice and check again."
    )


def _describe_faces(luck: Luck, answer: Answer) -> str:
    faces = luck.counts.faces if answer.of is None else luck.counts.tables[int(answer.of)]
    dice = sum(faces)
    if answer.test is None:
        return f"Only {dice:,} dice: too few to judge their faces; at least {MIN_DICE} are needed."
    if answer.strange:
        where = "" if answer.of is None else f" of table {answer.of}"
        difference = _describe_farthest(faces, [dice / 6] * 6)
        return f"Over {dice:,} dice{where} {difference} than fair dice bring.{_name_odd_tables(luck)}"
    if luck.power.all_loaded >= _WEAK_POWER:
        return f"Only {dice:,} dice: too few to say much. The faces came as with fair dice."
    return f"Over {dice:,} dice the faces came as evenly as with fair dice."


def _name_odd_tables(luck: Luck) -> str:
    """Return a sentence that names the strange tables if all dice together are strange too; else ``""``."""
    tables = [str(answer.of) for answer in luck.dice if answer.of is not None and answer.strange]
    if not tables or not luck.dice[0].strange:
        return ""
    if len(tables) == 1:
        return f" Table {tables[0]} stands out by itself."
    return f" Tables {', '.join(tables[:-1])} and {tables[-1]} stand out by themselves."


def _describe_farthest(faces: Sequence[int], fair: Sequence[float]) -> str:
    """Return the face that is farthest from its fair number, and by how much."""
    at = max(range(6), key=lambda face: abs(faces[face] - fair[face]) / fair[face] ** 0.5)
    more = faces[at] - fair[at]
    return f"{FACE_NAMES[at]} came {faces[at]:,} times, {abs(more):,.0f} {'more' if more > 0 else 'fewer'}"


def _describe_patterns(luck: Luck, answer: Answer) -> str:
    if answer.test is None:
        return "Too few throws to say whether the dice of a throw depend on each other."
    if not answer.strange:
        return "Two and three alike come as often as with independent dice."
    throws = luck.counts.patterns.total()
    return (
        f"Two or three dice were alike in {throws - luck.counts.patterns[3]:,} of {throws:,} throws,"
        f" where fair dice bring {throws * (1 - PATTERNS[3] / 216):,.0f},"
        f" and all three in {luck.counts.patterns[1]:,}, where they bring {throws * PATTERNS[1] / 216:,.0f}."
        f"{_mention_faces(luck)}"
    )


def _describe_sticking(luck: Luck, answer: Answer) -> str:
    sticking = luck.sticking
    if answer.test is None:
        return f"Too few throws follow another to see whether a value sticks; {MIN_PAIRS} are needed."
    if not answer.strange:
        return "No value sticks from one throw to the next."
    more = "more" if sticking.same > sticking.expected else "less"
    return (
        f"A throw shows {more} of the throw before than chance explains:"
        f" {sticking.same / sticking.throws:.2f} of the three dice, where fair ones bring"
        f" {sticking.expected / sticking.throws:.2f}. Were all three thrown each time, and"
        f" each throw read once?{_mention_faces(luck)}"
    )


def _mention_faces(luck: Luck) -> str:
    uneven = any(answer.about == "faces" and answer.strange for answer in luck.dice)
    return " Uneven faces alone do this, too." if uneven else ""


def _describe_player(luck: Luck, answer: Answer) -> str:
    player = luck.counts.players[str(answer.of)]
    name = make_printable(clip_text(str(answer.of)))
    if answer.about == "faces":
        expected = compare_faces(luck.counts.split_lots(str(answer.of))).expected
        difference = _describe_farthest(player.faces, expected)
        return f"In {sum(player.faces):,} dice of {name}'s {difference} than to all who threw the same dice."
    fair = compute_mean(player.worth[answer.about])
    if answer.about == "points":
        return (
            f"{name} made {player.points / player.throws:.2f} points a throw,"
            f" where fair dice bring {fair / player.throws:.2f}."
        )
    return f"{name} threw {getattr(player, answer.about):,} {answer.about}, where fair dice bring {fair:.1f}."


def _choose_mark(luck: Luck, answer: Answer) -> Literal["fine", "look", "open"]:
    if answer.strange:
        return "look"
    too_few = answer.test is None or (answer.about == "faces" and luck.power.all_loaded >= _WEAK_POWER)
    return "open" if too_few else "fine"


def _describe_odds(luck: Luck, answer: Answer, what: str) -> str:
    if not answer.strange or answer.odds is None:
        return ""
    about = "" if answer.odds < _MIN_CHANCE else "about "
    return f" {what} in {about}{format_odds(answer.odds)} {name_evenings(luck)}: worth a look."


def _round_to_two_digits(number: int) -> int:
    """Return the number with two digits and then zeros."""
    step: int = 10 ** max(len(str(number)) - 2, 0)
    return round(number / step) * step
