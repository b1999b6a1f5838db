"""Ways to write down what was kept, one format a file. None of them decides what is kept."""
