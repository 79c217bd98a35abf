"""The doctor's page."""
