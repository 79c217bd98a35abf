"""Money is entered, paid, refused and taken back, and every cent is where it must be."""

import json
from decimal import Decimal
from random import Random

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import DrawNames, EnterMoney, OfferAwards, PlanMoney, UndoMoney
from pi_bunco.game.money_desk import find_ledger, find_prizes
from pi_bunco.game.refused import Refused
from pi_bunco.game.renaming import rename
from pi_bunco.money.amounts import Currency
from pi_bunco.money.entries import MoneyEntry, MoneyPlan, PrizeKey
from pi_bunco.money.prizes import PrizeToPay
from pi_bunco.paper.honours import list_honours
from pi_bunco.paper.pdf.ledger import _list_rows
from pi_bunco.rules import Award
from pi_bunco.views.awards import list_awards
from pi_bunco.views.money import make_money_view
from pi_bunco.views.results import make_results
from tests.money.nights import HALL, HEADER, do, enter, here, judge, play_night, settle, write_lines
from tests.money.second_count import count_cents

EVERYBODY = [name for table in HALL for name in table]
PLAN = PlanMoney(MoneyPlan(Currency("$"), one_prize=True, ids=True, cards=True), "20", "5")


def play() -> Book:
    """Return a night in which A1 and A2 are equal in buncos, and A1 has most minis, too."""
    book = play_night({"A1": 3, "A2": 3, "B1": 1, "D1": 2}, {"A1": 4, "B2": 3, "D2": 1})
    judge(book, "C2", "F1", 2)
    return book


def find(book: Book, what: str, group: int = 1, among: str = "group") -> PrizeToPay:
    """Return a prize to pay."""
    return next(each for each in book.derive(find_prizes) if each.key == PrizeKey(what, among, group))


def list_due(prize: PrizeToPay) -> dict[str | int, str]:
    """Return who gets how much."""
    return {each.receiver: str(each.amount) for each in prize.payouts}


def pay(book: Book, name: str, what: str = "most_buncos", group: int = 1) -> None:
    """Pay a guest a prize of their team."""
    enter(book, "paid", what=what, among="group", group=group, player=name)


def count(book: Book) -> Decimal:
    """Return what is in the kitty."""
    return book.derive(find_ledger).kitty


def test_buy_in_is_paid_once() -> None:
    """Everybody pays the planned buy-in once; a second tap of one guest is refused by name."""
    book = play()
    do(book, PLAN)
    entries = tuple(MoneyEntry(kind="in", what="buy_in", player=name) for name in EVERYBODY)
    do(book, EnterMoney(entries[:20]))
    do(book, EnterMoney(entries))  # the four who are missing
    assert count(book) == 24 * 20
    with pytest.raises(Refused, match="a1 has paid"):
        enter(book, "in", what="buy_in", player="a1")
    with pytest.raises(Refused, match="no guest “Zoe”"):
        enter(book, "in", what="buy_in", player="Zoe")


@pytest.mark.parametrize("amount", ["ten", "-5", "1000000000", "1.234", "€5"])
def test_bad_amount_changes_nothing(amount: str) -> None:
    """An amount that is none is refused, and nothing is logged."""
    book = play()
    before = len(book.lines)
    with pytest.raises(Refused):
        enter(book, "in", amount, what="other", note="door")
    with pytest.raises(Refused):
        do(book, PlanMoney(MoneyPlan(Currency("$")), amount))
    assert len(book.lines) == before


@pytest.mark.parametrize(
    ("plan", "share"),
    [
        (None, "12.50 each"),
        (MoneyPlan(Currency("$")), "$12.50 each"),
        (MoneyPlan(Currency("¥")), "¥13 for the first, ¥12 for each of the others"),
        (MoneyPlan(Currency("KWD")), "KWD 12.500 each"),
    ],
)
def test_share_is_in_the_currency_of_the_plan(plan: MoneyPlan | None, share: str) -> None:
    """A prize that names no currency is shared in that of the plan, as the ledger pays it."""
    book = play_night({"A1": 3, "A2": 3}, {}, [{"what": "most_buncos", "among": "group", "prize": "25"}])
    if plan:
        do(book, PlanMoney(plan))
    award = next(each for each in make_results(book).awards if each.winners == ("A1", "A2"))
    if plan:
        due = list_due(find(book, "most_buncos")).values()
        assert all(plan.currency.format(Decimal(each)) in award.share for each in due)
    assert award.share.replace("\N{NO-BREAK SPACE}", " ") == share


