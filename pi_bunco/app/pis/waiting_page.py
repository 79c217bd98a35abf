"""The page of a Pi that has no game to show: its code to join, what it waits for, or who plays now."""

import http.server
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from pi_bunco import web
from pi_bunco.access.devices import Visitor
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import HOST
from pi_bunco.app.address import collect_own_names
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.languages import ENGLISH, find_catalogue, load_catalogues
from pi_bunco.machine.threads import start_thread
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, translate
from pi_bunco.settings.config import Settings
from pi_bunco.web.guard import MachineNames, comes_from, parse_host
from pi_bunco.web.server import PortTrouble
from pi_bunco.web.visitors import COOKIE
from pi_bunco.whole_numbers import parse_whole

_FONT = Path(web.__file__).parent / "static/vendor/lexend-latin-wght-normal.woff2"
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bunco</title>
<style>
@font-face {{ font-family: Lexend; src: url(/font.woff2) format("woff2"); font-weight: 100 900; }}
html {{ height: 100%;
  background: radial-gradient(120% 95% at 50% -5%, #17584b, #10483d 40%, #08302a) fixed; }}
body {{ min-height: 100%; margin: 0; padding: 5vmin; box-sizing: border-box;
  display: grid; place-content: center; gap: 4vmin; text-align: center; color: #eaf3ee;
  font: 500 clamp(1.1rem, 3.6vmin, 3rem)/1.3 Lexend, sans-serif; }}
p {{ margin: 0 auto; max-width: 30em; overflow-wrap: anywhere; }}
ul {{ margin: 0 auto; padding: 0; list-style: none; font-size: .8em; columns: auto 16em; }}
form {{ display: inline-block; margin: 0 .3em .6em; }}
.pin {{ display: block; }}
button, input {{ min-height: max(2.2em, 44px); box-sizing: border-box; padding: 0 1.1em; border: 0;
  border-radius: .7em; background: #ffffff1c; color: inherit; font: inherit; }}
input {{ width: 6em; margin-right: .5em; background: #fdf8ec; color: #1d2530; text-align: center; }}
b {{ padding: 2vmin 5vmin; border-radius: 3vmin; background: #fdf8ec; color: #1d2530; white-space: nowrap;
  font-size: min(15vw, 24vh); line-height: 1.2; }}
</style>
<body><p>{text}</p>{code}<p>{remedy}</p>{lines}<div>{buttons}</div>"""
_BUTTON = """<form method="post" action="/{path}" data-question="{question}" onsubmit="{ask}">
<button>{label}</button></form>"""
_PIN_FORM = """<form class="pin" method="post" action="/{path}"><input name="pin" type="password"
 inputmode="numeric" autocomplete="off" maxlength="8" required autofocus
 aria-label="{pin}"><button>{label}</button></form>
<form action="/"><button>{back}</button></form>"""
_ASK = "return !this.dataset.question || confirm(this.dataset.question)"
_HEADERS = {
    # The page has its style, and the question of a button, in itself.
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
_MOST_BYTES = 1000
"""Most bytes of a form: it has a PIN at most."""


@dataclass(frozen=True, slots=True)
class PageButton:
    """A button. After a tap on it the program starts again.

    Attributes
    ----------
    path, label
        The path that it asks for, and what is on it.
    press
        What it does.
    question
        What it asks first; ``""``: nothing.
    """

    path: str
    label: str
    press: Callable[[], None]
    question: str = ""


@dataclass(frozen=True, slots=True)
class PageGuard:
    """Who may open the page, and tap its buttons.

    Attributes
    ----------
    names
        The names of the machine. Under another one, another site may have led the browser here.
    door
        Knows the PIN and the devices: only the host taps the buttons. Without a PIN everybody does.
    """

    names: MachineNames = field(default_factory=MachineNames)
    door: Door = field(default_factory=Door)

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the guard of a Pi with these settings."""
        door = Door(DoorConfig(file=AccessFile(settings.state_dir)))
        return cls(MachineNames(lambda: collect_own_names(settings)), door)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is shown: a sentence, a code, what to do, a list, and the button for which the PIN is asked."""

    text: str = ""
    code: str = ""
    remedy: str = ""
    lines: tuple[str, ...] = ()
    asks_for: PageButton | None = None


_FOREIGN = _Shown(
    say("Another site’s page sent this."), remedy=say("Open the table’s own page and tap there.")
)


class WaitingPage(AbstractContextManager["WaitingPage"]):
    """Serves one page at every address until it is closed.

    Parameters
    ----------
    host, port
        Where it is served.
    buttons
        Its buttons.
    guard
        Who may open it, and tap its buttons.

    Attributes
    ----------
    buttons, guard
        The buttons that are there now, and the guard.

    Raises
    ------
    PortTrouble
        If the port is taken.
    """

    def __init__(
        self, host: str, port: int, buttons: Sequence[PageButton] = (), guard: PageGuard | None = None
    ) -> None:
        self._shown, self.buttons, self.guard = _Shown(), tuple(buttons), guard or PageGuard()

        class Handler(_Handler):
            page = self

        try:
            self._server = http.server.ThreadingHTTPServer((host, port), Handler)
        except OSError as error:
            raise PortTrouble(
                say("Port {port} cannot be used ({why}).", port=port, why=error.strerror),
                say("Choose another with --port."),
            ) from error
        start_thread(threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True))

    @property
    def port(self) -> int:
        """The port that it uses, also if 0 was asked for."""
        return int(self._server.server_address[1])

    def show(self, text: str, code: str = "", remedy: str = "", lines: tuple[str, ...] = ()) -> None:
        """Show a sentence, a code in large digits, what to do, and a list."""
        self._shown = _Shown(text, code, remedy, lines)

    def add(self, button: PageButton) -> None:
        """Show one more button."""
        self.buttons = (*self.buttons, button)

    def refuse(self, button: PageButton, visitor: Visitor, typed: str | None) -> _Shown | None:
        """Return what a visitor sees instead of what a button does, ``None`` if they may tap it.

        ``typed``: the PIN that they have typed, ``None`` if nobody has asked them.
        """
        door = self.guard.door
        if visitor.role == HOST:
            return None
        try:
            if trouble := door.damage:
                raise trouble
            if typed is None:
                return _Shown(say("The host’s PIN"), asks_for=button)
            door.check_pin(visitor, typed)
        except Trouble as trouble:
            return _Shown(trouble.text, remedy=trouble.remedy, asks_for=None if door.damage else button)
        return None

    def press(self, button: PageButton) -> None:
        """Do what a button does, and show that, or why not."""
        try:
            button.press()
        except (Trouble, OSError) as error:
            trouble = put_in_words(error)
            self.show(trouble.text, remedy=trouble.remedy)
        else:
            self.show(say("One moment: this Pi is starting again."))

    def draw(self, language: str = ENGLISH, shown: _Shown | None = None) -> str:
        """Return the page as HTML, in the language with a code; ``shown``: what is there for one visitor."""
        catalogue = find_catalogue(language)

        def write(text: str) -> str:
            return escape(translate(text, catalogue))

        shown = shown or self._shown
        code = f"<b>{escape(shown.code)}</b>" if shown.code else ""
        lines = "".join(f"<li>{write(line)}</li>" for line in shown.lines)
        if asked := shown.asks_for:
            pin, label, back = write(say("The host’s PIN")), write(asked.label), write(say("Back"))
            buttons = _PIN_FORM.format(path=asked.path, pin=pin, label=label, back=back)
        else:
            buttons = "".join(
                _BUTTON.format(
                    path=each.path, label=write(each.label), question=write(each.question), ask=_ASK
                )
                for each in self.buttons
            )
        return _PAGE.format(
            language=language,
            text=write(shown.text),
            code=code,
            remedy=write(shown.remedy),
            lines=f"<ul>{lines}</ul>" if lines else "",
            buttons=buttons,
        )

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    """Answers one request."""

    page: WaitingPage
    refresh = "2"  # seconds
    timeout = 20

    def do_GET(self) -> None:
        if not self._is_called():
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, self._refuse_name())
        elif self.path == "/font.woff2":
            self._send(HTTPStatus.OK, _FONT.read_bytes(), "font/woff2", "max-age=600")
        else:
            is_page = not self.path.startswith("/api/")  # programs must not take it for an answer
            self._answer(HTTPStatus.OK if is_page else HTTPStatus.SERVICE_UNAVAILABLE)

    def do_POST(self) -> None:
        typed = self._read_pin()
        pressed = next((each for each in self.page.buttons if self.path == f"/{each.path}"), None)
        if not (pressed and self._is_called()):
            self.do_GET()
        elif not comes_from(f"http://{self.headers.get('Host')}", self.headers):
            self._answer(HTTPStatus.FORBIDDEN, _FOREIGN)
        elif refusal := self.page.refuse(pressed, self._find_visitor(), typed):
            self.refresh = ""  # it would empty the field while somebody types
            self._answer(HTTPStatus.OK, refusal)
        else:
            self.page.press(pressed)
            self.refresh = "8; url=/"
            self._answer(HTTPStatus.OK)

    def _is_called(self) -> bool:
        """Return whether the browser knows that it asks this machine."""
        name = parse_host(self.headers.get("Host", ""))
        return name is not None and name in self.page.guard.names

    def _refuse_name(self) -> _Shown:
        """Return what is shown under the name of another machine: nothing of this Pi."""
        host, port, *_ = self.connection.getsockname()
        return _Shown(
            say("This table is not called {host}.", host=clip_text(self.headers.get("Host", ""))),
            remedy=say(
                "Open {address} instead. If the name is right, write it into the table’s settings (names).",
                address=f"http://{host}:{port}/",
            ),
        )

    def _find_visitor(self) -> Visitor:
        cookies = parse_cookie(self.headers.get("Cookie"))
        return self.page.guard.door.identify(cookies.get(COOKIE), self.client_address[0])

    def _read_pin(self) -> str | None:
        """Return what was typed into the form, ``None`` if nobody was asked."""
        size = parse_whole(self.headers.get("Content-Length", ""), 0, _MOST_BYTES) or 0
        form = parse_qs(self.rfile.read(size).decode(errors="replace"), keep_blank_values=True)
        return form["pin"][0] if "pin" in form else None

    def _answer(self, status: HTTPStatus, shown: _Shown | None = None) -> None:
        body = self.page.draw(self._choose_language(), shown).encode()
        self._send(status, body, "text/html; charset=utf-8", "no-store")

    def _send(self, status: HTTPStatus, body: bytes, kind: str, cache: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", cache)
        if self.refresh:
            self.send_header("Refresh", self.refresh)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _choose_language(self) -> str:
        """Return the language that the browser prefers. The Pi has no game that could have one."""
        wanted = parse_accept_header(self.headers.get("Accept-Language"), LanguageAccept)
        return wanted.best_match((ENGLISH, *load_catalogues()), ENGLISH)

    def log_message(self, *_: object) -> None:
        pass
