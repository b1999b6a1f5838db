"""Functions of other libraries, with their names and arguments, done by tamis."""
