"""The first page of a device."""
