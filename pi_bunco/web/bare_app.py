"""What all web applications of pi-bunco share: the guard, roles, failures, languages, files and templates."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from pi_bunco import limits
from pi_bunco.languages import load_catalogues
from pi_bunco.sentences import Catalogue
from pi_bunco.web import choose_language, files, language
from pi_bunco.web.failures import register_failures
from pi_bunco.web.guard import HostNameFilter, MachineNames, register_guard
from pi_bunco.web.page_kind import PageKind, register_kinds
from pi_bunco.web.pages.table.foot import spell
from pi_bunco.web.secure_port import register_secure_port
from pi_bunco.web.tables import find_shown_table, make_table_links
from pi_bunco.web.visitors import register_roles

_TEMPLATES = Path(__file__).parent / "templates"  # those that several kinds of pages share


def make_bare_app(
    kinds: Sequence[PageKind],
    modules: Sequence[ModuleType],
    names: MachineNames | None,
    catalogues: Mapping[str, Catalogue] | None,
    heartbeat: float,
) -> Flask:
    """Make an application that has no parts yet. It answers after it has them.

    Parameters
    ----------
    kinds
        Its kinds of pages.
    modules
        Modules with further addresses; each has a blueprint called ``bp``.
    names, catalogues, heartbeat
        As for :func:`pi_bunco.web.application.create_app`.
    """
    app = Flask("pi_bunco.web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = limits.REQUEST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's default provider has it
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    own = {kind.name: FileSystemLoader(kind.folder) for kind in kinds}
    app.jinja_loader = ChoiceLoader([PrefixLoader(own), FileSystemLoader(_TEMPLATES)])
    register_secure_port(app)
    register_guard(app)
    app.after_request(files.compress_page)
    register_roles(app)
    register_failures(app)
    for module in (*modules, choose_language):
        app.register_blueprint(module.bp)
    register_kinds(app, kinds)
    env = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined] # that extension has it
    env.filters["plain"] = asdict
    env.globals.update(
        file=files.make_file_address,
        icon=files.make_data_address("icon.svg"),
        stamp=files.make_stamp(),
        voice_of=files.make_voice_address,
        silence=round(3000 * heartbeat),
        spell=spell,
    )
    app.context_processor(lambda: make_table_links(find_shown_table()))
    catalogues = load_catalogues() if catalogues is None else catalogues
    language.register_languages(app, catalogues)
    app.wsgi_app = HostNameFilter(app.wsgi_app, names or MachineNames(), catalogues)  # type: ignore[method-assign] # as Flask's guide does
    return app
