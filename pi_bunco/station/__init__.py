"""The program of a station: one camera, its reader and its watcher, which speak by messages."""
