"""The profile by which an iPhone, an iPad or a Mac takes the root of the pages' certificates.

Source: Apple, *Configuration Profile Reference*, and
https://developer.apple.com/documentation/devicemanagement/certificateroot
"""

import plistlib
import uuid
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it loads a library of 12 MB
    from pi_bunco.certificates.pages import PageAuthority

PROFILE_TYPE = "application/x-apple-aspen-config"
"""The content type of a profile."""
CERTIFICATE_TYPE = "application/x-x509-ca-cert"
"""The content type of a root certificate."""


def make_profile(authority: "PageAuthority", about: str) -> bytes:
    """Return the profile, as a property list.

    Its identifiers come from the certificate: the same one is replaced and not installed twice.

    Parameters
    ----------
    authority
        The authority whose root it contains.
    about
        What the profile is for, as one sentence.
    """
    made_from = authority.fingerprint
    identifier = f"pi-bunco.{made_from[:11].replace(':', '').lower()}"

    def describe_part(kind: str, part: str) -> dict[str, object]:
        return {
            "PayloadType": kind,
            "PayloadVersion": 1,
            "PayloadIdentifier": f"{identifier}{part}",
            "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_OID, made_from + part)).upper(),
            "PayloadDisplayName": authority.called,
            "PayloadDescription": about,
        }

    root = describe_part("com.apple.security.root", ".root") | {
        "PayloadCertificateFileName": "bunco.cer",
        "PayloadContent": authority.root_der,
    }
    return plistlib.dumps(
        describe_part("Configuration", "")
        | {"PayloadContent": [root], "PayloadOrganization": "pi-bunco", "PayloadRemovalDisallowed": False}
    )
