"""The page of a Pi that has no game to show: its code to join, what it waits for, or who plays now."""

import http.server
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from pathlib import Path

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from pi_bunco import web
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.languages import ENGLISH, find_catalogue, load_catalogues
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say, translate
from pi_bunco.web.server import PortTrouble

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
form {{ display: inline-block; margin: 0 1vmin 1vmin; }}
button {{ padding: 1.6vmin 4vmin; border: 0; border-radius: 3vmin; background: #ffffff1c;
  color: inherit; font: inherit; }}
b {{ padding: 2vmin 5vmin; border-radius: 3vmin; background: #fdf8ec; color: #1d2530; white-space: nowrap;
  font-size: min(15vw, 24vh); line-height: 1.2; }}
</style>
<body><p>{text}</p>{code}<p>{remedy}</p>{lines}<div>{buttons}</div>"""
_BUTTON = """<form method="post" action="/{path}" data-question="{question}" onsubmit="{ask}">
<button>{label}</button></form>"""
_ASK = "return !this.dataset.question || confirm(this.dataset.question)"


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


class WaitingPage(AbstractContextManager["WaitingPage"]):
    """Serves one page at every address until it is closed.

    Parameters
    ----------
    host, port
        Where it is served.
    buttons
        Its buttons.

    Raises
    ------
    PortTrouble
        If the port is taken.
    """

    def __init__(self, host: str, port: int, buttons: Sequence[PageButton] = ()) -> None:
        self._text, self._code, self._remedy = "", "", ""
        self._lines: tuple[str, ...] = ()
        self._buttons = buttons
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            refresh = "2"  # seconds

            def do_GET(self) -> None:
                is_font = self.path == "/font.woff2"
                body = _FONT.read_bytes() if is_font else page.draw(self._choose_language()).encode()
                is_page = not self.path.startswith("/api/")  # programs must not take it for an answer
                self.send_response(HTTPStatus.OK if is_page else HTTPStatus.SERVICE_UNAVAILABLE)
                self.send_header("Content-Type", "font/woff2" if is_font else "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Refresh", self.refresh)
                self.send_header("Cache-Control", "max-age=600" if is_font else "no-store")
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self) -> None:
                pressed = next((each for each in buttons if self.path == f"/{each.path}"), None)
                if pressed:
                    page.press(pressed)
                    self.refresh = "8; url=/"
                self.do_GET()

            def _choose_language(self) -> str:
                """Return the language that the browser prefers. The Pi has no game that could have one."""
                wanted = parse_accept_header(self.headers.get("Accept-Language"), LanguageAccept)
                return wanted.best_match((ENGLISH, *load_catalogues()), ENGLISH)

            def log_message(self, *_: object) -> None:
                pass

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
        self._text, self._code, self._remedy, self._lines = text, code, remedy, lines

    def press(self, button: PageButton) -> None:
        """Do what a button does, and show that, or why not."""
        try:
            button.press()
        except (Trouble, OSError) as error:
            trouble = put_in_words(error)
            self.show(trouble.text, remedy=trouble.remedy)
        else:
            self.show(say("One moment: this Pi is starting again."))

    def draw(self, language: str = ENGLISH) -> str:
        """Return the page as HTML, in the language with a code."""
        catalogue = find_catalogue(language)

        def write(text: str) -> str:
            return escape(translate(text, catalogue))

        code = f"<b>{escape(self._code)}</b>" if self._code else ""
        lines = "".join(f"<li>{write(line)}</li>" for line in self._lines)
        buttons = (
            _BUTTON.format(path=each.path, label=write(each.label), question=write(each.question), ask=_ASK)
            for each in self._buttons
        )
        return _PAGE.format(
            language=language,
            text=write(self._text),
            code=code,
            remedy=write(self._remedy),
            lines=f"<ul>{lines}</ul>" if lines else "",
            buttons="".join(buttons),
        )

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
