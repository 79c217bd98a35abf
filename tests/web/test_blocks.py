"""Pages in blocks: what changes is drawn and sent, and nothing else."""

import json
from dataclasses import dataclass
from typing import Any

from pi_bunco.web.blocks import Block, PageBlocks, Parts


@dataclass(frozen=True)
class Seen:
    """What a page shows: a score, a row of throws, and tables with their scores."""

    score: int = 0
    throws: tuple[int, ...] = ()
    tables: tuple[tuple[str, int], ...] = ()
    look: str = ""


class Draws:
    """Draws values as text and remembers which templates it was asked for."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def __call__(self, template: str, it: Any) -> str:
        name = template.removeprefix("blocks/").removesuffix(".html")
        self.drawn.append(name)
        if name == "throws":
            return "".join(f"[{one}]" for one in it) + "<!--end-->!"
        if name == "tables":
            return f"{it.block}:" + "".join(it.parts.values())
        return f"<{it}>" if name == "tables_one" else f"[{it}]"


def board() -> tuple[PageBlocks[Seen], Draws]:
    draws = Draws()
    blocks: tuple[Block[Seen], ...] = (
        Block("score", lambda seen: seen.score),
        Block("throws", lambda seen: seen.throws, grows=True),
        Block("tables", lambda seen: Parts(seen.look, dict(seen.tables))),
    )
    return PageBlocks(blocks, draws), draws


def since(made: PageBlocks[Seen], seen: int) -> tuple[dict[str, str], dict[str, str]]:
    told = json.loads(made.encode_since(seen))
    return told["set"], told["add"]


def test_only_what_differs_is_drawn() -> None:
    """Equal values are drawn once, and a page that knows them is sent nothing."""
    made, draws = board()
    made.update(Seen(score=1), 5)
    draws.drawn.clear()
    made.update(Seen(score=2), 6)
    assert draws.drawn[0] == "score"
    assert since(made, 5)[0] == {"score": "[2]"}
    assert since(made, 6) == ({}, {})
    assert set(since(made, -1)[0]) == {"score", "throws", "tables"}


def test_a_row_grows_at_its_end() -> None:
    """One more throw is drawn and sent alone; a page that missed the state before it gets the whole row."""
    made, draws = board()
    made.update(Seen(throws=(1,)), 1)
    made.update(Seen(throws=(1, 2)), 2)
    assert since(made, 1) == ({}, {"throws": "[2]"})
    draws.drawn.clear()
    made.update(Seen(throws=(1, 2, 3, 4)), 3)
    assert draws.drawn.count("throws_one") == 2
    assert since(made, 2) == ({}, {"throws": "[3][4]"})
    assert since(made, 1)[0] == {"throws": "[1][2][3][4]<!--end-->!"}
    assert made.list_markup()["throws"] == "[1][2][3][4]<!--end-->!"


def test_a_row_that_shrinks_is_sent_whole() -> None:
    """A throw that was undone, or put right, is a new row."""
    made, _ = board()
    made.update(Seen(throws=(1, 2)), 1)
    made.update(Seen(throws=(1,)), 2)
    assert since(made, 1)[0] == {"throws": "[1]<!--end-->!"}
    made.update(Seen(throws=(7,)), 3)
    assert since(made, 2)[0] == {"throws": "[7]<!--end-->!"}


def test_one_part_changes_at_a_time() -> None:
    """Of many tables the one that changed is drawn and sent; a page that missed more gets all it missed."""
    made, draws = board()
    made.update(Seen(tables=(("1", 0), ("2", 0))), 1)
    draws.drawn.clear()
    made.update(Seen(tables=(("1", 0), ("2", 5))), 2)
    assert draws.drawn.count("tables_one") == 1
    assert since(made, 1)[0] == {"tables-2": "<5>"}
    made.update(Seen(tables=(("1", 3), ("2", 5))), 3)
    assert since(made, 2)[0] == {"tables-1": "<3>"}
    assert since(made, 1)[0] == {"tables-1": "<3>", "tables-2": "<5>"}
    assert made.list_markup()["tables"] == ":<3><5>"


def test_other_parts_or_another_look_are_sent_whole() -> None:
    """A table more, or another layout, draws the whole block for every page."""
    made, _ = board()
    made.update(Seen(tables=(("1", 0),)), 1)
    made.update(Seen(tables=(("1", 0), ("2", 0))), 2)
    assert since(made, 1)[0] == {"tables": ":<0><0>"}
    made.update(Seen(tables=(("1", 1), ("2", 0)), look="wide"), 3)
    assert since(made, 2)[0] == {"tables": "wide:<1><0>"}
    made.update(Seen(tables=(("1", 2), ("2", 0)), look="wide"), 4)
    assert since(made, 3)[0] == {"tables-1": "<2>"}
    assert since(made, 2)[0] == {"tables": "wide:<2><0>"}


def test_an_older_view_changes_nothing() -> None:
    """Two threads may bring views; what is older than what is shown is left out."""
    made, _ = board()
    made.update(Seen(score=2), 6)
    made.update(Seen(score=1), 5)
    assert made.list_markup()["score"] == "[2]"
