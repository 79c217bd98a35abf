"""Divides pages into blocks. Each block has its own values, and is drawn again only when they change.

A page is first served as a whole. Then its stream (:mod:`pi_bunco.web.streams`) sends the blocks that have
changed, and the page replaces their markup.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

View = TypeVar("View")
_END = "<!--end-->"  # marks the place in the markup where a block grows


@dataclass(frozen=True, slots=True)
class Block(Generic[View]):
    """One block of a page.

    Attributes
    ----------
    name
        The ``id`` of its element; its template is ``<name>.html`` of the kind's ``blocks``.
    make
        Makes the values that the block shows from the page's view. The template gets them as ``it``.
    grows
        Whether the values are a row that mostly grows at its end. Then only new values are sent, each drawn
        by ``<name>_one.html``.
    """

    name: str
    make: Callable[[View], Any]
    grows: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The values of a block with many parts, such as the tables of a room. Each part is sent on its own.

    Attributes
    ----------
    block
        The values that the block itself shows.
    parts
        The values of each part by its key. ``<name>_one.html`` draws a part, and the ``id`` of its
        element is ``<name>-<key>``.
    """

    block: Any
    parts: Mapping[str, Any]


@dataclass
class _DrawnBlock:
    """A block as it was last drawn.

    ``changed`` is the number of the change after which it was drawn. If a page knows change ``grown_from`` or
    a later one, it needs only ``growth``, or the ``parts`` that have changed since then.
    """

    values: Any
    markup: str
    changed: int
    grown_from: int | None = None
    growth: bytes = b""
    parts: Mapping[str, "_DrawnBlock"] = field(default_factory=dict)

    @cached_property
    def data(self) -> bytes:
        """The markup as JSON, encoded when the first page needs the whole block."""
        return _encode(self.markup)


@dataclass(slots=True)
class PageBlocks(Generic[View]):
    """The blocks of one page as they are now, for all devices that show it.

    Parameters
    ----------
    blocks
        Its blocks.
    render
        Draws the template of this name with the values of a block, which it gets as ``it``.
    """

    blocks: Sequence[Block[View]]
    render: Callable[[str, Any], str]
    event: ClassVar[str] = "blocks"
    # The number of the last change that was drawn, and the blocks since then: one value, for other threads.
    _now: tuple[int, dict[str, _DrawnBlock]] = (-1, {})

    def update(self, view: View, number: int) -> None:
        """Draw the blocks whose values have changed. The page shows ``view`` since change ``number``."""
        newest, old = self._now
        if number <= newest:
            return
        drawn = dict(old)
        for block in self.blocks:
            values = block.make(view)
            before = drawn.get(block.name)
            if before is None or before.values != values:
                drawn[block.name] = self._draw(block, values, before, number)
        self._now = number, drawn

    def read_markup(self) -> tuple[int, dict[str, str]]:
        """Return the markup of each block, for a page that is served as a whole, and its change's number."""
        number, drawn = self._now
        return number, {name: block.markup for name, block in drawn.items()}

    def encode_since(self, known: int) -> tuple[int, bytes]:
        """Return the newest change's number, and as JSON what a page needs if it knows change ``known``.

        ``set`` contains the whole markup of blocks, ``add`` contains what is new at the end of blocks. A page
        that took this for an older change would get what is new at the end a second time.
        """
        whole, grown = [], []
        number, blocks = self._now
        for name, drawn in blocks.items():
            if drawn.changed <= known:
                continue
            label = _encode(name) + b":"
            if drawn.parts and drawn.grown_from is not None and known >= drawn.grown_from:
                whole += [
                    _encode(f"{name}-{key}") + b":" + part.data
                    for key, part in drawn.parts.items()
                    if part.changed > known
                ]
            elif drawn.grown_from is not None and known >= drawn.grown_from:
                grown.append(label + drawn.growth)
            else:
                whole.append(label + drawn.data)
        return number, b'{"set":{' + b",".join(whole) + b'},"add":{' + b",".join(grown) + b"}}"

    def _draw(self, block: Block[View], values: Any, before: _DrawnBlock | None, number: int) -> _DrawnBlock:
        if isinstance(values, Parts):
            return self._draw_parts(block, values, before, number)
        if block.grows and before and before.values and values[: len(before.values)] == before.values:
            template = f"{block.name}_one"
            growth = "".join(self.render(template, value) for value in values[len(before.values) :])
            end = before.markup.rindex(_END)
            markup = before.markup[:end] + growth + before.markup[end:]
            return _DrawnBlock(values, markup, number, before.changed, _encode(growth))
        return _DrawnBlock(values, self.render(block.name, values), number)

    def _draw_parts(
        self, block: Block[View], values: Parts, before: _DrawnBlock | None, number: int
    ) -> _DrawnBlock:
        old_parts = before.parts if before else {}
        parts: dict[str, _DrawnBlock] = {}
        for key, part in values.parts.items():
            drawn = old_parts.get(key)
            if drawn is None or drawn.values != part:
                drawn = _DrawnBlock(part, self.render(f"{block.name}_one", part), number)
            parts[key] = drawn
        inside = {key: drawn.markup for key, drawn in parts.items()}
        markup = self.render(block.name, Parts(values.block, inside))
        grown_from = number
        if before and before.values.block == values.block and [*old_parts] == [*parts]:
            grown_from = before.grown_from or before.changed  # only parts have changed
        return _DrawnBlock(values, markup, number, grown_from, parts=parts)


def _encode(markup: str) -> bytes:
    return json.dumps(markup, ensure_ascii=False).encode()