def test_one_prize_a_person() -> None:
    """The guest with two prizes keeps the larger one, the next one moves up, and the reason is said."""
    book = play()
    assert list_due(find(book, "most_minis")) == {"A1": "50.00"}
    do(book, PLAN)
    minis = find(book, "most_minis")
    assert list_due(minis) == {"B2": "50.00"}
    assert minis.notes == ("A1 has Most buncos, Team 1 already.", "B2 moves up.")


def test_tie_is_split_or_rolled_off() -> None:
    """Equal guests share to the cent, or the winner of the roll-off gets all."""
    book = play()
    assert list_due(find(book, "most_buncos")) == {"A1": "50.00", "A2": "50.00"}
    assert list_due(find(book, "most_wins")) == {"A1": "13.34", "B1": "13.33", "C1": "13.33"}
    assert find(book, "most_wins").notes[-1] == "A1 gets $0.01 more, so that nothing is left."
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")
    assert list_due(find(book, "most_buncos")) == {"A2": "100.00"}
    with pytest.raises(Refused, match="not due to D1"):
        enter(book, "rolled", what="most_buncos", among="group", group=1, player="D1")


def test_prize_is_paid_once() -> None:
    """A winner whose ID was not seen is not paid, and a second payment of a prize is refused by name."""
    book = play()
    do(book, PLAN)
    with pytest.raises(Refused, match="A2 must be here with a valid ID"):
        pay(book, "A2")
    here(book, "A2")
    pay(book, "A2")
    assert count(book) == -50
    with pytest.raises(Refused, match=r"Most buncos, Team 1: A2 has got \$50 already"):
        pay(book, "A2")
    assert find(book, "most_buncos").open[0].receiver == "A1"
    assert book.derive(find_ledger).entries[-1].device == "Tablet 3"


def test_two_at_once_log_all_or_nothing() -> None:
    """If one of several prizes cannot be paid, the keeper's copy is discarded, so none of them counts."""
    book = play()
    here(book, "A1")
    entries = [
        MoneyEntry(kind="paid", what="most_buncos", among="group", group=1, player=name)
        for name in ("A1", "A2")
    ]
    before = len(book.lines)
    with pytest.raises(Refused, match="A2 must be here"):
        do(book, EnterMoney(tuple(entries)))
    assert len(book.lines) == before


def test_cards_come_before_prizes() -> None:
    """No prize is paid before all cards of its team agree; a plan without cards does not ask for that."""
    book = play_night({"A1": 3}, {})
    card = next(card for card in book.night.cards if card.player == "B4")
    book.extend([{"event": "casino:retabulated", "player": "B4", "wins": 6, "buncos": 9, "minis": 0}])
    assert card.agrees
    here(book, "A1")
    with pytest.raises(Refused, match="1 card must be totalled again first"):
        pay(book, "A1")
    do(book, PlanMoney(MoneyPlan(Currency("$"), ids=True)))
    pay(book, "A1")


def test_prize_waits_for_the_end() -> None:
    """While a round is left or something is not confirmed, nothing is paid, and the page says why."""
    book = Book(write_lines(play())[:30])
    assert {str(each.waits) for each in book.derive(find_prizes)} == {"It is paid when everything is played."}


def test_leaver_is_named_and_passed() -> None:
    """A winner who leaves keeps the prize, until the host says that they are not here."""
    book = play()
    book.extend([{"event": "room:guests", "waiting": [], "away": ["D1"]}])
    assert "D1 has left." in find(book, "most_buncos", 2).notes
    enter(book, "passed", what="most_buncos", among="group", group=2, player="D1")
    passed = find(book, "most_buncos", 2)
    assert passed.payouts == ()
    assert passed.notes == ("D1 is not here.", "Nobody gets it. It stays in the kitty.")
    do(book, UndoMoney(book.next_seq - 1))
    assert list_due(find(book, "most_buncos", 2)) == {"D1": "100.00"}


