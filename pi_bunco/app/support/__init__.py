"""What ``pi-bunco support-bundle`` packs for whoever helps, without anybody's name, and without secrets."""
