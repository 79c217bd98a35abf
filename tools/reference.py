"""Writes ``docs/reference.md`` from the program: every command, setting, address, event and stream."""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, cast

import click
from flask import Flask

from pi_bunco.cli import cli
from pi_bunco.game import lines
from pi_bunco.rules import events
from pi_bunco.rules.night import EXTENSION_EVENTS
from pi_bunco.settings.config import Settings
from pi_bunco.web import api, streams
from pi_bunco.web.api_document.docstrings import convert_to_markdown
from pi_bunco.web.api_document.operations import name_role
from pi_bunco.web.application import create_app
from pi_bunco.web.blocks import PageBlocks
from pi_bunco.web.needs import COMMAND_ROLES, find_needed_role
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages import KINDS
from pi_bunco.web.ports.room import PagePort

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
_HEAD = """\
# Reference

Every command with its options, every setting, address, event and stream. `make reference` writes this page
from the program, and a test fails while it is out of date. What things are for stands in the other pages.
"""
_TABLE = {"number": "2"}


class Undocumented(ValueError):
    """Something that people use is not documented."""


def make_page() -> str:
    """Return the page as it should be.

    Raises
    ------
    Undocumented
        If a command, option, setting, address or event is not documented.
    """
    parts = (
        _describe_commands(),
        _describe_settings(),
        _describe_addresses(),
        _describe_events(),
        _describe_streams(),
    )
    return _HEAD + "".join(f"\n{line}\n" for part in parts for line in part)


def _describe_commands() -> Iterator[str]:
    yield "## Commands"
    yield "Each takes `-h` or `--help` too."
    for name, command in list_commands():
        yield f"### {name}"
        yield from _split_paragraphs(_require_words(command.help, name))
        ctx = click.Context(command, info_name=name)
        yield f"```\n{ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}\n```"
        options = [param for param in command.params if isinstance(param, click.Option)]
        if options:
            yield _make_table(
                ("option", "what it does"), (_describe_option(name, ctx, option) for option in options)
            )


def _split_paragraphs(words: str) -> Iterator[str]:
    """Yield the paragraphs of a command's help; those that click does not rewrap are examples."""
    for part in inspect.cleandoc(words).strip().split("\n\n"):
        example = part.removeprefix("\b").strip()
        yield part if example == part else f"```\n{example}\n```"


def list_commands() -> Iterator[tuple[str, click.Command]]:
    """Yield each command and each subcommand of a group, with the words that call it.

    >>> [words for words, _ in list_commands()][:2]
    ['pi-bunco run', 'pi-bunco mat']
    """
    ctx = click.Context(cli)
    for name in cli.list_commands(ctx):
        command = cast("click.Command", cli.get_command(ctx, name))
        yield f"pi-bunco {name}", command
        if isinstance(command, click.Group):
            yield from ((f"pi-bunco {name} {part}", inner) for part, inner in command.commands.items())


def _describe_option(command: str, ctx: click.Context, option: click.Option) -> tuple[str, str]:
    record = option.get_help_record(ctx)
    words = record[1] if record and not option.hidden else ""
    return f"`{record[0]}`" if record else "", _require_words(words, f"{command} {option.opts[0]}")


def _describe_settings() -> Iterator[str]:
    yield "## Settings"
    yield (
        "Of `pi-bunco run`: keys of `/etc/pi-bunco/table.toml`, or of the file that `--config` names. "
        "The option of the same name beats the file."
    )
    schema = Settings.model_json_schema()["properties"]
    docs = read_attribute_docs(Settings)
    rows = (
        (
            f"`{name}`",
            _describe_allowed(schema[name]),
            _describe_default(name),
            _replace_none(_require_words(docs.get(name), name)),
        )
        for name in Settings.model_fields
    )
    yield _make_table(("setting", "is", "default", "what it says"), rows)


def _replace_none(words: str) -> str:
    """Return a setting's description for files, which have no ``None``."""
    return words.replace("`None`:", "without it:")


def read_attribute_docs(kind: type) -> dict[str, str]:
    """Return the docstrings of the attributes of a class, by the attributes' names."""
    body = cast("ast.ClassDef", ast.parse(inspect.getsource(kind)).body[0]).body
    return {
        field.target.id: str(doc.value.value)
        for field, doc in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
    }


def _describe_allowed(schema: Mapping[str, Any]) -> str:
    """Return in words which values a setting may have, from its JSON schema.

    >>> _describe_allowed({"type": "integer", "minimum": 1, "maximum": 9})
    'a whole number from 1 to 9'
    >>> _describe_allowed({"enum": ["on", "off"]})
    '`"on"`, `"off"`'
    """
    if "anyOf" in schema:
        return " or ".join(_describe_allowed(kind) for kind in schema["anyOf"] if kind["type"] != "null")
    if "enum" in schema:
        return ", ".join(f'`"{value}"`' for value in schema["enum"])
    words = {
        "integer": "a whole number",
        "number": "a number",
        "boolean": "`true` or `false`",
        "string": "a text",
    }
    words |= {"array": "a list of texts", "object": "a table"}
    bounds = (
        f" from {schema['minimum']}" if "minimum" in schema else "",
        f" above {schema['exclusiveMinimum']}" if "exclusiveMinimum" in schema else "",
        f" to {schema['maximum']}" if "maximum" in schema else "",
    )
    return words[schema["type"]] + "".join(bounds)


