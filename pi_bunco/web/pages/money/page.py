"""The page about money, and what the host enters there."""

from pathlib import Path
from typing import Annotated, Literal, get_args

from flask import Blueprint, Response, jsonify
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import HOST
from pi_bunco.game.commands import Command, EnterMoney, PlanMoney, UndoMoney
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import KEY, NUMBER, PLAYERS, PRIZE
from pi_bunco.money.amounts import SIGNS, Currency
from pi_bunco.money.entries import EntryKind, MoneyEntry, MoneyPlan
from pi_bunco.names import clean_name
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.views.money import MoneyView
from pi_bunco.web.answers import answers
from pi_bunco.web.blocks import Block
from pi_bunco.web.bodies import MomentBody
from pi_bunco.web.context import get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.money.ledger import make_ledger_csv
from pi_bunco.web.parse import BadRequestBody, read_body, redirect_plain_form
from pi_bunco.web.serve_pages import serve_live_page
from pi_bunco.web.sources import get_money
from pi_bunco.web.visitors import get_visitor

MONEY = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the page about money"),
    routes=Blueprint("money", __name__),
    styles="base live head results money",
    script="money",
    source=get_money,
    blocks=(
        Block("money_sum", lambda view: (view.kitty, view.taken, view.spent, view.due, view.short)),
        Block("money_prizes", lambda view: (view.teams, view.seen)),
        Block("money_guests", lambda view: (view.plan, view.buy_in, view.raffle, view.teams, view.seen)),
        Block(
            "money_plan",
            lambda view: (
                view.plan,
                view.is_planned,
                view.buy_in,
                view.raffle,
                view.proposal,
                view.is_expected,
                SIGNS,
                view.seen,
            ),
        ),
        Block("money_ledger", lambda view: (view.entries, view.seen)),
    ),
    need=HOST,
)

Typed = Annotated[str, Field(max_length=PRIZE)]
Keys = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=2 * KEY)], ...], Field(max_length=PLAYERS)
]


class MoneyBody(MomentBody):
    """Entries about money: of guests by their names, of prizes by their keys, or another one with a note.

    ``amount``: of each entry. Where prizes are paid it is what the page has shown for all of them together.
    If it is another amount now, nothing is paid.
    """

    usage = 'Send what came in and from whom, such as {"what": "buy_in", "names": ["Ann"], "amount": "20"}.'
    what: Literal["buy_in", "raffle", "other"] = "other"
    names: Keys = ()
    prizes: Keys = ()
    amount: Typed = ""
    note: Typed = ""

    def make_entries(self, kind: EntryKind) -> tuple[MoneyEntry, ...]:
        """Return the entries of this kind."""
        if kind in ("paid", "rolled", "passed"):
            return tuple(_make_prize_entry(kind, key) for key in dict.fromkeys(self.prizes))
        if kind == "here":
            return tuple(MoneyEntry(kind=kind, player=name) for name in dict.fromkeys(self.names))
        if kind == "in" and self.names:
            names = self.names if self.what == "raffle" else tuple(dict.fromkeys(self.names))
            return tuple(MoneyEntry(kind=kind, what=self.what, player=name) for name in names)
        what = "other" if kind == "in" else ""
        return (MoneyEntry(kind=kind, what=what, note=clean_name(self.note)),)


class PlanBody(MomentBody):
    """The plan of the money, with its amounts as typed."""

    usage = 'Send the plan, such as {"currency": "$", "buy_in": "20", "one_prize": true}.'
    currency: Typed
    buy_in: Typed = ""
    raffle: Typed = ""
    one_prize: bool = False
    ids: bool = False
    cards: bool = False

    def make_plan(self) -> MoneyPlan:
        """Return the plan without its amounts (:class:`BadRequestBody`: there is no such currency)."""
        if self.currency not in SIGNS:
            raise BadRequestBody(
                say("This program does not know the currency “{text}”.", text=clip_text(self.currency)),
                say("Choose one of {signs}.", signs=", ".join(SIGNS)),
            )
        flags = {key: getattr(self, key) for key in ("one_prize", "ids", "cards")}
        return MoneyPlan(Currency(self.currency), **flags)


class UndoBody(MomentBody):
    """An entry of the ledger, by the number of its event."""

    usage = 'Send the number of the entry, such as {"seq": 812}.'
    seq: Annotated[int, Field(ge=1, le=NUMBER)]


@MONEY.routes.get("/money")
@needs(HOST)
def show_page() -> str:
    """Show the kitty, the prizes, who has paid, the plan and the ledger."""
    return serve_live_page(MONEY, HEAD)


@MONEY.routes.get("/api/money")
@answers(MoneyView)
@needs(HOST)
def send_money() -> Response:
    """Return what the page about money shows."""
    return jsonify(get_service().view_money())


@MONEY.routes.post("/api/money/plan")
@answers(MoneyView, takes=PlanBody)
@needs(HOST)
def plan_money() -> AnyResponse:
    """Plan the currency, the buy-in, and how prizes are paid."""
    body = read_body(PlanBody)
    plan, device = body.make_plan(), _name_device()
    return _ask(PlanMoney(plan, body.buy_in, body.raffle, device, token=body.token, seen=body.seen))


@MONEY.routes.post("/api/money/undo")
@answers(MoneyView, takes=UndoBody)
@needs(HOST)
def undo_money() -> AnyResponse:
    """Take back an entry."""
    body = read_body(UndoBody)
    return _ask(UndoMoney(body.seq, token=body.token, seen=body.seen))


@MONEY.routes.post("/api/money/<kind>")
@answers(MoneyView, takes=dict.fromkeys(get_args(EntryKind), MoneyBody))
@needs(HOST)
def enter_money(kind: EntryKind) -> AnyResponse:
    """Enter money ``in`` or ``out``, who is ``here``, ``rolled`` best, is ``passed``, or was ``paid``."""
    body = read_body(MoneyBody)
    entries = body.make_entries(kind) if kind in get_args(EntryKind) else ()
    if not entries:
        raise BadRequestBody(say("There is nothing to enter here."), MoneyBody.usage)
    amount, device = body.amount.strip(), _name_device()
    return _ask(EnterMoney(entries, amount, device, token=body.token, seen=body.seen))


@MONEY.routes.get("/money/ledger.csv")
@answers("text/csv")
@needs(HOST)
def send_ledger() -> Response:
    """Send the ledger as CSV, for spreadsheets."""
    return Response(
        make_ledger_csv(get_service().copy_game()),
        headers={
            "Content-Disposition": 'attachment; filename="bunco-money.csv"',
            "Cache-Control": "no-store",
        },
        mimetype="text/csv",
    )


def _ask(command: Command) -> AnyResponse:
    get_service().ask(command)
    return redirect_plain_form("/money") or send_money()


def _name_device() -> str:
    """Return the name of the device that sends the request, for the ledger; ``""``: devices have no roles."""
    device = get_visitor().device
    return (device.name or device.code) if device else ""


def _make_prize_entry(kind: EntryKind, key: str) -> MoneyEntry:
    """Return the entry about a prize that a key of the page names."""
    what, among, group, player = (*key.split(":", 3), "", "", "")[:4]
    number = int(group) if group.isdecimal() and len(group) < 4 else 0  # noqa: PLR2004 - no more groups
    return MoneyEntry(kind=kind, what=what, among=among, group=number, player=player)
