"""Characters, words, languages and fingerprints of text."""
