"""Drawings of which somebody is not here, loser lotteries, and the totals of cards on paper."""

from collections.abc import Callable

import pytest

from pi_bunco.game.commands import (
    DrawNames,
    EndRoundNow,
    EnterDice,
    NewGame,
    OfferAwards,
    RetabulateCard,
    RingBell,
    SeatGuests,
    TakeBackClaims,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.rules.sheets import Award
from pi_bunco.views.awards import list_awards, say_what_is_open
from pi_bunco.views.results import DrawnName
from pi_bunco.views.retabulation import make_retabulation
from tests.game.conftest import show

Open = Callable[[], Keeper]
NAMES = ("Ann", "Bob", "Cy", "Di")


def play_rounds(table: Keeper, rounds: int) -> None:
    """Play rounds in which nobody scores before the roll-off."""
    for _ in range(rounds):
        table.handle(RingBell())
        face = show(table).target
        table.handle(EndRoundNow())
        while show(table).phase == "rolloff":
            table.handle(EnterDice((face, 7 - face, 7 - face)))


@pytest.fixture
def table(open_table: Open) -> Keeper:
    """Return a casino of four in its first break."""
    table = open_table()
    table.handle(NewGame("casino", NAMES))
    play_rounds(table, 2)
    return table


def list_drawn(table: Keeper) -> list[tuple[str, str]]:
    return [(drawn.player, drawn.prize) for drawn in table.book.night.drawings.drawn]


def find_newest(table: Keeper) -> DrawnName:
    newest = show(table).results.newest
    assert newest is not None
    return newest


def test_absent_guest_is_drawn_again(table: Keeper, open_table: Open) -> None:
    """The same prize is drawn for somebody else; pages say instead of whom, also after a restart."""
    table.handle(DrawNames(prize="a mug"))
    absent = find_newest(table).name
    table.handle(DrawNames(absent=absent, drawn=1))
    ((name, prize),) = list_drawn(table)
    assert (name != absent, prize) == (True, "a mug")
    assert find_newest(table).replaces == f"instead of {absent}, who is not here"
    assert find_newest(open_table()) == find_newest(table)


def test_undo_gives_the_prize_back(table: Keeper) -> None:
    """One undo takes the second drawing back, and the first one counts again."""
    table.handle(DrawNames(prize="a mug"))
    absent = find_newest(table).name
    table.handle(DrawNames(absent=absent))
    undo = show(table).can.undo
    assert undo is not None
    table.handle(UndoStep(undo.seq))
    assert list_drawn(table) == [(absent, "a mug")]
    assert find_newest(table).replaces == ""


def test_two_hosts_say_the_same(table: Keeper) -> None:
    """The second one is refused by name, and draws nothing."""
    table.handle(DrawNames(prize="a mug"))
    absent = find_newest(table).name
    table.handle(DrawNames(absent=absent))
    with pytest.raises(Refused, match=f"{absent} is not among those who were drawn in this break"):
        table.handle(DrawNames(absent=absent))
    assert len(list_drawn(table)) == 1


def test_nobody_else_is_here(table: Keeper) -> None:
    """When everybody who was drawn is absent, the last one stays."""
    table.handle(DrawNames())
    for _ in NAMES[1:]:
        table.handle(DrawNames(absent=find_newest(table).name))
    last = find_newest(table).name
    with pytest.raises(Refused, match="Nobody else can be drawn"):
        table.handle(DrawNames(absent=last))
    assert [name for name, _ in list_drawn(table)] == [last]


def test_leaver_is_not_drawn_instead(table: Keeper) -> None:
    """Who has left the room is not drawn for somebody who is not here."""
    table.handle(DrawNames())
    absent = find_newest(table).name
    stays, *leave = (name for name in NAMES if name != absent)
    table.handle(SeatGuests(leave=tuple(leave)))
    table.handle(DrawNames(absent=absent))
    assert find_newest(table).name == stays


def test_drawing_of_another_break_stays(table: Keeper) -> None:
    """At the next break nobody is drawn instead of those of the last one."""
    table.handle(DrawNames())
    absent = find_newest(table).name
    play_rounds(table, 2)
    with pytest.raises(Refused, match=f"{absent} is not among those"):
        table.handle(DrawNames(absent=absent))


@pytest.fixture
def over(table: Keeper) -> Keeper:
    """Return the casino after its last round, with a loser lottery and nothing else to win."""
    table.handle(OfferAwards((Award("most_minis"), Award("loser_lottery", prize="a hug"))))
    play_rounds(table, 4)
    return table


def test_lottery_is_drawn_at_the_end(over: Keeper) -> None:
    """It can be drawn when the other awards are final; who is not here loses it to another guest."""
    assert show(over).results.has_lottery
    assert say_what_is_open(show(over).results).endswith(", the loser lottery to be drawn.")
    assert [award.who for award in list_awards(show(over).results)] == ["nobody", "not drawn yet"]
    over.handle(DrawNames(lottery=True))
    assert "lottery" not in say_what_is_open(show(over).results)
    first = find_newest(over)
    assert (first.purpose, first.prize) == ("The loser lottery", "a hug")
    assert not show(over).results.has_lottery
    with pytest.raises(Refused, match="Nothing is drawn now"):
        over.handle(DrawNames(lottery=True))
    over.handle(DrawNames(lottery=True, absent=first.name))
    second = find_newest(over)
    assert second.replaces == f"instead of {first.name}, who is not here"
    assert show(over).results.awards[1].winners == (second.name,)


def test_lottery_waits_for_the_end(table: Keeper) -> None:
    """In a break only a drawing of the break is possible."""
    table.handle(OfferAwards((Award("loser_lottery"),)))
    assert not show(table).results.has_lottery
    with pytest.raises(Refused, match="Nothing is drawn now"):
        table.handle(DrawNames(lottery=True))


def test_lottery_of_teams_is_refused(table: Keeper) -> None:
    """It is for a player."""
    with pytest.raises(Refused, match="a loser lottery is for a player, not for a team"):
        table.handle(OfferAwards((Award("loser_lottery", "groups"),)))


def test_totals_of_a_card(over: Keeper) -> None:
    """A card that differs names its totals; one with the same totals agrees, and can be taken back."""
    card = over.book.game.players["Ann"]
    over.handle(RetabulateCard("Ann", wins=card.wins, buncos=3, minis=0))
    view = over.book.derive(make_retabulation)
    (team,) = view.teams
    ann = team.cards[0]
    assert (view.is_over, team.title, ann.agrees) == (True, "Team 1", False)
    assert [(total.line, total.counted, total.paper) for total in ann.totals] == [
        ("wins", card.wins, card.wins),
        ("buncos", 0, 3),
        ("minis", 0, 0),
    ]
    assert [total.line for total in ann.differences] == ["buncos"]
    for name in NAMES:
        over.handle(RetabulateCard(name, wins=over.book.game.players[name].wins))
    (team,) = over.book.derive(make_retabulation).teams
    assert all(each.agrees for each in team.cards)
    undo, last = show(over).can.undo, team.cards[3].seq
    assert undo is None or undo.seq < (last or 0)  # it is no step of the head table
    over.handle(TakeBackClaims(last or 0))
    assert over.book.derive(make_retabulation).teams[0].cards[3].seq is None


def test_differing_win_names_its_rounds(over: Keeper) -> None:
    """If the number of wins differs, each win is named with its table and score."""
    over.handle(RetabulateCard("Ann", wins=9))
    (team,) = over.book.derive(make_retabulation).teams
    claims = [team.claims[claim.key] for claim in team.cards[0].differences[0].claims]
    assert len(claims) == over.book.game.players["Ann"].wins
    assert all(claim.where.startswith("table 1") for claim in claims)


def test_totals_before_the_end(table: Keeper) -> None:
    """While the game goes on no card is compared."""
    assert not table.book.derive(make_retabulation).is_over
    with pytest.raises(Refused, match="The game goes on"):
        table.handle(RetabulateCard("Ann"))


def test_sheet_without_staff_has_no_cards(open_table: Open) -> None:
    """On a sheet without staff there is nothing to compare."""
    table = open_table()
    table.handle(NewGame("classic", NAMES))
    assert table.book.derive(make_retabulation).teams == ()
