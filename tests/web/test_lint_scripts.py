"""What ESLint refuses of the pages' scripts: all that Safari 15 or Chrome 100 would stumble over."""

import json

import pytest

from tools.lint_scripts import SCRIPTS, eslint, why_not

WHY_NOT = why_not()

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
    done = eslint("--format", "json", code="\n".join(lines))
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
    done = eslint(SCRIPTS)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)
