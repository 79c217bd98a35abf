"""Several Pis in one room: the far ones follow the head's log."""
