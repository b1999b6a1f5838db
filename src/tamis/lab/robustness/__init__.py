"""Pages as they might have been, with their gold text: what a variant loses against the plain page is an error."""
