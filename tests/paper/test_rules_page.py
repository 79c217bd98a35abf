"""The page of a rule sheet, compared with the tables of the rules."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.paper.rules_page import GAP, GUTTER, SENTENCE, format_page, list_differences
from pi_bunco.paper.sentences import PAGE
from pi_bunco.paper.text import cell_len
from pi_bunco.rules import SHEETS, Award, Layout, Written, load_sheet, load_written, parse_sheet
from pi_bunco.rules.sheets.keys import KEYS

HEAD = 'slug = "ours"\ntitle = "Ours"\nparent = "{}"\n'
RIGHT = GUTTER + SENTENCE + GAP


def format_text(written: Written) -> str:
    return "\n".join(map(str, format_page(written)))


def list_sentences(written: Written) -> list[str]:
    """Return the page's sentences."""
    return [
        item.make_sentence(written.sheet)
        for items in PAGE.values()
        for item in items
        if item.make_sentence(written.sheet)
    ]


SENTENCES = {
    "classic": """
Three of the target are a bunco and score 21 points instead.

Three alike of any other number are a mini bunco and score 5 points.

In a game with calls, a bunco must be called before the table's next throw; uncalled, the throw
scores nothing, but the turn goes on.

The round ends for the whole room when a team at the head table has 21 points. Until then the other
tables play on, past that score too.

A bunco at the head table ends the round, by its points. At another table the turn goes on.

Then all turns stop at once, at every table. Points thrown so far count.

Equal scores are decided by a roll-off. Each player of the table plays one whole turn, seat 1 first,
and everything scores as in the round. Still equal after all of them: another session.

Nobody changes tables.

A game has 4 sets of six rounds, or as many as are agreed.

Awards: most buncos, most wins, as many wins as losses, most losses, the traveling bag.|
Tied players share an award.

Each player keeps a score card with their buncos, wins and losses.

Calls: what must be called counts only when it is.|
Traveling: three alike of a chosen number take the bag, in any round or in all but the one where they are a
bunco; or any mini does. The player who holds it at the end wins it.
""",
    "casino": """
In a game with calls, a bunco and a mini must be called before the table's next throw; uncalled, the
throw scores nothing, but the turn goes on.

Then a player who has begun a turn finishes it, and throws as long as they score, at every table, the one
that ended the round too. A player who holds the dice but has not thrown does not throw.

Equal scores are decided by a roll-off. Three dice, one throw each, passing left from the next player;
the first throw with a target wins for its side. Three alike of another number are no hit.

The winners stay at their table.

The losers go to the next table, those of the last table to the first table.

They move within groups of three tables: 1 to 3, 4 to 6 and so on; tables left over join the last
group.

A game has one set of six rounds, or as many as are agreed.

In each group of three tables: most buncos $100, most minis $50, most wins $40, best costume $25.|
To a whole group: most buncos $100, best costume $25.|
Tied players share an award.

Each player keeps a score card with their team's number, buncos, minis and wins.

There is a break after rounds 2, 4 and 6 of each set.

At each break a player is drawn at random; nobody twice until everybody has been.

Staff confirm each bunco, mini and win. Awards are final when all is confirmed.

Calls: what must be called counts only when it is.
""",
    "houseparty": """
Nothing has to be called to count.

The round ends for the whole room as soon as a team at any table has 21 points.

A bunco at any table ends the round for the whole room.

The winners go up one table; those of table 1 stay.

The losers of table 1 go to the last table; all other losers stay.

They move through the whole room.

Awards: most wins, most points, most buncos, most losses, fewest points.|
Tied players share an award.

Each player keeps a score card with their buncos, wins, losses and points.

There are none.
""",
    "tournament": """
A bunco at the head table ends the round. A bunco at another table does not.

Then the head table stops at once. At the other tables a player who has begun a turn finishes it,
and throws as long as they score. A player who holds the dice but has not thrown does not throw.

Equal scores are decided by a roll-off. One player of each team (seats 1 and 2) throws one die at
the same time. The only one to show a 6 wins; both or neither: again.

The winners go up one table; those of the first table stay.

The losers go down one table; those of the last table stay.

A game has 3 sets of six rounds, or as many as are agreed.

There are no awards but the grand prize.

After the last set the player of each group with most wins and the one with most buncos go to the
semi-final.

Before it there is a break of 45 minutes.

The semi-final is one set of six rounds.
""",
    "boxed": """
Three alike of a number below the target score 7 points (a low bunco), of one above it score 5
points (a high bunco).

With the dice-cup bonus, three alike of a number printed on the dice cup score 5 points more, in any
round.

At a single table the player to the left of the last round's winner throws first; at several tables
seat 1 does, the scorekeeper.

A side that has 21 points wins its table. That table waits; the others play on until each has its
winner.

Where there are several tables, a player who plays alone needs 11 points.

A bunco at any table ends the round at every table that is still playing.

Turns stop at once. Points thrown so far count, and each table's leader wins it.

Equal scores are decided by a roll-off. Those in the tie take turns, from the next player. A target
scores 1 point, a bunco 21 points; other three alike score nothing and end the turn. The first to
reach 5 points wins.

How each number of players sits (alone: each plays for themselves):|
2: 2 alone|
3: 3 alone|
4: 4 alone|
5: 3 alone, 2 alone|
6: 4 in teams, 2 alone|
7: 4 in teams, 3 alone|
8: 4 in teams, 4 in teams|
9: 4 in teams, 3 alone, 2 alone|
10: 4 in teams, 4 in teams, 2 alone|
11: 4 in teams, 4 in teams, 3 alone|
12: 4 in teams, 4 in teams, 4 in teams|
More: four at a table, partners across from each other. Ghosts fill empty seats; the partner throws
for them.

Both players of a table of two go where its loser goes.

The set is won with most wins; still tied: most buncos; still tied: a roll-off. In the roll-off, three dice
each give the order, highest total first; then turns with the target of the last round, and the first to
reach 5 points wins.

There are no awards but the win of the set.

One master score sheet at the head table has everybody's wins and buncos; there are no cards.

Dice-cup bonus: as above.|
Another goal at a single table; 11 points are a quick game.
""",
}
"""The facts of each sheet in the rules' tables, as sentences of the page; | begins a line."""