def test_correction_after_the_payout_is_named() -> None:
    """If a correction changes who has won, each wrong payment is named with its difference."""
    book = play()
    here(book, "A1", "A2", "B1")
    pay(book, "A1")
    pay(book, "A2")
    lines = write_lines(book)
    tally = next(seq for seq, line in enumerate(lines) if "A1" in line.get("buncos", {}))
    right = {**lines[tally], "buncos": {"A1": 4, "A2": 3}}
    body = {key: right[key] for key in right if key in {"scores", "buncos", "minis"}}
    book.extend([body | {"event": "correct", "seq": tally}])
    settle(book)
    prize = find(book, "most_buncos")
    assert list_due(prize) == {"A1": "100.00"}
    assert [entry.player for entry in prize.wrong] == ["A1", "A2"]
    rows = [
        (name, due, paid)
        for _, name, due, _, paid, _ in _list_rows(prize, book.night, book.derive(find_ledger))
    ]
    assert rows == [("A1", "$100", "$50, 21:40 Tablet 3"), ("A2", "$50", "corrected since")]
    assert prize.notes == (
        "A1 was paid $50: $50 too little.",
        "A2 was paid $50, but the prize is no longer theirs.",
    )
    for entry in prize.wrong:
        do(book, UndoMoney(entry.seq))
    pay(book, "A1")
    assert count(book) == -100
    assert find(book, "most_buncos").wrong == ()


def test_group_and_other_prizes() -> None:
    """A team gets its prize, a cake is handed over, and a prize in another currency waits with the reason."""
    awards = [
        {"what": "most_buncos", "among": "groups", "prize": "$100"},
        {"what": "most_minis", "prize": "a cake"},
        {"what": "most_wins", "prize": "€40"},
    ]
    book = play_night({"A1": 2}, {"B1": 2}, awards)
    do(book, PlanMoney(MoneyPlan(Currency("$"))))
    enter(book, "paid", what="most_buncos", among="groups", group=1)
    enter(book, "paid", what="most_minis", among="room", player="B1")
    assert count(book) == -100
    assert book.derive(find_ledger).entries[-1].note == "a cake"
    assert str(find(book, "most_wins", 0, "room").waits).startswith("“€40” is in another currency.")


def test_entry_is_undone_once() -> None:
    """An entry can be taken back once, nothing but money can, and no table's undo takes back money."""
    book = play()
    undo = book.get_table_lines(1).undo
    enter(book, "in", "50", what="other", note="sponsor")
    seq = book.next_seq - 1
    assert book.get_table_lines(1).undo == undo
    do(book, UndoMoney(seq))
    assert count(book) == 0
    assert book.get_table_lines(1).undo == undo
    for wrong in (seq, 1, 0, 10_000):
        with pytest.raises(Refused):
            do(book, UndoMoney(wrong))


def test_currency_stays_while_there_is_money() -> None:
    """The currency cannot change while the ledger has entries in another one."""
    book = play()
    enter(book, "in", "50", what="other")
    with pytest.raises(Refused, match=r"entries in \$"):
        do(book, PlanMoney(MoneyPlan(Currency("€"))))


def test_damaged_events_are_ignored_with_a_reason() -> None:
    """An event that says nothing of money, or pays twice, is ignored, and the kitty is right."""
    book = play()
    paid = {"event": "money:paid", "what": "most_buncos", "among": "group", "group": 1, "player": "A1"}
    book.extend([
        {"event": "money:in", "what": "other", "amount": "10.00"},
        {"event": "money:in", "what": "other", "amount": 5},
        {"event": "money:in", "what": "other", "amount": "-5"},
        {"event": "money:stolen", "amount": "5"},
        {"event": "money:plan", "currency": 7},
        {**paid, "amount": "1.50"},
        {**paid, "amount": "2.50"},
        {**paid, "what": "best_joke", "player": "A2", "amount": "0.50"},
    ])  # fmt: skip
    ledger = book.derive(find_ledger)
    assert ledger.kitty == Decimal("8.00")
    assert len(ledger.ignored) == 5
    assert all(ledger.ignored.values())


