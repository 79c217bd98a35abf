"""Who may do what: roles, the devices that the host has let in, the host's PIN, and one file that keeps both.

:class:`~pi_bunco.access.door.Door` puts the parts together; code that answers requests asks it alone. Only
:mod:`~pi_bunco.access.file` touches a disk.
"""
