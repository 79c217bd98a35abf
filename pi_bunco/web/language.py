"""Chooses the language of a request, and renders the templates in it.

English needs no catalogue, so its templates are rendered without extra work. Each other language has its own
template environment, which translates every sentence where it is shown.
"""

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from flask import Flask, current_app, has_request_context, request
from jinja2 import Environment, pass_eval_context
from jinja2.filters import do_join
from jinja2.nodes import EvalContext
from markupsafe import Markup

import pi_bunco
from pi_bunco.sentences import Catalogue, Sentence, isolate, split, translate
from pi_bunco.views.words import EmphasisedText

ENGLISH = "en"
"""The language that the sentences are written in."""
FOLDER = Path(pi_bunco.__file__).parent / "languages"
"""The folder with the template of all catalogues, and ``<language>/LC_MESSAGES/messages.mo``."""
LANGUAGE = "bunco-language"
"""The cookie with the language that somebody has chosen for a device."""
_REGISTERED = "pi_bunco.language"


def load_catalogues(folder: Path = FOLDER) -> dict[str, Catalogue]:
    """Return the catalogue of each language that has one, by its code, such as ``de``."""
    codes = [path.parts[-3] for path in sorted(folder.glob("*/LC_MESSAGES/messages.mo"))]
    return {code: gettext.translation("messages", folder, [code]) for code in codes}


def register_languages(app: Flask, catalogues: Mapping[str, Catalogue]) -> None:
    """Register the languages besides English. The application's template environment must be complete."""
    app.jinja_env.filters["join"] = _make_join(str)
    app.jinja_env.filters["split"] = _make_split(gettext.NullTranslations())
    app.extensions[_REGISTERED] = (
        catalogues,
        {code: _make_environment(app.jinja_env, catalogue) for code, catalogue in catalogues.items()},
    )
    app.context_processor(lambda: {"language": choose_language()})


def choose_language() -> str:
    """Return the language that was chosen for the device, or else the one that its browser prefers."""
    catalogues, _ = _get_registered(current_app)
    if not catalogues or not has_request_context():
        return ENGLISH
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in (ENGLISH, *catalogues):
        return chosen
    return request.accept_languages.best_match([ENGLISH, *catalogues], ENGLISH)


def list_languages() -> tuple[str, ...]:
    """Return the codes of all languages that are installed, English first."""
    return (ENGLISH, *_get_registered(current_app)[0])


def find_environment(app: Flask, language: str) -> Environment:
    """Return the template environment of a language."""
    return _get_registered(app)[1].get(language, app.jinja_env)


def render_page(template: str, **values: Any) -> str:
    """Render a template in the language of the request."""
    current_app.update_template_context(values)
    return find_environment(current_app, choose_language()).get_template(template).render(values)


def make_translator(app: Flask, language: str) -> Callable[[str], str]:
    """Return a function that translates texts. A text that is not in the catalogue stays as it is."""
    catalogue = _get_registered(app)[0].get(language)
    return (lambda text: text) if catalogue is None else (lambda text: translate(text, catalogue))


def _get_registered(app: Flask) -> tuple[Mapping[str, Catalogue], Mapping[str, Environment]]:
    return cast("tuple[Mapping[str, Catalogue], Mapping[str, Environment]]", app.extensions[_REGISTERED])


def _make_environment(english: Environment, catalogue: Catalogue) -> Environment:
    def translate_value(value: Any) -> Any:
        return translate(value, catalogue) if isinstance(value, str) else value

    def translate_nested(value: Any) -> Any:
        """Translate a sentence, or all sentences in lists and mappings."""
        if isinstance(value, list | tuple):
            return [translate_nested(item) for item in value]
        if isinstance(value, dict):
            return {key: translate_nested(item) for key, item in value.items()}
        return translate_value(value)

    def fill(pattern: str, values: Mapping[str, Any]) -> str:
        return Markup(pattern) % {name: translate_value(value) for name, value in values.items()}  # noqa: S704 - ours

    def translate_pattern(pattern: str, /, **values: Any) -> str:
        return fill(catalogue.gettext(pattern), values)

    def translate_count(single: str, many: str, number: int, /, **values: Any) -> str:
        return fill(catalogue.ngettext(single, many, number), {"num": number, **values})

    env = english.overlay(finalize=translate_value)
    env.globals = {**english.globals, "gettext": translate_pattern, "ngettext": translate_count}
    env.filters = {
        **english.filters,
        "join": _make_join(lambda text: translate(text, catalogue)),
        "split": _make_split(catalogue),
    }
    dumps = english.policies["json.dumps_function"]
    env.policies = {
        **english.policies,
        "json.dumps_function": lambda value, **options: dumps(translate_nested(value), **options),
    }
    return env


def _make_split(catalogue: Catalogue) -> Callable[[EmphasisedText], list[tuple[str, bool]]]:
    """Return the filter that divides a line into pieces, each with whether it is large."""
    return lambda line: split(line.text, line.strong, catalogue)


def _make_join(translate_one: Callable[[str], str]) -> Callable[..., str]:
    """Return the filter that joins texts. It translates each text, or isolates its writing direction."""

    def translate_part(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return translate_one(value) if isinstance(value, Sentence | Markup) else isolate(value)

    @pass_eval_context
    def join(context: EvalContext, values: Any, between: str = "") -> str:
        return cast("str", do_join(context, [translate_part(value) for value in values], between))

    return join
