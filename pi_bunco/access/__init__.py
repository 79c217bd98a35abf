"""Who may do what: roles, the devices that the host has let in, the host's PIN, and the file that keeps them.

:class:`~pi_bunco.access.door.Door` puts the parts together, and code that answers requests uses only the
door. Only :mod:`~pi_bunco.access.file` touches a disk.
"""
