"""The compiled core of Manyways."""

from manyways._core import (
    base as base,
    phrases as phrases,
    text as text,
    unicode as unicode
)