def test_deleted_guest_is_in_no_entry() -> None:
    """If a guest is deleted, another name stands in the ledger, in notes and in names of devices, too."""
    book = play()
    enter(book, "in", "20", what="buy_in", player="A1")
    enter(book, "out", "5", note="taxi for A1")
    lines = rename([json.dumps(line) for line in write_lines(book)], {"A1": "Guest 1"})
    ledger = Book([json.loads(line) for line in lines]).derive(find_ledger)
    assert [(entry.player, entry.note) for entry in ledger.entries] == [
        ("Guest 1", ""),
        ("", "taxi for Guest 1"),
    ]
    assert ledger.kitty == 15


@pytest.mark.parametrize("seed", range(12))
def test_random_night_is_right_to_the_cent(seed: int) -> None:
    """After any taps, in any order, the kitty is what a second program counts in the record."""
    chance, book = Random(seed), play()
    kinds = ["plan", "in", "in", "out", "here", "paid", "paid", "rolled", "passed", "undo"]
    done = 0
    for _ in range(60):
        kind = chance.choice(kinds)
        prize = chance.choice(book.derive(find_prizes))
        to = chance.choice([*prize.payouts, None])
        group = to.receiver if to and isinstance(to.receiver, int) else prize.key.group
        player = to.receiver if to and isinstance(to.receiver, str) else chance.choice(EVERYBODY)
        key = {"what": prize.key.what, "among": prize.key.among, "group": group}
        amount = chance.choice(["", "20", "7,5", "0.01", "-1", "ten", "1,250.99", "3.333"])
        try:
            if kind == "plan":
                do(book, PlanMoney(MoneyPlan(Currency("$"), one_prize=chance.random() < 0.5), "20"))
            elif kind == "undo":
                do(book, UndoMoney(chance.randint(book.next_seq - 12, book.next_seq)))
            elif kind in {"in", "out", "here"}:
                what = chance.choice(["buy_in", "other"]) if kind == "in" else ""
                enter(book, kind, amount, what=what, player=player if kind != "out" else "")  # type: ignore[arg-type]
            else:
                enter(book, kind, player=player if prize.key.among != "groups" else "", **key)  # type: ignore[arg-type]
        except Refused:
            continue
        done += 1
        assert count(book) * 100 == count_cents(write_lines(book))
    assert done > 10
    assert Book(write_lines(book)).derive(find_ledger) == book.derive(find_ledger)


def draw(book: Book, player: str, prize: str, instead: str = "") -> int:
    """Draw a guest in the last break, and return the number of the event."""
    book.extend([{"event": "casino:drawing", "player": player, "prize": prize, "instead": instead}])
    return book.next_seq - 1


def list_wrong(book: Book) -> list[tuple[str, tuple[str, ...]]]:
    """Return the receivers of payments that no longer fit, with the notes beside them."""
    prizes = book.derive(find_prizes)
    return [(str(entry.player), prize.notes) for prize in prizes for entry in prize.wrong]


def test_first_entry_fixes_the_currency() -> None:
    """A prize in another currency does not change that of the ledger, and the plan cannot be undone."""
    book = play_night({"A1": 3}, {})
    enter(book, "in", "50", what="other")
    with pytest.raises(Refused, match="in another currency"):
        do(book, OfferAwards((Award("most_buncos", "room", "€100"),)))
    plan = next(seq for seq, line in enumerate(book.lines, 1) if line.name == "money:plan")
    with pytest.raises(Refused, match="not in the ledger"):
        do(book, UndoMoney(plan))
    assert book.derive(find_ledger).plan.currency == Currency("$")


def test_payment_of_another_amount_than_shown_is_refused() -> None:
    """If a roll-off has changed what is due since the page was drawn, nothing is paid."""
    book = play()
    here(book, "A2")
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")
    paid = MoneyEntry(kind="paid", what="most_buncos", among="group", group=1, player="A2")
    with pytest.raises(Refused, match=r"The amount to pay is \$100 now, not \$50"):
        do(book, EnterMoney((paid,), "50.00"))
    do(book, EnterMoney((paid,), "100.00"))
    assert count(book) == -100


