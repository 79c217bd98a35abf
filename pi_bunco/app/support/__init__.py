"""The contents of ``pi-bunco support-bundle``: facts for people who help, without names and secrets."""
