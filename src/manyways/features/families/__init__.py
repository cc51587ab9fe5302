"""The features that come with the program, a file per family."""
