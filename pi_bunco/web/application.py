"""Makes the web application from its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from pi_bunco import limits
from pi_bunco.access.door import Door
from pi_bunco.sentences import Catalogue
from pi_bunco.views.calibration import Calibrator
from pi_bunco.web import access, api, files, join_pis, language
from pi_bunco.web.context import PARTS, AppParts
from pi_bunco.web.failures import register_failures
from pi_bunco.web.guard import HostNameFilter, MachineNames, register_guard
from pi_bunco.web.page_kind import PageKind, register_kinds
from pi_bunco.web.pages import KINDS
from pi_bunco.web.pages.host.requests import REQUESTS, CorrectionRequests
from pi_bunco.web.pages.table.foot import spell
from pi_bunco.web.port import Doctor, HeadChoice, OtherPis, PagePort, SparePi
from pi_bunco.web.serve_pages import make_page_blocks
from pi_bunco.web.streams import Streams
from pi_bunco.web.tables import find_shown_table, make_table_links
from pi_bunco.web.visitors import register_roles

_TEMPLATES = Path(__file__).parent / "templates"  # those that several kinds of pages share


def create_app(  # noqa: PLR0913 - each of another kind
    service: PagePort,
    *,
    calibrators: Mapping[int, Calibrator] | None = None,
    examiner: Doctor | None = None,
    names: MachineNames | None = None,
    door: Door | None = None,
    other_pis: OtherPis | None = None,
    follow_choice: HeadChoice | None = None,
    spare: SparePi | None = None,
    catalogues: Mapping[str, Catalogue] | None = None,
    kinds: Sequence[PageKind] = KINDS,
    most_streams: int = limits.STREAMS,
    heartbeat: float = 2.0,
) -> Flask:
    """Make the application for a room.

    Parameters
    ----------
    service
        The room: it answers the pages' requests.
    calibrators
        The calibrator of each table that has a camera; ``None``: no table has one.
    examiner
        The doctor that examines the room; ``None``: there is none.
    names
        The names of this machine; ``None``: only its addresses and ``localhost``.
    door
        Decides which device may do what; ``None``: every device may do everything.
    other_pis
        The Pis that follow this one; ``None``: none can.
    follow_choice
        The host's choice whether this Pi follows another one; ``None``: it cannot be made on pages.
    spare
        This Pi, if it follows another one and may become the head.
    catalogues
        The languages besides English, by their codes; ``None``: those that are installed.
    kinds
        The kinds of pages.
    most_streams
        How many pages are kept up to date at once. If there are more, the oldest stream of the address with
        most of them is closed.
    heartbeat
        Seconds without an event after which a stream sends a ``beat``. A page that misses three of them shows
        that it is out of date.
    """
    app = Flask("pi_bunco.web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = limits.REQUEST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's default provider has it
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    own = {kind.name: FileSystemLoader(kind.folder) for kind in kinds}
    app.jinja_loader = ChoiceLoader([PrefixLoader(own), FileSystemLoader(_TEMPLATES)])
    streams = Streams(
        service,
        most=most_streams,
        heartbeat=heartbeat,
        calibrators=calibrators,
        make_blocks=partial(make_page_blocks, app),
        make_translator=partial(language.make_translator, app),
    )
    app.extensions[PARTS] = AppParts(
        service, streams, door or Door(), calibrators or {}, examiner, other_pis, follow_choice, spare
    )
    app.extensions[REQUESTS] = CorrectionRequests()
    register_guard(app)
    app.after_request(files.compress_page)
    register_roles(app)
    register_failures(app)
    for part in (files, api, access, join_pis):
        app.register_blueprint(part.bp)
    register_kinds(app, kinds)
    env = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined] # that extension has it
    env.filters["plain"] = asdict
    env.globals.update(
        file=files.make_file_address,
        icon=files.make_data_address("icon.svg"),
        stamp=files.make_stamp(),
        silence=round(3000 * heartbeat),
        spell=spell,
    )
    app.context_processor(lambda: make_table_links(find_shown_table()))
    language.register_languages(app, language.load_catalogues() if catalogues is None else catalogues)
    app.wsgi_app = HostNameFilter(app.wsgi_app, names or MachineNames())  # type: ignore[method-assign] # as Flask's guide does
    return app
