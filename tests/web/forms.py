"""The forms of a page, and what a browser may send with each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = dict[str, str]
Fields = tuple[tuple[str, str], ...]

TYPED = {"dice": "1 1 4", "names": "Eve\nGus\nHal\nIda\nJan\nKim", "come": "Eve\nGus"}
"""What somebody types into an empty field of this name, if a single digit would not do."""
_TYPED = "1"
_TOO_MANY = 300  # letters; a field without `maxlength` gets no longer text


@dataclass(frozen=True)
class Control:
    """A control of a form: its name, what it sends untouched, and all that a browser may send instead.

    ``()`` is sent by a tick box that is off. A choice is a value of each submitted field of this name.
    """

    name: str
    untouched: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]


@dataclass
class Form:
    """A form: its method and address, its controls, and the addresses and fields of its buttons."""

    attributes: Attributes
    controls: list[Control] = field(default_factory=list)
    buttons: list[Attributes] = field(default_factory=list)
    radios: dict[str, list[Attributes]] = field(default_factory=dict)
    wanted: int = 0
    """How many dice its keypad asks for; 0: it has none."""
    after: str | None = None
    """What its keypad sends as the newest throw."""

    @property
    def posts(self) -> bool:
        """Whether it sends a change."""
        return self.attributes.get("method", "get") == "post"

    @property
    def action(self) -> str:
        """Its address, ``""``: that of its page."""
        return self.attributes.get("action", "")

    def list_bodies(self) -> Iterator[Fields]:
        """Yield what a browser may send: each choice of each control, with each of its radio buttons."""
        radios = [*map(_join_radios, self.radios.items())]
        controls = [*self.controls, *radios]
        modes: list[dict[str, tuple[str, ...]]] = [
            {radio.name: choice} for radio in radios for choice in radio.choices
        ]
        bodies: dict[Fields, None] = {}
        for mode in modes or [{}]:
            for at, control in enumerate(controls):
                for choice in control.choices:
                    now = [
                        choice if at == place else mode.get(other.name, other.untouched)
                        for place, other in enumerate(controls)
                    ]
                    fields = (
                        (other.name, value)
                        for other, values in zip(controls, now, strict=True)
                        for value in values
                    )
                    bodies[tuple(fields)] = None
        yield from bodies or [()]


def _join_radios(group: tuple[str, list[Attributes]]) -> Control:
    name, buttons = group
    chosen = tuple(button.get("value", "on") for button in buttons if "checked" in button)
    return Control(name, chosen, tuple((button.get("value", "on"),) for button in buttons))


@dataclass
class Page:
    """The forms and links of a page."""

    forms: list[Form] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    text: str = ""


class _Parser(HTMLParser):
    """Reads a page as a browser does: with scripts it ignores ``<noscript>``, and it never sees templates."""

    def __init__(self, *, scripts: bool) -> None:
        super().__init__()
        self.page = Page()
        self._hidden = {"template", "noscript"} if scripts else {"template"}
        self._depth = 0
        self._forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._select: tuple[Attributes, list[Attributes]] | None = None
        self._option: Attributes | None = None
        self._area: Attributes | None = None
        self._later: list[tuple[str, Attributes]] = []  # buttons whose form may come after them

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in self._hidden:
            self._depth += 1
        if self._depth:
            return
        match tag:
            case "form":
                form = Form(given)
                self._forms.append(form)
                self.page.forms.append(form)
                self._by_id[given.get("id", "")] = form
            case "a" if "href" in given:
                self.page.links.append(given["href"])
            case "select":
                self._select = given, []
            case "option" if self._select:
                self._option = {"text": "", **given}
                self._select[1].append(self._option)
            case "textarea":
                self._area = {"text": "", **given}
            case "dice-keypad" if self._forms:
                self._forms[-1].wanted, self._forms[-1].after = int(given["wanted"]), given.get("after")
            case "input" | "button" if "disabled" not in given:
                self._later.append((tag, given)) if "form" in given else self._add(tag, given, self._forms)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            self._depth -= 1
        if self._depth:
            return
        match tag:
            case "form":
                self._forms.pop()
            case "select" if self._select:
                given, options = self._select
                self._select = self._option = None
                if self._forms and "disabled" not in given:
                    self._forms[-1].controls.append(_make_select(given, options))
            case "textarea" if self._area:
                given, self._area = self._area, None
                if self._forms:
                    self._forms[-1].controls.append(_make_text(given | {"value": given["text"]}))

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area["text"] += data
        elif self._option is not None:
            self._option["text"] += data.strip()

    def close(self) -> None:
        super().close()
        for tag, given in self._later:
            self._add(tag, given, [self._by_id[given["form"]]])

    def _add(self, tag: str, given: Attributes, forms: list[Form]) -> None:
        if not forms:
            return
        form, kind = forms[-1], given.get("type", "submit" if tag == "button" else "text")
        if tag == "button":
            if kind == "submit":
                form.buttons.append(given)
        elif "name" not in given:
            pass
        elif kind == "hidden":
            form.controls.append(
                Control(given["name"], (given.get("value", ""),), ((given.get("value", ""),),))
            )
        elif kind == "radio":
            form.radios.setdefault(given["name"], []).append(given)
        elif kind == "checkbox":
            on = (given.get("value", "on"),)
            form.controls.append(Control(given["name"], on if "checked" in given else (), ((), on)))
        else:
            form.controls.append(_make_text(given))


def _make_select(given: Attributes, options: list[Attributes]) -> Control:
    values = [(option.get("value", option["text"]),) for option in options if "disabled" not in option]
    chosen = [value for value, option in zip(values, options, strict=True) if "selected" in option]
    if "required" in given:  # a browser does not send an empty choice
        values = [value for value in values if value != ("",)]
    return Control(given["name"], (chosen or values)[0], tuple(values))


def _make_text(given: Attributes) -> Control:
    """Return a field in which somebody types: nothing, or as little or as much as fits."""
    name, kind = given["name"], given.get("type", "text")
    is_number = kind == "number" or given.get("inputmode") == "numeric"
    typed = TYPED.get(name, _TYPED * int(given.get("minlength", 1)))
    choices = [given["value"]] if given.get("value") else []
    if kind == "number":
        choices += [given.get("min", typed), given.get("max", typed)]
    else:
        longest = int(given.get("maxlength", 0))
        choices += [typed]
        if longest and not (is_number and "minlength" not in given):
            choices += ["1" * longest if is_number else "x" * min(longest, _TOO_MANY)]
    untouched = choices[0]
    if "required" not in given:
        choices += [""]
        untouched = given.get("value") or (typed if name in TYPED else "")
    return Control(name, (untouched,), tuple((choice,) for choice in dict.fromkeys(choices)))


def read_page(html: str, *, scripts: bool) -> Page:
    """Return the forms and links of a page."""
    parser = _Parser(scripts=scripts)
    parser.feed(html)
    parser.close()
    parser.page.text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    return parser.page
