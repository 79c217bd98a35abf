"""The settings of a table, its house sheets, and the plug-ins that it may use."""
