"""One table: the only one that writes its game. Commands come in, events are logged, snapshots go out."""
