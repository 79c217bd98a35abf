"""Makes a page of a guide that is written in Markdown."""

import re
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

_NO_WORDS = re.compile(r"[^\w\- ]")


@cache
def render_guide(path: Path) -> str:
    """Return a guide as HTML. Its links lead to its own headings; what leads elsewhere is only text."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only those who read the guide need it

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text("utf-8"))
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", make_anchor(tokens[at + 1].content))
        elif token.type == "fence":
            token.attrSet("tabindex", "0")  # so that keys can scroll a wide one on a phone
        for child in token.children or ():
            _adapt(child)
        _remove_links(token.children or [])
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return html


def make_anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it.

    >>> make_anchor("18:30 – A new game"), make_anchor("¿Quién toca?")
    ('1830--a-new-game', 'quién-toca')
    """
    return _NO_WORDS.sub("", heading.lower()).replace(" ", "-")


def _adapt(token: "Token") -> None:
    """Lead a picture to its address."""
    if token.type == "image":
        token.attrSet("src", f"/guide/images/{PurePosixPath(str(token.attrGet('src'))).name}")
        token.attrSet("loading", "lazy")


def _remove_links(tokens: "list[Token]") -> None:
    """Turn links to other files into plain text: the Pi does not have these."""
    leads_away = False
    for token in tokens:
        if token.type == "link_open":
            leads_away = not str(token.attrGet("href")).startswith("#")
        if leads_away and token.type in {"link_open", "link_close"}:
            token.tag, token.attrs = "span", {}
