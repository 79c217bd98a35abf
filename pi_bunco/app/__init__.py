"""The assembly of the parts: cameras, readers, tables, the bell and the pages."""
