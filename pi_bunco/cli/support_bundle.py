"""``pi-bunco support-bundle``: pack what your helpers need to see, without names and secrets."""

from datetime import datetime
from pathlib import Path

import click

from pi_bunco.cli.installed import config_option, load_settings, port_option, table_folder_option
from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import warn, write_file
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.settings.config import Settings, load


@click.command("support-bundle")
@click.option(
    "--to",
    type=FILE_PATH,
    metavar="FILE",
    help="The file to write. [default: pi-bunco-support-DATE-TIME.zip here]",
)
@config_option
@table_folder_option
@port_option
def support_bundle(to: Path | None, file: Path | None, **options: object) -> None:
    """Pack what your helpers need to see, in one .zip file.

    What the doctor says, versions, settings, the service's log and the last game, with other names. It
    contains only words of the program itself and numbers: "…" stands where anything else was. A table may be
    playing meanwhile.
    """
    from pi_bunco.app.doctor.context import CheckContext  # noqa: PLC0415 - OpenCV takes a second to load, help none
    from pi_bunco.app.doctor.examine import CHECKS, collect_findings, examine  # noqa: PLC0415 - likewise
    from pi_bunco.app.support.bundle import gather, pack  # noqa: PLC0415 - likewise
    from pi_bunco.station.doctor.table import examine_table  # noqa: PLC0415 - likewise

    context = CheckContext(_load_settings(file, options), examine_table)
    with act_as_owner(context.settings.state_dir):
        findings = list(examine(context, CHECKS, collect_findings(context, CHECKS)))
        parts = gather(context, findings)
    data = pack(parts)
    width = max(len(part.name) for part in parts)
    for part in parts:
        size = f"{max(len(part.text.encode()) / 1000, 0.1):8.1f} kB"
        click.echo(f"{part.name:{width}} {size}  {part.about}")
    path = to or Path(f"pi-bunco-support-{datetime.now().astimezone():%Y%m%d-%H%M}.zip")
    write_file(path, data)
    click.echo(f"Wrote {path.absolute()} ({len(data) / 1000:.0f} kB). Look into it; nothing was sent.")


def _load_settings(file: Path | None, options: dict[str, object]) -> Settings:
    """Load the settings. If they are wrong, which may be why help is needed, go on without the file."""
    try:
        return load_settings(file, options)
    except Trouble as trouble:
        warn(f"{trouble} The bundle goes without these settings.")
        return load(None, {key: value for key, value in options.items() if value is not None})
