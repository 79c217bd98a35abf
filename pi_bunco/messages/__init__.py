"""The messages between a station and the table's program; docs/stations.md describes them."""
