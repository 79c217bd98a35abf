"""What is refused of the pages' scripts: what old browsers lack, and names that are not there."""

import json
from pathlib import Path

import pytest

from tools.lint_scripts import FOLDER, READERS, SCRIPTS, find_missing, run_eslint, run_typescript

WHY_NOT = find_missing(*READERS)

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


def refused_lines(lines: tuple[str, ...]) -> set[str]:
    """Return those of these lines that ESLint refuses."""
    done = run_eslint("--format", "json", code="\n".join(lines))
    [file] = json.loads(done.stdout)
    return {lines[found["line"] - 1] for found in file["messages"]}


def test_what_old_browsers_lack_is_refused() -> None:
    """Each function, each syntax and each thing that a page over http: does not get is found."""
    assert sorted(refused_lines(REFUSED)) == sorted(REFUSED)


def test_what_old_browsers_know_is_allowed() -> None:
    """Nothing is refused that they have, nor a call that asks first."""
    assert refused_lines(ALLOWED) == set()


def test_the_pages_keep_to_it() -> None:
    """No script of the pages is refused."""
    done = run_eslint(SCRIPTS)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


def test_the_pages_call_what_is_there() -> None:
    """No script of the pages calls, or asks for, what TypeScript does not know."""
    done = run_typescript()
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    "wrong",
    [
        "document.getElementByID('bell');",
        "document.body.clasList.add('sending');",
        "import { play } from './sounds.js'; play();",
        "document.createElement();",
        "setTimeout(3);",
        "unheard.of();",
        "export const twice = (number) => 2 * number;",
        "document.querySelector('#bell').click();",
        "document.getElementById('words').dataset.sillent.trim();",
    ],
)
def test_what_typescript_does_not_know_is_refused(wrong: str, tmp_path: Path) -> None:
    """A misspelt name or word, a file or an argument that is missing, no type, what may be null."""
    include = ["wrong.js", str(FOLDER / "page.d.ts")]
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"extends": str(FOLDER / "tsconfig.json"), "include": include})
    )
    (tmp_path / "wrong.js").write_text(wrong)
    done = run_typescript(tmp_path)
    assert done.returncode != 0
    assert "wrong.js(1," in done.stdout
