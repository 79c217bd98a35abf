"""Finds calls in shell scripts that lead nowhere: to a function that was renamed, or that is defined later.

The shell itself notices them only when it gets there, after minutes or never. Scripts are parsed by shfmt.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_PROGRAMS = """
agetty apt-cache apt-get awk bash cat chmod chown chroot cksum cmp cp cut df dirname dpkg dpkg-query dtc du
env find flock fold getent grep groupadd head id install ip ln make mkdir mkfs.ext4 mktemp mmdebstrap
mount mv nmcli nproc python3 raspi-config readlink rm rmdir sed setfont setpriv setupcon sh
sha256sum sleep sort stat sudo sync systemctl systemd-sysusers systemd-tmpfiles tail tar tee touch tr
truncate udevadm umount unshare userdel xargs
"""
PROGRAMS = frozenset(_PROGRAMS.split())
"""The programs that scripts may call by their name alone. Any other name must be a function or a builtin."""

_FIRST_LINE = re.compile(rb"#!.*\b(ba|da)?sh\b")
_OTHER_FOLDERS = {"node_modules", "dist", "build", "__pycache__"}
_NAME = re.compile(r"[\w.:+\[-]+")


def find_scripts(root: Path) -> tuple[list[Path], list[Path]]:
    """Return the shell scripts of a checkout: those that are run, and those that others source."""
    run: list[Path] = []
    sourced: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if name not in _OTHER_FOLDERS and (name == ".ci" or not name.startswith("."))
        ]
        for path in filter(Path.is_file, (Path(folder, name) for name in names)):
            with path.open("rb") as file:
                first_line = file.readline(100)
            if _FIRST_LINE.match(first_line):
                run.append(path)
            elif path.suffix == ".sh":
                sourced.append(path)
    return sorted(run), sorted(sourced)


@dataclass(frozen=True, slots=True)
class Call:
    """A command in a script.

    Attributes
    ----------
    file, line
        Where it stands.
    words
        Its words as they are written, with their quotes; the first is its name.
    """

    file: Path
    line: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a script."""

    name: str
    calls: tuple[Call, ...]

    @property
    def runs_its_words(self) -> bool:
        """Whether the words after its name are a command that it runs."""
        return any(call.words[0] == '"$@"' for call in self.calls)


def read_script(file: Path, text: str, line: int = 1) -> Iterator[Call | Function]:
    """Yield the functions of a script and the calls outside of them, in their order.

    Parameters
    ----------
    file
        The script's file.
    text
        The script.
    line
        The number of its first line.

    Raises
    ------
    subprocess.CalledProcessError
        If shfmt cannot parse it.
    """
    shfmt = Path(sys.executable).with_name("shfmt")
    tree = subprocess.run([shfmt, "--to-json"], input=text.encode(), capture_output=True, check=True).stdout
    return _read_node(json.loads(tree), file, text.encode(), line)


def _read_node(node: Any, file: Path, source: bytes, line: int) -> Iterator[Call | Function]:
    if isinstance(node, list):
        for each in node:
            yield from _read_node(each, file, source, line)
    elif isinstance(node, dict) and node.get("Type") == "FuncDecl":
        inside = list(_read_node(node["Body"], file, source, line))
        yield from (each for each in inside if isinstance(each, Function))
        yield Function(node["Name"]["Value"], tuple(each for each in inside if isinstance(each, Call)))
    elif isinstance(node, dict):
        if node.get("Type") == "CallExpr" and "Args" in node:
            places = [(word["Pos"]["Offset"], word["End"]["Offset"]) for word in node["Args"]]
            words = tuple(source[begin:end].decode() for begin, end in places)
            yield Call(file, line - 1 + node["Pos"]["Line"], words)
        for each in node.values():
            yield from _read_node(each, file, source, line)


@dataclass(slots=True)
class Run:
    """A script on its way from the first line to the last.

    Attributes
    ----------
    folder
        The folder of the script that was started, from which it sources others.
    functions
        The functions that are defined so far, by their names.
    sourced
        The files that were sourced.
    lost
        The calls that lead nowhere, each as a sentence with its place.
    """

    folder: Path
    functions: dict[str, Function] = field(default_factory=dict)
    sourced: set[Path] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)

    def follow(self, script: Iterator[Call | Function]) -> None:
        """Follow a script to its end, and then each of its functions that was not called."""
        self._go(script)
        for function in list(self.functions.values()):
            self._call_all(function, set(self.functions))

    def _go(self, script: Iterator[Call | Function]) -> None:
        for each in script:
            if isinstance(each, Function):
                self.functions[each.name] = each
            else:
                self._call(each, set())

    def _call_all(self, function: Function, seen: set[str]) -> None:
        for call in function.calls:
            self._call(call, seen)

    def _call(self, call: Call, seen: set[str]) -> None:
        """Check a call, and what a function calls that is not ``seen`` yet."""
        name, *words = call.words
        if name in ("source", "."):
            self._source(call, words[0])
        elif name == "trap" and words[0] != "-":
            self._go(read_script(call.file, _unquote(words[0]), call.line))
        elif function := self.functions.get(name):
            command = words[words.index("--") + 1 :] if "--" in words else words
            if function.runs_its_words and command:
                self._call(Call(call.file, call.line, tuple(command)), seen)
            if name not in seen:
                seen.add(name)
                self._call_all(function, seen)
        elif _NAME.fullmatch(name) and name not in PROGRAMS | _list_builtins():
            self._lose(call, name)
        self._run_inner_scripts(call)

    def _source(self, call: Call, word: str) -> None:
        """Go through a file that is sourced. A variable before its path means the started script's folder."""
        path = self.folder / re.sub(r"^.*(\$\w+|[})])/", "", _unquote(word))
        if path.is_file():
            self.sourced.add(path)
            self._go(read_script(path, path.read_text("utf-8")))
        else:
            self._lose(call, word)

    def _run_inner_scripts(self, call: Call) -> None:
        """Check each ``bash -c '…'``. It knows only the functions that ``declare -f`` passes to it."""
        for shell, option, text in zip(call.words, call.words[1:], call.words[2:], strict=False):
            if shell in ("bash", "sh") and re.fullmatch(r"-\w*c", option) and text.startswith("'"):
                passed = set(re.findall(r"declare -f (\w+)", " ".join(call.words)))
                for name in passed - self.functions.keys():
                    self._lose(call, name)
                known = {name: self.functions[name] for name in passed & self.functions.keys()}
                inner = Run(self.folder, known, self.sourced, self.lost)
                inner.follow(read_script(call.file, _unquote(text), call.line))

    def _lose(self, call: Call, name: str) -> None:
        self.lost.add(f"{call.file}:{call.line}: {name} is not defined here")


def _unquote(word: str) -> str:
    return word[1:-1] if word[0] in "'\"" else word


@cache
def _list_builtins() -> frozenset[str]:
    done = subprocess.run(["/bin/bash", "-c", "compgen -b"], capture_output=True, text=True, check=True)
    return frozenset(done.stdout.split())
