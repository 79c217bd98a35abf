"""The checks refuse what old browsers lack in the pages' scripts, and names that do not exist.

``make lint`` runs them on the scripts themselves.
"""

import json
from pathlib import Path

import pytest

from tools.lint_scripts import CHECKERS, FOLDER, find_missing, run_eslint, run_typescript

WHY_NOT = find_missing(*CHECKERS)

pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

REFUSED = (
    "list.with(0, 2);",
    "list.toSorted();",
    "list.toReversed();",
    "list.toSpliced(1);",
    "list.findLast(Boolean);",
    "list.at(-1);",
    "Object.groupBy(list, String);",
    "Object.hasOwn(list, 0);",
    "Promise.withResolvers();",
    "structuredClone(list);",
    "AbortSignal.timeout(5);",
    "URL.canParse(text);",
    "text.isWellFormed();",
    "new Set(list).union(list);",
    "new OffscreenCanvas(1, 1);",
    "element.showModal();",
    "element.checkVisibility();",
    "element.requestSubmit();",
    "crypto.randomUUID();",
    "navigator.wakeLock.request();",
    r"text.search(/(?<=!)\s/);",
    r"text.search(/(?<!!)\s/);",
    "text.search(/a/v);",
    "class Fixed { static { list(); } }",
)
ALLOWED = (
    "element?.remove();",
    "list ??= [];",
    "list.flatMap(String).filter(Boolean).map(String);",
    "text.replaceAll('a', 'b');",
    "element.showModal?.();",
    "new ResizeObserver(list).observe(element);",
    "class Photo extends HTMLElement { static observedAttributes = ['src']; }",
    "Promise.allSettled(list);",
)


def find_refused_lines(lines: tuple[str, ...]) -> set[str]:
    """Return the lines that ESLint refuses."""
    finished = run_eslint("--format", "json", code="\n".join(lines))
    [file] = json.loads(finished.stdout)
    return {lines[found["line"] - 1] for found in file["messages"]}


def test_what_old_browsers_lack_is_refused() -> None:
    """ESLint finds each newer function and syntax, and each function that pages over http: cannot use."""
    assert sorted(find_refused_lines(REFUSED)) == sorted(REFUSED)


def test_what_old_browsers_know_is_allowed() -> None:
    """Nothing that they have is refused, and a script may test whether a function exists."""
    assert find_refused_lines(ALLOWED) == set()


WRONG = (
    "document.getElementByID('bell');",
    "document.body.clasList.add('sending');",
    "import { play } from './sounds.js'; play();",
    "document.createElement();",
    "setTimeout(3);",
    "unheard.of();",
    "export const twice = (number) => 2 * number;",
    "document.querySelector('#bell').click();",
    "document.getElementById('words').dataset.sillent.trim();",
)


def test_typescript_refuses_wrong_scripts(tmp_path: Path) -> None:
    """Examples are a misspelt name, a missing file, argument or type, and a value that may be null."""
    include = ["*.js", str(FOLDER / "page.d.ts")]
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"extends": str(FOLDER / "tsconfig.json"), "include": include})
    )
    for number, wrong in enumerate(WRONG):
        (tmp_path / f"wrong{number}.js").write_text(wrong)
    found = run_typescript(tmp_path).stdout
    assert [wrong for number, wrong in enumerate(WRONG) if f"wrong{number}.js(1," not in found] == []