def test_roll_off_after_a_share_was_paid_is_refused() -> None:
    """Who has got a share keeps it until the payment is undone; only then one of them gets all."""
    book = play()
    here(book, "A1")
    pay(book, "A1")
    with pytest.raises(Refused, match="share of Most buncos, Team 1 is paid already"):
        enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")


def test_guest_who_ties_later_takes_part_in_a_new_roll_off() -> None:
    """A roll-off decides only between those who took part, and the page says who did not."""
    book = play()
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")
    lines = write_lines(book)
    tally = next(seq for seq, line in enumerate(lines) if "B1" in line.get("buncos", {}))
    book.extend([{"event": "correct", "seq": tally, "scores": [22, 21], "buncos": {"B1": 3}}])
    settle(book)
    prize = find(book, "most_buncos")
    assert [each.receiver for each in prize.payouts] == ["A1", "A2", "B1"]
    assert "B1 took no part in the roll-off. Roll again." in prize.notes
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="B1")
    assert list_due(find(book, "most_buncos")) == {"B1": "100.00"}


def test_paid_drawing_that_is_taken_back_is_named() -> None:
    """Nobody is paid twice after another drawing is undone, and money for a drawing that is gone is named."""
    book = play()
    first, _ = draw(book, "A1", "$10"), draw(book, "B1", "$20")
    here(book, "A1", "B1")
    for name in ("A1", "B1"):
        enter(book, "paid", what="drawing", among="1.6", group=1, player=name)
    book.extend([{"event": "void", "seq": first}])
    assert [each.open for each in book.derive(find_prizes) if each.key.what == "drawing"] == [(), ()]
    assert list_wrong(book) == [("A1", ("A1 was paid $10, but the prize is no longer theirs.",))]
    draw(book, "C1", "$20", instead="B1")
    assert [name for name, _ in list_wrong(book)] == ["A1", "B1"]


def test_prize_of_a_drawing_names_the_currency() -> None:
    """Where no award names a currency and nothing is planned, a drawing does, so its prize can be paid."""
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "30"}])
    draw(book, "B1", "€10")
    here(book, "B1")
    enter(book, "paid", what="drawing", among="1.6", group=1, player="B1")
    assert (book.derive(find_ledger).plan.currency, count(book)) == (Currency("€"), Decimal(-10))


def test_thing_that_is_drawn_is_no_currency() -> None:
    """*2 DVD* could be read as an amount in DVD."""
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "30"}])
    draw(book, "B1", "2 DVD")
    assert book.derive(find_ledger).plan.currency == Currency("$")


def test_money_that_is_gone_is_not_proposed() -> None:
    """What was paid for a drawing that is gone is no part of the prizes that the page proposes."""

    def add_prizes() -> Decimal:
        proposal = make_money_view(book).proposal
        return sum((Decimal(award.prize.strip("$")) for award, _ in proposal), Decimal(0))

    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "$30"}])
    enter(book, "in", "100", what="other", note="door")
    first = draw(book, "A1", "$40")
    here(book, "A1")
    enter(book, "paid", what="drawing", among="1.6", group=1, player="A1")
    assert add_prizes() == 60
    book.extend([{"event": "void", "seq": first}])
    assert add_prizes() == 60
    payment = next(entry.seq for entry in book.derive(find_ledger).entries if entry.kind == "paid")
    do(book, UndoMoney(payment))
    assert add_prizes() == 100


