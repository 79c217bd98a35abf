"""What the program asks of the machine: its disk, memory, threads, address and log."""
