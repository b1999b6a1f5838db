"""What is corrected of the network's opinion, one rule a file."""
