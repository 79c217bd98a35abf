"""The answers in plain and kind words: odd dice and lucky players are worth a look, no more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pi_bunco.chance.luck.check import Answer, Luck
from pi_bunco.chance.luck.power import BAD, FAIR
from pi_bunco.chance.luck.questions import EXPECTED, beside
from pi_bunco.chance.luck.sums import expect_sum
from pi_bunco.chance.luck.throws import FEWEST_PAIRS, PATTERNS
from pi_bunco.rules.quoting import clip_text, make_printable
from pi_bunco.rules.words import format_count

FACE_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")

LEAST_DICE = 6 * EXPECTED
"""With fewer dice nothing is said of their faces."""

_LITTLE = 1 / 4
"""Where only a face that comes as often as this, half as often again, is noticed, little can be said."""

_FEW_THROWS = 20
"""With fewer throws of everybody nothing is said of luck, unless it is strange."""

_RARELY = 1e-6


@dataclass(frozen=True, slots=True)
class LuckAnswer:
    """One answer in words, and whether it is ``fine``, worth a ``look``, or ``open`` with too few throws."""

    mark: Literal["fine", "look", "open"]
    text: str


def times(chance: float) -> str:
    """Return how often something comes.

    >>> times(0.7), times(0.98), times(0.0123), times(0.000247), times(1e-9)
    ('7 of 10', 'nearly all', '1 of 81', '1 of 4,000', 'fewer than 1 of 1,000,000')
    """
    tenths = round(chance * 10)
    if tenths >= 10:  # noqa: PLR2004 - all tenths
        return "nearly all"
    if tenths >= 2:  # noqa: PLR2004 - below, one of so many is finer
        return f"{tenths} of 10"
    if chance < _RARELY:
        return "fewer than 1 of 1,000,000"
    return f"1 of {_round(round(1 / chance)):,}"


def percent(share: float, digits: int = 0) -> str:
    """Return a share in per cent."""
    return f"{share * 100:.{digits}f}\N{NO-BREAK SPACE}%"


def evenings(luck: Luck) -> str:
    """Return what the odds count: evenings like this one, or as many games again."""
    return "evenings like this" if luck.counts.games == 1 else f"logs of {luck.counts.games} games like these"


def about_dice(luck: Luck) -> Iterator[LuckAnswer]:
    """Yield the answers about the dice, a sentence or two each; by table where all dice together are fine."""
    say = {"faces": _faces, "alike": _alike, "sticking": _sticking}
    all_faces = luck.dice[0]
    for answer in luck.dice:
        if answer.of is None or (answer.strange and not all_faces.strange):
            odds = _odds(luck, answer, "Fair dice bring something as odd")
            yield LuckAnswer(_mark(luck, answer), say[answer.about](luck, answer) + odds)


def about_power(luck: Luck) -> str:
    """Return how bad dice must be for so few throws to show it."""
    dice, power = sum(luck.counts.faces), luck.power
    takes = f"To notice a face that comes one time in five takes about {_round(round(power.needed)):,} dice."
    if dice < LEAST_DICE or power.all_loaded >= 1:
        return takes
    one = f"one loaded die among three: {percent(power.one_loaded)}"
    if power.one_loaded >= 1:
        one = "one loaded die among three would go unnoticed"
    shows = (
        f"So many dice would show it, in four of five {evenings(luck)}, if one face came"
        f" {percent(power.all_loaded)} of the time instead of {percent(FAIR, 1)} ({one})."
    )
    return f"{shows} {takes}" if power.all_loaded > BAD else shows


def about_players(luck: Luck) -> Iterator[LuckAnswer]:
    """Yield the answers about players: each one that is worth a look, or that nobody's is."""
    number = len(luck.counts.players)
    strange = [answer for answer in luck.players if answer.strange]
    for answer in strange:
        somebody = (
            f"With fair dice somebody among {number} is as far out" if number > 1 else "Fair dice are so"
        )
        yield LuckAnswer("look", _player(luck, answer) + _odds(luck, answer, somebody))
    if strange or not number:
        return
    if max(player.throws for player in luck.counts.players.values()) < _FEW_THROWS:
        yield LuckAnswer("open", f"Nobody has {_FEW_THROWS} throws yet: too few to judge anybody's luck.")
    else:
        reckoned = f" With {number} players somebody always looks lucky; that is allowed for."
        yield LuckAnswer("fine", "Nobody's luck is out of the ordinary." + (reckoned if number > 1 else ""))


def about_reading(luck: Luck) -> str:
    """Return who read the dice: a reader's mistakes look like loaded dice."""
    readings = luck.counts.readings
    warning = "A face that is misread looks like a loaded die."
    right = f"people put right {readings.corrected:,} of {format_count(readings.throws, 'throw')}"
    if not readings.camera + readings.answered:
        return f"{warning} The record does not say who read the dice; {right}."
    answered = f" and entered {readings.answered:,} that it doubted" if readings.answered else ""
    return f"{warning} The camera read {format_count(readings.camera, 'throw')} by itself; {right}{answered}."


