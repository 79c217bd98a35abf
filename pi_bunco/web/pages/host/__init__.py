"""The host's page: the bell, the tables, the seats, the devices and what tables ask for."""