@pytest.mark.parametrize("slug", SHEETS)
def test_page_has_facts_of_sheet(slug: str) -> None:
    """Each fact of the sheet is a sentence on its page."""
    found = list_sentences(load_written(slug))
    expected = [part.replace("|\n", "|").replace("\n", " ") for part in SENTENCES[slug].strip().split("\n\n")]
    assert [part for part in expected if part.replace("|", "\n") not in found] == []


@pytest.mark.parametrize("slug", SHEETS)
def test_each_sentence_has_its_clause(slug: str) -> None:
    """Sentences stand at the left and clauses at the right, complete, in 78 columns."""
    written = load_written(slug)
    rows = list(format_page(written))
    assert max(cell_len(str(row)) for row in rows) == 78
    left = " ".join(row.left.strip() for row in rows)
    right = " ".join(row.right for row in rows if row.right)
    for items in PAGE.values():
        for item in items:
            sentence = item.make_sentence(written.sheet)
            assert " ".join(sentence.split()) in " ".join(left.split())
            for key in item.keys:
                if sentence and key in written.clauses:
                    assert " ".join(written.clauses[key].split()) in right
    assert not any(row.house for row in rows)
    assert format_text(written).splitlines()[1].split() == [
        *written.sheet.title.upper().split(), "printed", "sheet:", slug,
    ]  # fmt: skip


def test_layout_of_page() -> None:
    """The page has two columns under headings."""
    found = format_text(load_written("casino"))
    assert (
        """A TIE
──────────────────────────────────────────────────────────────────────────────
  Equal scores are decided by a roll-off.    Rules of the Game: “Ties in the
  Three dice, one throw each, passing left   round will be decided by
  from the next player; the first throw      continuing to roll. The first
  with a target wins for its side. Three     person to roll the target number
  alike of another number are no hit.        wins the Round for their team”.
                                             Not on the sheet: each player
                                             throws once, then the next.

  What is thrown in a roll-off decides the   Not on the sheet.
  tie and nothing else.

WHO SITS WHERE, AND WHO MOVES
"""
        in found
    )


