"""What is compiled where there is a C compiler, and runs as plain Python where there is none."""
