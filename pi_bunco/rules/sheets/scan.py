"""Finds the line of each key in a TOML text, which the standard library does not report."""

import re
import tomllib

from pi_bunco.rules.sheets.forms import Path

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)+")
_KEY = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|'[^'\n]*'|"(?:[^"\\\n]|\\.)*")[ \t]*""")
_TEXT = re.compile(
    r"""'{3}(?:.|\n)*?'{3,5}(?!')|"{3}(?:[^\\]|\\(?:.|\n))*?"{3,5}(?!")|'[^'\n]*'|"(?:[^"\\\n]|\\.)*\""""
)
_BARE = re.compile(r"[^,\]}\n#]+")


def lines_of(text: str) -> dict[Path, int]:
    r"""Return the line, counted from 1, of every key and of every item of a list, by its path.

    The text must be valid TOML.

    >>> lines_of('goal = 11\n\n[[awards]]\nwhat = "even"\n')
    {('goal',): 1, ('awards',): 3, ('awards', 0): 3, ('awards', 0, 'what'): 4}
    """
    return _Scan(text).lines


class _Scan:
    """One scan of a text from its first character to its last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._line, self._counted = 1, 0
        table: Path = ()
        counts: dict[Path, int] = {}
        while self._skip():
            if self._takes("[["):
                outer = self._key()
                self._takes("]]")
                item = counts[outer] = counts.get(outer, -1) + 1
                self._mark(outer)
                table = (*outer, item)
                self._mark(table)
            elif self._takes("["):
                table = self._key()
                self._takes("]")
                self._mark(table)
            else:
                self._pair(table)

    def _mark(self, path: Path) -> None:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], self._line)

    def _pair(self, outer: Path) -> None:
        path = (*outer, *self._key())
        self._mark(path)
        self._takes("=")
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._takes("["):
            item = 0
            while self._skip() and not self._takes("]"):
                self._mark((*path, item))
                self._value((*path, item))
                self._skip()
                self._takes(",")
                item += 1
        elif self._takes("{"):
            while self._skip() and not self._takes("}"):
                self._pair(path)
                self._skip()
                self._takes(",")
        elif found := _TEXT.match(self.text, self.at) or _BARE.match(self.text, self.at):
            self.at = found.end()

    def _key(self) -> Path:
        """Read a key, which may have several parts with dots between them."""
        parts: list[str] = []
        while found := _KEY.match(self.text, self.at):
            parts.append(next(iter(tomllib.loads(f"{found[1]}=0"))))  # without its quotes
            self.at = found.end()
            if not self._takes("."):
                break
        return tuple(parts)

    def _skip(self) -> bool:
        """Skip blanks and comments; return whether anything is left."""
        if found := _BLANK.match(self.text, self.at):
            self.at = found.end()
        return self.at < len(self.text)

    def _takes(self, mark: str) -> bool:
        taken = self.text.startswith(mark, self.at)
        self.at += len(mark) * taken
        return taken
