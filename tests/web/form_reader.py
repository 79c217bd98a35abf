"""Reads a form on a page as a browser without scripts would send it."""

from html.parser import HTMLParser

from werkzeug.datastructures import MultiDict


class FormReader(HTMLParser):
    """Reads the fields of a form as a browser would send them."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.fields: MultiDict[str, str] = MultiDict()
        self._select = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        value = has.get("value") or ""
        if tag == "select":
            self._select = has.get("name") or ""
        elif tag == "option" and "selected" in has:
            self.fields.add(self._select, value)
        elif tag == "input" and (has.get("type") not in {"radio", "checkbox"} or "checked" in has):
            self.fields.add(has.get("name") or "", value)