def test_each_key_has_a_sentence() -> None:
    """The page has a sentence for each key, except for the names at its top."""
    keys = {key for items in PAGE.values() for item in items for key in item.keys}
    assert KEYS.keys() - keys == {"slug", "title", "line"}
    common = {key for slug in SHEETS for key in load_written(slug).clauses} - KEYS.keys()
    assert common <= keys


OTHER: dict[str, tuple[str, dict[str, Any]]] = {
    "bunco": ("classic", {"bunco": 15}),
    "mini_below": ("classic", {"mini_below": 3}),
    "mini_above": ("classic", {"mini_above": 0}),
    "mini_ends_turn": ("classic", {"mini_ends_turn": True}),
    "snake_eyes": ("classic", {"snake_eyes": True}),
    "three_ones_wipe": ("classic", {"three_ones_wipe": True}),
    "cocked": ("classic", {"cocked": "re-roll"}),
    "stacked": ("classic", {"stacked": "re-roll"}),
    "cut": ("classic", {"cut": "re-roll"}),
    "cup_bonus": ("boxed", {"cup_bonus": 3}),
    "needs_call": ("classic", {"needs_call": frozenset({"mini"})}),
    "ghosts_buncos": ("classic", {"ghosts_buncos": "partner"}),
    "goal": ("classic", {"goal": 11}),
    "goal_alone_at_several_tables": ("boxed", {"goal_alone_at_several_tables": None}),
    "round_end": ("classic", {"round_end": "host"}),
    "bunco_ends": ("classic", {"bunco_ends": True}),
    "first_target": ("classic", {"first_target": 2}),
    "ending_table": ("classic", {"ending_table": "finish"}),
    "other_tables": ("classic", {"other_tables": "finish"}),
    "round_minutes": ("classic", {"round_minutes": 1}),
    "rolloff": ("classic", {"rolloff": "to5"}),
    "rolloff_goal": ("boxed", {"rolloff_goal": 7}),
    "starts": ("boxed", {"starts": "seat_1"}),
    "winners_move": ("casino", {"winners_move": "down"}),
    "losers_move": ("casino", {"losers_move": "stay"}),
    "move_among": ("casino", {"move_among": "room"}),
    "pairs_move_together": ("boxed", {"pairs_move_together": False}),
    "two_win": ("classic", {"two_win": True}),
    "everybody_throws": ("classic", {"everybody_throws": True}),
    "layouts": ("classic", {"layouts": ((), (Layout(2, teams=False),))}),
    "sets": ("classic", {"sets": 2}),
    "winner": ("boxed", {"winner": ("buncos",)}),
    "awards": ("classic", {"awards": (Award("even"),)}),
    "card": ("classic", {"card": ("points",)}),
    "master_sheet": ("classic", {"master_sheet": True}),
    "breaks": ("casino", {"breaks": (3,)}),
    "drawings": ("casino", {"drawings": False}),
    "verified": ("casino", {"verified": ("win",)}),
    "finals": ("tournament", {"finals": False}),
    "semi_final_sets": ("tournament", {"semi_final_sets": 2}),
    "break_before_finals": ("tournament", {"break_before_finals": 30}),
    "options": ("classic", {"options": ("calls",)}),
    "traveling_by": ("classic", {"traveling_by": "bunco"}),
}


@pytest.mark.parametrize("key", sorted(KEYS.keys() - {"slug", "title", "line"}))
def test_other_value_has_other_sentence(key: str) -> None:
    """If the value of a key is different, its sentence is different."""
    slug, change = OTHER[key]
    sheet = load_sheet(slug)
    before = [item.make_sentence(sheet) for items in PAGE.values() for item in items if key in item.keys]
    after = [
        item.make_sentence(replace(sheet, **change))
        for items in PAGE.values()
        for item in items
        if key in item.keys
    ]
    assert before != after


