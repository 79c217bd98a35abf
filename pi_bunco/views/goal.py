"""What a score must reach in a round, in words."""

from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Game
from pi_bunco.sentences import say, say_count


def describe_goal(game: Game, table: int) -> str:
    """Return what score ends the round at a table; ``""`` if no score does.

    If the score is reached, but everybody must still have thrown, return how many more turns there are.

    >>> from pi_bunco.rules import Header
    >>> tables = [["Ann", "Bob", "Cy", "Di"], ["Eve", "Fay", "Gus", "Hal"]]
    >>> classic = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": tables}))
    >>> describe_goal(classic, 1), describe_goal(classic, 2)
    ('to 21', 'until table 1 has 21')
    """
    due = len(game.list_turns_due(table))
    if not due:
        return _describe_score(game, table)
    if game.sheet.round_end == "head" and table != HEAD:
        return say_count("{count} more turn at table 1", "{count} more turns at table 1", due)
    return say_count("{count} more turn", "{count} more turns", due)


def describe_goal_of_room(game: Game) -> str:
    """Return what score ends the round in the whole room; ``""`` if none does, or each table has its own.

    >>> from pi_bunco.rules import Header
    >>> tables = [["Ann", "Bob", "Cy", "Di"], ["Eve", "Fay", "Gus"]]
    >>> describe_goal_of_room(Game(Header.parse({"record": "bunco/1", "rules": "boxed", "tables": tables})))
    ''
    """
    last = len(game.tables)
    if game.sheet.round_end == "head" or last == 1:
        return describe_goal(game, last)
    return _describe_score(game, last) if len({table.goal for table in game.tables}) == 1 else ""


def _describe_score(game: Game, table: int) -> str:
    if game.sheet.round_end == "host":
        return ""
    if game.sheet.round_end == "head" and table != HEAD:
        return say("until table 1 has {goal}", goal=game.tables[0].goal)
    return say("to {goal}", goal=game.tables[table - 1].goal)
