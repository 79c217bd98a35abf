"""The result of a game as text in a terminal."""

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console

from pi_bunco.paper.entries import choose_order, rank_players
from pi_bunco.paper.result import format_result
from pi_bunco.rules import Card, Correct, Game, Other, load_sheet
from pi_bunco.rules.night import Night, read_night
from pi_bunco.rules.sheets import Award

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"
PARTIES = [
    ("classic", 10),
    ("casino", 22),
    ("houseparty", 16),
    ("tournament", 48),
    ("boxed", 4),
    ("boxed", 11),
]


def format_lines(game: Game, night: Night | None = None, width: int = 80) -> list[str]:
    """Return the lines of the result in a terminal of this width, without colours."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    for part in format_result(game, night or read_night(game), width):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().rstrip().split("\n")]


def test_result_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """One round at one table has the players, the scores and the standings by most buncos."""
    assert format_lines(play("classic", EXAMPLE))[:15] == [
        "Classic, ready for round 2 of set 1",
        "4 players at 1 table, 4 sets",
        "Table 1: Ann, Di, Bob, Cy",
        "",
        "Rounds",
        "Round  Won          Lost",
        "──────────────────────────────────",
        "    1  23 Bob & Di   8 Ann & Cy",
        "",
        "Standings",
        "   Player  Wins  Losses  Buncos  Minis  Points",
        "──────────────────────────────────────────────",
        "1  Di         1       0       1      0      23",
        "2  Bob        1       0       0      0      23",
        "3  Ann        0       1       0      0       8",
    ]


def test_result_before_the_first_bell(play: Callable[..., Game]) -> None:
    """Before the first bell the result lists only the tables."""
    tables = (("Ann", "Bob", "Cy", "Di"), ("Eve", "Fay", "Gil", "ghost 1"))
    assert format_lines(play("casino", tables=tables)) == [
        "Casino, ready for round 1",
        "7 players and 1 ghost at 2 tables, 1 set",
        "Table 1: Ann, Bob, Cy, Di",
        "Table 2: Eve, Fay, Gil, ghost 1",
    ]


def test_result_while_a_round_is_played(play: Callable[..., Game]) -> None:
    """A table without winners shows both scores, and that it is still playing."""
    lines = format_lines(play("classic", "bell 114 156 234 122"))
    assert lines[0] == "Classic, round 1 of set 1 is being played"
    assert lines[7] == "    1       3 Ann & Cy, 1 Bob & Di  playing"


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(("slug", "players"), PARTIES)
def test_result_fits_the_terminal(
    party: Callable[..., tuple[Game, Night]], slug: str, players: int, width: int
) -> None:
    """No line is too wide; each player has a line in the standings, and each award has a line."""
    game, night = party(slug, players)
    lines = format_lines(game, night, width)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for name, card in game.players.items():
        counts = (card.wins, card.losses, card.buncos, card.minis, card.points)
        assert re.search(rf"(?m)^ *\d+  {name} +{' +'.join(map(str, counts))}$", text)
    assert text.count("Most buncos") == sum(each.award.what == "most_buncos" for each in night.awards)


@pytest.mark.parametrize(("slug", "players"), [("tournament", 48), ("casino", 22)])
def test_result_of_many_tables_is_grids(
    party: Callable[..., tuple[Game, Night]], slug: str, players: int
) -> None:
    """With many tables a grid has each score once, and another has each player's table with W or L."""
    game, night = party(slug, players)
    lines = format_lines(game, night, 120)
    assert len(lines) < 40 + 2 * players + 3 * game.header.sets * len(game.seats)
    for result_ in game.rounds:
        for table in result_.tables:
            us, them = (table.scores[side.players[0]] for side in table.sides)
            mark = ["*" if table.rolloff and side.players[0] in table.winners else "" for side in table.sides]
            row = next(line for line in lines if re.match(rf"{table.table}  ", line))
            if result_.set == 1:
                assert row.split()[result_.round] == f"{us}{mark[0]}–{them}{mark[1]}"
            for name in table.seats:
                won = "W" if name in table.winners else "L"
                if name in game.players:
                    rows = [
                        line for line in lines if line.startswith(f"{name} ") and re.search(r"\d[WL]", line)
                    ]
                    cells = " ".join(row.removeprefix(name) for row in rows).split()
                    assert cells[(result_.set - 1) * 6 + result_.round - 1] == f"{table.table}{won}"


def test_tied_and_unconfirmed_awards(play: Callable[..., Game]) -> None:
    """Tied winners stand with their share, and unconfirmed claims are counted."""
    game = play("casino", "bell 111 116 555 234 bell 345 444 345")
    text = "\n".join(format_lines(game, width=120))
    assert "Awards, as it stands" in text
    assert re.search(r"Most buncos, team 1 +\$100 +Ann \(1; 1 not confirmed\)\n", text)
    assert re.search(
        r"Most minis, team 1 +\$50 +Ann and Di \(tied at 1; \$25 each; 2 not confirmed\)\n", text
    )
    assert re.search(r"Best costume, team 1 +\$25 +not judged yet\n", text)
    assert "Not confirmed for team 1: 1 bunco, 2 minis, 2 wins." in text
    game.push(Other("team:named", raw={"team": 1, "name": "Rollers"}))
    named = "\n".join(format_lines(game, width=120))
    assert re.search(r"Best costume, team 1: Rollers +\$25 +not judged yet\n", named)
    assert "Not confirmed for team 1: Rollers: 1 bunco, 2 minis, 2 wins." in named


