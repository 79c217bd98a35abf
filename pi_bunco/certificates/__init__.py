"""Certificates: the building blocks for all of them, and the Pi's own authority for its pages.

The room's certificates for several Pis are in :mod:`pi_bunco.link`. They use the same building blocks, and
nothing else of this package.
"""