def what_to_do(luck: Luck) -> str:
    """Return what to do about odd dice; nothing where there are none."""
    if not any(answer.strange for answer in luck.dice):
        return ""
    return (
        "What to do: look at the photos of some of these throws, since a face that is misread looks the same."
        " Then play on with other dice and ask again."
    )


def _faces(luck: Luck, answer: Answer) -> str:
    faces = luck.counts.faces if answer.of is None else luck.counts.tables[int(answer.of)]
    dice = sum(faces)
    if answer.test is None:
        return f"Only {dice:,} dice: too few to say anything of their faces; {LEAST_DICE} are the least."
    if answer.strange:
        where = "" if answer.of is None else f" of table {answer.of}"
        off = _farthest(faces, [dice / 6] * 6)
        return f"Over {dice:,} dice{where} {off} than fair dice bring.{_at_tables(luck)}"
    if luck.power.all_loaded >= _LITTLE:
        return f"Only {dice:,} dice: too few to say much. The faces came as fair dice let them."
    return f"Over {dice:,} dice the faces came as evenly as fair dice let them."


def _at_tables(luck: Luck) -> str:
    """Return which tables stand out where all dice together do."""
    odd = [str(answer.of) for answer in luck.dice if answer.of is not None and answer.strange]
    if not odd or not luck.dice[0].strange:
        return ""
    if len(odd) == 1:
        return f" Table {odd[0]} stands out by itself."
    return f" Tables {', '.join(odd[:-1])} and {odd[-1]} stand out by themselves."


def _farthest(faces: Sequence[int], fair: Sequence[float]) -> str:
    """Name the face that is farthest off."""
    at = max(range(6), key=lambda face: abs(faces[face] - fair[face]) / fair[face] ** 0.5)
    off = faces[at] - fair[at]
    return f"{FACE_NAMES[at]} came {faces[at]:,} times, {abs(off):,.0f} {'more' if off > 0 else 'fewer'}"


def _alike(luck: Luck, answer: Answer) -> str:
    if answer.test is None:
        return "Too few throws to say whether the dice of a throw depend on each other."
    if not answer.strange:
        return "Two and three alike come as often as with independent dice."
    throws = luck.counts.patterns.total()
    alike = throws - luck.counts.patterns[3]
    fair = throws * (1 - PATTERNS[3] / 216)
    return (
        f"Two or three dice were alike in {alike:,} of {throws:,} throws, where fair dice bring {fair:,.0f},"
        f" and all three in {luck.counts.patterns[1]:,}, where they bring {throws * PATTERNS[1] / 216:,.0f}."
        f"{_because_of_faces(luck)}"
    )


def _sticking(luck: Luck, answer: Answer) -> str:
    sticks = luck.sticking
    if answer.test is None:
        return f"Too few throws follow another to say whether a value sticks; {FEWEST_PAIRS} are the least."
    if not answer.strange:
        return "No value sticks from one throw to the next."
    much = "more" if sticks.same > sticks.expected else "less"
    return (
        f"A throw shows {much} of the throw before than chance lets it: {sticks.same / sticks.throws:.2f} of"
        f" the three dice, where fair ones bring {sticks.expected / sticks.throws:.2f}. Were all three"
        f" thrown each time, and each throw read once?{_because_of_faces(luck)}"
    )


def _because_of_faces(luck: Luck) -> str:
    odd = any(answer.about == "faces" and answer.strange for answer in luck.dice)
    return " Uneven faces alone do this, too." if odd else ""


def _player(luck: Luck, answer: Answer) -> str:
    player = luck.counts.players[str(answer.of)]
    name = make_printable(clip_text(str(answer.of)))
    if answer.about == "faces":
        off = _farthest(player.faces, beside(luck.counts.beside(str(answer.of))).expected)
        return f"In {sum(player.faces):,} dice of {name}'s {off} than to all who threw the same dice."
    fair = expect_sum(player.worth[answer.about])
    if answer.about == "points":
        points = f"{player.points / player.throws:.2f} points a throw"
        return f"{name} made {points}, where fair dice bring {fair / player.throws:.2f}."
    return f"{name} threw {getattr(player, answer.about):,} {answer.about}, where fair dice bring {fair:.1f}."


def _mark(luck: Luck, answer: Answer) -> Literal["fine", "look", "open"]:
    if answer.strange:
        return "look"
    little = answer.about == "faces" and luck.power.all_loaded >= _LITTLE
    return "open" if answer.test is None or little else "fine"


def _odds(luck: Luck, answer: Answer, what: str) -> str:
    if not answer.strange or answer.odds is None:
        return ""
    often = times(answer.odds)
    about = "" if answer.odds < _RARELY else "about "
    return f" {what} in {about}{often} {evenings(luck)}: worth a look."


def _round(number: int) -> int:
    """Round to two digits."""
    step: int = 10 ** max(len(str(number)) - 2, 0)
    return round(number / step) * step