def test_proposal_counts_what_winners_have_got_already() -> None:
    """If a correction makes two equal after one was paid, the prizes that are proposed can all be paid."""
    offered = [{"what": "most_buncos", "prize": "$60"}, {"what": "most_wins", "prize": "$40"}]
    book = play_night({"A1": 3}, {}, offered)
    enter(book, "in", "100", what="other", note="door")
    here(book, "A1", "B1")
    enter(book, "paid", what="most_buncos", among="room", player="A1")
    lines = write_lines(book)
    tally = next(seq for seq, line in enumerate(lines) if line.get("table") == 2)
    body = {key: lines[tally][key] for key in lines[tally] if key in {"scores", "buncos", "minis"}}
    book.extend([body | {"event": "correct", "seq": tally, "buncos": {"B1": 3}}])
    settle(book)
    assert list_due(find(book, "most_buncos", 0, "room")) == {"A1": "30.00", "B1": "30.00"}
    proposal = make_money_view(book).proposal
    assert [award.prize for award, _ in proposal] == ["$34", "$23"]
    do(book, OfferAwards(tuple(award for award, _ in proposal)))
    view = make_money_view(book)
    assert (view.kitty, view.due, view.short) == ("$40", "$40", "")


def test_results_say_who_gets_the_prize() -> None:
    """Who has won keeps the award; who moves up, or has won the roll-off, is named for the prize."""
    book = play()
    assert all(line.payees is None for line in make_results(book).awards if line.what == "most_minis")
    do(book, PLAN)
    minis, *_ = [line for line in make_results(book).awards if line.what == "most_minis"]
    assert (minis.winners, minis.payees) == (("A1",), ("B2",))
    shown = next(award for award in list_awards(make_results(book)) if award.title == minis.title)
    assert (shown.who, shown.share) == ("A1", "B2 gets the prize")
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")
    buncos, *_ = [line for line in make_results(book).awards if line.what == "most_buncos"]
    assert (buncos.winners, buncos.payees) == (("A1", "A2"), ("A2",))


def test_prizes_are_proposed_before_anybody_has_paid() -> None:
    """With a planned buy-in the host sees what 24 guests will bring; then what came in counts."""
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos"}])
    assert make_money_view(book).proposal == ()
    do(book, PLAN)
    here(book, "A1")
    view = make_money_view(book)
    assert (view.is_expected, [award.prize for award, _ in view.proposal]) == (True, ["$480"])
    enter(book, "in", "90", what="other", note="door")
    view = make_money_view(book)
    assert (view.is_expected, [award.prize for award, _ in view.proposal]) == (False, ["$90"])


def test_the_same_award_twice_is_proposed_twice() -> None:
    """Two equal lotteries of $20 stay two, each with a prize of its own."""
    lottery = {"what": "loser_lottery", "prize": "$20"}
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "$20"}, lottery, lottery])
    enter(book, "in", "90", what="other", note="door")
    assert [award.prize for award, _ in make_money_view(book).proposal] == ["$30", "$30", "$30"]


def test_who_has_left_is_not_paid_with_the_team() -> None:
    """The taps for a whole team leave out a guest who has left. Their own taps stay."""
    book = play()
    book.extend([{"event": "room:guests", "waiting": [], "away": ["D1"]}])
    assert "D1" not in make_money_view(book).teams[2].absent
    here(book, "D1", "D2")
    team = make_money_view(book).teams[2]
    assert [key for key in team.ready if key.endswith(":D1")] == []
    assert any(key.endswith(":D2") for key in team.ready)
    pay(book, "D1", group=2)


def test_lottery_of_the_best_team_holds_no_other_up() -> None:
    """All of the team that has won something are no losers, so the lottery of the other team is drawn."""
    offered = [{"what": "most_buncos", "among": "groups", "prize": "$60"}]
    book = play_night({"A1": 3}, {}, [*offered, {"what": "loser_lottery", "among": "group", "prize": "$9"}])
    do(book, DrawNames(lottery=True))
    (winner,) = [name for result in book.night.awards[1:] for name in result.winners]
    assert winner in {name for table in HALL[3:] for name in table}
    with pytest.raises(Refused, match="Nothing is drawn now"):
        do(book, DrawNames(lottery=True))


def test_things_are_handed_over_together() -> None:
    """Two cakes of a team are handed over with one tap, although they are no money."""
    cakes = [{"what": "most_buncos", "prize": "a cake"}, {"what": "most_minis", "prize": "a cake"}]
    book = play_night({"A1": 3}, {"B1": 3}, cakes)
    here(book, "A1", "B1")
    entries = tuple(
        MoneyEntry(kind="paid", what=what, among="room", player=name)
        for what, name in (("most_buncos", "A1"), ("most_minis", "B1"))
    )
    do(book, EnterMoney(entries, make_money_view(book).teams[0].value))
    assert all(each.open == () for each in book.derive(find_prizes))


