"""Words that pages, prints and messages share."""

from collections.abc import Container, Iterable, Mapping
from itertools import islice

from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.parts import Award, AwardFor
from pi_bunco.sentences import Sentence, say, say_count, say_list

AWARDS: Mapping[AwardFor, Sentence] = {
    "most_buncos": say("Most buncos"),
    "most_wins": say("Most wins"),
    "most_losses": say("Most losses"),
    "even": say("Even wins and losses"),
    "most_minis": say("Most minis"),
    "most_points": say("Most points"),
    "fewest_points": say("Fewest points"),
    "traveling": say("Traveling"),
    "costume": say("Best costume"),
    "last_bunco": say("Last bunco"),
    "loser_lottery": say("Loser lottery"),
}
"""The title of each award ("Prize Categories" of the classic sheet, and those of the others)."""

_TEAM_AWARDS: Mapping[AwardFor, Sentence] = {
    "most_buncos": say("Team with most buncos"),
    "most_wins": say("Team with most wins"),
    "most_losses": say("Team with most losses"),
    "even": say("Team with even wins and losses"),
    "most_minis": say("Team with most minis"),
    "most_points": say("Team with most points"),
    "fewest_points": say("Team with fewest points"),
    "traveling": say("Team with traveling"),
    "costume": say("Team with best costume"),
    "last_bunco": say("Team with the last bunco"),
}
"""The title of each award that a team can earn."""


def name_award(award: Award) -> Sentence:
    """Return the name of an award, as on the sheets.

    >>> name_award(Award("most_buncos")), name_award(Award("most_buncos", "groups"))
    ('Most buncos', 'Team with most buncos')
    """
    return _TEAM_AWARDS.get(award.what, AWARDS[award.what]) if award.among == "groups" else AWARDS[award.what]


def name_missing(what: str) -> str:
    """Return what an award without a winner waits for; ``""``: nothing but the end of the game.

    >>> name_missing("costume"), name_missing("most_wins")
    ('not judged yet', '')
    """
    return _MISSING.get(what, "")


_MISSING = {"costume": say("not judged yet"), "loser_lottery": say("not drawn yet")}


def say_award_count(what: str, count: int | None) -> str:
    """Return a player's count in words for an award: how many of what it rewards they have.

    >>> say_award_count("most_buncos", 1), say_award_count("fewest_points", 40)
    ('1 bunco', '40 points')
    >>> say_award_count("even", 3), say_award_count("costume", None)
    ('3 wins, 3 losses', '')
    """
    if count is None or what in ("traveling", "costume"):
        return ""
    if what == "even":
        return say(
            "{wins}, {losses}", wins=say_card_count("wins", count), losses=say_card_count("losses", count)
        )
    return say_card_count(what.partition("_")[2], count)


def say_card_count(what: str, count: int) -> Sentence:
    """Return a number of ``wins``, ``losses``, ``buncos``, ``minis`` or ``points`` in words.

    >>> say_card_count("losses", 1), say_card_count("minis", 2)
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


def mark_leavers(players: Iterable[str], left: Container[str]) -> tuple[str, ...]:
    """Return names in which those of the players who have ``left`` are named as such.

    >>> mark_leavers(["Ann", "Eve"], {"Eve"})
    ('Ann', 'Eve (has left)')
    """
    return tuple(say("{name} (has left)", name=name) if name in left else name for name in players)


def join_names(players: Iterable[str]) -> Sentence:
    """Join names to an enumeration.

    >>> join_names(["Ann"]), join_names(["Ann", "Cy"]), join_names(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Cy', 'Ann, Bob and Cy')
    """
    return say_list(tuple(players))


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> format_count(1, "throw"), format_count(1200, "throw")
    ('1 throw', '1,200 throws')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def join_some_names(players: Iterable[str], most: int = 6) -> Sentence:
    """Join names for a message: only the first few of many, ``most``, and long names cut.

    >>> join_some_names(["Ann", "Bob"]), join_some_names(f"P{n}" for n in range(100))
    ('Ann and Bob', 'P0, P1, P2, P3, P4, P5 and others')
    """
    first = [clip_text(name) for name in islice(players, most + 1)]
    return join_names([*first[:most], say("others")] if len(first) > most else first)


def format_dice(dice: Iterable[int]) -> str:
    """Return dice in the usual notation.

    >>> format_dice((3, 3, 5))
    '3-3-5'
    """
    return "-".join(map(str, dice))
