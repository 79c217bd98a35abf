"""The figures of each section, compared with counts of the same parties."""

from collections import Counter
from itertools import pairwise

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.chance.simulate import simulate
from pi_bunco.chance.simulate.figures import Section
from pi_bunco.rules import Game, is_ghost
from pi_bunco.rules.night import read_night
from tests.chance.conftest import MakePlan


def make_sections(plan: Plan, parties: int) -> dict[str, Section]:
    return {section.key: section for section in simulate(plan, parties, 5).sections}


def play_games(plan: Plan, parties: int) -> list[Game]:
    """Play the same parties again, without the simulation."""
    played = [Party(plan, f"5: party {number}") for number in range(1, parties + 1)]
    for party in played:
        assert list(party.play_rounds())
    return [party.game for party in played]


def get_values(section: Section) -> dict[str, float]:
    return {figure.key: figure.value for figure in section.figures}


def test_same_seed_gives_same_figures(plan: MakePlan) -> None:
    """The same seed gives the same figures, and a longer run begins with the same party."""
    party_plan = plan("boxed", 7)
    short, again, longer = (simulate(party_plan, parties, 3) for parties in (4, 4, 9))
    assert short.to_dict() == again.to_dict()
    assert short.first.make_result() == longer.first.make_result()
    assert short.to_dict() != longer.to_dict()
    assert short.to_dict() != simulate(party_plan, 4, 4).to_dict()


