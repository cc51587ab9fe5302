"""One file per corpus format; each yields pairs of one-line texts and names file and line when it cannot."""
