"""The output formats, one a file: each writes the kept blocks and changes no decision."""
