"""The template for a house's own sheet: every key, what it means, and the value of the parent."""

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from pi_bunco.rules import Sheet
from pi_bunco.rules.sheets.keys import SECTIONS

WIDTH = 100


def write_template(parent: Sheet, slug: str, title: str) -> str:
    """Return the text of a sheet that says the same as ``parent``.

    Each key is a comment with the parent's value. A host removes the ``# `` before a key and changes its
    value.
    """
    return "\n".join(_make_lines(parent, slug, title)) + "\n"


def _make_lines(parent: Sheet, slug: str, title: str) -> Iterator[str]:
    yield from _make_comment(
        f"House rules after the printed sheet {parent.title}. What is not set here is as on that sheet. To "
        f'change a rule, take the "# " from before its line and write another value. Where a rule comes from '
        'can stand beside it, to be printed: goal = { is = 11, clause = "Rosa: “we work tomorrow”" }.'
    )
    yield from _make_comment("Check it with pi-bunco rules check, followed by its name or by this file's.")
    yield ""
    yield f"parent = {write_toml(parent.slug)}"
    given, of_parent = {"slug": slug, "title": title}, parent.to_dict()
    for section, keys in SECTIONS.items():
        yield ""
        yield f"# ---- {section} ".ljust(WIDTH, "-")
        for key in keys:
            yield "#"
            yield from _make_comment(key.meaning)
            yield from _make_comment(f"Allowed: {key.form.allowed}.")
            if key.name in given:
                yield f"{key.name} = {write_toml(given[key.name])}"
            elif key.name == "line":
                yield f'# line = "House rules after {parent.title}."'
            else:
                yield f"# {key.name} = {write_toml(of_parent[key.name])}"


def write_house_sheet(raw: Mapping[str, Any]) -> str:
    r"""Return the text of a sheet with these plain values, a line for each.

    >>> write_house_sheet({"slug": "ours", "goal": {"is": 11, "clause": "Rosa"}})
    'slug = "ours"\ngoal = { is = 11, clause = "Rosa" }\n'
    """
    return "".join(f"{name} = {write_toml(value)}\n" for name, value in raw.items())


def _make_comment(text: str) -> Iterator[str]:
    return (f"#   {line}" for line in wrap(text, WIDTH - 4, break_on_hyphens=False, break_long_words=False))


def write_toml(value: Any) -> str:
    """Write a plain value as TOML.

    >>> write_toml({"what": "even", "prize": "$5"})
    '{ what = "even", prize = "$5" }'
    >>> write_toml([True, 5])
    '[true, 5]'
    """
    if isinstance(value, dict):
        inside = ", ".join(f"{name} = {write_toml(part)}" for name, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(write_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
