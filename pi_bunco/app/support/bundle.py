"""Packs the bundle, and looks once more that no name and no secret is in it."""

import io
from collections.abc import Sequence
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pi_bunco.app.doctor.case import CheckContext
from pi_bunco.app.support.known import redactor_for
from pi_bunco.app.support.parts import BundlePart, parts
from pi_bunco.app.support.redact import Redactor
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding

_ABOUT = """\
This is what pi-bunco support-bundle has packed on {time}. You may open each file and read it.

{list}

The first player is called "{player}" in all of it, the next ones likewise. Photos,
passwords, PINs, the names of Wi-Fi networks, of people and of this machine are not in it.
{unknown}"""


def gather(case: CheckContext, findings: list[Finding]) -> tuple[list[BundlePart], Redactor]:
    """Gather what goes into the bundle.

    Parameters
    ----------
    case
        The table.
    findings
        What the doctor has found.

    Raises
    ------
    Trouble
        If this user may not read the games, so that nobody knows which names to take out.
    """
    redactor, unknown = redactor_for(case.settings, case.machine)
    found = list(parts(case, findings, redactor, unknown))
    contents = "\n".join(f"{part.name:18} {part.about}" for part in found)
    why = f"The logs are left out, since the players' names could not be read: {unknown}" if unknown else ""
    time = f"{case.now():%Y-%m-%d %H:%M}"
    about = redactor.text(_ABOUT.format(time=time, list=contents, player=redactor.example, unknown=why))
    return [BundlePart("README.txt", "what is in here", about), *found], redactor


def pack(found: Sequence[BundlePart], redactor: Redactor) -> bytes:
    """Return the .zip file's bytes.

    Raises
    ------
    Trouble
        If a name or a secret is still in it; then nothing may be given away.
    """
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for part in found:
            # A fixed date: a clock that was never set is older than ZIP can say.
            member = ZipInfo(part.name)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, part.text)
    with ZipFile(packed) as archive:
        for name in archive.namelist():
            if redactor.holds(archive.read(name).decode()):
                raise Trouble(
                    f"A name or a secret would be in {name}, so nothing was written.",
                    "This is a fault of pi-bunco: please tell its makers, without the file.",
                )
    return packed.getvalue()
