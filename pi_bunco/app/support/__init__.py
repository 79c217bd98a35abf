"""What ``pi-bunco support-bundle`` packs for those who help, without anybody's name, and without secrets."""
