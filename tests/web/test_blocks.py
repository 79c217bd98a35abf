"""Pages in blocks: only what changes is drawn and sent."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pi_bunco.web.blocks import Block, PageBlocks, Parts
from pi_bunco.web.streams import Feed, Stream, Topic


@dataclass(frozen=True)
class BoardView:
    """What a test page shows: a score, a row of throws, and tables with their scores."""

    score: int = 0
    throws: tuple[int, ...] = ()
    tables: tuple[tuple[str, int], ...] = ()
    look: str = ""


class FakeTemplates:
    """Draws values as text, and remembers which templates were used."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def __call__(self, template: str, it: Any) -> str:
        name = template.removeprefix("blocks/").removesuffix(".html")
        self.drawn.append(name)
        if name == "throws":
            return "".join(f"[{throw}]" for throw in it) + "<!--end-->!"
        if name == "tables":
            return f"{it.block}:" + "".join(it.parts.values())
        return f"<{it}>" if name == "tables_one" else f"[{it}]"


def make_board() -> tuple[PageBlocks[BoardView], FakeTemplates]:
    templates = FakeTemplates()
    blocks: tuple[Block[BoardView], ...] = (
        Block("score", lambda view: view.score),
        Block("throws", lambda view: view.throws, grows=True),
        Block("tables", lambda view: Parts(view.look, dict(view.tables))),
    )
    return PageBlocks(blocks, templates), templates


def encode_since(page: PageBlocks[BoardView], known: int) -> tuple[dict[str, str], dict[str, str]]:
    event = json.loads(page.encode_since(known)[1])
    return event["set"], event["add"]


def test_only_changed_blocks_are_drawn() -> None:
    """An equal value is not drawn again, and is not sent to a page that has it."""
    page, templates = make_board()
    page.update(BoardView(score=1), 5)
    templates.drawn.clear()
    page.update(BoardView(score=2), 6)
    assert templates.drawn[0] == "score"
    assert encode_since(page, 5)[0] == {"score": "[2]"}
    assert encode_since(page, 6) == ({}, {})
    assert set(encode_since(page, -1)[0]) == {"score", "throws", "tables"}


def test_a_row_grows_at_its_end() -> None:
    """Only the new throw is drawn and sent. A page that missed an earlier one gets the whole row."""
    page, templates = make_board()
    page.update(BoardView(throws=(1,)), 1)
    page.update(BoardView(throws=(1, 2)), 2)
    assert encode_since(page, 1) == ({}, {"throws": "[2]"})
    templates.drawn.clear()
    page.update(BoardView(throws=(1, 2, 3, 4)), 3)
    assert templates.drawn.count("throws_one") == 2
    assert encode_since(page, 2) == ({}, {"throws": "[3][4]"})
    assert encode_since(page, 1)[0] == {"throws": "[1][2][3][4]<!--end-->!"}
    assert page.read_markup()[1]["throws"] == "[1][2][3][4]<!--end-->!"


def test_a_row_that_shrinks_is_sent_whole() -> None:
    """After an undo or a correction the page gets the whole row."""
    page, _ = make_board()
    page.update(BoardView(throws=(1, 2)), 1)
    page.update(BoardView(throws=(1,)), 2)
    assert encode_since(page, 1)[0] == {"throws": "[1]<!--end-->!"}
    page.update(BoardView(throws=(7,)), 3)
    assert encode_since(page, 2)[0] == {"throws": "[7]<!--end-->!"}


def test_only_changed_parts_are_sent() -> None:
    """Of many tables only the changed one is drawn and sent. A page gets all changes that it missed."""
    page, templates = make_board()
    page.update(BoardView(tables=(("1", 0), ("2", 0))), 1)
    templates.drawn.clear()
    page.update(BoardView(tables=(("1", 0), ("2", 5))), 2)
    assert templates.drawn.count("tables_one") == 1
    assert encode_since(page, 1)[0] == {"tables-2": "<5>"}
    page.update(BoardView(tables=(("1", 3), ("2", 5))), 3)
    assert encode_since(page, 2)[0] == {"tables-1": "<3>"}
    assert encode_since(page, 1)[0] == {"tables-1": "<3>", "tables-2": "<5>"}
    assert page.read_markup()[1]["tables"] == ":<3><5>"


def test_other_parts_or_another_look_are_sent_whole() -> None:
    """If a table is added or the layout changes, the whole block is drawn and sent."""
    page, _ = make_board()
    page.update(BoardView(tables=(("1", 0),)), 1)
    page.update(BoardView(tables=(("1", 0), ("2", 0))), 2)
    assert encode_since(page, 1)[0] == {"tables": ":<0><0>"}
    page.update(BoardView(tables=(("1", 1), ("2", 0)), look="wide"), 3)
    assert encode_since(page, 2)[0] == {"tables": "wide:<1><0>"}
    page.update(BoardView(tables=(("1", 2), ("2", 0)), look="wide"), 4)
    assert encode_since(page, 3)[0] == {"tables-1": "<2>"}
    assert encode_since(page, 2)[0] == {"tables": "wide:<2><0>"}


def test_an_older_view_changes_nothing() -> None:
    """Two threads may bring views. A view that is older than the shown one is ignored."""
    page, _ = make_board()
    page.update(BoardView(score=2), 6)
    page.update(BoardView(score=1), 5)
    assert page.read_markup()[1]["score"] == "[2]"


@pytest.mark.parametrize("moment", ["before the markup", "before the event", "never"])
def test_a_change_at_any_moment_is_shown_once(moment: str) -> None:
    """A throw that comes while a page is served, or before its stream begins, is on the page once."""
    page, _ = make_board()
    throws = [1, 2]
    feed = Feed(lambda: (len(throws), BoardView(throws=tuple(throws))), Topic(), page)

    def throw() -> None:
        throws.append(3)
        feed.refresh()

    feed.refresh()
    if moment == "before the markup":
        throw()
    number, markup = page.read_markup()
    stream = Stream(feed, number, 10.0)
    if moment == "before the event":
        throw()
    shown = markup["throws"].removesuffix("<!--end-->!")
    if event := stream.take_event(0.0):
        data = next(line for line in event.decode().splitlines() if line.startswith("data: "))
        shown += json.loads(data.removeprefix("data: "))["add"].get("throws", "")
    assert shown == "".join(f"[{throw}]" for throw in throws)


def test_an_event_has_the_number_of_what_it_contains() -> None:
    """If a change comes while an event is made, its page does not get the same throw again."""

    class Late(PageBlocks[BoardView]):
        def encode_since(self, known: int) -> tuple[int, bytes]:
            throw_late()
            return super().encode_since(known)

    blocks: tuple[Block[BoardView], ...] = (Block("throws", lambda view: view.throws, grows=True),)
    page = Late(blocks, FakeTemplates())
    throws = [1]
    feed = Feed(lambda: (len(throws), BoardView(throws=tuple(throws))), Topic(), page)
    late = [3]

    def throw_late() -> None:
        if late:
            throws.append(late.pop())
            feed.refresh()

    feed.refresh()
    stream = Stream(feed, page.read_markup()[0], 10.0)
    throws.append(2)
    feed.refresh()
    events = [stream.take_event(now) for now in (0.0, 1.0)]
    assert events[0] is not None
    assert "id: " in events[0].decode()
    assert events[0].decode().count(".3") == 1
    assert events[1] is None
