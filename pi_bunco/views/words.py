"""The few sentences that the table says, in the words of the sheets."""

from pi_bunco.game.commands import CLOCK, COUNTDOWN
from pi_bunco.game.lines import Line
from pi_bunco.rules import Score
from pi_bunco.rules.words import faces

TARGETS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def points(score: Score) -> str:
    """Say what a throw brought.

    >>> points(Score(5, "mini", (True, True, True)))
    'Mini! +5'
    """
    if score.kind == "bunco":
        return f"Bunco! +{score.points}"
    if score.kind == "mini":
        return f"Mini! +{score.points}"
    if score.kind == "snake_eyes":
        return "Snake eyes!"
    return f"+{score.points}" if score.points else "No points"


def throws_next(name: str, stand_in: str | None = None, *, again: bool = False) -> str:
    """Say who throws next, and for whom.

    >>> throws_next("Ann", again=True), throws_next("ghost 1", "Bob")
    ('Ann throws again', 'Bob throws now for ghost 1')
    """
    when = "again" if again else "now"
    return f"{stand_in} throws {when} for {name}" if stand_in else f"{name} throws {when}"


def counted(what: str, count: int | None) -> str:
    """Say how many of what an award is for somebody has.

    >>> counted("most_buncos", 1), counted("fewest_points", 40), counted("even", 3), counted("costume", None)
    ('1 bunco', '40 points', '3 wins, 3 losses', '')
    """
    if count is None or what in ("traveling", "costume"):
        return ""
    if what == "even":
        return f"{count} wins, {count} losses"
    thing = what.partition("_")[2]
    return f"1 {_ONE[thing]}" if count == 1 else f"{count} {thing}"


_ONE = {"buncos": "bunco", "minis": "mini", "wins": "win", "losses": "loss", "points": "point"}


def told(line: Line | None) -> str:
    """Say what the last event did for the guests, where they did not do it themselves.

    >>> from pi_bunco.rules.events import Bell
    >>> told(Line(Bell(), by="mock host"))
    'The mock host rang the bell.'
    """
    if line is None:
        return ""
    done = (line.name, line.by)
    if line.is_ruling:
        return "By the house's rules it is thrown again."
    if done in (("throw", _HOST), ("die_off", _HOST)) and line.answers is not None:
        return f"The mock host looked at the dice: {faces(line.faces)}."
    return _TOLD.get(done, "")


_HOST = "mock host"

_TOLD = {
    ("camera:uncounted", "camera"): "That throw came before the bell and does not count.",
    ("table:no_throw", "rules"): "A throw after the round was over does not count.",
    ("end_round", CLOCK): "The time is up: the round is over.",
    ("bell", COUNTDOWN): "The countdown is over: the bell rang.",
    ("bell", _HOST): "The mock host rang the bell.",
    ("table:no_throw", _HOST): "The mock host said that it was no throw.",
}
