"""The compiled core of Manyways."""

from manyways._core import (
    base as base,
    text as text,
    unicode as unicode
)
