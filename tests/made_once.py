"""Keeps what each web application makes anew, although it is always the same: compiled templates and routes.

Nearly every test of a page makes an application of its own, and this took a third of its time.
"""

from collections.abc import Callable
from types import MethodType
from typing import Any

import pytest
from jinja2 import Environment
from werkzeug.routing import Rule

_compile_template: Callable[..., Any] = Environment.compile
_compile_rule: Callable[[Rule], None] = Rule.compile
_templates: dict[object, Any] = {}
_rules: dict[object, Rule] = {}


def _compile_template_once(env: Environment, source: object, *names: object, **options: object) -> Any:
    # An environment of another language than English translates, so its code calls a function for each value.
    key = source, names, env.finalize is None, *env.extensions, *options.items()
    if key not in _templates:
        _templates[key] = _compile_template(env, source, *names, **options)
    return _templates[key]


def _compile_rule_once(rule: Rule) -> None:
    key = rule.rule, rule.host, rule.subdomain, rule.merge_slashes, str(rule.defaults)
    if key not in _rules:
        _compile_rule(rule)
        _rules[key] = rule
        return
    same = _rules[key]
    rule._parts, rule._trace, rule._converters = same._parts, same._trace, same._converters
    rule.arguments = same.arguments
    rule._build = _bind_again(same._build, rule)
    rule._build_unknown = _bind_again(same._build_unknown, rule)


def _bind_again(method: Any, rule: Rule) -> Any:
    return MethodType(method.__func__, rule)


def make_once() -> None:
    """Compile each template and each route once from now on. Neither depends on its application."""
    patch = pytest.MonkeyPatch()
    patch.setattr(Environment, "compile", _compile_template_once)
    patch.setattr(Rule, "compile", _compile_rule_once)
