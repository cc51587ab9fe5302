"""The HTTP API, one file per shape: our own below /v1, and those that other programs speak already."""
