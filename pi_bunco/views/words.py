"""The few sentences that the table says, in the words of the sheets."""

from pi_bunco.game.commands import CLOCK, COUNTDOWN
from pi_bunco.game.lines import Line
from pi_bunco.rules import Score
from pi_bunco.rules.words import faces
from pi_bunco.sentences import Sentence, say, say_count

TARGETS = (say("ones"), say("twos"), say("threes"), say("fours"), say("fives"), say("sixes"))


def points(score: Score) -> Sentence:
    """Say what a throw brought.

    >>> points(Score(5, "mini", (True, True, True)))
    'Mini! +5'
    """
    if score.kind == "bunco":
        return say("Bunco! +{points}", points=score.points)
    if score.kind == "mini":
        return say("Mini! +{points}", points=score.points)
    if score.kind == "snake_eyes":
        return say("Snake eyes!")
    return say("+{points}", points=score.points) if score.points else say("No points")


def throws_next(name: str, stand_in: str | None = None, *, again: bool = False) -> Sentence:
    """Say who throws next, and for whom.

    >>> throws_next("Ann", again=True), throws_next("ghost 1", "Bob")
    ('Ann throws again', 'Bob throws now for ghost 1')
    """
    if stand_in:
        if again:
            return say("{stand_in} throws again for {name}", stand_in=stand_in, name=name)
        return say("{stand_in} throws now for {name}", stand_in=stand_in, name=name)
    return say("{name} throws again", name=name) if again else say("{name} throws now", name=name)


def counted(what: str, count: int | None) -> str:
    """Say how many of what an award is for somebody has.

    >>> counted("most_buncos", 1), counted("fewest_points", 40), counted("even", 3), counted("costume", None)
    ('1 bunco', '40 points', '3 wins, 3 losses', '')
    """
    if count is None or what in ("traveling", "costume"):
        return ""
    if what == "even":
        return say("{wins}, {losses}", wins=things("wins", count), losses=things("losses", count))
    return things(what.partition("_")[2], count)


def things(what: str, count: int) -> Sentence:
    """Return so many of something that a card has: ``wins``, ``losses``, ``buncos``, ``minis`` or ``points``.

    >>> things("losses", 1), things("minis", 2)
    ('1 loss', '2 minis')
    """
    match what:
        case "wins":
            return say_count("{count} win", "{count} wins", count)
        case "losses":
            return say_count("{count} loss", "{count} losses", count)
        case "buncos":
            return say_count("{count} bunco", "{count} buncos", count)
        case "minis":
            return say_count("{count} mini", "{count} minis", count)
        case _:
            return say_count("{count} point", "{count} points", count)


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
        return say("By the house's rules it is thrown again.")
    if done in (("throw", _HOST), ("die_off", _HOST)) and line.answers is not None:
        return say("The mock host looked at the dice: {faces}.", faces=faces(line.faces))
    return _TOLD.get(done, "")


_HOST = "mock host"

_TOLD = {
    ("camera:uncounted", "camera"): say("That throw came before the bell and does not count."),
    ("table:no_throw", "rules"): say("A throw after the round was over does not count."),
    ("end_round", CLOCK): say("The time is up: the round is over."),
    ("bell", COUNTDOWN): say("The countdown is over: the bell rang."),
    ("bell", _HOST): say("The mock host rang the bell."),
    ("table:no_throw", _HOST): say("The mock host said that it was no throw."),
}
