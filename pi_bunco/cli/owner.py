"""Lets root act in another user's folder only as that user.

A user can lay a symbolic link in their own folder. If root followed it, root would read or write any file for
them. The kernel checks each access with the effective user, so it refuses what that user may not do (Linux
manual, credentials(7)).
"""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_ROOT = 0


class Owner(NamedTuple):
    """The user to act as: their number, their group, and all groups of theirs."""

    user: int
    group: int
    groups: tuple[int, ...]


def find_owner(path: Path) -> Owner | None:
    """Return who may change what a path leads to, ``None`` if only root may.

    That is the owner of the first file, folder or link on the way that does not belong to root. What does not
    exist yet is left out.

    >>> find_owner(Path("/usr/bin"))
    """
    absolute = path.absolute()
    # Without links of other users on the way, nobody but root can change what it leads to.
    for way in (absolute, absolute.resolve()):
        for place in (*reversed(way.parents), way):
            try:
                status = place.lstat()
            except OSError:
                break
            if status.st_uid != _ROOT:
                return Owner(status.st_uid, status.st_gid, _find_groups(status.st_uid, status.st_gid))
    return None


@contextmanager
def act_as_owner(path: Path) -> Iterator[None]:
    """Act as the owner of a path in a ``with``, if root started this process; see :func:`find_owner`.

    The ``with`` may be inside another one. Then root itself acts where only root may.
    """
    if os.getuid() != _ROOT:
        yield
        return
    before = Owner(os.geteuid(), os.getegid(), tuple(os.getgroups()))
    os.seteuid(_ROOT)
    _act_as(find_owner(path) or _find_root())
    try:
        yield
    finally:
        os.seteuid(_ROOT)
        _act_as(before)


def become_owner(path: Path) -> None:
    """Become the owner of a path for good, if root started this process; see :func:`find_owner`."""
    owner = find_owner(path) if os.getuid() == _ROOT else None
    if owner is not None:
        os.setgroups(owner.groups)
        os.setresgid(owner.group, owner.group, owner.group)
        os.setresuid(owner.user, owner.user, owner.user)


def _act_as(owner: Owner) -> None:
    """Change the effective user from root to another one."""
    os.setgroups(owner.groups)
    os.setegid(owner.group)
    os.seteuid(owner.user)


def _find_root() -> Owner:
    return Owner(_ROOT, os.getgid(), _find_groups(_ROOT, os.getgid()))


def _find_groups(user: int, group: int) -> tuple[int, ...]:
    try:
        name = pwd.getpwuid(user).pw_name
    except KeyError:  # a user of another system, such as on a stick
        return (group,)
    return tuple(os.getgrouplist(name, group))
