"""Chooses the language of a request, and renders the templates in it.

English needs no catalogue, so its templates are rendered without extra work. Each other language has its own
template environment, which translates every sentence where it is shown.
"""

import gettext
from collections.abc import Callable, Mapping
from typing import Any, cast

from flask import Flask, current_app, has_request_context, request
from jinja2 import Environment, pass_eval_context
from jinja2.filters import do_join
from jinja2.nodes import EvalContext
from markupsafe import Markup

from pi_bunco.languages import ENGLISH, NAMES
from pi_bunco.sentences import Catalogue, Sentence, isolate, split, translate, translate_name
from pi_bunco.views.words import EmphasisedText

LANGUAGE = "bunco-language"
"""The cookie with the language that somebody has chosen for a device."""
ROOM_LANGUAGE = "pi_bunco.room_language"
"""The key, in an application's extensions, of a function that returns the language chosen for the room."""
_REGISTERED = "pi_bunco.language"
_ROOM = "room"


def register_languages(app: Flask, catalogues: Mapping[str, Catalogue]) -> None:
    """Register the languages besides English. The application's template environment must be complete."""
    app.jinja_env.filters["join"] = _make_join(str)
    app.jinja_env.filters["named"] = str
    app.jinja_env.filters["split"] = _make_split(gettext.NullTranslations())
    app.extensions[_REGISTERED] = (
        catalogues,
        {code: _make_environment(app.jinja_env, catalogue) for code, catalogue in catalogues.items()},
    )
    app.context_processor(_list_values)


def _list_values() -> dict[str, object]:
    """Return what all templates know about languages."""
    language = choose_language()
    return {
        "language": language,
        "languages": list_languages(),
        "language_name": NAMES.get(language, language),
    }


def choose_language() -> str:
    """Return the language that was chosen for the device, or else the one that its browser prefers.

    A screen of the room that nobody has asked is in the language that the host has chosen for the room.
    """
    catalogues, _ = _get_registered(current_app)
    if not catalogues or not has_request_context():
        return ENGLISH
    if has_own_language():
        return request.cookies[LANGUAGE]
    return find_room_language() or request.accept_languages.best_match([ENGLISH, *catalogues], ENGLISH)


def has_own_language() -> bool:
    """Return whether a language was chosen for the device."""
    return request.cookies.get(LANGUAGE, "") in list_languages()


def is_preference_installed() -> bool:
    """Return whether a language that the browser prefers is installed, or it prefers none."""
    wanted = request.accept_languages
    return not wanted or wanted.best_match(list_languages()) is not None


def find_room_language() -> str:
    """Return the language that the host has chosen, if this page is a screen of the room that nobody taps.

    It is empty on all other pages, and if a language was chosen for this device, or none for the room.
    """
    find = current_app.extensions.get(ROOM_LANGUAGE)
    is_screen = _ROOM in (request.path.strip("/"), request.args.get("page"))
    if find is None or not is_screen or has_own_language():
        return ""
    chosen: str = find()
    return chosen if chosen in list_languages() else ""


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
        return Markup(pattern) % {name: name_or_translate(value) for name, value in values.items()}  # noqa: S704 - ours

    def name_or_translate(value: Any) -> Any:
        """Translate a sentence, or the name of a ghost."""
        if isinstance(value, str) and not isinstance(value, Sentence | Markup):
            return translate_name(value, catalogue)
        return translate_value(value)

    def translate_pattern(pattern: str, /, **values: Any) -> str:
        return fill(catalogue.gettext(pattern), values)

    def translate_count(single: str, many: str, number: int, /, **values: Any) -> str:
        return fill(catalogue.ngettext(single, many, number), {"num": number, **values})

    env = english.overlay(finalize=translate_value)
    env.globals = {**english.globals, "gettext": translate_pattern, "ngettext": translate_count}
    env.filters = {
        **english.filters,
        "join": _make_join(lambda text: translate(text, catalogue)),
        "named": name_or_translate,
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
