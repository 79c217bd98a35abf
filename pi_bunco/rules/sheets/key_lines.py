"""Finds the line of each key in a TOML text, which the standard library does not report."""

import re
import tomllib

from pi_bunco.rules.sheets.forms import Path

_BLANKS_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)+")
_KEY_PART = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|'[^'\n]*'|"(?:[^"\\\n]|\\.)*")[ \t]*""")
# A text in quotes: three single, three double, one single or one double, in this order.
_QUOTED = re.compile(
    r"""'{3}(?:.|\n)*?'{3,5}(?!')|"{3}(?:[^\\]|\\(?:.|\n))*?"{3,5}(?!")|'[^'\n]*'|"(?:[^"\\\n]|\\.)*\""""
)
# Any other value, such as a number: it ends at a comma, a bracket, a comment or the end of the line.
_UNQUOTED = re.compile(r"[^,\]}\n#]+")


def find_key_lines(text: str) -> dict[Path, int]:
    r"""Return the line, counted from 1, of every key and of every item of a list, by its path.

    The text must be valid TOML.

    >>> find_key_lines('goal = 11\n\n[[awards]]\nwhat = "even"\n')
    {('goal',): 1, ('awards',): 3, ('awards', 0): 3, ('awards', 0, 'what'): 4}
    """
    return _Scan(text).lines


class _Scan:
    """One scan of a text from its first character to its last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        # The number of the line at place `_counted`: only the line ends after it have to be counted.
        self._line, self._counted = 1, 0
        table: Path = ()
        counts: dict[Path, int] = {}
        while self._skip():
            if self._take("[["):
                outer = self._read_key()
                self._take("]]")
                item = counts[outer] = counts.get(outer, -1) + 1
                self._mark(outer)
                table = (*outer, item)
                self._mark(table)
            elif self._take("["):
                table = self._read_key()
                self._take("]")
                self._mark(table)
            else:
                self._read_pair(table)

    def _mark(self, path: Path) -> None:
        """Note the current line for a path and for each path above it, if they have no line yet."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], self._line)

    def _read_pair(self, outer: Path) -> None:
        path = (*outer, *self._read_key())
        self._mark(path)
        self._take("=")
        self._skip()
        self._read_value(path)

    def _read_value(self, path: Path) -> None:
        if self._take("["):
            item = 0
            while self._skip() and not self._take("]"):
                self._mark((*path, item))
                self._read_value((*path, item))
                self._skip()
                self._take(",")
                item += 1
        elif self._take("{"):
            while self._skip() and not self._take("}"):
                self._read_pair(path)
                self._skip()
                self._take(",")
        elif found := _QUOTED.match(self.text, self.at) or _UNQUOTED.match(self.text, self.at):
            self.at = found.end()

    def _read_key(self) -> Path:
        """Read a key, which may have several parts with dots between them."""
        parts: list[str] = []
        while found := _KEY_PART.match(self.text, self.at):
            parts.append(next(iter(tomllib.loads(f"{found[1]}=0"))))  # without its quotes
            self.at = found.end()
            if not self._take("."):
                break
        return tuple(parts)

    def _skip(self) -> bool:
        """Skip blanks, line ends and comments. Return whether any text is left."""
        if found := _BLANKS_AND_COMMENTS.match(self.text, self.at):
            self.at = found.end()
        return self.at < len(self.text)

    def _take(self, mark: str) -> bool:
        """Move past a mark, if it comes next. Return whether it does."""
        taken = self.text.startswith(mark, self.at)
        self.at += len(mark) * taken
        return taken
