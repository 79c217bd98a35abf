"""Checks addresses to which a form leads. No device is led to another machine."""

import re

_LOCAL = re.compile(r"/(?!/)[\w/.?=&%-]*", re.ASCII)


def is_local_path(address: str) -> bool:
    """Return whether an address is one of this machine's own pages.

    >>> is_local_path("/table/3?x=1"), is_local_path("//evil.example/"), is_local_path("https://evil.example/")
    (True, False, False)
    """
    return bool(_LOCAL.fullmatch(address))
