"""The likeliest answers to a throw in doubt, and what follows from each.

Most people then need one tap.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from pi_bunco.game.book import Book
from pi_bunco.game.seats import find_stand_in
from pi_bunco.game.throw_lines import THREE
from pi_bunco.rules.scoring import list_passing_kinds, make_score_table
from pi_bunco.sentences import say
from pi_bunco.views.throws import describe_score
from pi_bunco.views.words import say_points, say_who_throws

MAX_ANSWERS = 4
"""The most answers that are guessed."""
_SUREST = 12
"""How many of the dice that the reader sees may be in an answer: a photo of the floor may show a hundred."""
_ALIKE = {1: (2, 3), 2: (3, 1), 3: (2, 5), 4: (5, 6), 5: (4, 6), 6: (5, 4)}
"""For each face that was read, the faces that look like it if a pip is missed or a stain is counted."""


def guess_answers(
    values: tuple[int, ...],
    confidence: tuple[float, ...],
    wanted: int,
    which: int | None = None,
    other: int | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Return up to four answers to a reading in doubt, the likeliest first.

    Parameters
    ----------
    values, confidence
        The face that the reader sees on each die, from left to right, and its confidence, from 0 to 1.
    wanted
        How many dice were thrown. If the reader sees fewer, no answer can be guessed.
    which
        The place of the die in question, from 0; ``None``: the one with the lowest confidence.
    other
        The only other face that it may show; ``None``: any face that looks like it.

    >>> guess_answers((3, 5, 4), (0.9, 0.9, 0.4), 3)
    ((3, 5, 4), (3, 5, 5), (3, 5, 6))
    >>> guess_answers((3, 5, 4, 1), (0.9, 0.2, 0.8, 0.7), 3)[0]
    (3, 4, 1)
    >>> guess_answers((3, 5, 4), (0.9, 0.6, 0.4), 3, which=1, other=2)
    ((3, 5, 4), (3, 2, 4))
    """
    if len(values) < wanted:
        return ()
    surest = sorted(sorted(range(len(values)), key=lambda k: -confidence[k])[:_SUREST])
    choices = sorted(combinations(surest, wanted), key=lambda kept: -sum(confidence[k] for k in kept))
    answers = [tuple(values[k] for k in kept) for kept in choices]
    if len(values) == wanted:
        doubtful = min(range(wanted), key=lambda k: confidence[k]) if which is None else which
        faces = _ALIKE[values[doubtful]] if other is None else (other,)
        answers += [(*values[:doubtful], face, *values[doubtful + 1 :]) for face in faces]
    return tuple(dict.fromkeys(answers))[:MAX_ANSWERS]


def say_what_follows(book: Book, table: int, dice: Sequence[int]) -> str:
    """Say what a throw of these dice would bring at a table, and who would throw next.

    Returns
    -------
    str
        For example ``+1, Ann throws again``; ``""`` in a roll-off and outside the rounds.
    """
    game, current = book.played, book.get_table(table)
    if len(dice) != THREE or current.state not in ("playing", "finishing") or current.holder is None:
        return ""
    one, two, three = dice
    options = game.header.options
    score = make_score_table(game.sheet, game.round, options.cup)[one, two, three]
    if options.calls and score.kind in game.sheet.needs_call:
        return say("Three alike: call it!")
    side = next(side for side, who in enumerate(current.sides) if current.holder in who.players)
    if score.kind == "wipe":
        score = replace(score, points=-current.scores[side])
    brings = say_points(score)
    passes = score.kind in list_passing_kinds(game.sheet)
    if passes and current.state == "finishing":
        return say("{brings}, and the round is over here", brings=brings)
    if score.kind == "bunco" or current.scores[side] + score.points >= current.goal:
        return brings  # whether the round is over depends on the sheet
    name = current.then if passes else current.holder
    if name is None:
        return brings
    stand_in = find_stand_in(book, table, name)
    return describe_score(score, say_who_throws(name, stand_in, again=not passes)).sentence