def test_verified_casino_is_final(party: Callable[..., tuple[Game, Night]]) -> None:
    """When all is confirmed and judged, the awards have no reservations, and the drawings are listed."""
    game, night = party("casino", 22)
    text = "\n".join(format_lines(game, night, 120))
    assert "\nAwards\n" in text
    assert "onfirmed" not in text
    assert "not judged" not in text
    for drawn in night.drawings.drawn:
        assert f"Drawn at the break after round {drawn.at.round} of set 1: {drawn.player}\n" in text
    assert "Next" not in text


def test_traveling_bag(play: Callable[..., Game]) -> None:
    """The result names the player who has the bag, and the winner of the bag at the end."""
    options = {"traveling": {"any_mini": True}}
    assert "Ann holds the traveling bag." in format_lines(play("classic", "bell 222", options=options))
    rounds = " ".join(f"bell {n}{n}{n}" for n in range(1, 7))
    game = play("classic", f"bell 222 111 {rounds[9:]}", options=options, sets=1)
    assert game.status == "over"
    assert "Ann wins the traveling bag." in format_lines(game)


def test_winner_who_has_left(play: Callable[..., Game]) -> None:
    """The award is theirs, and their name says that they have left."""
    game = play("classic", "bell 111")
    game.push(Other("room:guests", raw={"waiting": [], "away": ["Ann"]}))
    assert any("Ann (has left) (1)" in line for line in format_lines(game))


def test_unused_events_are_listed(play: Callable[..., Game]) -> None:
    """Each unused event is listed with its kind and the reason."""
    game = play("classic", "bell 111 bell")
    game.push(Correct(2, (1, 1, 4)))
    assert format_lines(game)[-3:] == [
        "Events without a place",
        "  Event 3, the bell for a round: the bell has rung, and the round is being",
        "  played.",
    ]


def test_finals_to_the_grand_prize(party: Callable[..., tuple[Game, Night]]) -> None:
    """The result has the semi-finalists with reasons, the semi-final, the final table and the winner."""
    game, night = party("tournament", 48)
    assert night.finals
    text = "\n".join(format_lines(game, night, 120))
    for place in (*night.finals.semi_finalists, *night.finals.finalists):
        assert re.search(rf"(?m)^{place.player} +{re.escape(place.reason)}$", text)
    assert "Standings of the semi-final" in text
    throws = len(night.finals.throws)
    assert text.endswith(
        f"They throw in the order {', '.join(night.finals.order or ())}.\n"
        f"{night.finals.grand_prize} wins the grand prize after {throws} throws."
    )


def test_next_step_of_night(party: Callable[..., tuple[Game, Night]]) -> None:
    """After the last set of a tournament the result names the next step of the finals."""
    game, night = party("tournament", 48)
    assert night.finals
    played = Game(game.header)
    for event in game.events[: night.finals.seated and night.finals.seated - 1]:
        played.push(event)
    text = "\n".join(format_lines(played))
    assert "\nNext\n  The semi-final is seated: Player " in text


def test_set_won_by_rolloff(play: Callable[..., Game]) -> None:
    """During its roll-off a set has no winner; then the winner stands with both scores."""
    rounds = " ".join(f"bell {n}{n}{n}" for n in range(1, 7))
    game = play("boxed", rounds, (("Ann", "Bob"),))
    assert "Set 1: a roll-off between Ann and Bob decides" in format_lines(game)
    assert format_lines(game)[-1] == "  Ann throws three dice for the order in the roll-off of set 1."
    for dice in ((1, 2, 3), (6, 6, 5), (6, 6, 6)):
        game.push(read_night(game).asks[0].make_event(dice))  # type: ignore[arg-type]
    assert "Set 1: Bob, 3 wins, 3 buncos and the roll-off (Bob 21, Ann 0)" in format_lines(game)


def test_order_of_standings() -> None:
    """The winner of a set decides the order of the standings, or the awards, or else wins and buncos."""
    classic = load_sheet("classic")
    assert choose_order(load_sheet("boxed")) == ("wins", "buncos")
    assert choose_order(replace(classic, awards=())) == ("wins", "buncos")
    awards = (Award("most_losses"), Award("most_minis"), Award("most_wins"))
    assert choose_order(replace(classic, awards=awards)) == ("minis", "wins")


def test_tied_players_share_place() -> None:
    """Tied players have the same place, and the next place counts them all."""
    cards = {"Ann": Card(wins=1), "Bob": Card(wins=2), "Cy": Card(wins=2), "Di": Card()}
    assert rank_players(cards, ("wins",)) == [(1, "Bob"), (1, "Cy"), (3, "Ann"), (4, "Di")]


def test_names_are_shown_as_they_are(play: Callable[..., Game]) -> None:
    """Brackets in a name are no markup, and a line end in a name does not break the line."""
    game = play("boxed", "bell 111", (("Ann [bold]", "Bob\nby"),))
    text = "\n".join(format_lines(game))
    assert "21 Ann [bold]" in text
    assert "0 Bob�by" in text
