"""Keeps what each web application makes anew, although it is always the same: compiled templates and routes.

Nearly every test of a page makes an application of its own, and this took a third of its time.
"""

from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import Environment
from werkzeug.routing import Rule

_compile_template: Callable[..., Any] = Environment.compile
_compile_builder: Callable[..., Any] = Rule._compile_builder
_templates: dict[object, Any] = {}
_builders: dict[object, Any] = {}


def _compile_template_once(env: Environment, source: object, *names: object, **options: object) -> Any:
    # An environment of another language than English translates, so its code calls a function for each value.
    key = source, names, env.finalize is None, *env.extensions, *options.items()
    if key not in _templates:
        _templates[key] = _compile_template(env, source, *names, **options)
    return _templates[key]


def _compile_builder_once(rule: Rule, append_unknown: object) -> Any:
    key = rule.rule, append_unknown, *rule._trace, str(rule.defaults)
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]


def make_once() -> None:
    """Compile each template and each route once from now on. Neither depends on its application."""
    patch = pytest.MonkeyPatch()
    patch.setattr(Environment, "compile", _compile_template_once)
    patch.setattr(Rule, "_compile_builder", _compile_builder_once)
