"""Text before it becomes numbers: corpora, splitting, casing, and columns of it."""
