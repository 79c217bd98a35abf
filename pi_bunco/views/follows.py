"""What follows if a throw shows certain dice, so that people see it before they answer."""

from collections.abc import Sequence

from pi_bunco.game.book import Book
from pi_bunco.game.camera_dice import THREE
from pi_bunco.game.seats import stand_in
from pi_bunco.rules.scoring import passing, score_table
from pi_bunco.sentences import say
from pi_bunco.views.words import say_points, say_who_throws


def say_what_follows(book: Book, table: int, dice: Sequence[int]) -> str:
    """Say what a throw of these dice would bring, and who would throw next.

    Parameters
    ----------
    book
        The game.
    table
        The number of the table.
    dice
        The dice.

    Returns
    -------
    str
        For example ``+1, Ann throws again``; ``""`` in a roll-off and outside the rounds.
    """
    game, at = book.played, book.table(table)
    if len(dice) != THREE or at.state not in ("playing", "finishing") or at.holder is None:
        return ""
    one, two, three = dice
    options = game.header.options
    score = score_table(game.sheet, game.round, options.cup)[one, two, three]
    if options.calls and score.kind in game.sheet.needs_call:
        return say("Three alike: call it!")
    brings = say_points(score)
    passes = score.kind in passing(game.sheet)
    if passes and at.state == "finishing":
        return say("{brings}, and the round is over here", brings=brings)
    side = next(side for side, who in enumerate(at.sides) if at.holder in who.players)
    if score.kind == "bunco" or at.scores[side] + score.points >= at.goal:
        return brings  # whether the round is over depends on the sheet
    name = at.then if passes else at.holder
    if name is None:
        return brings
    nobody_else = stand_in(book, table, name)
    return say(
        "{brings}, {follows}", brings=brings, follows=say_who_throws(name, nobody_else, again=not passes)
    )
