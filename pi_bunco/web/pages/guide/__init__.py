"""The guide for hosts, which the Pi itself shows."""
