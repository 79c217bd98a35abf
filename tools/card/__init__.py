"""Makes a folder from which a Raspberry Pi installs pi-bunco at its first start, without a terminal."""
