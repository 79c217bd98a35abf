"""The kinds of pages, such as the table's page or the results.

All that belongs to a kind is in one folder of :mod:`pi_bunco.web.pages`, which has the only list of kinds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, current_app

from pi_bunco.access.roles import GUEST, Role
from pi_bunco.web.blocks import Block
from pi_bunco.web.sources import Poll, Source

_KINDS = "pi_bunco.page_kinds"


@dataclass(frozen=True, slots=True, eq=False)
class PageKind:
    """One kind of page.

    Attributes
    ----------
    folder
        Its folder, whose name is the kind's name in addresses. It contains the template ``page.html``, a
        template for each block (``blocks/``) and dialog (``dialogs/``), and its own style sheets and scripts.
    called
        Returns how the host's list of devices calls the page of a table.
    routes
        Its addresses, under the name of its folder. The function for the page itself is called ``show_page``.
    styles
        The names of its style sheets in order. Each is in its folder or in ``static/css``.
    script
        The name of its script, in its folder or in ``static/js``; ``""``: it has none.
    source
        Returns what it shows, if its blocks are kept up to date by a stream.
    poll
        Returns what it shows, if this has no numbers for its changes.
    blocks
        The blocks that are kept up to date, or a function that returns them for the guest whose page it is.
    need
        The least role of a device that may follow it.
    may_tap
        Returns the role that may tap on the page of a table; ``None``: only the host may.
    of_table
        Whether each table has a page of this kind.
    for_many
        Whether many phones may show it. Then changes within a quarter of a second reach guests together.
    """

    folder: Path
    called: Callable[[int], str]
    routes: Blueprint
    styles: str = "base"
    script: str = ""
    source: Source | None = None
    poll: Poll | None = None
    blocks: Sequence[Block[Any]] | Callable[[str], Sequence[Block[Any]]] = ()
    need: Role = GUEST
    may_tap: Callable[[int], Role] | None = None
    of_table: bool = False
    for_many: bool = False

    @property
    def name(self) -> str:
        """Its name in addresses."""
        return self.folder.name

    @property
    def is_live(self) -> bool:
        """Whether a stream keeps it up to date."""
        return bool(self.blocks)

    @property
    def of_guest(self) -> bool:
        """Whether each guest has a page of this kind."""
        return callable(self.blocks)

    def list_blocks(self, guest: str = "") -> Sequence[Block[Any]]:
        """Return its blocks; ``guest`` is the guest whose page it is."""
        return self.blocks(guest) if callable(self.blocks) else self.blocks


def register_kinds(app: Flask, kinds: Sequence[PageKind]) -> None:
    """Register the kinds of pages and their addresses."""
    app.extensions[_KINDS] = {kind.name: kind for kind in kinds}
    for kind in kinds:
        app.register_blueprint(kind.routes)


def get_kinds(app: Flask | None = None) -> Mapping[str, PageKind]:
    """Return the kinds of pages of an application, by default of the current one, by their names."""
    return cast("Mapping[str, PageKind]", (app or current_app).extensions[_KINDS])