def _describe_default(name: str) -> str:
    value = Settings.model_fields[name].get_default()
    if name == "state_dir":
        return "`/var/lib/pi-bunco` for the service, else `~/.local/state/pi-bunco`"
    if value is None or value in ((), {}):
        return ""
    return f"`{json.dumps(value)}`"  # TOML has the same syntax


def _describe_addresses() -> Iterator[str]:
    yield "## Addresses"
    yield (
        "What a browser or a program may ask for, and which device may, where there are "
        "[roles](host.md#who-may-tap). [For programs](api.md) says what is sent and answered."
    )
    yield _make_table(("request", "for", "what it does"), _list_requests(make_bare_app()))


def make_bare_app() -> Flask:
    """Return the web application without a room, which is enough to list its addresses."""
    return create_app(cast("PagePort", None))


def _name_needed_role(app: Flask, endpoint: str, values: dict[str, str] | None = None) -> str:
    with app.app_context():
        return name_role(find_needed_role(app.view_functions[endpoint], _TABLE | (values or {})))


def _list_requests(app: Flask) -> Iterator[tuple[str, str, str]]:
    for endpoint, rules in groupby(app.url_map.iter_rules(), lambda rule: rule.endpoint):
        addresses = [f"{'POST' if 'POST' in (rule.methods or ()) else 'GET'} {rule.rule}" for rule in rules]
        if endpoint == "api.do_command":
            for name in COMMAND_ROLES:
                yield (
                    f"`{name_address(addresses[0], name)}`",
                    _name_needed_role(app, endpoint, {"name": name}),
                    "[A command](api.md#commands)",
                )
        else:
            does = _require_words(app.view_functions[endpoint].__doc__, endpoint)
            yield (
                ", ".join(f"`{name_address(address)}`" for address in sorted(addresses)),
                _name_needed_role(app, endpoint),
                does,
            )


def name_address(rule: str, name: str = "NAME") -> str:
    """Return an address in the form for people.

    >>> name_address("/api/table/<number>/<name>", "ring"), name_address("/static/<asked>/<path:name>")
    ('/api/table/N/ring', '/static/ASKED/NAME')
    """
    words = {"name": name, "number": "N"}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: words.get(part[1], part[1].upper()), rule)


def _describe_events() -> Iterator[str]:
    yield "## Events of the log"
    yield "The lines of a log, which is a game record. [records.md](records.md) has those of the night."
    kinds = (*list_record_events(), *list_own_events())
    rows = [(f"`{name}`", _require_words(kind.__doc__, name)) for name, kind in kinds]
    yield _make_table(("event", "what it says"), rows)
    yield "Of the night: " + ", ".join(f"`{name}`" for name in EXTENSION_EVENTS) + "."


def list_record_events() -> Iterator[tuple[str, type]]:
    """Yield each kind of event in a game record, with its name; two kinds may have the same name."""
    for _, kind in inspect.getmembers(events, inspect.isclass):
        if kind.__module__ == events.__name__ and isinstance(getattr(kind, "kind", None), str):
            yield str(vars(kind)["kind"]), kind


def list_own_events() -> Iterator[tuple[str, type]]:
    """Yield each kind of event that pi-bunco adds to those of a game record, with its name."""
    for _, kind in inspect.getmembers(lines, inspect.isclass):
        if kind.__module__ == lines.__name__ and isinstance(vars(kind).get("name"), str):
            yield str(vars(kind)["name"]), kind


def _describe_query(kind: PageKind) -> str:
    """Return what else a stream of a page's blocks is asked for."""
    return "; `table=` says which" if kind.of_table else "; `guest=` says whose" if kind.of_guest else ""


def _describe_streams() -> Iterator[str]:
    yield "## Streams"
    yield "`GET /events` with one of these; [what is sent](api.md#events)."
    rows = [("`?table=N`", "table N, for programs")]
    rows += [(f"`?topic={name}`", f"the {name}, for programs") for name in list_topics()]
    rows += [
        (f"`?page={kind.name}`", f"blocks for the page {kind.name}{_describe_query(kind)}")
        for kind in KINDS
        if kind.is_live
    ]
    yield _make_table(("asked for", "about"), rows)
    yield "Events that are sent: " + ", ".join(f"`{name}`" for name in list_stream_events()) + "."


def list_topics() -> tuple[str, ...]:
    """Return the topics that programs can subscribe to by name."""
    return tuple(sorted(api._TOPICS))  # noqa: SLF001 - the one table of them


def list_stream_events() -> tuple[str, ...]:
    """Return the names of all events that a stream sends."""
    tree = ast.parse(inspect.getsource(streams))
    sent = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "_encode_event"
        and isinstance(node.args[0], ast.Constant)
    }
    return tuple(sorted({str(name) for name in sent} | {streams.SnapshotEncoder.event, PageBlocks.event}))


def _require_words(words: str | None, what: str) -> str:
    """Return a docstring's text as Markdown, or raise :class:`Undocumented`."""
    if not words:
        raise Undocumented(f"{what} is not documented")
    return convert_to_markdown(words)


def _make_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = tuple(head)
    first = "| " + " | ".join(titles) + " |\n|" + "---|" * len(titles)
    return "\n".join((first, *("| " + " | ".join(map(_format_cell, row)) + " |" for row in rows)))


def _format_cell(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(make_page(), "utf-8")