def test_payment_of_an_award_that_is_gone_is_named() -> None:
    """If other awards are offered after a payout, the money is still named."""
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "$30"}])
    here(book, "A1")
    enter(book, "paid", what="most_buncos", among="room", player="A1")
    do(book, OfferAwards((Award("most_wins", "room", "$30"),)))
    assert list_wrong(book) == [("A1", ("A1 was paid $30, but the prize is no longer theirs.",))]


def test_same_award_twice_is_two_prizes() -> None:
    """A second prize for the same is shown and paid, too."""
    twice = [{"what": "most_buncos", "prize": "$30"}, {"what": "most_buncos", "prize": "a cake"}]
    book = play_night({"A1": 3}, {}, twice)
    here(book, "A1")
    enter(book, "paid", what="most_buncos", among="room", player="A1")
    enter(book, "paid", what="most_buncos", among="room.2", player="A1")
    titles = [(prize.title, prize.prize, prize.open) for prize in book.derive(find_prizes)]
    assert titles == [("Most buncos", "$30", ()), ("Most buncos", "a cake", ())]


def test_larger_share_is_kept() -> None:
    """With one prize a person, a small share of a large prize is left for a smaller prize of one's own."""
    shared = {"what": "most_wins", "prize": "$60"}  # twelve guests are equal
    book = play_night({"A1": 3}, {}, [shared, {"what": "most_buncos", "prize": "$25"}])
    do(book, PLAN)
    assert list_due(find(book, "most_buncos", 0, "room")) == {"A1": "25.00"}
    assert "A1" not in list_due(find(book, "most_wins", 0, "room"))


@pytest.mark.parametrize("prize", ["-5", "$1,000,000,000", "1.234", "$0"])
def test_prize_that_cannot_be_paid_is_not_offered(prize: str) -> None:
    """A slip in a prize is refused when it is written, not when it is paid."""
    book = play()
    before = len(book.lines)
    with pytest.raises(Refused, match="cannot be paid"):
        do(book, OfferAwards((Award("most_buncos", "room", prize),)))
    assert len(book.lines) == before


def test_nothing_is_paid_while_a_throw_is_in_doubt() -> None:
    """An open question can change who has won, so every award waits for its answer."""
    book = play()
    here(book, "A1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Book, "in_doubt", property(lambda _: (2,)))
        fresh = Book(write_lines(book))
        with pytest.raises(Refused, match="Most buncos, Team 1 cannot be paid yet"):
            pay(fresh, "A1")


def test_certificates_say_what_the_ledger_says() -> None:
    """After a roll-off one of the equal guests has all of it on their certificate, and the other nothing."""
    book = play()
    do(book, PlanMoney(MoneyPlan(Currency("$"))))
    enter(book, "rolled", what="most_buncos", among="group", group=1, player="A2")
    honours = [each for each in list_honours(book.game) if each.award.startswith("Most buncos of team 1")]
    assert [(each.winner, each.prize) for each in honours] == [("A1", ""), ("A2", "$100")]


def test_prizes_of_the_only_team_are_shown() -> None:
    """With up to five tables there is one team, and its prizes stand under those of everybody."""
    book = Book([{**HEADER, "tables": HALL[:3]}])
    (everybody,) = make_money_view(book).teams
    assert len(everybody.prizes) == len(book.derive(find_prizes))
    assert make_money_view(book).is_unpaid is False, "nothing is in the ledger"


def test_leaver_is_not_offered_in_a_drawing() -> None:
    """Who has left is in no pool; a record in which they were drawn is still read."""
    book = play()
    assert "B4" in book.night.drawings.pool
    book.extend([{"event": "room:guests", "waiting": [], "away": ["B4"]}])
    assert "B4" not in book.night.drawings.pool
    draw(book, "B4", "a mug")
    assert ([each.player for each in book.night.drawings.drawn], book.night.ignored) == (["B4"], {})
