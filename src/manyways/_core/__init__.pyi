"""The compiled core of Manyways."""

from manyways._core import (
    base as base,
    metrics as metrics,
    text as text,
    unicode as unicode
)