def test_lengths(plan: MakePlan) -> None:
    """The lengths are throws of rounds, at the head table and at others, and of the party with roll-offs."""
    party_plan = plan("casino", 12, sets=2)
    result = make_sections(party_plan, 5)["lengths"]
    head, others, party = [], [], []
    for game in play_games(party_plan, 5):
        tables = [table for played in game.rounds for table in played.tables]
        counts = [(table.table, sum(not t.rolloff for t in table.throws)) for table in tables]
        head += [count for table, count in counts if table == 1]
        others += [count for table, count in counts if table > 1]
        party.append(sum(len(table.throws) for table in tables))
    assert get_values(result)["head_throws"] == pytest.approx(sum(head) / len(head))
    assert get_values(result)["other_throws"] == pytest.approx(sum(others) / len(others))
    assert get_values(result)["party_throws"] == pytest.approx(sum(party) / 5)
    figure = next(figure for figure in result.figures if figure.key == "head_throws")
    assert figure.median == sorted(head)[(len(head) - 1) // 2]
    assert figure.nine_of_ten == sorted(head)[len(head) * 9 // 10 - 1]


def test_one_table_has_no_other_table(plan: MakePlan) -> None:
    """With one table there are no figures of other tables, of changing tables or of the head table."""
    result = make_sections(plan("classic", 4, sets=1), 3)
    assert "other_throws" not in get_values(result["lengths"])
    assert get_values(result["movement"]).keys() == {"partners", "most_with_one", "twice", "running", "sits"}


def test_minutes_follow_the_pace(plan: MakePlan) -> None:
    """At one table a party takes about its throws times the pace."""
    result = get_values(make_sections(plan("classic", 4, sets=2, pace=30.0), 4)["lengths"])
    assert result["party_minutes"] == pytest.approx(result["party_throws"] / 2, rel=0.03)
    assert result["round_minutes"] == pytest.approx(result["party_minutes"] / 12, rel=0.01)


def test_buncos_and_players(plan: MakePlan) -> None:
    """Buncos, minis, wins and points equal those of the cards; ghosts have none."""
    party_plan = plan("classic", 10, sets=2)
    result = make_sections(party_plan, 6)
    buncos, players = get_values(result["buncos"]), get_values(result["players"])
    cards = [list(game.players.values()) for game in play_games(party_plan, 6)]
    each = [card for night in cards for card in night]
    assert len(each) == 60
    assert buncos["buncos"] == pytest.approx(sum(card.buncos for card in each) / 60)
    assert buncos["minis"] == pytest.approx(sum(card.minis for card in each) / 60)
    assert buncos["player"] == pytest.approx(sum(card.buncos > 0 for card in each) / 60)
    most = [max(card.buncos for card in night) for night in cards]
    assert buncos["best"] == pytest.approx(sum(most) / 6)
    shared = [sum(card.buncos == best for card in night) > 1 for night, best in zip(cards, most, strict=True)]
    assert buncos["shared"] == pytest.approx(sum(shared) / 6)
    assert players["wins"] == pytest.approx(sum(card.wins for card in each) / 60)
    assert players["points"] == pytest.approx(sum(card.points for card in each) / 60)
    assert players["wins_best"] == pytest.approx(sum(max(c.wins for c in night) for night in cards) / 6)
    assert players["points_worst"] == pytest.approx(sum(min(c.points for c in night) for night in cards) / 6)


def test_buncos_of_round(plan: MakePlan) -> None:
    """A round has a bunco if any table has one, also a ghost's, but not one of a roll-off."""
    party_plan = plan("houseparty", 10, sets=8)
    result = get_values(make_sections(party_plan, 3)["buncos"])
    rounds = [
        [
            any(thrown.score.kind == "bunco" and not thrown.rolloff for thrown in table.throws)
            for table in played.tables
        ]
        for game in play_games(party_plan, 3)
        for played in game.rounds
    ]
    assert result["round"] == pytest.approx(sum(map(any, rounds)) / len(rounds))
    assert result["table"] == pytest.approx(sum(map(sum, rounds)) / len(rounds) / 3)
    assert 0 < result["table"] < result["round"] < 1


@pytest.mark.parametrize(("slug", "what"), [("casino", "Throws"), ("tournament", "Tries of one die")])
def test_ties(plan: MakePlan, slug: str, what: str) -> None:
    """Ties are the tied tables; a roll-off is as long as its throws, or its tries of one die."""
    party_plan = plan(slug, 12, sets=8)
    result = make_sections(party_plan, 3)["ties"]
    ties = tables = length = 0
    for game in play_games(party_plan, 3):
        for played in game.rounds:
            for table in played.tables:
                tables += 1
                ties += table.rolloff
                length += sum(thrown.rolloff for thrown in table.throws)
        length += sum("die_off" in str(event.to_dict()["event"]) for event in game.events)
    assert ties > 5
    assert get_values(result)["table"] == pytest.approx(ties / tables)
    assert get_values(result)["party"] == pytest.approx(ties / 3)
    assert get_values(result)["length"] == pytest.approx(length / ties)
    assert result.figures[-1].text == f"{what} in a roll-off"


def test_movement(plan: MakePlan) -> None:
    """Partners, rounds at the head table and stays are counted from the seats of all rounds."""
    party_plan = plan("tournament", 22, sets=2)
    result = get_values(make_sections(party_plan, 2)["movement"])
    different, most, head, ghosts, running, rounds = [], [], [], 0, 0, 0
    for game in play_games(party_plan, 2):
        for name in game.players:
            partners, at = [], []
            for played in game.rounds:
                table = next(table for table in played.tables if name in table.seats)
                partners.append(table.seats[(table.seats.index(name) + 2) % 4])
                at.append(table.table)
            alive = Counter(partner for partner in partners if not is_ghost(partner))
            different.append(len(alive))
            most.append(max(alive.values()))
            head.append(at.count(1))
            ghosts += sum(map(is_ghost, partners))
            running += sum(before == after for before, after in pairwise(partners))
            rounds += len(partners)
    assert result["partners"] == pytest.approx(sum(different) / 44)
    assert result["most_with_one"] == pytest.approx(sum(most) / 44)
    assert result["twice"] == pytest.approx(sum(times > 1 for times in most) / 44)
    assert result["head"] == pytest.approx(sum(head) / 44)
    assert result["never_head"] == pytest.approx(head.count(0) / 44)
    assert ghosts > 0
    assert result["ghost"] == pytest.approx(ghosts / rounds)
    assert result["running"] == running == 0
    assert result["stays"] == result["sits"] == 0


def test_classic_keeps_its_tables(plan: MakePlan) -> None:
    """In classic nobody changes tables, and one of four players never leaves their chair."""
    result = get_values(make_sections(plan("classic", 12, sets=1), 4)["movement"])
    assert result["stays"] == 1
    assert result["sits"] == 0.25
    assert result["partners"] == 3


def test_players_alone_have_no_partners(plan: MakePlan) -> None:
    """If each plays alone, there are no figures of partners."""
    assert get_values(make_sections(plan("boxed", 4), 2)["movement"]).keys() == {"sits"}


def test_start(plan: MakePlan) -> None:
    """Wins by the first table and seat equal those of the players who began there."""
    party_plan = plan("boxed", 6)
    result = make_sections(party_plan, 40)
    by_table: dict[str, list[int]] = {}
    by_seat: dict[str, list[int]] = {}
    for game in play_games(party_plan, 40):
        for number, table in enumerate(game.header.tables, 1):
            for seat, name in enumerate(table, 1):
                by_table.setdefault(str(number), []).append(game.players[name].wins)
                by_seat.setdefault(str(seat), []).append(game.players[name].wins)
    for key, wins_by_place in (("start_table", by_table), ("start_seat", by_seat)):
        means = {place: sum(wins) / len(wins) for place, wins in wins_by_place.items()}
        assert get_values(result[key]) == pytest.approx(means)
    assert result["start_table"].verdict is not None
    assert result["start_seat"].verdict is not None


def test_important_start_is_reported(plan: MakePlan) -> None:
    """If the three single players never change tables, the first table certainly matters."""
    stay = {"winners_move": "stay", "losers_move": "stay", "pairs_move_together": False}
    result = make_sections(plan("boxed", 7, stay), 40)["start_table"]
    assert result.verdict is not None
    assert result.verdict.chance == 0
    assert result.remarks == (
        "The first table matters (in every party alike): table 1 wins most, table 2 least.",
    )


def test_too_few_parties_do_not_judge_the_start(plan: MakePlan) -> None:
    """With few parties the first table is not judged; with one table there is nothing to judge."""
    assert make_sections(plan("boxed", 6), 3)["start_table"].remarks == (
        "Play 30 parties or more to see whether the first table matters.",
    )
    assert make_sections(plan("boxed", 4), 3)["start_table"].remarks == ()


def test_sets(plan: MakePlan) -> None:
    """The shares of how sets are won add up to 1, and roll-offs have several throws."""
    result = get_values(make_sections(plan("boxed", 4, sets=3), 60)["sets"])
    assert result["wins"] + result["buncos"] + result["rolloff"] == pytest.approx(1)
    assert min(result["wins"], result["buncos"], result["rolloff"]) > 0
    assert 2 <= result["tied"] <= 4
    assert result["throws"] >= 2 * result["tied"] - 1


def test_finals(plan: MakePlan) -> None:
    """A tournament of 48 has eight semi-finalists and one grand prize."""
    party_plan = plan("tournament", 48, sets=1)
    simulated = simulate(party_plan, 4, 5)
    finals = {figure.key: figure for figure in simulated.sections[-1].figures}
    assert finals["semi_finalists"].value == 8
    assert finals["throws"].known == pytest.approx(216)
    won = [finals[why].value for why in ("wins", "buncos", "semi_finalist", "wild_card")]
    assert sum(won) == pytest.approx(1)
    night = read_night(simulated.first)
    assert night.final
    assert night.finals is not None
    assert night.finals.grand_prize in simulated.first.players


def test_json_of_simulation(plan: MakePlan) -> None:
    """The JSON names the game, and has a value and an interval for each figure."""
    given = simulate(plan("classic", 5, sets=1), 35, 1).to_dict()
    assert given["games"] == 35
    assert given["throws"] > 1000
    bunco = given["figures"]["throws"]["bunco"]
    assert bunco["low"] < bunco["value"] < bunco["high"]
    assert bunco["known"] == pytest.approx(1 / 216)
    assert bunco["agrees"] is True
    assert given["figures"]["lengths"]["head_throws"].keys() == {
        "value",
        "low",
        "high",
        "median",
        "nine_of_ten",
    }
    assert given["figures"]["start_seat"]["chi_square"].keys() == {"value", "degrees", "p"}