HOUSE = """
classic: mini_below = 0; mini_above = 0
There are no minis: three alike of another number score nothing and pass the dice on.

classic: mini_above = 0
Three alike of a number below the target score 5 points (a low bunco), of one above it score
nothing.

classic: mini_ends_turn = true
A player who scores throws again; one who does not passes the dice to the left. But a mini, though it
scores, passes the dice on too.

houseparty: options = ["traveling"]; traveling_by = "mini"
Traveling: any three alike of a number other than the target take the bag. The player who holds it at the end
wins it.

classic: everybody_throws = true
But no score and no bunco ends a round before each player of that table has had a whole turn in it. If such
a score or bunco has come by then, the round ends at once; otherwise it ends at the next one.

classic: two_win = true
Four at a table, and each plays alone. Ghosts fill empty seats; the next player to the left throws for
them. A ghost can win.

classic: two_win = true
The two with the highest scores win the table. They record a W, the others an L.

boxed: two_win = true; starts = "seat_1"
The two with the highest scores win a table of four; at a smaller table the highest wins. They record a
W, the others an L.

houseparty: two_win = true
The round ends for the whole room as soon as a player at any table has 21 points.

houseparty: two_win = true
If equal scores leave open who the two winners are, those who are equal roll off. If both places are
open, the winner of the roll-off has one, and the others roll off again. Three dice, one throw each,
passing left from the next player; the first throw with a target wins for its side. Three alike of another
number are no hit.

classic: snake_eyes = true
Snake eyes: two 1s, not three, lose all points of the turn and pass the dice on. In round 1 they
score as usual.

classic: three_ones_wipe = true
Three 1s are an exception: they score nothing, take all points that the team has in this round, and
pass the dice on. In round 1 they are a bunco. In a roll-off they take nothing.

boxed: three_ones_wipe = true; first_target = 2
Three 1s are an exception: they score nothing, take all points that the team has in this round, and
pass the dice on. A player who plays alone loses their own points. In a roll-off they take nothing.

classic: cocked = "re-roll"
If a die leans, the throw scores nothing and is thrown again.

classic: cocked = "re-roll"; stacked = "re-roll"; cut = "re-roll"
If a die leans, lies on another or is half off the mat, the throw scores nothing and is thrown again.

classic: round_end = "host"
No score ends a round; the host does.

houseparty: round_end = "host"
A bunco at any table ends the round for the whole room.

houseparty: bunco_ends = false
A bunco at any table ends the round, by its points.

houseparty: bunco_ends = false; goal = 30
A bunco does not end the round; the turn goes on.

boxed: bunco_ends = false
A bunco ends the round for its own table only, by its points. The other tables play on.

classic: ending_table = "finish"
Then at the head table a player who has begun a turn finishes it, and throws as long as they score. The
other tables stop at once.

houseparty: ending_table = "stop"
Then the table that ended it stops at once. At the other tables a player who has begun a turn finishes
it, and throws as long as they score. A player who holds the dice but has not thrown does not throw.

boxed: mini_below = 0; mini_above = 0
There are no minis: without the dice cup's bonus, three alike of another number score nothing and pass
the dice on.

boxed: ending_table = "finish"
At the goal the turn stops at once. When a bunco or the host ends the round, at the table that ended it
a player who has begun a turn finishes it, and throws as long as they score. The other tables stop at once.

boxed: other_tables = "finish"; bunco_ends = false
At the goal the turn stops at once. When the host ends the round, the table that ended it stops at once.
At the other tables a player who has begun a turn finishes it, and throws as long as they score. A player who
holds the dice but has not thrown does not throw.

classic: round_end = "host"
When the round ends, all turns stop at once, at every table. Points thrown so far count.

houseparty: round_end = "host"
The host ends the round whenever it is time.

classic: round_minutes = 1
A round lasts one minute at most; then the host ends it.

classic: round_minutes = 12
A round lasts 12 minutes at most; then the host ends it.

boxed: rolloff = "die_off"
Equal scores are decided by a roll-off. One player of each side in the tie (the lowest seat) throws
one die at the same time. The only one to show a 6 wins; both or neither: again.

boxed: pairs_move_together = false
At a table of two, winner and loser go their own ways, as at other tables.

boxed: winner = ["buncos"]
The set is won with most buncos.

classic: card = []
There are no score cards.

houseparty: awards = []
There are no awards.

boxed: finals = true
There are no awards but the win of the set and the grand prize.

casino: breaks = [5]
There is a break after round 5 of each set.

tournament: semi_final_sets = 2
The semi-final is 2 sets of six rounds.

classic: winners_move = "down"; losers_move = "up"
The winners go down one table; those of the last table stay.

houseparty: round_end = "head"
A bunco at the head table ends the round. A bunco at another table does not.
"""
"""House rules, each as its parent, its keys, and their sentence."""


