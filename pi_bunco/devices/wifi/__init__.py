"""The Pi's own Wi-Fi, for rooms without one: the port, the NetworkManager of Linux, and none."""