@pytest.mark.parametrize("rule", HOUSE.strip().split("\n\n"))
def test_house_rules_in_words(rule: str) -> None:
    """The sentences of house rules are as plain as those of printed sheets."""
    head, _, expected = rule.partition("\n")
    parent, _, keys = head.partition(": ")
    assert expected.replace("\n", " ") in list_sentences(
        parse_sheet(HEAD.format(parent) + keys.replace("; ", "\n"))
    )


def test_page_of_house_sheet() -> None:
    """A difference is marked, with the house's clause or “House rule”, and with the printed rule."""
    house = parse_sheet(
        HEAD.format("casino")
        + 'goal = { is = 11, clause = "Rosa: “we work tomorrow”" }\nsnake_eyes = true\nbreaks = []\n'
        + "drawings = false\n"
    )
    found = format_text(house)
    assert found.splitlines()[1].endswith("house sheet: ours")
    assert "As the printed sheet Casino, but where a sentence begins with *." in found
    assert [row.left[GUTTER:].strip() for row in format_page(house) if row.left.startswith("*")] == [
        "Snake eyes: two 1s, not three, lose all",
        "The round ends for the whole room when a",
        "Left out by the house.",
        "Left out by the house.",
    ]
    parts = (
        """* Snake eyes: two 1s, not three, lose all    House rule.
  points of the turn and pass the dice on.   Casino: Not on the sheet.
  In round 1 they score as usual.
""",
        """* The round ends for the whole room when a   Rosa: “we work tomorrow”
  team at the head table has 11 points.      Casino: The round ends for the
""",
        """* Left out by the house.                     House rule.
                                             Casino: There is a break after
                                             rounds 2, 4 and 6 of each set.
""",
    )
    assert [part for part in parts if part not in found] == []
    unchanged = format_text(parse_sheet(HEAD.format("casino")))
    assert "As the printed sheet Casino, in everything." in unchanged
    assert "* " not in unchanged


def test_differences_in_sentences() -> None:
    """Each difference is a pair of sentences: the house's and the parent's."""
    house = parse_sheet(HEAD.format("houseparty") + "sets = 2\n" + "round_minutes = 9\n")
    assert list(list_differences(house)) == [
        ("A round lasts 9 minutes at most; then the host ends it.", "Not on the sheet."),
        (
            "A game has 2 sets of six rounds, or as many as are agreed.",
            "A game has one set of six rounds, or as many as are agreed.",
        ),
    ]
    assert list(list_differences(load_written("classic"))) == []


def test_wide_and_long_texts_stay_on_page() -> None:
    """Wide and long texts of a house sheet keep to the columns, and are complete."""
    house = parse_sheet(
        'slug = "ours"\ntitle = "ブンコの夜とてもたのしいゲームの会ブンコの夜とてもたのしいゲーム"\n'
        'parent = "classic"\n'
        f'line = "{"long words " * 9}"\n'
        f'goal = {{ is = 12, clause = "{"x" * 100} {"夜" * 40}" }}\n'
    )
    assert max(cell_len(str(row)) for row in format_page(house)) == 78
    rights = "".join(row.right for row in format_page(house))
    assert "x" * 100 in rights
    assert "夜" * 40 in rights
